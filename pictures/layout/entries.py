"""Named values -> lines of a panel or card: numbers side by side, tokens in rows, rows of tables with what they say."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..scene.model import PanelEntry, Token
from .plan import Item, Sign, TextLine, Thing, WordsRole
from .text import cut, width_of, wrapped

SMALL, PLAIN = 12.0, 13.0
LINE = 17.0
TOKEN = 26.0
# The size of the note of a token, as a part of the token's.
NOTE = 0.32
# Rows of tables say what they are about if there are no more than these.
MOST_SAYING = 8
# A caption that takes more of a line stands above its tokens.
MOST_CAPTION = 0.42


@frozen
class Lines:
    """Things below each other, and the height that they take."""

    things: tuple[Thing, ...]
    height: float


def entry_lines(entries: Sequence[PanelEntry], x: float, y: float, width: float) -> Lines:
    """Entries from a place downwards."""
    parts: list[Thing] = []
    top = y
    # Words first, two in a line; tokens take lines of their own below, so that no gap stays beside them.
    plain = [entry for entry in entries if not entry.tokens]
    columns = 2 if width > 240 else 1
    wide = width / columns
    column = 0
    for entry in plain:
        needs = width_of(entry.caption, SMALL) + width_of(entry.text, PLAIN, True) + 14
        if column and needs > wide:
            y, column = y + LINE, 0
        room = width if needs > wide else wide
        items, height = _plain(entry, x + column * wide, y, room)
        parts.append(_thing(entry, items))
        if room == width or column == columns - 1:
            y, column = y + height, 0
        else:
            column += 1
    y += LINE if column else 0
    for entry in (entry for entry in entries if entry.tokens):
        items, height = _with_tokens(entry, x, y, width)
        parts.append(_thing(entry, items))
        y += height
    return Lines(tuple(parts), y - top)


def _thing(entry: PanelEntry, items: list[Item]) -> Thing:
    says = entry.text or ", ".join(token.says for token in entry.tokens)
    return Thing("entry", entry.stands, f"{entry.caption}: {says}", tuple(items), entry.is_changed)


def _plain(entry: PanelEntry, x: float, y: float, width: float) -> tuple[list[Item], float]:
    """A caption and its value; a long value in lines below."""
    role: WordsRole = "new" if entry.is_changed else "ink"
    room = width - 10 - width_of(entry.caption, SMALL)
    shown = _flagged(entry)
    if width_of(shown, PLAIN, True) <= room:
        return [
            TextLine(x, y + 12, entry.caption, SMALL, "dim"),
            TextLine(x + width_of(entry.caption, SMALL) + 7, y + 12, shown, PLAIN, role, is_bold=True),
        ], LINE
    lines = wrapped(shown, width - 12, PLAIN, 4)
    items: list[Item] = [TextLine(x, y + 12, cut(entry.caption, width, SMALL), SMALL, "dim")]
    items += [TextLine(x + 8, y + 12 + LINE * (i + 1), line, PLAIN, role, is_bold=True) for i, line in enumerate(lines)]
    return items, LINE * (1 + len(lines))


def _flagged(entry: PanelEntry) -> str:
    """The value, with a mark if it has changed: nobody has to see a colour for that."""
    return f"{entry.text} •" if entry.is_changed else entry.text


def _with_tokens(entry: PanelEntry, x: float, y: float, width: float) -> tuple[list[Item], float]:
    """A caption, and tokens behind it or below it."""
    caption = f"{entry.caption} •" if entry.is_changed else entry.caption
    details = [token for token in entry.tokens if token.detail]
    if details and len(details) <= MOST_SAYING and len(details) == len(entry.tokens):
        return _saying(entry, caption, x, y, width)
    left = width_of(caption, SMALL) + 10
    if left > width * MOST_CAPTION:
        head = TextLine(x, y + 12, cut(caption, width, SMALL), SMALL, "new" if entry.is_changed else "dim")
        signs, high = token_rows(entry.tokens, x, y + LINE + 1, width)
        return [head, *signs], LINE + high + 2
    items: list[Item] = [TextLine(x, y + 18, cut(caption, left - 6, SMALL), SMALL, "new" if entry.is_changed else "dim")]
    step, wide = TOKEN + 5, _step(entry.tokens, TOKEN)
    across = max(1, int((width - left + wide - TOKEN) // wide))
    for i, token in enumerate(entry.tokens):
        row, column = divmod(i, across)
        items.append(
            Sign(token, x + left + column * wide + TOKEN / 2, y + row * (step + _note(entry.tokens)) + TOKEN / 2 + 1, TOKEN)
        )
    rows = -(-len(entry.tokens) // across)
    return items, rows * (step + _note(entry.tokens)) + 2


def _note(tokens: Sequence[Token]) -> float:
    return 9.0 if any(token.note for token in tokens) else 0.0


def _step(tokens: Sequence[Token], size: float) -> float:
    """From one token to the next: notes below them stand apart too."""
    return max(size + 5, *(width_of(token.note, size * NOTE) + 5 for token in tokens if token.note), 0)


def _saying(entry: PanelEntry, caption: str, x: float, y: float, width: float) -> tuple[list[Item], float]:
    """Rows of tables, each with what it says."""
    items: list[Item] = [TextLine(x, y + 12, cut(caption, width, SMALL), SMALL, "new" if entry.is_changed else "dim")]
    below = y + LINE + 2
    for token in entry.tokens:
        items.append(Sign(token, x + TOKEN / 2, below + TOKEN / 2, TOKEN))
        lines = wrapped(token.detail, width - TOKEN - 10, 11, 3)
        items.append(
            TextLine(x + TOKEN + 8, below + 10, cut(token.name, width - TOKEN - 10, SMALL, True), SMALL, "ink", is_bold=True)
        )
        items += [TextLine(x + TOKEN + 8, below + 23 + 13 * i, line, 11, "ink") for i, line in enumerate(lines)]
        below += max(TOKEN + 4, 16 + 13 * len(lines) + 5)
    return items, below - y


def token_rows(tokens: Sequence[Token], x: float, y: float, width: float, size: float = TOKEN) -> tuple[list[Item], float]:
    """Tokens in rows from a place downwards, and the height that they take."""
    wide = _step(tokens, size)
    across = max(1, int((width + wide - size) // wide))
    high = size + 5 + _note(tokens)
    items: list[Item] = [
        Sign(token, x + (i % across) * wide + size / 2, y + (i // across) * high + size / 2, size)
        for i, token in enumerate(tokens)
    ]
    return items, -(-len(tokens) // across) * high
