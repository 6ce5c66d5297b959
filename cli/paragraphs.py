"""Values that belong together as text: side by side in a table where it fits, or in lines of their own."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from .colours import coloured
from .rows import NOTHING
from .speech import filled


def plain_table(*headings: str) -> Table:
    """An empty table without lines."""
    out = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        out.add_column(heading)
    return out


@frozen
class Paragraph:
    """Parts in lines that fit, each kept on one line if possible."""

    title: str
    parts: tuple[str, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text = Text(f"{self.title}   " if self.title else "", style="bold")
        lines = filled("   ".join(one.replace(" ", "\N{NO-BREAK SPACE}") for one in self.parts),
                       options.max_width - len(text), 0).split("\n")
        for i, line in enumerate(lines):
            yield Text.assemble(text if i == 0 else " " * len(text), coloured(line), overflow="fold")


@frozen
class Rows:
    """Rows of a table, and behind each what it says: in several lines, or cut to one where it is to be."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    says: tuple[str, ...]
    cut: tuple[bool, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        left = sum(2 + max(len(row[i]) for row in (self.headings, *self.rows)) for i in range(len(self.headings)))
        room = options.max_width - left
        table = plain_table(*self.headings, "")
        for row, said, cut in zip(self.rows, self.says, self.cut, strict=True):
            fits = not cut or len(said) <= room
            table.add_row(*map(coloured, row), said if fits else f"{said[: max(0, room - 1)]}…")
        yield table


@frozen
class Owners:
    """What each of several owners has: a row for each, or a paragraph where rows would be too wide."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = [max(len(row[i]) for row in (self.headings, *self.rows)) for i in range(len(self.headings))]
        if sum(widths) + 2 * (len(widths) - 1) > options.max_width:
            for row in self.rows:
                yield Paragraph(row[0], tuple(self._parts(row)))
            return
        table = plain_table(*self.headings)
        for row in self.rows:
            table.add_row(*map(coloured, row))
        yield table

    def _parts(self, row: tuple[str, ...]) -> Iterator[str]:
        for heading, text in zip(self.headings[1:], row[1:], strict=True):
            if text not in NOTHING or text == "0":
                yield f"{heading} {text}"
