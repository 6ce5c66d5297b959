"""Check calls of the functions of boards: the arguments by shape, the type of the result."""

from __future__ import annotations

from ... import syntax as ast
from ...boards.forms import DRAWN, ROUND, ROWS
from ...boards.geometry import reach_of_rays
from ...boards.layout import Layout
from ...symbols.symbols import DIRECTION, OF_RIMS, BoardInfo, DomainOf, SymbolTable
from ...types.types import UNKNOWN, DomainType, EnumType, IntType, ListType, Type, UnionType
from ..scope.checking import Checker
from ..scope.fitting import present
from ..scope.scopes import Scopes
from .rims import at_a_rim, direction_of_rim, rim_asked

MAX_STEPS = 1000
MAX_COST = 1000
# The most spaces of a board with tables for each pair of spaces.
# A board of 20 by 20: a table of pairs then has 160,000 entries.
MAX_PAIRED = 400
# The entries that a table of a board has at most.
MAX_ENTRIES = 2_000_000

WHOLE_BOARD = ("at", "lines", "directions")
WITH_PATHS = ("distance", "reachable")
_OF_PLAYERS = ("next", "previous")

_ROUND_STEPS = ("clockwise", "anticlockwise")
_SHAPES = {
    "shift": DRAWN, "column": (*DRAWN, *ROWS), "row": DRAWN, "at": DRAWN, "directions": DRAWN,
    "direction": DRAWN, "ray": DRAWN, "between": DRAWN, "surrounding": DRAWN, "diagonals": ("square",),
    "lines": (*DRAWN, *ROWS), "lines_through": (*DRAWN, *ROWS),
    **dict.fromkeys(_ROUND_STEPS, ROUND), "next": ROWS, "previous": ROWS,
}
_ON_ANY_REGION = ("region", "spaces", "neighbours")
_ON_REGIONS = {"ring": (*_ON_ANY_REGION, "clockwise", "anticlockwise", "next", "previous")}


def on_a_board(checker: Checker, node: ast.Call, name: str) -> Type:
    """Return the type of a function that takes a whole board first."""
    scopes = checker.scopes
    first, *rest = node.arguments
    board = _board(scopes.symbols, first)
    is_numbered = name == "at" and len(rest) == 1
    if board is None or not (is_numbered or _has(scopes, node, name, board)):
        if board is None and checker.expr(first) != UNKNOWN:
            scopes.complain("E301", f"`{name}` needs a board first", first.span)
        _skip(checker, rest)
        return UNKNOWN
    scopes.typing.meanings[first] = board
    scopes.typing.used.add(board)
    match name:
        case "directions":
            return DomainType(DIRECTION)
        case "lines":
            return _lines(checker, rest[0], board)
    if is_numbered:
        checker.value(rest[0], IntType(1, len(board.layout.names)))
        return board.space
    for argument, limit in zip(rest, (board.layout.columns, board.layout.rows), strict=True):
        checker.value(argument, IntType(1, limit))
    return board.space if board.layout.is_full else UnionType((board.space,), ("none",))


def _board(symbols: SymbolTable, node: ast.Expr) -> BoardInfo | None:
    """Return the board that an expression names, by its own name or that of its spaces."""
    meaning = symbols.names.meaning(node.name) if isinstance(node, ast.Name) else None
    if isinstance(meaning, DomainOf):
        meaning = symbols.components.board_of(meaning.type)
    return meaning if isinstance(meaning, BoardInfo) else None


def _has(scopes: Scopes, node: ast.Call, name: str, board: BoardInfo) -> bool:
    """Return whether a function works on a board of this shape."""
    shapes = _shapes_of(name, board)
    if board.shape not in shapes:
        *others, last = shapes
        known = f"{', '.join(others)} or {last}" if others else last
        scopes.complain("E301", f"`{name}` works on a {known}, and `{board.name}` is {board.shape_phrase}", node.span,
                        help=_steps_in_a_row(name, board))
    return board.shape in shapes


