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
    """What a row says, and its values unless it says them all."""
    said = statement_of(rules, table, row)
    own = list(values_of(rules, table, row))
    written = ", ".join(f"{name} {value}" for name, value in own)
    if not own or not _words([value for _, value in own]) - _words([said]):
        return said
    return f"{said} ({written})" if said else written


def _words(texts: list[str]) -> Counter[str]:
    return Counter(word for text in texts for word in re.findall(r"\w+", text))


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
