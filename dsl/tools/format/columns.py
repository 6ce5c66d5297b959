"""Align values that stand below each other, in tables by players and in rows.

A table by players has its numbers at the right of its columns, which are all equally wide:

    constants by players   2   3   4
        towers_per_side   10   8  10

So have the values of rows that follow each other, if they are numbers; others stand at the left:

    row ace:    hearts,  1
    row king:   spades, 13
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from .lines import CodeLine, Entry, LineWord
from .spacing import CLOSING, INDENT, OPENING, WIDTH, spaced, spaces


@frozen
class Cells:
    """A line as cells of a table: the words before the first one, then where each begins and ends."""

    line: CodeLine
    head: int
    cells: tuple[tuple[int, int], ...]

    def text(self, cell: int) -> str:
        """Return the text of a cell."""
        begin, end = self.cells[cell]
        return spaced(self.line.words[begin:end])

    @property
    def head_width(self) -> int:
        """The width of the words before the first cell, from the first column on."""
        return INDENT * self.line.level + len(spaced(self.line.words[: self.head]))

    def is_number(self, cell: int) -> bool:
        """Return whether a whole number stands in a cell."""
        return self.text(cell).removeprefix("-").isdigit()


def columns(all_entries: list[Entry]) -> dict[int, list[str]]:
    """Return the spaces before the words of the lines that stand in tables, by their places among all entries."""
    out: dict[int, list[str]] = {}
    for table in _tables_by_players(all_entries):
        out |= _by_players(table)
    for run in _runs_of_rows(all_entries):
        aligned = _rows(run)
        widths = [sum(map(len, gaps)) + sum(len(word.text) for word in run[index].line.words) + INDENT * run[index].line.level
                  for index, gaps in aligned.items()]
        # A row that the wider spaces would break over two lines is no row of a table any more: then none is aligned.
        if max(widths) <= WIDTH:
            out |= aligned
    return out


# ---- Tables by players -----------------------------------------------------------------------


def _tables_by_players(all_entries: list[Entry]) -> Iterator[dict[int, Cells]]:
    for start, head in enumerate(all_entries):
        if isinstance(head, CodeLine) and (first := _players_above(head.words)) is not None:
            table = {start: Cells(head, first, tuple((i, i + 1) for i in range(first, len(head.words))))}
            for index in range(start + 1, len(all_entries)):
                row = all_entries[index]
                if row.level <= head.level:
                    break
                if isinstance(row, CodeLine):
                    table[index] = Cells(row, 1, tuple(_values(row.words)))
            yield table


def _players_above(words: tuple[LineWord, ...]) -> int | None:
    """Return where the numbers begin, in a line that ends in `by players` and numbers."""
    first = len(words)
    while first and words[first - 1].kind == "INT":
        first -= 1
    ends = [word.text for word in words[max(0, first - 2):first]]
    return first if first < len(words) and ends == ["by", "players"] else None


def _values(words: tuple[LineWord, ...]) -> Iterator[tuple[int, int]]:
    """Yield where the values after the name of a constant begin and end: numbers, with a sign or without, or words."""
    index = 1
    while index < len(words):
        end = index + 2 if words[index].text == "-" else index + 1
        if words[end - 1].kind not in ("INT", "NAME"):
            break
        yield index, end
        index = end


def _by_players(table: dict[int, Cells]) -> dict[int, list[str]]:
    left = max(cells.head_width for cells in table.values())
    width = max(_widths(list(table.values())))
    out = {}
    for index, cells in table.items():
        gaps = spaces(cells.line.words)
        missing = left - cells.head_width
        for cell, (begin, end) in enumerate(cells.cells):
            gaps[begin] = " " * (missing + 2 + width - len(cells.text(cell)))
            gaps[begin + 1:end] = [""] * (end - begin - 1)
            missing = 0
        rest = cells.cells[-1][1] if cells.cells else 1
        if rest < len(gaps):
            gaps[rest] = "  "
        out[index] = gaps
    return out


# ---- Rows ------------------------------------------------------------------------------------


def _runs_of_rows(all_entries: list[Entry]) -> Iterator[dict[int, Cells]]:
    """Rows of one line each, without texts, that follow each other directly."""
    run: dict[int, Cells] = {}
    for index, entry in enumerate(all_entries):
        below = all_entries[index + 1] if index + 1 < len(all_entries) else None
        row = _row(entry) if below is None or below.level <= entry.level else None
        if run and (row is None or row.line.blank or row.line.level != all_entries[index - 1].level):
            yield run
            # A run ends at a blank line, at another level, and at a row
            # with lines below it: there the reader sees another table.
            run = {}
        if row is not None:
            run[index] = row
    if run:
        yield run


def _row(entry: Entry) -> Cells | None:
    """Return the cells of a line `row name: value, value`."""
    if not isinstance(entry, CodeLine) or entry.inner or any(word.kind == "STRING" for word in entry.words):
        return None
    texts = [word.text for word in entry.words]
    colon = texts.index(":") if ":" in texts else 0
    if colon < 2 or texts[colon - 2] != "row" or entry.words[colon - 1].kind != "NAME":
        return None
    commas = list(_commas(texts))
    return Cells(entry, colon + 1, tuple(zip([colon + 1, *(index + 1 for index in commas)], [*commas, len(texts)],
                                             strict=True)))


def _commas(texts: list[str]) -> Iterator[int]:
    """Yield where the commas outside brackets are."""
    depth = 0
    for index, text in enumerate(texts):
        depth += (text in OPENING) - (text in CLOSING)
        if text == "," and not depth:
            yield index


def _rows(run: dict[int, Cells]) -> dict[int, list[str]]:
    rows = list(run.values())
    left = max(row.head_width for row in rows)
    widths = _widths(rows)
    numbers = [all(row.is_number(cell) for row in rows if cell < len(row.cells)) for cell in range(len(widths))]
    out = {}
    for index, cells in run.items():
        gaps = spaces(cells.line.words)
        # Numbers are set off on their left and words on their right: the blanks behind a word go in front of the next value.
        missing = left - cells.head_width
        for cell, (begin, _) in enumerate(cells.cells):
            short = widths[cell] - len(cells.text(cell))
            gaps[begin] = " " * (1 + missing + (short if numbers[cell] else 0))
            missing = 0 if numbers[cell] else short
        out[index] = gaps
    return out


def _widths(rows: list[Cells]) -> list[int]:
    return [max(len(row.text(cell)) for row in rows if cell < len(row.cells))
            for cell in range(max(len(row.cells) for row in rows))]
