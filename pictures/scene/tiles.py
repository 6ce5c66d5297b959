"""A tile on a space -> how each of its sides looks, as it is turned."""

from __future__ import annotations

from ...dsl import ir
from ...dsl.boards.forms import FORMS
from ...dsl.symbols.symbols import TURNS
from ...dsl.types.conversion import bases_of, converted
from ...dsl.types.types import EnumType, ListType, Scalar, size
from .model import Appearance
from .values import Drawer


def sides_of(drawer: Drawer, board: ir.BoardShape, space: int) -> tuple[Appearance, ...]:
    """Return how the sides of the tile on a space look, in the order of directions; nothing where no tile lies."""
    count = len(FORMS[board.shape].near)
    for field in drawer.visible.fields_of(board.space):
        tile = _tile(drawer, field, space, count)
        if tile is not None:
            column, row = tile
            assert isinstance(column.type, ListType), "it has the sides"
            element, first = column.type.element, row * (count + 1) + 1
            looks = [drawer.wardrobe.dressed(Appearance(), drawer.written(element, column.values[first + side]))
                     for side in range(count)]
            turn = _turn(drawer, board, space, count)
            return tuple(looks[(direction - turn) % count] for direction in range(count))
    return ()


def _tile(drawer: Drawer, field: ir.FieldSlots, space: int, count: int) -> tuple[ir.ColumnShape, int] | None:
    """Return the column with the sides of the tile that a field names, and which row it is."""
    if not isinstance(field.type, Scalar):
        return None
    for column, type_ in drawer.visible.sided:
        if type_.limit == count and column.owner in bases_of(field.type):
            row = converted(_value(drawer, field, space), field.type, column.owner)
            return None if row is None else (column, row)
    return None


def _turn(drawer: Drawer, board: ir.BoardShape, space: int, count: int) -> int:
    """Return by how many steps the tile on a space is turned: what the first field says that holds a turn, perhaps or none."""
    for field in drawer.visible.fields_of(board.space):
        for turn in bases_of(field.type) if isinstance(field.type, Scalar) else ():
            if isinstance(turn, EnumType) and turn in TURNS and size(turn) == count:
                return converted(_value(drawer, field, space), field.type, turn) or 0
    return 0


def _value(drawer: Drawer, field: ir.FieldSlots, space: int) -> int:
    return drawer.visible.slots[drawer.visible.cells(field, space)[0].base]
