"""Compare fixed values under a relabelling: those of rows and spaces, and the first values of spaces."""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from .....dsl.types.types import EnumType, width
from ....game.state import State
from ....game.table.cells_by_name import CellsByName
from ....runtime.cells import names_of
from .relabel import Relabelling

PLACES = ("space", "region")


def differences(program: ir.Program, seats: list[str], labels: Relabelling) -> list[str]:
    """Values of a row or space that are others for what it becomes, in words; they may be why a symmetry does not hold."""
    out = []
    for column in program.columns:
        cell_width = width(column.type)
        values = [column.values[start : start + cell_width] for start in range(0, len(column.values), cell_width)]
        for member in _moved(column.owner, labels):
            image = labels.member(column.owner, member)
            is_reported = image < member and labels.member(column.owner, image) == member
            if not is_reported and tuple(labels.slots(column.type, values[member])) != values[image]:
                names = names_of(column.owner, seats)
                out.append(f"`{column.name}` of {names[member]} is not that of {names[image]}, which it becomes")
    return out


def _moved(type_: EnumType, labels: Relabelling) -> Iterator[int]:
    """The members of a type that become others."""
    return (member for member in range(len(type_.members)) if labels.member(type_, member) != member)


def starts_apart(cells: CellsByName, labels: Relabelling, first: State) -> Iterator[str]:
    """Return how the spaces that are relabelled are not in a first position as they are relabelled."""
    relabelled = labels.state(first)
    moved = {type_.name for type_, _ in labels.of if type_.kind in PLACES}
    for name, cell in cells.items():
        owner = None if cell.field is None else cell.field.owner
        if owner is not None and owner.name in moved:
            expected, begins = cells.written(relabelled, cell), cells.written(first, cell)
            if expected != begins:
                yield f"{name} is {begins} and not {expected}"
