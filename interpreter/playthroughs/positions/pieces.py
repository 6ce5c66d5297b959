"""Pieces in a position: `guard of Anna: 2 with strength = 1, at = gate` sets the fields of two that fit.

Pieces are called by what they are: whose they are and what is fixed about them says which pieces a
line is about, and their fields are set. Each line of a position takes pieces that no line before it took.
"""

from __future__ import annotations

import re

from ....dsl import ir
from ....dsl.source.diagnostics import counted, did_you_mean
from ...game.table.cells_by_name import CellsByName
from ...runtime.cells import BadValue, names_of, read, read_cell
from ..lines.rows import parts_of

LINE = re.compile(r"(?P<kind>\w+)(?: of (?P<owner>[^:=]+))?: *(?P<count>\d{1,4}|all)(?: with (?P<values>.+))?")


class PieceLines:
    """Carries out the lines of one position that speak of pieces by what they are."""

    def __init__(self, cells: CellsByName) -> None:
        self.cells, self.seats = cells, cells.seats
        self.kinds = {shape.type.name: shape for shape in cells.program.pieces}
        self.taken: set[tuple[str, int]] = set()

    def is_one(self, text: str) -> bool:
        """Return whether a line speaks of pieces by what they are."""
        match = LINE.fullmatch(text)
        return match is not None and match["kind"] in self.kinds

    def carry_out(self, s: list[int], text: str) -> None:
        """Set the fields of as many pieces as the line says. Raises BadValue."""
        match = LINE.fullmatch(text)
        assert match is not None, "`is_one` has been asked"
        shape = self.kinds[match["kind"]]
        owner = self._owner(shape, match["owner"])
        assignments = [_assignment(part.text) for part in parts_of(match["values"] or "", 1)]
        fixed = {fixed_part.name: fixed_part for fixed_part in shape.fixed if len(fixed_part.values) == len(shape.numbers)}
        settings = [(fixed[name], read(fixed[name].type, value, self.seats)) for name, value in assignments if name in fixed]
        fitting = [piece for piece in range(len(shape.numbers))
                   # Pieces that are alike have no names of their own for an author, so lines take them in order.
                   if (shape.type.name, piece) not in self.taken and owner in (None, shape.type.owner_of(piece))
                   and all(fixed_part.values[piece] == value for fixed_part, value in settings)]
        count = len(fitting) if match["count"] == "all" else int(match["count"])
        if count > len(fitting):
            left = f"{counted(len(fitting), 'such piece')} {'is' if len(fitting) == 1 else 'are'} left"
            raise BadValue(f"{left if fitting else 'no such piece is left'} for `{text}`")
        for piece in fitting[:count]:
            self.taken.add((shape.type.name, piece))
            for name, value in assignments:
                if name not in fixed:
                    self._set(s, shape, piece, name, value)

    def _owner(self, shape: ir.PieceShape, text: str | None) -> int | None:
        if shape.type.owner is None and text is not None:
            raise BadValue(f"a {shape.type} has no owner here: write `{shape.type}: 1 with ...`")
        if shape.type.owner is None:
            return None
        if text is None:
            owner = names_of(shape.type.owner, self.seats)[0]
            raise BadValue(f"the owner of the {shape.type} is missing: write `{shape.type} of {owner}: 1 with ...`")
        return read(shape.type.owner, text, self.seats)

    def _set(self, s: list[int], shape: ir.PieceShape, piece: int, name: str, value: str) -> None:
        called = names_of(shape.type, self.seats)[piece]
        cell = self.cells.get(f"{called}.{name}")
        if cell is None:
            known = [fixed_part.name for fixed_part in shape.fixed] + [
                field.name for field in self.cells.program.fields if field.owner == shape.type]
            raise BadValue(f"a {shape.type} has no `{name}`", did_you_mean(name, known) or f"it has {', '.join(known)}")
        read_cell(s, cell, value, self.seats)


def _assignment(text: str) -> tuple[str, str]:
    """`name = value`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadValue(f"`{text}` gives no value; write `name = value`")
    return name.strip(), value.strip()
