"""Lower symmetries: what each member of each type becomes."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from .. import syntax as ast
from ..boards.forms import DIRECTIONS
from ..boards.outline import moved
from ..boards.symmetry import Motion
from ..boards.tiles import form_with, turned
from ..symbols.symbols import DIRECTION, TURNS
from ..types.types import EnumType, size
from .shared.shared import Shared


def lower_symmetry(node: ast.Symmetry, shared: Shared) -> ir.Symmetry:
    parts = tuple(_part(part, shared) for part in node.parts)
    return ir.Symmetry(node.name, parts, tuple(name.name for name in node.outside))


def _part(part: ast.Relabelled, shared: Shared) -> ir.Relabelled:
    if isinstance(part, ast.SeatsRotated):
        return ir.SeatsRotated(None if part.by is None else part.by.value)
    type_ = shared.symbols.names.types[part.of.name]
    assert isinstance(type_, EnumType), "checked to have members"
    if isinstance(part, ast.Renamed):
        return ir.Renamed(type_)
    return ir.Moved(type_, tuple(_way(type_, motion, shared) for motion in shared.typing.motions[part]))


def _way(type_: EnumType, motion: Motion, shared: Shared) -> ir.Way:
    """Return a way with what each member becomes; regions become what the spaces become that they are called by."""
    members = tuple(member for member in motion.spaces if member is not None)
    becomes = [(type_, members)]
    board = shared.symbols.components.board_of(type_)
    if board is not None and board.region is not None:
        becomes.append((board.region, members))
    if board is not None and board.outline is not None and (motion.directions or not board.layout.form.is_drawn):
        becomes += ((rim.space, moved(board.outline, rim.shape, motion.spaces, motion.directions))
                    for rim in shared.symbols.components.boards.values() if rim.of is board)
    if motion.directions:
        becomes.append((DIRECTION, motion.directions))
        becomes += _turns(motion, shared)
    return ir.Way(f"`{type_.name}` {motion.description}", tuple(becomes))


def _turns(motion: Motion, shared: Shared) -> Iterator[tuple[EnumType, tuple[int, ...]]]:
    """Yield the images of the turns of tiles on a board that is turned: each is turned further. A mirror leaves them."""
    for type_ in (type_ for type_ in TURNS if type_.name in shared.symbols.names.used):
        count, becomes = size(type_), turned(size(type_))
        # Only across the sides of a space: a tile has no side towards a corner.
        near = [DIRECTIONS.index(direction) for direction in form_with(count).near]
        for turn in range(count):
            if all(becomes[direction * count + turn] == motion.directions[direction] for direction in near):
                yield type_, tuple((other + turn) % count for other in range(count))
