"""A board -> a block."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..scene.model import Board, Space, Stands, Token
from .outlines import Point, Polygon, merged
from .packing import Box, spread
from .plan import Item, LayoutBlock, PathShape, ShapeRole, TextLine, Thing, number, polygon
from .rims import rim
from .shapes import BoardPlan, plan_board
from .text import cut

LABEL = 11.5


def hole_of(board: Board) -> float:
    """The radius of what is free in the middle of a board; 0 if nothing is."""
    return plan_board(board).hole


def board_block(board: Board) -> LayoutBlock:
    """A board with its spaces and what lies on them."""
    plan = plan_board(board)
    # SVG draws in order: links come first, and the spaces lie on them.
    parts = [Thing("board", board.stands, board.caption, tuple(_below(board, plan)))]
    parts += [rim(plan, space) if space.points or space.between else _space(board, plan, space) for space in board.spaces]
    return LayoutBlock(f"board-{board.stands.value}", plan.width, plan.height, tuple(parts))


def _below(board: Board, plan: BoardPlan) -> Iterator[Item]:
    """The items below the spaces: links, thick ones between spaces that have merged; letters and numbers along the edges."""
    yield from (PathShape(_link(a, b), "link") for a, b in plan.links)
    if board.shape == "graph":
        for space in board.spaces:
            boxes = [plan.boxes[member] for member in space.members]
            yield from (PathShape(_link((a.x, a.y), (b.x, b.y)), "bridge") for a, b in pairwise(boxes))
    yield from (TextLine(x, y, text, LABEL, "dim", "middle") for x, y, text in plan.edge)


def _link(a: Point, b: Point) -> str:
    return f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"


def _space(board: Board, plan: BoardPlan, space: Space) -> Thing:
    """A space, or spaces that have merged: outline, ground, owner, name and tokens."""
    path = merged([plan.outlines[member] for member in space.members])
    # The first column and row meet in a dark space, as in chess.
    is_dark = board.shape == "square" and sum(board.places[space.members[0]]) % 2 == 0
    ground = space.ground.fill if space.ground else None
    role: ShapeRole = "space ground" if ground else "space alternate" if is_dark else "space"
    # In the order in which they cover each other: ground, owner, sides, name, pieces, and the mark of a change on top.
    items: list[Item] = [PathShape(path, role, ground)]
    if space.owner is not None and space.owner.fill is not None:
        items.append(PathShape(path, "owned", space.owner.fill))
    items += _sides(plan.outlines[space.members[0]], space)
    items += _names(board, plan, space)
    tokens = [_badge(space), *space.tokens] if space.owner is not None and space.is_badged else list(space.tokens)
    boxes = _used([plan.boxes[member] for member in space.members], len(tokens))
    items += spread(tokens, boxes, plan.largest)
    if space.is_changed:
        items.append(PathShape(path, "changed"))
    members = tuple(board.names[member] for member in sorted(space.members))
    return Thing("space", space.stands, f"{space.label}: {space.says}", tuple(items), space.is_changed, members)


def _sides(outline: Polygon, space: Space) -> Iterator[PathShape]:
    """The sides of a tile: a triangle for each, from the middle of the space to its two corners."""
    middle = (sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline))
    for side, looks in enumerate(space.sides):
        if looks.fill is not None:
            corners = (outline[side], outline[(side + 1) % len(outline)], middle)
            yield PathShape(polygon(corners), "space ground", looks.fill)


def _used(boxes: list[Box], count: int) -> list[Box]:
    """The boxes that this many tokens are spread over: no more than there are tokens, the ones in the middle."""
    used = min(len(boxes), max(1, count))
    first = (len(boxes) - used) // 2
    return boxes[first : first + used]


def _badge(space: Space) -> Token:
    assert space.owner is not None, "it has an owner"
    return Token(Stands("", "", "owner", space.stands.value), space.owner, space.says)


def _names(board: Board, plan: BoardPlan, space: Space) -> Iterator[Item]:
    for member in space.members:
        label = plan.labels[member]
        if label is not None:
            most = plan.boxes[member].width * 0.9
            yield TextLine(*label, cut(board.names[member], most, LABEL), LABEL, "dim", "middle")
