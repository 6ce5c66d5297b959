"""Lay out values that belong together: side by side in a table if it fits, else in lines of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from attrs import frozen
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ....pictures.rows import NOTHING
from .colours import coloured
from .tabular import GAP, LEAST, cut, fold, packed, side_by_side, total, widths

# Narrower than this what a row says stands below it.
NARROW = 30
# A sentence of which no more than this is left is left out.
TOO_SHORT = 24
INDENT = 4


@frozen
class Paragraph:
    """Parts in lines that fit, each kept on one line if possible."""

    title: str
    parts: tuple[str, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text = Text(f"{self.title}   " if self.title else "", style="bold")
        for i, line in enumerate(packed(self.parts, max(LEAST, options.max_width - len(text)))):
            yield Text.assemble(text if i == 0 else " " * len(text), coloured(line), overflow="fold")


@frozen
class RowStatement:
    """The statement of a row of a table, and its values in short."""

    says: str
    values: str

    def in_line(self, room: int) -> str:
        """Return one line: the sentence, or else the values and the beginning of the sentence."""
        if len(self.says) <= room:
            return self.says
        before = f"{self.values}: " if self.values else ""
        left = room - len(before)
        return cut(before + cut(self.says, left) if left >= TOO_SHORT else self.values, room)


@frozen
class RowList:
    """Rows of a table with their statements: whole or, with `short`, in one line; below them the other rows."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    texts: tuple[RowStatement, ...]
    short: tuple[bool, ...]
    others: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        heading, *lines = self.lines(options.max_width)
        yield Text(heading, style="bold")
        yield from map(coloured, lines)

    def lines(self, wide: int) -> Iterator[str]:
        """The table in lines of this width."""
        columns = widths([self.headings, *self.rows], wide)
        room = wide - total(columns) - GAP
        # For the whole table or not at all: rows that stand in two ways would be hard to compare.
        is_below = room < NARROW and any(not short and len(text.says) > room for text, short in self._statements())
        yield from side_by_side(self.headings, columns)
        for row, (text, short) in zip(self.rows, self._statements(), strict=True):
            cells = side_by_side(row, columns)
            if is_below:
                yield from cells
                yield from (" " * INDENT + line for line in fold(text.says, wide - INDENT))
            else:
                statement_lines = [text.in_line(room)] if short else fold(text.says, room)
                rows = zip_longest(cells, statement_lines, fillvalue="")
                yield from (f"{left.ljust(total(columns))}{' ' * GAP}{right}".rstrip() for left, right in rows)
        if self.others:
            yield from fold(self.others, wide)

    @property
    def speaks(self) -> bool:
        """Return whether any row has a statement."""
        return any(text.says for text in self.texts)

    def is_cut(self, wide: int) -> bool:
        """Return whether lines of this width cut a statement."""
        room = wide - total(widths([self.headings, *self.rows], wide)) - GAP
        return any(short and len(text.says) > room for text, short in self._statements())

    def _statements(self) -> Iterator[tuple[RowStatement, bool]]:
        return zip(self.texts, self.short, strict=True)


@frozen
class Owners:
    """The values of several owners: a row for each, folded if it is too wide, or else a paragraph."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = widths([self.headings, *self.rows], options.max_width)
        if total(columns) > options.max_width:
            for row in self.rows:
                yield Paragraph(row[0], tuple(self._parts(row)))
            return
        yield from (Text(line, style="bold") for line in side_by_side(self.headings, columns))
        yield from (coloured(line) for row in self.rows for line in side_by_side(row, columns))

    def _parts(self, row: tuple[str, ...]) -> Iterator[str]:
        for heading, text in zip(self.headings[1:], row[1:], strict=True):
            if text not in NOTHING or text == "0":
                yield f"{heading} {text}"
