"""Lower functions of boards: arithmetic where a board is regular, constant tables where it is not."""

from __future__ import annotations

from ... import ir
from ... import syntax as ast
from ...boards import geometry
from ...boards.forms import EDGES
from ...boards.outline import towards
from ...check.functions.boards import MAX_COST, MAX_ENTRIES, MAX_STEPS, is_paired
from ...symbols.symbols import DIRECTION, BoardInfo
from ...types.types import EnumType, IntType, size
from .lowering import Lowering


def board_call(lowering: Lowering, node: ast.Call, name: str) -> ir.Expr:
    first = node.arguments[0]
    meaning = lowering.typing.meanings.get(first)
    type_ = lowering.type_of(first) if first in lowering.typing.types else None
    if type_ == lowering.symbols.seating.player:
        # All players but one further is one back, and the sum is never below 0.
        step = ir.Const(1 if name == "next" else lowering.symbols.seating.players - 1)
        return ir.Arith("mod", ir.Arith("+", lowering.expr(first), step), ir.Const(lowering.symbols.seating.players))
    if isinstance(meaning, BoardInfo):
        return _on_board(lowering, node, name, meaning)
    assert isinstance(type_, EnumType)
    board = lowering.symbols.components.board_of(type_)
    assert board is not None
    if type_ == board.region:
        return _on_region(lowering, node, name, board)
    return _on_space(lowering, node, name, board)


def _on_board(lowering: Lowering, node: ast.Call, name: str, board: BoardInfo) -> ir.Expr:
    layout = board.layout
    match name:
        case "directions":
            return ir.Values(geometry.directions(layout))
        case "lines":
            length = _length(lowering, node.arguments[1])
            lines = geometry.lines_of(layout, length)
            return ir.Lookup(lowering.shared.table(f"lines.{board.name}.{length}", (lines,)), ir.Const(0))
    if len(node.arguments) == 2:
        return ir.Arith("-", lowering.ranged(node.arguments[1], 1, len(layout.names)), ir.Const(1))
    column = lowering.ranged(node.arguments[1], 1, layout.columns)
    row = lowering.ranged(node.arguments[2], 1, layout.rows)
    up = ir.Arith("*", ir.Arith("-", row, ir.Const(1)), ir.Const(layout.columns))
    place = ir.Arith("+", up, ir.Arith("-", column, ir.Const(1)))
    # On a board without holes the number of a space follows from its column and row; elsewhere a table knows which are spaces.
    if layout.is_full:
        return place
    space_at = {place: i for i, place in enumerate(layout.places)}
    spaces = tuple(space_at.get((c, r), -1) for r in range(1, layout.rows + 1) for c in range(1, layout.columns + 1))
    return ir.Lookup(lowering.shared.table(f"at.{board.name}", spaces), place)


def _length(lowering: Lowering, node: ast.Expr) -> int:
    type_ = lowering.type_of(node)
    assert isinstance(type_, IntType)
    return type_.low


def _on_region(lowering: Lowering, node: ast.Call, name: str, board: BoardInfo) -> ir.Expr:
    region = lowering.expr(node.arguments[0])
    match name:
        case "region":
            return region
        case "next":
            return ir.Primitive("walk", (region, ir.Const(1)), board.name)
        case "previous":
            return ir.Primitive("walk", (region, ir.Const(-1)), board.name)
        case "clockwise":
            return ir.Primitive("walk", (region, lowering.expr(node.arguments[1])), board.name)
        case "anticlockwise":
            return ir.Primitive("walk", (region, ir.Negate(lowering.expr(node.arguments[1]))), board.name)
        case "neighbours":
            return ir.Primitive("region_neighbours", (region,), board.name)
    assert name == "spaces", name
    return ir.Primitive("spaces", (region,), board.name)


def _on_space(lowering: Lowering, node: ast.Call, name: str, board: BoardInfo) -> ir.Expr:
    space = lowering.expr(node.arguments[0])
    count = len(board.space.members)
    if name in ("edges", "corners", "spaces"):
        assert board.outline is not None, "checked to have edges or corners"
        return _table(lowering, name, board, board.outline.adjacent(board.shape, name), space)
    match name:
        case "edge" if not board.layout.form.is_drawn:
            return _link(lowering, space, lowering.expr(node.arguments[1]), board)
        case "edge" | "corner":
            return _towards(lowering, name, board, _rims(board, f"{name}s"), space, node.arguments[1])
        case "region":
            return ir.RegionOf(board.name, space)
        case "neighbours":
            return _table(lowering, "near", board, board.layout.neighbours, space)
        case "diagonals" | "surrounding":
            return _table(lowering, name, board, geometry.around(board.layout, name == "diagonals"), space)
        case "next" | "previous":
            return _after_or_before(lowering, name, board, space)
        case "clockwise":
            return ir.Arith("mod", ir.Arith("+", space, lowering.expr(node.arguments[1])), ir.Const(count))
        case "anticlockwise":
            return ir.Arith("mod", ir.Arith("-", space, lowering.expr(node.arguments[1])), ir.Const(count))
        case "column" | "row":
            return _coordinate(lowering, name, board, space)
        case "within":
            return _within(lowering, node, space, board)
        case "lines_through":
            length = _length(lowering, node.arguments[1])
            return _table(lowering, "lines_through", board, geometry.lines_through(board.layout, length), space, length)
        case "shift":
            return _shift(lowering, node, space, board)
        case "ray":
            return _towards(lowering, "ray", board, geometry.rays(board.layout), space, node.arguments[1])
    return _pair(lowering, node, name, space, board)


