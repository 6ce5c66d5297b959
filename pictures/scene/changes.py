"""Two scenes -> the later one, with what differs from the earlier marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

from attrs import evolve

from .model import Board, Card, CardGroup, Panel, PanelEntry, Scene, Space, Stands, Token

Named = TypeVar("Named", Space, Card, PanelEntry, Panel)


def marked(before: Scene | None, after: Scene) -> Scene:
    """The later scene, with each space, card and value marked that was not so before; so are tokens that are new."""
    if before is None:
        return after
    boards = {board.stands: board for board in before.boards}
    groups = {group.stands: group for group in before.groups}
    panels = {panel.stands: panel for panel in before.panels}
    return evolve(
        after,
        boards=tuple(_board(boards.get(board.stands), board) for board in after.boards),
        groups=tuple(_group(groups.get(group.stands), group) for group in after.groups),
        panels=tuple(_panel(panels.get(panel.stands), panel) for panel in after.panels),
    )


def _board(before: Board | None, board: Board) -> Board:
    known = {space.stands: space for space in before.spaces} if before is not None else {}
    return evolve(board, spaces=tuple(_space(known.get(space.stands), space) for space in board.spaces))


def _space(before: Space | None, space: Space) -> Space:
    # The spaces of a large board are counted again for each picture.
    if before is None or evolve(before, members=space.members) == space:
        return space
    return evolve(space, is_changed=True, tokens=_tokens(before.tokens, space.tokens))


def _tokens(before: Sequence[Token], tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Tokens, those marked of which there are more than before."""
    # Equal tokens are counted: of three where there were two, one is new.
    left = Counter(before)
    out = []
    for token in tokens:
        is_new = left[token] == 0
        left[token] -= 1
        out.append(evolve(token, is_changed=True) if is_new else token)
    return tuple(out)


def _group(before: CardGroup | None, group: CardGroup) -> CardGroup:
    known = {card.stands: card for card in before.cards} if before is not None else {}
    return evolve(group, cards=tuple(_card(known.get(card.stands), card) for card in group.cards))


def _card(before: Card | None, card: Card) -> Card:
    if before == card:
        return card
    entries = _entries(before.entries if before else (), card.entries)
    return evolve(card, is_changed=True, entries=entries, tokens=_tokens(before.tokens if before else (), card.tokens))


def _panel(before: Panel | None, panel: Panel) -> Panel:
    if before is None or before == panel:
        return panel
    return evolve(panel, is_changed=before.score != panel.score, entries=_entries(before.entries, panel.entries))


def _entries(before: Sequence[PanelEntry], entries: Sequence[PanelEntry]) -> tuple[PanelEntry, ...]:
    known: Mapping[tuple[Stands, str], PanelEntry] = {(entry.stands, entry.caption): entry for entry in before}
    out = []
    for entry in entries:
        old = known.get((entry.stands, entry.caption))
        tokens = _tokens(old.tokens if old else (), entry.tokens)
        out.append(entry if old == entry else evolve(entry, is_changed=True, tokens=tokens))
    return tuple(out)


def changed_words(scene: Scene) -> tuple[str, ...]:
    """The marked things, in words."""
    spaces = [space.label for board in scene.boards for space in board.spaces if space.is_changed]
    cards = [card.caption for group in scene.groups for card in group.cards if card.is_changed]
    fields = [f"{panel.caption}: {entry.caption}" for panel in scene.panels for entry in panel.entries if entry.is_changed]
    return (*spaces, *cards, *fields)
