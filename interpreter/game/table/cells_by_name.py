"""The cells of a state by their names, and what they hold in a position, as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from ....dsl import ir
from ....dsl.types.types import ListType, Type
from ...runtime.cells import Cell, WrittenValues, cells
from .values import Position


class CellsByName(dict[str, Cell]):
    """The cells of a program at a table with these seats, in the order of their slots."""

    def __init__(self, program: ir.Program, seats: list[str]) -> None:
        super().__init__({cell.name: cell for cell in cells(program, seats)})
        self.program, self.seats = program, seats

    @cached_property
    def within(self) -> Mapping[str, Mapping[str, Cell]]:
        """For each field that has parts, and for each part that has parts itself, the cells in it by their keys."""
        by_field: dict[str, dict[str, Cell]] = {}
        for name, cell in self.items():
            for hit in () if cell.local else re.finditer(r"\[", name):
                by_field.setdefault(name[: hit.start()], {})[name[hit.end() : -1].replace("][", " ")] = cell
        return by_field

    @cached_property
    def _regional(self) -> Mapping[str, int]:
        """For the cells of regions that may merge, the slot that says which region the space of each lies in."""
        roots = {board.region: board.roots for board in self.program.boards if board.region is not None}
        fields = ((name, cell.owner, cell.field.owner) for name, cell in self.items() if cell.field is not None)
        return {name: root + owner for name, owner, type_ in fields
                if owner is not None and type_ is not None and (root := roots.get(type_)) is not None}

    @cached_property
    def _of_fields(self) -> Mapping[str, Cell]:
        """The cells of fields by name."""
        return {name: cell for name, cell in self.items() if not cell.local}

    def existing(self, position: Position) -> Mapping[str, Cell]:
        """The cells of fields by name, without those of regions that are part of another region now."""
        regional = self._regional
        if not regional:
            return self._of_fields
        return {name: cell for name, cell in self._of_fields.items()
                if name not in regional or position.slots[regional[name]] == cell.owner}

    def root_of(self, cell: Cell) -> tuple[int, int] | None:
        """For a cell of a region that may merge: a slot, and what it holds while the region stands. None for all others."""
        return (self._regional[cell.name], cell.owner) if cell.name in self._regional and cell.owner is not None else None

    def value(self, position: Position, name: str) -> str:
        """The value of the cell with a name in a position."""
        return self.written(position, self[name])

    def written(self, position: Position, cell: Cell) -> str:
        """The value of a cell in a position."""
        words = self._words[cell.name]
        if isinstance(cell.type, ListType):
            entries = position.slots[cell.base + 1 : cell.base + 1 + position.slots[cell.base]]
            return "[" + ", ".join([words[entry] for entry in entries]) + "]"
        return words[position.slots[cell.base]]

    @cached_property
    def _words(self) -> Mapping[str, WrittenValues]:
        """The words for the values of each cell, or for the entries of its list; cells of one type share them."""
        by_type: dict[Type, WrittenValues] = {}
        types = {name: cell.type.element if isinstance(cell.type, ListType) else cell.type for name, cell in self.items()}
        return {name: by_type.setdefault(type_, WrittenValues(type_, self.seats)) for name, type_ in types.items()}