def _link(lowering: Lowering, space: ir.Expr, other: ir.Expr, board: BoardInfo) -> ir.Expr:
    """Return the link between two spaces, or -1."""
    rim = lowering.symbols.components.rim_of(board, EDGES)
    assert rim is not None, "checked to name its edges"
    assert board.outline is not None, "checked to name its edges"
    name = lowering.shared.temp("link")
    links = _table(lowering, "edges", board, board.outline.adjacent(board.shape, "edges"), space)
    ends = _table(lowering, "spaces", rim, board.outline.adjacent(EDGES, "spaces"), ir.Temp(name))
    # Every link of a space ends there too.
    joins = ir.Both(ir.Compare("!=", space, other), ir.Member(other, ir.ListDomain(ends)))
    return ir.Gather("first", name, ir.ListDomain(links), joins, None, False, None)


def _rims(board: BoardInfo, shape: str) -> tuple[tuple[int, ...], ...]:
    """Return, for each space and direction, the edge or corner that lies there, or -1."""
    assert board.outline is not None, "checked to have edges or corners"
    return towards(board.outline.rim(shape))


def _table(lowering: Lowering, name: str, board: BoardInfo, rows: tuple[object, ...], index: ir.Expr,
           *rest: int) -> ir.Expr:
    """Return the entry of a table of this board."""
    # INVARIANT: the name says all that the entries depend on. A table that is there under it is taken as it is.
    parts = ".".join((name, board.name, *map(str, rest)))
    return ir.Lookup(lowering.shared.table(parts, rows), index)


def _after_or_before(lowering: Lowering, name: str, board: BoardInfo, space: ir.Expr) -> ir.Expr:
    """Return the space after or before one on a ring or line."""
    count = len(board.space.members)
    if board.layout.form.is_round:
        return ir.Arith("mod", ir.Arith("+", space, ir.Const(1 if name == "next" else -1)), ir.Const(count))
    steps = (*range(1, count), -1) if name == "next" else range(-1, count - 1)
    return _table(lowering, name, board, tuple(steps), space)


def _coordinate(lowering: Lowering, name: str, board: BoardInfo, space: ir.Expr) -> ir.Expr:
    if board.layout.form.is_row:
        return ir.Arith("+", space, ir.Const(1))
    if board.layout.is_full:
        # On a full board spaces are numbered row by row, from the first column of the first row.
        operator: ir.ArithOperator = "mod" if name == "column" else "div"
        return ir.Arith("+", ir.Arith(operator, space, ir.Const(board.layout.columns)), ir.Const(1))
    numbers = tuple(place[0 if name == "column" else 1] for place in board.layout.places)
    return _table(lowering, name, board, numbers, space)


def _fixed(lowering: Lowering, nodes: tuple[ast.Expr, ...]) -> bool:
    """Return whether these numbers are known before play."""
    return all(isinstance(node, IntType) and node.low == node.high for node in map(lowering.type_of, nodes))


def _within(lowering: Lowering, node: ast.Call, space: ir.Expr, board: BoardInfo) -> ir.Expr:
    steps = node.arguments[1]
    count = _length(lowering, steps)
    # On drawn boards a number of steps leads no further than to the edge of a square around a space.
    most = (2 * count + 1) ** 2 * len(board.layout.names)
    if _fixed(lowering, (steps,)) and (is_paired(board.layout) or most <= MAX_ENTRIES):
        return _table(lowering, "within", board, geometry.all_within(board.layout, count), space, count)
    return ir.Primitive("within", (space, lowering.ranged(steps, 0, MAX_STEPS)), board.name)


def _shift(lowering: Lowering, node: ast.Call, space: ir.Expr, board: BoardInfo) -> ir.Expr:
    first, *rest = node.arguments[1:]
    if lowering.type_of(first) == DIRECTION:
        return _step(lowering, first, rest, space, board)
    if _fixed(lowering, (first, *rest)):
        x, y = (_length(lowering, argument) for argument in (first, *rest))
        return _table(lowering, "shift", board, geometry.shifted(board.layout, x, y), space, x, y)
    return ir.Primitive("shift", (space, lowering.expr(first), lowering.expr(rest[0])), board.name)


def _step(lowering: Lowering, direction: ast.Expr, rest: list[ast.Expr], space: ir.Expr,
          board: BoardInfo) -> ir.Expr:
    """Return the space that lies some steps (or one) on in a direction."""
    if rest:
        return ir.Primitive("steps", (space, lowering.expr(direction), lowering.expr(rest[0])), board.name)
    return _towards(lowering, "step", board, geometry.steps(board.layout), space, direction)


