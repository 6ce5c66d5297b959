"""A position -> a scene, as a viewer sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ...interpreter.game.state import State
from ...interpreter.game.table.decisions import CHANCE
from ...interpreter.game.viewing.observation import Viewer
from ..look.syntax import NO_LOOK, Look
from ..visible_state import VisibleState
from .boards import boards
from .cards import groups
from .model import Board, CardGroup, Panel, Scene, Stands, Token
from .panels import panels
from .pieces import Placement
from .values import Drawer
from .wardrobe import SEATED, Wardrobe
from .wording import DEFAULT, PictureWords

# More signs than these are not explained below the picture; each says what it is on hover.
MOST_SIGNS = 48


def scene_of(state: State, viewer: Viewer | None = None, look: Look = NO_LOOK, language: str = DEFAULT) -> Scene:
    """Make the scene of a position. Without a viewer, everything is seen."""
    rules = state.rules
    words = PictureWords(language, look)
    # INVARIANT: values of fields are read through `VisibleState` alone, so a picture shows none that its viewer does not see.
    drawer = Drawer(VisibleState(rules, state, viewer), look, Wardrobe(rules.names, look), words)
    placement = Placement(drawer)
    drawn, cards, owned = boards(drawer, placement), groups(drawer, placement), panels(drawer, placement)
    title = words.caption(rules.program.name) if (language, rules.program.name) in look.captions else rules.program.title
    if viewer is not None:
        who = rules.seats[viewer] if isinstance(viewer, int) else words.word("spectator")
        title = f"{title}, {words.word('seen_by', who=who)}"
    return Scene(title, language, _status(drawer), drawn, cards, owned, tuple(_key(drawn, cards, owned)))


def _status(drawer: Drawer) -> str:
    rules, state, words = drawer.visible.rules, drawer.visible.state, drawer.words
    outcome = rules.endings.outcome(state)
    if outcome is not None:
        winners = ", ".join(rules.seats[seat] for seat in outcome.winners)
        return words.word("won", who=winners) if winners else words.word("drawn")
    who = rules.decisions.to_move(state)
    if who is CHANCE:
        return words.word("chance")
    return words.word("to_move", who=rules.decisions.mover(state)) if who is not None else words.word("over")


def _key(drawn: Sequence[Board], cards: Sequence[CardGroup], owned: Sequence[Panel]) -> Iterator[Token]:
    """The signs of a picture with what they mean, each once, without owners."""
    signs: dict[tuple[str, str, str], Token] = {}
    for token in all_tokens(drawn, cards, owned):
        looks = token.looks
        if token.name and not token.is_hidden and token.stands.type not in SEATED and not _says_itself(token):
            # A piece with numbers on it is explained once.
            letters = "" if looks.letters.isdecimal() else looks.letters
            signs.setdefault((letters, looks.path, token.name), token)
    if len(signs) <= MOST_SIGNS:
        yield from (
            evolve(token, stands=Stands(), count=None, note="", says=token.name, is_piece=False, is_changed=False)
            for token in signs.values()
        )


def _says_itself(token: Token) -> bool:
    return token.looks.letters.casefold() == token.name.casefold() and not token.looks.path


def all_tokens(drawn: Sequence[Board], cards: Sequence[CardGroup], owned: Sequence[Panel]) -> Iterator[Token]:
    """The tokens on boards and cards, and those of panels."""
    for board in drawn:
        for space in board.spaces:
            yield from space.tokens
    for group in cards:
        for card in group.cards:
            yield from card.tokens
            for entry in card.entries:
                yield from entry.tokens
    for panel in owned:
        for entry in panel.entries:
            # Rows of tables stand there with their names.
            yield from (token for token in entry.tokens if not token.detail)
