"""Rows of tables in a position as text: their places, fields, pieces and statements.

Shown are the rows that lie in a list, have a piece on them, have changed since the beginning, or that the choice is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from attrs import frozen

from ....dsl import ir
from ....dsl.types.conversion import bases_of, converted
from ....dsl.types.types import EnumType, IntType, ListType, Scalar, Type
from ....interpreter.runtime.cells import Cell, names_of, write
from ....pictures.rows import in_words
from ....pictures.visible_state import VisibleState
from ..text.paragraphs import Paragraph, RowList, RowStatement

# Of equal pieces more than these are counted.
MOST_NAMED = 2
# More rows than these that are not shown are counted.
MOST_OTHERS = 3


@frozen
class PieceOnRow:
    """A piece on a row: its amount, its owner, and its fixed values."""

    has: tuple[tuple[str, int], ...]
    owner: str
    fixed: str


class Cards:
    """The rows of tables in a position; `rows_in_question` are those that the present choice is about."""

    def __init__(self, visible: VisibleState, rows_in_question: Mapping[str, tuple[int, ...]]) -> None:
        self.seen, self.rows_in_question = visible, rows_in_question
        self.on_rows: dict[tuple[str, int], list[PieceOnRow]] = {}
        self.lying: dict[tuple[str, int], str] = {}
        self.types: dict[str, EnumType] = {}
        self.headings: dict[str, str] = {}
        # The pieces that stand on a row, by the name of their kind.
        self.placed: set[tuple[str, int]] = set()
        for field in visible.fields:
            self._note(field.owner)
            if field.owner is None:
                self._list(field)
        for column in visible.rules.program.columns:
            self._note(column.owner)
        for shape in visible.rules.program.pieces:
            self._place(shape)

    def _note(self, type_: Type | None) -> None:
        if isinstance(type_, EnumType) and type_.kind == "row":
            self.types.setdefault(type_.name, type_)

    def tables(self) -> Iterator[EnumType]:
        """The tables with rows to show; those that the choice is about come last."""
        for last in (False, True):
            yield from (type_ for type_ in self.types.values()
                        if (type_.name in self.rows_in_question) == last and self.rows(type_))

    def rows(self, table: EnumType) -> list[int]:
        """The rows of a table to show: by their order in lists, then by declaration."""
        lying = [row for name, row in self.lying if name == table.name]
        others = [row for row in range(len(table.members)) if (table.name, row) not in self.lying and self._counts(table, row)]
        return lying + others

    def _counts(self, table: EnumType, row: int) -> bool:
        fields = self.seen.fields_of(table)
        return ((table.name, row) in self.on_rows or row in self.rows_in_question.get(table.name, ())
                or (self.seen.whole and bool(fields)) or any(self.seen.has_changed(field, row) for field in fields))

    # -- drawings --------------------------------------------------------------------------------

    def drawn(self, table: EnumType, short: bool) -> RowList:
        """Return the rows of a table to show with their statements; with `short`, one line each."""
        rows, chosen_rows = self.rows(table), self.rows_in_question.get(table.name, ())
        fields = self._fields(table, rows)
        columns = self.seen.tables.distinguishing_columns(table, rows)
        besides = {column.name for column in columns}
        lie = any((table.name, row) in self.lying for row in rows)
        stand = any((table.name, row) in self.on_rows for row in rows)
        headings = [
            table.name,
            *(["lies in"] if lie else []),
            *(column.name for column in columns),
            *(field.name for field in fields),
            *([self.headings[table.name]] if stand else []),
        ]
        rendered, says = [], []
        for row in rows:
            key = (table.name, row)
            rendered.append((table.members[row], *([self.lying.get(key, "")] if lie else []),
                         *(self.seen.tables.value(column, row) for column in columns),
                             *(self.seen.text(field, row) for field in fields), *([self._pieces_on(key)] if stand else [])))
            statement = (self.seen.tables.described(table, row, besides) if row in chosen_rows
                         else self.seen.tables.statement_of(table, row))
            says.append(RowStatement(statement, self.seen.tables.numbers_in_short(table, row, besides, row in chosen_rows)))
        return RowList(
            tuple(map(in_words, headings)), tuple(rendered), tuple(says), (short,) * len(rows), self._others(table, rows)
        )

    def in_short(self, table: EnumType) -> Paragraph:
        """Return the rows of a table to show: their names and their state."""
        rows = self.rows(table)
        return Paragraph(in_words(table.name), tuple(self._named(table, row, self._fields(table, rows)) for row in rows))

    def is_asked(self, table: EnumType) -> bool:
        """Return whether the present choice is about rows of a table."""
        return table.name in self.rows_in_question

    def is_still(self, table: EnumType) -> bool:
        """Return whether the rows to show have no place and no pieces, so that they never change."""
        rows = self.rows(table)
        moved = {*self.on_rows, *self.lying}
        return not self._fields(table, rows) and not any((table.name, row) in moved for row in rows)

    def _fields(self, table: EnumType, rows: list[int]) -> list[ir.FieldSlots]:
        return [field for field in self.seen.fields_of(table) if any(not self.seen.is_empty(field, row) for row in rows)]

    def _named(self, table: EnumType, row: int, fields: list[ir.FieldSlots]) -> str:
        """A row in a few words."""
        key = (table.name, row)
        more = [
            *([self.lying[key]] if key in self.lying else []),
            self.seen.tables.numbers_in_short(table, row, unsaid=self.is_asked(table)),
            *(f"{in_words(field.name)} {self.seen.text(field, row)}" for field in fields if not self.seen.is_empty(field, row)),
            *([self._pieces_on(key)] if key in self.on_rows else []),
        ]
        details = "; ".join(filter(None, more))
        return table.members[row] + (f" ({details})" if details else "")

    def _others(self, table: EnumType, rows: list[int]) -> str:
        """The other rows of a table that the choice is about, if they lie nowhere else."""
        others = [row for row in range(len(table.members)) if row not in rows]
        if not others or not self.is_asked(table) or any(name == table.name for name, _ in self.lying):
            return ""
        if len(others) > MOST_OTHERS:
            return f"and {len(others)} more (`rules {table.name}` tells them)"
        return f"and {', '.join(self._named(table, row, self._fields(table, others)) for row in others)}"

    # -- what stands where -----------------------------------------------------------------------

    def _pieces_on(self, key: tuple[str, int]) -> str:
        """The pieces on a row by amount and owner: `P3 2, 2 (place 1); P1 4 (place 2)`."""
        rendered = []
        pieces_here = sorted(self.on_rows.get(key, []), key=lambda piece: piece.has)
        for (has, owner), alike in groupby(pieces_here, lambda piece: (piece.has, piece.owner)):
            extra = ", ".join(f"{name} {number}" for name, number in has)
            pieces = ", ".join(_counted([piece.fixed for piece in alike]))
            rendered.append(f"{owner} {pieces}".strip() + (f" ({extra})" if extra else ""))
        return "; ".join(rendered)

    def _place(self, shape: ir.PieceShape) -> None:
        """Note on which rows the pieces of a kind stand, by their fields."""
        for field in self.seen.fields_of(shape.type):
            for table in _tables_in(field.type):
                self.types.setdefault(table.name, table)
                heading = " ".join([shape.type.name, *(fixed_part.name for fixed_part in shape.distinguishing)])
                self.headings[table.name] = "here" if self.headings.get(table.name, heading) != heading else heading
                for piece in range(len(shape.numbers)):
                    for cell in self.seen.cells(field, piece):
                        self._put(shape, piece, table, cell)

    def _put(self, shape: ir.PieceShape, piece: int, table: EnumType, cell: Cell) -> None:
        if cell.name in self.seen.hidden:
            return
        row = converted(self.seen.state.slots[cell.base], cell.type, table)
        if row is not None:
            counts = tuple((field.name, self.seen.state.slots[other.base]) for field in self.seen.fields_of(shape.type)
                           for other in self.seen.cells(field, piece)
                           if isinstance(field.type, IntType) and other.name not in self.seen.hidden
                           and self.seen.state.slots[other.base])
            on_row = PieceOnRow(counts, owner_of(self.seen, shape, piece), fixed_of(self.seen, shape, piece))
            self.on_rows.setdefault((table.name, row), []).append(on_row)
            self.placed.add((shape.type.name, piece))

    def _list(self, field: ir.FieldSlots) -> None:
        """Note the rows that lie in a list that all may see."""
        if isinstance(field.type, ListType) and field.name not in self.seen.hidden:
            self._note(field.type.element)
            count = self.seen.state.slots[field.base]
            if is_list_of_rows(field.type):
                for row in self.seen.state.slots[field.base + 1 : field.base + 1 + count]:
                    self.lying[str(field.type.element), row] = in_words(field.name)


def is_list_of_rows(type_: Type) -> bool:
    """Return whether a field of a type says where rows lie."""
    return isinstance(type_, ListType) and isinstance(type_.element, EnumType) and type_.element.kind == "row"


def fixed_of(visible: VisibleState, shape: ir.PieceShape, piece: int) -> str:
    """A piece, named by its fixed values."""
    return " ".join(write(fixed_part.type, fixed_part.values[piece], visible.rules.seats)
                    for fixed_part in shape.distinguishing)


def owner_of(visible: VisibleState, shape: ir.PieceShape, piece: int) -> str:
    """Return the owner of a piece, if pieces of its kind have one: the player, if the owner is the only thing of theirs."""
    kind, owner = shape.type.owner, shape.type.owner_of(piece)
    while kind is not None and kind.owner is not None and len(kind.members) == len(kind.owner.members) and owner is not None:
        kind, owner = kind.owner, kind.owner_of(owner)
    return "" if kind is None or owner is None else names_of(kind, visible.rules.seats)[owner]


def counted_pieces(texts: list[str]) -> str:
    """Pieces, grouped by their fixed values."""
    return ", ".join(_counted(texts))


def _counted(texts: list[str]) -> Iterator[str]:
    for text, alike in groupby(texts):
        count = sum(1 for _ in alike)
        if not text:
            yield f"{count} x"
        elif count > MOST_NAMED:
            yield f"{count} x {text}"
        else:
            yield from [text] * count


def _tables_in(type_: Type) -> list[EnumType]:
    """The tables whose rows a field can name."""
    bases = bases_of(type_) if isinstance(type_, Scalar) else ()
    return [base for base in bases if isinstance(base, EnumType) and base.kind == "row"]