def _towards(lowering: Lowering, name: str, board: BoardInfo, rows: tuple[tuple[object, ...], ...],
             space: ir.Expr, direction: ast.Expr) -> ir.Expr:
    """Return the entry for a space and a direction."""
    index = ir.Arith("+", ir.Arith("*", space, ir.Const(size(DIRECTION))), lowering.expr(direction))
    return _table(lowering, name, board, _flat(rows), index)


def _flat(rows: tuple[tuple[object, ...], ...]) -> tuple[object, ...]:
    """Return the entries of all rows, one after another."""
    return tuple(entry for row in rows for entry in row)


def _pair(lowering: Lowering, node: ast.Call, name: str, space: ir.Expr, board: BoardInfo) -> ir.Expr:
    """Lower a question about two spaces; distances may depend on the spaces between as well."""
    paired = is_paired(board.layout)
    rim = _rim_asked(lowering, node, board) if name == "direction" else None
    if rim is not None:
        return _rim_direction(lowering, space, lowering.expr(node.arguments[1]), board, rim)
    if node.through is not None or name == "reachable" or (name == "distance" and not paired):
        return _path(lowering, node, "reachable" if name == "reachable" else "distance", space, board)
    # `between` needs no such way: the checker refuses it on boards without tables of pairs.
    if name == "direction" and not paired:
        return _direction_by_rays(lowering, space, lowering.expr(node.arguments[1]), board)
    make = {"distance": geometry.distances, "direction": geometry.headings, "between": geometry.betweens}[name]
    index = ir.Arith("+", ir.Arith("*", space, ir.Const(len(board.space.members))), lowering.expr(node.arguments[1]))
    return _table(lowering, name, board, make(board.layout), index)


def _rim_asked(lowering: Lowering, node: ast.Call, board: BoardInfo) -> BoardInfo | None:
    """Return the edges or corners whose direction from a space is asked; None for that of another space."""
    type_ = lowering.type_of(node.arguments[1])
    rim = lowering.symbols.components.board_of(type_) if isinstance(type_, EnumType) else None
    return None if rim is None or rim.of is not board else rim


def _rim_direction(lowering: Lowering, space: ir.Expr, direction: ir.Expr, board: BoardInfo, rim: BoardInfo) -> ir.Expr:
    """Return the direction in which an edge or corner lies from a space, or -1."""
    assert rim.outline is not None, "edges and corners have an outline"
    name = lowering.shared.temp("d")
    index = ir.Arith("+", ir.Arith("*", space, ir.Const(size(DIRECTION))), ir.Temp(name))
    lies = ir.Compare("=", _table(lowering, rim.shape.removesuffix("s"), board, _flat(_rims(board, rim.shape)), index),
                      direction)
    directions = ir.ListDomain(ir.Values(tuple(sorted(rim.outline.rim(rim.shape).directions))))
    return ir.Gather("first", name, directions, lies, None, False, None)


def _direction_by_rays(lowering: Lowering, space: ir.Expr, goal: ir.Expr, board: BoardInfo) -> ir.Expr:
    """Return the direction in whose ray a space lies, or -1, where a table of all pairs would be too large."""
    name = lowering.shared.temp("d")
    index = ir.Arith("+", ir.Arith("*", space, ir.Const(size(DIRECTION))), ir.Temp(name))
    rays = tuple(ray for around in geometry.rays(board.layout) for ray in around)
    # Rays in different directions share no space, so the first direction whose ray holds the space is the only one.
    is_on_ray = ir.Member(goal, ir.ListDomain(_table(lowering, "ray", board, rays, index)))
    directions = ir.ListDomain(ir.Values(geometry.directions(board.layout)))
    return ir.Gather("first", name, directions, is_on_ray, None, False, None)


def _path(lowering: Lowering, node: ast.Call, name: ir.PathKind, space: ir.Expr, board: BoardInfo) -> ir.Expr:
    """Paths, perhaps through certain spaces only."""
    goal = node.arguments[1]
    end = lowering.ranged(goal, 0, MAX_STEPS) if name == "reachable" else lowering.expr(goal)
    type_ = lowering.type_of(node)
    # No path is as long as the highest number of the type (`check.boards`), which therefore stands for `there is none`.
    nowhere = type_.high if isinstance(type_, IntType) else 0
    if node.through is None:
        return ir.Paths(name, board.name, space, end, nowhere, "", None, None, None)
    binder, cost = node.through.binder, node.through.cost
    domain = lowering.domain(binder.domain)
    whole = ir.RangeDomain(ir.Const(0), ir.Const(len(board.space.members) - 1))
    passed = lowering.shared.temp(binder.name)
    lowering.env[lowering.typing.locals[binder]] = ir.Temp(passed)
    return ir.Paths(name, board.name, space, end, nowhere, passed, None if domain == whole else domain,
                    None if binder.condition is None else lowering.expr(binder.condition),
                    None if cost is None else lowering.ranged(cost, 0, MAX_COST))
