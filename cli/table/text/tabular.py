"""Lay out texts in columns: as wide as needed, and folded if the lines are too short."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

GAP = 2
# What stands between parts in a line.
BETWEEN = "   "
# Columns are made no narrower than this.
LEAST = 12
# Where a list may be folded: behind these.
STOPS = (",", ";")
UNBROKEN = "\N{NO-BREAK SPACE}"


def widths(rows: Sequence[Sequence[str]], wide: int) -> list[int]:
    """Return the width of each column: as needed, but less for the widest if they do not fit."""
    out = [max(map(len, column)) for column in zip(*rows, strict=True)]
    # One column of text at a time from the widest, so that short columns keep what they need.
    while total(out) > wide and max(out, default=0) > LEAST:
        out[out.index(max(out))] -= 1
    return out


def total(columns: Sequence[int]) -> int:
    """Return the width of columns together."""
    return sum(columns) + GAP * (len(columns) - 1)


def side_by_side(cells: Sequence[str], columns: Sequence[int]) -> Iterator[str]:
    """Return the lines of a row of a table."""
    folded = [fold(cell, wide) for cell, wide in zip(cells, columns, strict=True)]
    for i in range(max(map(len, folded), default=0)):
        parts = ((lines[i] if i < len(lines) else "").ljust(wide) for lines, wide in zip(folded, columns, strict=True))
        yield (" " * GAP).join(parts).rstrip()


def fold(text: str, wide: int) -> list[str]:
    """A text in lines of this width: folded between the parts of a list, or else between words."""
    if len(text) <= wide:
        return [text]
    words = text.split(" ")
    parts = "".join(word + (" " if word.endswith(STOPS) else UNBROKEN) for word in words).rstrip(UNBROKEN).rstrip()
    if max(map(len, parts.split(" "))) > wide:
        parts = text
    return [line.replace(UNBROKEN, " ") for line in textwrap.wrap(parts, wide, break_on_hyphens=False)]


def cut(text: str, wide: int) -> str:
    """A text of at most this width: one that is longer is cut behind a word."""
    if len(text) <= wide:
        return text
    start = text[: max(0, wide - 1)].rpartition(" ")[0].rstrip(" ,;:.")
    return f"{start} …" if len(start) + 2 <= wide else f"{start}…"


def packed(parts: Sequence[str], wide: int) -> Iterator[str]:
    """Parts side by side in lines of this width; one that is longer than a line has lines of its own."""
    line = ""
    for part in parts:
        if line and len(line) + len(BETWEEN) + len(part) > wide:
            yield line
            line = ""
        if len(part) > wide:
            yield from fold(part, wide)
        else:
            line = f"{line}{BETWEEN}{part}" if line else part
    if line:
        yield line
