"""Rows of tables that lie on the table: their fields, the pieces on them, and what they say.

Of a table with fields all rows are shown; of any other those that lie in a list, or have a piece on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.table import Table

from ..dsl import ir
from ..dsl.conversion import bases_of, converted
from ..dsl.types import EnumType, ListType, Scalar, Type
from ..interpreter.cells import Cell, names_of, write
from .colours import coloured
from .seen import Seen


class Cards:
    """The rows of tables in a position."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.here: dict[tuple[str, int], dict[str, int]] = {}
        self.lying: dict[tuple[str, int], None] = {}
        self.types: dict[str, EnumType] = {}
        self.places: set[str] = set()
        for shape in seen.rules.program.pieces:
            self._place(shape)
        for one in seen.rules.program.fields:
            if one.owner is None:
                self._list(one)

    def added_to(self, owners: Iterable[EnumType]) -> Iterator[EnumType]:
        """These types, and the tables without fields of which rows lie somewhere."""
        own = list(owners)
        yield from own
        lies = {table for table, _ in (*self.lying, *self.here)}
        yield from (type_ for name, type_ in self.types.items() if name in lies and type_ not in own)

    def table(self, owner: EnumType) -> Table:
        """The rows of a table."""
        fields = self.seen.fields_of(owner)
        out = Table(box=None, pad_edge=False, header_style="bold")
        for name in (owner.name, *(one.name for one in fields), *(["here"] if owner.name in self.places else []), ""):
            out.add_column(name)
        for row, name in enumerate(owner.members):
            key = (owner.name, row)
            if fields or key in self.lying or key in self.here:
                here = [self._standing(key)] if owner.name in self.places else []
                says = self.seen.rules.clauses[f"{owner.name}.{name}"].statement
                out.add_row(name, *(coloured(self.seen.text(field, row)) for field in fields), *map(coloured, here), says)
        return out

    def _standing(self, key: tuple[str, int]) -> str:
        return ", ".join(f"{count} x {what}" if count > 1 else what for what, count in self.here.get(key, {}).items())

    # -- what lies where -------------------------------------------------------------------------

    def _place(self, shape: ir.PieceShape) -> None:
        """Note on which rows the pieces of a kind stand, by their fields."""
        for field in self.seen.rules.program.fields:
            tables = _tables_in(field.type) if field.owner == shape.type else []
            for table in tables:
                self.types.setdefault(table.name, table)
                self.places.add(table.name)
                for piece in range(len(shape.numbers)):
                    for cell in self.seen.cells(field, piece):
                        self._put(shape, piece, table, cell)

    def _put(self, shape: ir.PieceShape, piece: int, table: EnumType, cell: Cell) -> None:
        row = None
        if cell.name not in self.seen.hidden:
            row = converted(self.seen.state.slots[cell.base], cell.type, table)
        if row is not None:
            told, what = self.here.setdefault((table.name, row), {}), self._called(shape, piece)
            told[what] = told.get(what, 0) + 1

    def _called(self, shape: ir.PieceShape, piece: int) -> str:
        """A piece by its owner and what is fixed about it, where that tells pieces of an owner apart."""
        seats = self.seen.rules.seats
        owner = shape.type.owner_of(piece)
        whose = [] if shape.type.owner is None or owner is None else [names_of(shape.type.owner, seats)[owner]]
        fixed = [one for one in shape.fixed if len(one.values) == len(shape.numbers) and len(set(one.values)) > 1]
        return " ".join([*whose, *(write(one.type, one.values[piece], seats) for one in fixed)])

    def _list(self, field: ir.FieldSlots) -> None:
        """Note the rows that lie in a list that all may see."""
        if not isinstance(field.type, ListType) or not isinstance(field.type.element, EnumType):
            return
        element = field.type.element
        if element.kind == "row" and field.name not in self.seen.hidden:
            self.types.setdefault(element.name, element)
            count = self.seen.state.slots[field.base]
            for row in self.seen.state.slots[field.base + 1 : field.base + 1 + count]:
                self.lying[element.name, row] = None


def _tables_in(type_: Type) -> list[EnumType]:
    """The tables whose rows a field can name."""
    bases = bases_of(type_) if isinstance(type_, Scalar) else ()
    return [one for one in bases if isinstance(one, EnumType) and one.kind == "row"]
