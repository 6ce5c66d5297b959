"""The functions of the language: what each takes, and the type of what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import syntax as ast
from ..diagnostics import counted
from ..types import (
    UNKNOWN,
    DomainType,
    EnumType,
    IntType,
    ListType,
    SetType,
    Type,
    UnionType,
    UnknownType,
    size,
)
from ..world import BoardInfo, DomainOf

if TYPE_CHECKING:
    from .expressions import ExpressionChecker

MAX_STEPS = 1000

_VALUES = {"shift": 3, "at": 3, "distance": 2, "lines": 2, "lines_through": 2, "clockwise": 2, "anticlockwise": 2}
_SHAPES = {
    "shift": ("square",), "column": ("square",), "row": ("square",), "lines_through": ("square",),
    "clockwise": ("ring",), "anticlockwise": ("ring",), "next": ("ring", "line"), "previous": ("ring", "line"),
}
_ON_ANY_REGION = ("region", "spaces", "neighbours")
_ON_REGIONS = {"ring": (*_ON_ANY_REGION, "clockwise", "anticlockwise", "next", "previous")}


def check_builtin(checker: ExpressionChecker, node: ast.Call, name: str) -> Type:
    """Check the arguments of a function of the language; gives the type of its value."""
    wanted = _VALUES.get(name, 1)
    given = len(node.arguments)
    several = name in ("min", "max")
    if given < 2 if several else given != wanted:
        needed = "two or more" if several else wanted
        checker.complain("E305", f"{counted(given, 'value')} instead of {needed}", node.span)
        for argument in node.arguments:
            checker.expr(argument, UNKNOWN)
        return UNKNOWN
    match name:
        case "min" | "max":
            return _extreme(checker, node, name)
        case "abs":
            return _absolute(checker.number(node.arguments[0]))
        case "size":
            return _size(checker, node.arguments[0])
        case "lines" | "at":
            return _on_a_board(checker, node, name)
    return _on_a_space(checker, node, name)


# ---- Numbers -------------------------------------------------------------------------------------


def _extreme(checker: ExpressionChecker, node: ast.Call, name: str) -> Type:
    types = [checker.number(argument) for argument in node.arguments]
    numbers = [type_ for type_ in types if isinstance(type_, IntType)]
    if len(numbers) < len(types):
        return UNKNOWN
    pick = min if name == "min" else max
    return IntType(pick(one.low for one in numbers), pick(one.high for one in numbers))


def _absolute(type_: Type) -> Type:
    if not isinstance(type_, IntType):
        return UNKNOWN
    ends = (abs(type_.low), abs(type_.high))
    return IntType(0 if type_.low <= 0 <= type_.high else min(ends), max(ends))


def _size(checker: ExpressionChecker, node: ast.Expr) -> Type:
    match checker.expr(node):
        case SetType(element):
            return IntType(0, size(element))
        case ListType(_, limit):
            return IntType(0, limit)
        case DomainType(element) if isinstance(element, IntType | EnumType | UnionType):
            return IntType(0, size(element))
        case UnknownType():
            return UNKNOWN
        case other:
            checker.complain("E301", f"{other} has no size", node.span)
    return UNKNOWN


# ---- Boards --------------------------------------------------------------------------------------


def _on_a_board(checker: ExpressionChecker, node: ast.Call, name: str) -> Type:
    first = node.arguments[0]
    meaning = checker.world.meaning(first.name) if isinstance(first, ast.Name) else None
    if isinstance(meaning, DomainOf):
        meaning = checker.world.board_of(meaning.type)
    if not isinstance(meaning, BoardInfo) or meaning.shape != "square":
        if checker.expr(first) != UNKNOWN:
            checker.complain("E301", f"`{name}` needs a square board first", first.span)
        return UNKNOWN
    checker.typing.meanings[first] = meaning
    checker.typing.used.add(meaning)
    if name == "at":
        for argument, limit in zip(node.arguments[1:], (meaning.columns, meaning.rows), strict=True):
            checker.value(argument, IntType(1, limit))
        return meaning.space
    return _lines(checker, node.arguments[1], meaning)


def _lines(checker: ExpressionChecker, length: ast.Expr, board: BoardInfo) -> Type:
    type_ = checker.number(length)
    if not isinstance(type_, IntType):
        return UNKNOWN
    if type_.low != type_.high:
        checker.complain("E307", "the length of a line must be known before play", length.span)
        return UNKNOWN
    if not 2 <= type_.low <= max(board.columns, board.rows):
        checker.complain("E304", f"no line of {type_.low} spaces fits on `{board.name}`", length.span)
        return UNKNOWN
    return DomainType(ListType(board.space, type_.low))


def _on_a_space(checker: ExpressionChecker, node: ast.Call, name: str) -> Type:
    first, *rest = node.arguments
    type_ = checker.present(first, checker.expr(first))
    if name in ("next", "previous") and type_ == checker.world.player:
        return type_
    board = checker.world.board_of(type_) if isinstance(type_, EnumType) else None
    if board is None or not isinstance(type_, EnumType):
        if type_ != UNKNOWN:
            checker.complain("E301", f"`{name}` needs a space of a board, and this is {type_}", first.span)
        for argument in rest:
            checker.expr(argument, UNKNOWN)
        return UNKNOWN
    shapes = _SHAPES.get(name, (board.shape,))
    if board.shape not in shapes:
        checker.complain("E301", f"`{name}` works on a {' or '.join(shapes)}, and `{board.name}` is a {board.shape}",
                         node.span)
    elif type_ == board.region and name not in _ON_REGIONS.get(board.shape, _ON_ANY_REGION):
        checker.complain("E301", f"`{name}` works on single spaces, and this is {type_}", first.span)
    else:
        return _of_a_space(checker, node, name, type_, board)
    for argument in rest:
        checker.expr(argument, UNKNOWN)
    return UNKNOWN


def _of_a_space(checker: ExpressionChecker, node: ast.Call, name: str, type_: EnumType, board: BoardInfo) -> Type:
    rest = node.arguments[1:]
    match name:
        case "neighbours":
            return DomainType(type_)
        case "next" | "previous":
            return type_ if board.shape == "ring" else UnionType(type_, ("none",))
        case "clockwise" | "anticlockwise":
            _steps(checker, rest[0], 0)
            return type_
        case "shift":
            _steps(checker, rest[0], -MAX_STEPS)
            _steps(checker, rest[1], -MAX_STEPS)
            return UnionType(type_, ("none",))
        case "column":
            return IntType(1, board.columns)
        case "row":
            return IntType(1, board.rows)
        case "lines_through":
            return _lines(checker, rest[0], board)
        case "distance":
            checker.value(rest[0], type_)
            return IntType(0, len(board.space.members))
    assert name in ("region", "spaces"), name
    return _of_a_region(checker, node, name, type_, board)


def _of_a_region(checker: ExpressionChecker, node: ast.Call, name: str, type_: EnumType, board: BoardInfo) -> Type:
    if board.region is None:
        checker.complain("E301", f"`{board.name}` has no regions", node.span)
        return UNKNOWN
    if name == "region":
        return board.region
    if type_ != board.region:
        checker.complain("E301", "`spaces` needs a region", node.arguments[0].span)
        return UNKNOWN
    return DomainType(board.space)


def _steps(checker: ExpressionChecker, node: ast.Expr, fewest: int) -> None:
    steps = checker.number(node)
    if isinstance(steps, IntType) and (steps.low < fewest or steps.high > MAX_STEPS):
        checker.complain("E303", f"steps in {steps}; from {fewest} to {MAX_STEPS} are allowed", node.span)
