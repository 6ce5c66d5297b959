"""Panels, cards and the key -> blocks."""

from __future__ import annotations

from attrs import evolve

from ..scene.model import Card, CardGroup, Panel, Scene, Stands, Token
from ..scene.wording import PictureWords
from .entries import SMALL, entry_lines, token_rows
from .plan import Item, LayoutBlock, PathShape, Sign, TextLine, Thing, rectangle
from .text import cut, width_of, wrapped

PANEL, CARD = 352.0, 170.0
PAD = 12.0
SAYS, MOST_LINES = 11.0, 5


def panel_block(panel: Panel, words: PictureWords, width: float = PANEL) -> LayoutBlock:
    """A panel: who it is of, the score, who is to move, and the entries."""
    head: list[Item] = []
    x = PAD
    if panel.looks is not None:
        head.append(Sign(Token(panel.stands, panel.looks, panel.caption), x + 14, 22, 28))
        x += 38
    right = f"{words.word('score')} {panel.score}" if panel.score else ""
    # The score stands on the same line and is never cut: the name gets what it leaves.
    room = width - x - PAD - width_of(right, 15, True) - 8
    head.append(
        TextLine(x, 22 if panel.note or panel.is_to_move else 27, cut(panel.caption, room, 16, True), 16, "ink", is_bold=True)
    )
    below = " · ".join(part for part in (panel.note, f"» {words.word('next')}" if panel.is_to_move else "") if part)
    if below:
        head.append(TextLine(x, 37, below, SMALL, "turn-words" if panel.is_to_move else "dim"))
    if right:
        head.append(
            TextLine(
                width - PAD,
                27,
                f"{right} •" if panel.is_changed else right,
                15,
                "new" if panel.is_changed else "ink",
                "end",
                True,
            )
        )
    top = 50.0 if below else 42.0
    lines = entry_lines(panel.entries, PAD, top, width - 2 * PAD)
    height = top + lines.height + (PAD if panel.entries else 0)
    frame = PathShape(rectangle(1.5, 1.5, width - 3, height - 3, 9), "panel turn" if panel.is_to_move else "panel")
    says = " ".join(part for part in (panel.caption, right, below) if part)
    return LayoutBlock(
        f"panel-{panel.stands.type}-{panel.stands.value}",
        width,
        height,
        (Thing("panel", panel.stands, says, (frame, *head)), *lines.things),
    )


def group_blocks(group: CardGroup) -> tuple[LayoutBlock, ...]:
    """The cards of a table, all of the same height."""
    blocks = [_card(card, group.caption) for card in group.cards]
    highest = max((block.height for block in blocks), default=0)
    return tuple(_as_high(block, card, highest) for block, card in zip(blocks, group.cards, strict=True))


def _as_high(block: LayoutBlock, card: Card, height: float) -> LayoutBlock:
    """A card with more room below."""
    first, *others = block.things
    # INVARIANT: the frame comes first, since what is drawn later covers what is drawn before.
    _, *inside = first.items
    return evolve(block, height=height, things=(evolve(first, items=(_frame(card, height), *inside)), *others))


def _frame(card: Card, height: float) -> PathShape:
    return PathShape(rectangle(1.5, 1.5, CARD - 3, height - 3, 7), "card changed-card" if card.is_changed else "card")


def _card(card: Card, group: str) -> LayoutBlock:
    """A card: its name, where it lies, what it says, its fields and what lies on it."""
    inside = CARD - 2 * PAD
    name = f"{card.caption} •" if card.is_changed else card.caption
    items: list[Item] = [TextLine(PAD, 21, cut(name, inside, 14, True), 14, "new" if card.is_changed else "ink", is_bold=True)]
    y = 27.0
    if card.lies:
        items.append(TextLine(PAD, y + 11, cut(card.lies, inside, SMALL), SMALL, "dim"))
        y += 16
    lines = wrapped(card.says, inside, SAYS, MOST_LINES)
    items += [TextLine(PAD, y + 11 + 13.5 * i, line, SAYS) for i, line in enumerate(lines)]
    y += 13.5 * len(lines) + 5
    entries = entry_lines(card.entries, PAD, y, inside)
    y += entries.height
    signs, high = token_rows(card.tokens, PAD, y + 2, inside)
    height = y + high + 10
    says = f"{card.caption}: {card.says}" + (f" ({card.lies})" if card.lies else "")
    on = ", ".join(token.says for token in card.tokens)
    drawn_card = Thing("card", card.stands, f"{says} {on}".strip(), (_frame(card, height), *items, *signs), card.is_changed)
    return LayoutBlock(f"card-{card.stands.type}-{card.stands.value}", CARD, height, (drawn_card, *entries.things), group)


def key_block(scene: Scene, words: PictureWords, width: float) -> LayoutBlock | None:
    """The meanings of the signs, in columns."""
    if not scene.key:
        return None
    columns = max(1, int(width // CARD))
    wide = width / columns
    items: list[Item] = [TextLine(4, 16, words.word("key"), SMALL, "dim", is_bold=True)]
    for i, token in enumerate(scene.key):
        row, column = divmod(i, columns)
        x, y = 4 + column * wide, 26 + row * 25
        items.append(
            Sign(
                evolve(token, looks=evolve(token.looks, fill=None if not token.looks.path else token.looks.fill)),
                x + 10,
                y + 10,
                20,
            )
        )
        items.append(TextLine(x + 26, y + 14, cut(token.name, wide - 32, SMALL), SMALL))
    rows = -(-len(scene.key) // columns)
    return LayoutBlock("key", width, 30 + rows * 25, (Thing("key", Stands("key"), words.word("key"), tuple(items)),))
