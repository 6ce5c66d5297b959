"""Rows of tables in words: what they say, and their values by the names of the columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ..dsl import ir
from ..dsl.types import EnumType, PerType, SetType, Type, values, width
from ..interpreter.cells import write
from ..interpreter.rules import Rules

# How values are written that say that there is nothing.
NOTHING = ("0", "none", "no", "{}", "[]", "-", "")


def values_of(rules: Rules, table: EnumType, row: int) -> Iterator[tuple[str, str]]:
    """The columns of a row of a table, or of a space of a board, in which there is something, with their values."""
    for column in rules.program.columns:
        if column.owner == table:
            value = _written(column, row, rules.seats)
            if value not in NOTHING:
                yield column.name, value


def statement_of(rules: Rules, table: EnumType, row: int) -> str:
    """What a row says of itself."""
    clause = rules.clauses.get(f"{table.name}.{table.members[row]}")
    return "" if clause is None else clause.statement


def described(rules: Rules, table: EnumType, row: int) -> str:
    """What a row says, and the values that it does not say, if they are not the same in all rows."""
    said = statement_of(rules, table, row)
    known = _words(said)
    own = []
    for column in rules.program.columns:
        if column.owner == table:
            value = _written(column, row, rules.seats)
            if value not in NOTHING and not _is_common(column, rules.seats) and _words(value) - known:
                own.append(f"{column.name} {value}")
            known -= _words(value)
    written = ", ".join(own)
    return f"{said} ({written})" if said and written else said or written


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def _is_common(column: ir.ColumnShape, seats: list[str]) -> bool:
    """Whether several rows have all the same value in a column."""
    rows = len(column.owner.members)
    return rows > 1 and len({_written(column, row, seats) for row in range(rows)}) == 1


def _written(column: ir.ColumnShape, row: int, seats: list[str]) -> str:
    """The value of a column in a row."""
    wide = width(column.type)
    return _value(column.type, column.values[row * wide : (row + 1) * wide], seats)


def _value(type_: Type, slots: tuple[int, ...], seats: list[str]) -> str:
    if isinstance(type_, PerType):
        each = len(slots) // len(values(type_.index))
        parts = ((write(type_.index, key, seats), _value(type_.value, slots[i * each : (i + 1) * each], seats))
                 for i, key in enumerate(values(type_.index)))
        return " and ".join(f"{value} {key}" for key, value in parts if value not in NOTHING)
    written = write(type_, slots[0], seats)
    return written.strip("{}") if isinstance(type_, SetType) else written
