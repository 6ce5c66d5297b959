"""The state that the lowering of all parts of a program shares: places, texts, tables, names of temporaries."""

from __future__ import annotations

from attrs import define, field

from ... import ir
from ...check import Typing
from ...source.span import Span
from ...symbols.symbols import BoardInfo, ColumnInfo, FieldInfo, RuleInfo, SymbolTable
from ...types.types import EnumType, IntType, ListType, PerType, Type, UnionType, size, width


@define(eq=False)
class Shared:
    """The state that the lowering of all rules of a program shares.

    `traced` says whether statements are marked for a tracer.
    """

    symbols: SymbolTable
    typing: Typing
    bases: dict[FieldInfo, int] = field(factory=dict)
    sites: list[ir.Site] = field(factory=list)
    texts: list[ir.TextOf] = field(factory=list)
    tables: dict[str, tuple[object, ...]] = field(factory=dict)
    functions: list[ir.Function] = field(factory=list)
    # The functions that say whether a choice, or a kind of move of it, has a legal move.
    legality: dict[tuple[RuleInfo, str | None], str] = field(factory=dict)
    temps: int = 0
    traced: bool = False
    # All tables that were asked for, each time, and how many looks ahead were lowered (`units`).
    requested_tables: list[tuple[str, tuple[object, ...]]] = field(factory=list)
    looks_ahead: int = 0

    def site(self, span: Span, clause: str, what: str) -> int:
        """Return the number of a new place where a fault can occur in play."""
        self.sites.append(ir.Site(span, clause, what))
        return len(self.sites) - 1

    def temp(self, name: str) -> str:
        """Return a name for a temporary value that no other has."""
        self.temps += 1
        return f"{name}_{self.temps}"

    def table(self, name: str, rows: tuple[object, ...]) -> str:
        """Return a constant table under this name; made once."""
        self.requested_tables.append((name, rows))
        self.tables.setdefault(name, rows)
        return name

    def board(self, type_: Type) -> BoardInfo:
        """Return the board that a type of spaces or regions belongs to."""
        assert isinstance(type_, EnumType), type_
        board = self.symbols.components.board_of(type_)
        assert board is not None, f"{type_} names no spaces"
        return board


def cells_of(column: ColumnInfo) -> tuple[object, ...]:
    """Return a column as the table that the machine looks into: of a list the entries."""
    if not isinstance(column.type, ListType):
        return column.values
    wide = width(column.type)
    return tuple(column.values[index + 1 : index + 1 + column.values[index]] for index in range(0, len(column.values), wide))


def natural_start(type_: Type) -> list[int]:
    """Return the slots of a type's natural first value: 0, no, its first word, nothing."""
    match type_:
        case PerType(value, index):
            return natural_start(value) * size(index)
        case ListType():
            return [0] * width(type_)
        case IntType(low, high):
            return [0 if low <= 0 <= high else low]
        case UnionType():
            # The first word beside the types, mostly `none`.
            return [-1]
        case _:
            # No, the first word, and the empty set are 0.
            return [0]
