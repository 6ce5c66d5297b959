"""The functions of the language: what each takes, and the type of what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import syntax as ast
from .types import (
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
from .world import BoardInfo, DomainOf

if TYPE_CHECKING:
    from .check import Checker


def check_builtin(checker: Checker, node: ast.Call, name: str) -> Type:
    """Check the arguments of a function of the language; gives the type of its value."""
    arguments = node.arguments
    wanted = {"min": None, "max": None, "shift": 3, "at": 3, "distance": 2, "lines": 2, "lines_through": 2,
              "clockwise": 2, "anticlockwise": 2}.get(name, 1)
    if wanted is not None and len(arguments) != wanted:
        checker.found.add("E305", f"`{name}` takes {wanted} values, and {len(arguments)} are given", node.span)
        for argument in arguments:
            checker.expr(argument)
        return UNKNOWN
    match name:
        case "min" | "max":
            return _extreme(checker, node, name)
        case "abs":
            type_ = checker.number(arguments[0])
            if not isinstance(type_, IntType):
                return UNKNOWN
            return IntType(0 if type_.low <= 0 <= type_.high else min(abs(type_.low), abs(type_.high)),
                           max(abs(type_.low), abs(type_.high)))
        case "size":
            return _size(checker, arguments[0])
        case "lines" | "at":
            return _on_a_board(checker, node, name)
    if name in ("next", "previous") and checker.expr(arguments[0]) == checker.world.player:
        return checker.world.player
    return _on_a_space(checker, node, name)


def _extreme(checker: Checker, node: ast.Call, name: str) -> Type:
    types = [checker.number(argument) for argument in node.arguments]
    numbers = [type_ for type_ in types if isinstance(type_, IntType)]
    if not numbers or len(numbers) < len(types):
        return UNKNOWN
    pick = min if name == "min" else max
    return IntType(pick(one.low for one in numbers), pick(one.high for one in numbers))


def _size(checker: Checker, node: ast.Expr) -> Type:
    match checker.expr(node):
        case SetType(element):
            return IntType(0, size(element))
        case ListType(_, limit):
            return IntType(0, limit)
        case DomainType(element) if isinstance(element, IntType | EnumType):
            return IntType(0, size(element))
        case UnknownType():
            return UNKNOWN
        case other:
            checker.found.add("E301", f"{other} has no size", node.span)
    return UNKNOWN


def _on_a_board(checker: Checker, node: ast.Call, name: str) -> Type:
    first = node.arguments[0]
    meaning = checker.world.globals.get(first.name) if isinstance(first, ast.Name) else None
    if isinstance(meaning, DomainOf):
        meaning = checker.world.board_of(meaning.type)
    if not isinstance(meaning, BoardInfo) or meaning.shape != "square":
        checker.found.add("E301", f"`{name}` needs a square board first", first.span)
        return UNKNOWN
    checker.typing.meanings[first] = meaning
    checker.typing.used.add(meaning)
    if name == "at":
        for argument, limit in zip(node.arguments[1:], (meaning.columns, meaning.rows), strict=True):
            checker.value(argument, IntType(1, limit))
        return meaning.space
    return _lines(checker, node.arguments[1], meaning)


def _lines(checker: Checker, length: ast.Expr, board: BoardInfo) -> Type:
    type_ = checker.number(length)
    if not isinstance(type_, IntType) or type_.low != type_.high:
        if type_ != UNKNOWN:
            checker.found.add("E307", "the length of a line must be known before play", length.span)
        return UNKNOWN
    if not 2 <= type_.low <= max(board.columns, board.rows):
        checker.found.add("E304", f"no line of {type_.low} spaces fits on `{board.name}`", length.span)
        return UNKNOWN
    return DomainType(ListType(board.space, type_.low))


def _on_a_space(checker: Checker, node: ast.Call, name: str) -> Type:
    first = node.arguments[0]
    type_ = checker.expr(first)
    if isinstance(type_, UnionType):
        checker.missing(first, type_)
        type_ = type_.base
    board = checker.world.board_of(type_) if isinstance(type_, EnumType) else None
    if board is None or not isinstance(type_, EnumType):
        if type_ != UNKNOWN:
            checker.found.add("E301", f"`{name}` needs a space of a board, and this is {type_}", first.span)
        for argument in node.arguments[1:]:
            checker.expr(argument)
        return UNKNOWN
    on_region = type_ == board.region
    shapes = {"shift": ("square",), "column": ("square",), "row": ("square",), "lines_through": ("square",),
              "clockwise": ("ring",), "anticlockwise": ("ring",), "next": ("ring", "line"),
              "previous": ("ring", "line")}.get(name)
    if shapes is not None and board.shape not in shapes:
        checker.found.add("E301", f"`{name}` works on a {' or '.join(shapes)} board, and `{board.name}` is a {board.shape}",
                          node.span)
        return UNKNOWN
    match name:
        case "neighbours":
            return DomainType(type_)
        case "next" | "previous":
            return type_ if board.shape == "ring" else UnionType(type_, ("none",))
        case "clockwise" | "anticlockwise":
            steps = checker.number(node.arguments[1])
            if isinstance(steps, IntType) and (steps.low < 0 or steps.high > 1000):
                checker.found.add("E303", f"steps in {steps}; from 0 to 1000 are allowed", node.arguments[1].span)
            return type_
        case "shift":
            checker.number(node.arguments[1])
            checker.number(node.arguments[2])
            return UnionType(type_, ("none",))
        case "column":
            return IntType(1, board.columns)
        case "row":
            return IntType(1, board.rows)
        case "lines_through":
            return _lines(checker, node.arguments[1], board)
        case "distance":
            checker.value(node.arguments[1], type_)
            return IntType(0, len(board.space.members))
    assert name in ("region", "spaces"), name
    if board.region is None:
        checker.found.add("E301", f"`{board.name}` has no regions", node.span)
        return UNKNOWN
    if name == "region":
        if not on_region:
            return board.region
        return type_
    if not on_region:
        checker.found.add("E301", "`spaces` needs a region", first.span)
    return DomainType(board.space)
