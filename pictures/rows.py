"""Describe rows of tables: their statements, and their values by the names of the columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from attrs import frozen

from ..dsl import ir
from ..dsl.source.clauses import Clause
from ..dsl.types.types import EnumType, FlagType, IntType, ListType, PerType, SetType, Type, values, width
from ..interpreter.game.rules import Rules
from ..interpreter.runtime.cells import write

# How values are written that say that there is nothing.
NOTHING = ("0", "none", "no", "{}", "[]", "-", "")
# Words that say nothing of what a row is about.
WORDS = ("yes", "no", "none")


@frozen
class TableTexts:
    """The tables of a rulebook: the statements of their rows, and the values of these by the names of the columns."""

    columns: tuple[ir.ColumnShape, ...]
    clauses: Mapping[str, Clause]
    seats: list[str]

    def values_of(self, table: EnumType, row: int) -> Iterator[tuple[str, str]]:
        """The columns of a row of a table, or of a space of a board, with their values, if there is something."""
        stated = _words(self.statement_of(table, row))
        for column in self._columns_of(table):
            value = self.value(column, row)
            if value not in NOTHING and (column.is_given(row) or not _words(value) - stated):
                yield column.name, value

    def statement_of(self, table: EnumType, row: int) -> str:
        """The statement of a row."""
        clause = self.clauses.get(f"{table.name}.{table.members[row]}")
        return "" if clause is None else clause.statement

    def described(self, table: EnumType, row: int, besides: Collection[str] = ()) -> str:
        """The statement of a row, and its other values if they are not the same in all rows.

        `besides` names the columns that are shown elsewhere.
        """
        says = self.statement_of(table, row)
        stated = self._stated_columns(table, row) if says else set()
        written = ", ".join(
            named(column, self.value(column, row))
            for column in self._columns_of(table)
            if self._tells(column, row) and column.name not in {*besides, *stated}
        )
        return f"{says} ({written})" if says and written else says or written

    def numbers_in_short(self, table: EnumType, row: int, besides: Collection[str] = (), unsaid: bool = False) -> str:
        """The numbers of a row that are not the same in all rows, perhaps also those that it does not say itself.

        `besides` names the columns that are shown elsewhere.
        """
        stated = self._stated_columns(table, row)
        return ", ".join(
            named(column, self.value(column, row))
            for column in self._columns_of(table)
            if isinstance(column.type, IntType)
            and column.name not in besides
            and self._tells(column, row)
            and (unsaid or column.name in stated)
        )

    def distinguishing_columns(self, table: EnumType, rows: Collection[int]) -> list[ir.ColumnShape]:
        """The columns of which each of these rows speaks, and that are not the same in all rows of the table."""
        stated = [self._stated_columns(table, row) for row in rows]
        return [
            column
            for column in self._columns_of(table)
            if len(rows) > 1 and not _is_common(column) and all(column.name in columns for columns in stated)
        ]

    def rows_with(self, word: str) -> list[tuple[EnumType, int]]:
        """The rows of tables that have this word in a column."""
        # Numbers, `yes` and `no` stand in rows that have nothing else in common.
        if word.isdecimal() or word in WORDS:
            return []
        return list(
            dict.fromkeys(
                (column.owner, row)
                for column in self.columns
                if column.owner.kind == "row"
                for row in range(len(column.owner.members))
                if word in _words(self.value(column, row).casefold())
            )
        )

    def value(self, column: ir.ColumnShape, row: int) -> str:
        """The value of a column in a row."""
        wide = width(column.type)
        return _value(column.type, column.values[row * wide : (row + 1) * wide], self.seats)

    def _columns_of(self, table: EnumType) -> Iterator[ir.ColumnShape]:
        return (column for column in self.columns if column.owner == table)

    def _tells(self, column: ir.ColumnShape, row: int) -> bool:
        """Return whether a row has a value in a column that not all rows have."""
        value = self.value(column, row)
        return value not in NOTHING and column.is_given(row) and not _is_common(column)

    def _stated_columns(self, table: EnumType, row: int) -> set[str]:
        """The columns whose values a row says: numbers that it gives by the names of their columns, and words that stand in it.

        Each word counts once, and first for a column whose name is said as well. Of a row that says nothing itself they are
        all that it has.
        """
        left = _words(self.statement_of(table, row))
        if not left:
            return {column.name for column in self._columns_of(table) if column.is_given(row)}
        columns = self.clauses[f"{table.name}.{table.members[row]}"].bound_names
        out = set()
        for column in sorted(self._columns_of(table), key=lambda column_shape: column_shape.name not in left):
            value = _words(self.value(column, row))
            if isinstance(column.type, IntType):
                out.update([column.name] if column.name in columns else [])
            elif value and column.is_given(row) and not value - left:
                out.add(column.name)
                left -= value
        return out


def tables_of(rules: Rules) -> TableTexts:
    """The tables of a game, with the names of its seats."""
    return TableTexts(rules.program.columns, rules.clauses, rules.seats)


def named(column: ir.ColumnShape, value: str) -> str:
    """A value with the name of its column."""
    name = in_words(column.name)
    is_word = isinstance(column.type, EnumType) and column.type.kind == "enum"
    return name if isinstance(column.type, FlagType) else f"{name} {in_words(value) if is_word else value}"


def in_words(name: str) -> str:
    """A name of the rulebook as it is read, if nobody has to type it."""
    return name.replace("_", " ")


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def _is_common(column: ir.ColumnShape) -> bool:
    """Return whether several rows all have the same value in a column."""
    rows, wide = len(column.owner.members), width(column.type)
    return rows > 1 and len({column.values[row * wide : (row + 1) * wide] for row in range(rows)}) == 1


def _value(type_: Type, slots: tuple[int, ...], seats: list[str]) -> str:
    if isinstance(type_, PerType):
        cells = len(slots) // len(values(type_.index))
        parts = (
            (write(type_.index, key, seats), _value(type_.value, slots[i * cells : (i + 1) * cells], seats))
            for i, key in enumerate(values(type_.index))
        )
        return " and ".join(f"{value} {key}" for key, value in parts if value not in NOTHING)
    if isinstance(type_, ListType):
        # The first slot of a list is its length; the slots behind its last value are unused.
        return ", ".join(write(type_.element, entry, seats) for entry in slots[1 : 1 + slots[0]])
    written = write(type_, slots[0], seats)
    return written.strip("{}") if isinstance(type_, SetType) else written