def _steps_in_a_row(name: str, board: BoardInfo) -> str | None:
    """Return the help with a function that takes steps, on a board in a row, where another one takes them."""
    if name not in ("shift", *_ROUND_STEPS) or not board.layout.form.is_row:
        return None
    if board.layout.form.is_round:
        return "`clockwise(s, n)` is the space n steps after `s`"
    return f"`at({board.name}, n)` is its n-th space, and `column(s)` is the number of a space"


def _shapes_of(name: str, board: BoardInfo) -> tuple[str, ...]:
    """Return the shapes of boards on which a function works; that of the board where it works on all."""
    return _SHAPES.get(name, (board.shape,))


def _takes_part(name: str, type_: EnumType, board: BoardInfo) -> bool:
    """Return whether a function takes what a type is of a board: a space, or a region."""
    return type_ != board.region or name in _ON_REGIONS.get(board.shape, _ON_ANY_REGION)


def _skip(checker: Checker, nodes: list[ast.Expr]) -> None:
    for node in nodes:
        checker.expr(node, UNKNOWN)


def _lines(checker: Checker, length: ast.Expr, board: BoardInfo) -> Type:
    type_ = checker.number(length)
    if not isinstance(type_, IntType):
        return UNKNOWN
    if type_.low != type_.high:
        checker.scopes.complain("E307", "the length of a line must be known before play", length.span)
        return UNKNOWN
    longest = max(board.layout.columns, board.layout.rows) or len(board.layout.names)
    if not 2 <= type_.low <= longest:
        checker.scopes.complain("E304", f"no line of {type_.low} spaces fits on `{board.name}`", length.span)
        return UNKNOWN
    return DomainType(ListType(board.space, type_.low))


def is_paired(layout: Layout) -> bool:
    """Return whether there are tables for each two spaces of a board."""
    return len(layout.names) <= MAX_PAIRED


def _affordable(scopes: Scopes, node: ast.Call, name: str, board: BoardInfo) -> None:
    """Check that a table that a function of directions needs is not too large."""
    count = len(board.layout.names)
    if name == "between" and not is_paired(board.layout):
        scopes.complain("E106", f"`between` on `{board.name}` needs a table of {count * count} lists", node.span,
                        help=f"it works on boards of up to {MAX_PAIRED} spaces; on larger ones go step by step with `shift`")
    entries = 0 if name == "between" else reach_of_rays(board.layout)[0]
    if entries > MAX_ENTRIES:
        scopes.complain("E106", f"`{name}` on `{board.name}` needs a table of {entries} spaces; at most {MAX_ENTRIES} are "
                                "allowed", node.span, help="take a smaller board, or go step by step with `shift`")


# ---- Of a space ----------------------------------------------------------------------------------


def works_on(symbols: SymbolTable, name: str, type_: EnumType) -> bool:
    """Return whether a function that takes a space or region (or a player) first takes one of this type."""
    if name in _OF_PLAYERS and type_ == symbols.seating.player:
        return True
    board = symbols.components.board_of(type_)
    return board is not None and board.shape in _shapes_of(name, board) and _takes_part(name, type_, board)


def on_a_space(checker: Checker, node: ast.Call, name: str) -> Type:
    """Return the type of a function that takes a space or region (or a player) first."""
    scopes = checker.scopes
    first, *rest = node.arguments
    type_ = present(scopes, first, checker.expr(first))
    if name in _OF_PLAYERS and type_ == scopes.symbols.seating.player:
        return type_
    board = scopes.symbols.components.board_of(type_) if isinstance(type_, EnumType) else None
    if board is None or not isinstance(type_, EnumType):
        if type_ != UNKNOWN:
            scopes.complain("E301", f"`{name}` needs a space of a board, and this is {type_}", first.span)
        _skip(checker, rest)
        return UNKNOWN
    if name in OF_RIMS or (board.of is not None and name == "spaces"):
        return at_a_rim(checker, node, name, board)
    rim = rim_asked(checker, rest[0], board) if name == "direction" else None
    if rim is not None:
        return direction_of_rim(checker, node, rim)
    if not _has(scopes, node, name, board):
        pass
    elif not _takes_part(name, type_, board):
        scopes.complain("E301", f"`{name}` works on single spaces, and this is {type_}", first.span)
    else:
        return _of_a_space(checker, node, name, type_, board)
    _skip(checker, rest)
    return UNKNOWN


