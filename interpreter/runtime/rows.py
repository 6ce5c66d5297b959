"""The rows of tables that a step exercised, as a recording machine comes to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


class RowNotes:
    """Notes rows of tables among the clauses `seen`; `clauses` has those of the rows of each table."""

    def __init__(self, clauses: Mapping[str, Sequence[str]], noted: set[str]) -> None:
        self.clauses, self.seen = clauses, noted

    def met(self, value: int, table: str, shift: int = 0) -> None:
        """Note the row that a value stands for, where the rows begin at `shift`; other values are none."""
        rows = self.clauses[table]
        # A union may hold other values than rows: they lie outside the part of its numbers that the rows have.
        if 0 <= value - shift < len(rows):
            self.seen.add(rows[value - shift])

    def read(self, column: Sequence[T], cell: int, table: str, cells: int) -> T:
        """The value in a cell of a column whose rows have `cells` cells each; note the row."""
        self.met(cell // cells, table)
        return column[cell]

    def matched(self, value: int, table: str) -> int:
        """A row that was looked for, which is noted; or none."""
        self.met(value, table)
        return value
