"""Choose the spaces of a board that a picture shows: of a large board those in use, with some room around them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from attrs import frozen

from ..dsl import ir
from ..dsl.types.conversion import bases_of, converted
from ..dsl.types.types import EnumType, Scalar
from .visible_state import VisibleState

# A board of more than LARGE spaces is shown in part, with AROUND columns and rows around the part in use.
LARGE = 400
AROUND = 2


@frozen
class BoardPart:
    """The spaces of a board that a picture shows, and the columns and rows where they stand in it."""

    spaces: tuple[int, ...]
    places: tuple[tuple[int, int], ...]


def shown(visible: VisibleState, board: ir.BoardShape, around: int = AROUND) -> BoardPart:
    """Return the spaces that are shown: all of them, or the columns and rows in use of a large board and those around."""
    everything = tuple(range(len(board.space.members)))
    used = _used(visible, board) if len(everything) > LARGE and board.places and board.roots is None else []
    if not used:
        return BoardPart(everything, board.places)
    columns, rows = ([board.places[space][axis] for space in used] for axis in (0, 1))
    left, right, low, high = min(columns) - around, max(columns) + around, min(rows) - around, max(rows) + around
    spaces = tuple(space for space in everything
                   if left <= board.places[space][0] <= right and low <= board.places[space][1] <= high)
    step = _period(board)
    first = min(board.places[space][0] for space in spaces), min(board.places[space][1] for space in spaces)
    # Columns and rows count from 1 again, but by whole periods: an odd row of hexes stays an odd one, and stays set off.
    by = tuple((number - 1) // step * step for number in first)
    return BoardPart(spaces, tuple((board.places[space][0] - by[0], board.places[space][1] - by[1]) for space in spaces))


def _period(board: ir.BoardShape) -> int:
    """Return after how many columns and rows a board looks the same: by a multiple of it, a part may be moved."""
    match board.shape:
        case "hex":
            return 2  # every second row is set off
        case "square" | "ring" | "line" | "graph" | "edges" | "corners":
            return 1
        case _:
            assert_never(board.shape)


def _used(visible: VisibleState, board: ir.BoardShape) -> list[int]:
    """The spaces whose fields are no longer as at the beginning, and those that fields of others name."""
    fields = visible.fields_of(board.space)
    used = {space for space in range(len(board.space.members)) if any(visible.has_changed(field, space) for field in fields)}
    return sorted(used | set(_named(visible, board.space)))


def _named(visible: VisibleState, space: EnumType) -> Iterator[int]:
    """Yield the spaces that fields name, such as the place of a piece."""
    for cell in visible.rules.cells.values():
        # What a rule remembers while it waits names no space before it begins.
        if not cell.local and isinstance(cell.type, Scalar) and space in bases_of(cell.type):
            value = converted(visible.slots[cell.base], cell.type, space)
            if value is not None:
                yield value