def _of_a_space(checker: Checker, node: ast.Call, name: str, type_: EnumType, board: BoardInfo) -> Type:
    rest = node.arguments[1:]
    match name:
        case "neighbours" | "diagonals" | "surrounding":
            return DomainType(type_)
        case "within":
            _steps(checker, rest[0], 0)
            return DomainType(type_)
        case "next" | "previous":
            return type_ if board.layout.form.is_round else UnionType((type_,), ("none",))
        case "clockwise" | "anticlockwise":
            _steps(checker, rest[0], 0)
            return type_
        case "column":
            return IntType(1, board.layout.columns or len(board.layout.names))
        case "row":
            return IntType(1, board.layout.rows)
        case "distance" | "reachable":
            return _path(checker, node, name, board)
        case "lines_through":
            return _lines(checker, rest[0], board)
        case "region" | "spaces":
            return _of_a_region(checker.scopes, node, name, type_, board)
    return _straight(checker, node, name, board)


def _straight(checker: Checker, node: ast.Call, name: str, board: BoardInfo) -> Type:
    """Return the type of what lies in a direction."""
    rest = node.arguments[1:]
    if name != "shift":
        _affordable(checker.scopes, node, name, board)
    match name:
        case "ray":
            checker.value(rest[0], DIRECTION)
            return DomainType(board.space)
        case "between" | "direction":
            checker.value(rest[0], board.space)
            return DomainType(board.space) if name == "between" else UnionType((DIRECTION,), ("none",))
    assert name == "shift", name
    if checker.expr(rest[0], DIRECTION) == DIRECTION:
        if len(rest) == 2:
            _steps(checker, rest[1], 0)
    elif len(rest) == 2:
        _steps(checker, rest[0], -MAX_STEPS)
        _steps(checker, rest[1], -MAX_STEPS)
    else:
        checker.value(rest[0], DIRECTION)
    return UnionType((board.space,), ("none",))


def _of_a_region(scopes: Scopes, node: ast.Call, name: str, type_: EnumType, board: BoardInfo) -> Type:
    if board.region is None:
        scopes.complain("E301", f"`{board.name}` has no regions", node.span)
        return UNKNOWN
    if name == "region":
        return board.region
    if type_ != board.region:
        scopes.complain("E301", "`spaces` needs a region", node.arguments[0].span)
        return UNKNOWN
    return DomainType(board.space)


def _steps(checker: Checker, node: ast.Expr, fewest: int) -> None:
    steps = checker.number(node)
    # Unlike numbers elsewhere (`fits`), the whole range must be allowed, and not only a part of it.
    if isinstance(steps, IntType) and (steps.low < fewest or steps.high > MAX_STEPS):
        checker.scopes.complain("E303", f"steps in {steps}; from {fewest} to {MAX_STEPS} are allowed", node.span)


# ---- Paths ---------------------------------------------------------------------------------------


def _path(checker: Checker, node: ast.Call, name: str, board: BoardInfo) -> Type:
    """Return the type of `distance` or `reachable`, perhaps by paths through certain spaces only."""
    goal = node.arguments[1]
    if name == "reachable":
        _steps(checker, goal, 0)
    else:
        checker.value(goal, board.space)
    # No path enters a space twice, nor its start, so the highest number stands for `there is none`.
    dearest = 1 if node.through is None else _through(checker, node.through, board)
    return DomainType(board.space) if name == "reachable" else IntType(0, dearest * len(board.space.members))


def _through(checker: Checker, node: ast.Through, board: BoardInfo) -> int:
    """Check the spaces that a path may pass; return what one of them costs at most."""
    with checker.binding(node.binder) as element:
        if element not in (board.space, UNKNOWN):
            checker.scopes.complain("E301", f"a path needs values of {board.space}, and these are values of {element}",
                                    node.binder.domain.span)
        if node.cost is None:
            return 1
        cost = checker.number(node.cost)
        if not isinstance(cost, IntType):
            return 1
        if cost.low < 0 or cost.high > MAX_COST:
            checker.scopes.complain("E303", f"costs in {cost}; from 0 to {MAX_COST} are allowed", node.cost.span)
        return max(1, cost.high)
