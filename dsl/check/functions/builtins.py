"""Check calls of the functions of the language: the arguments, the type of the result."""

from __future__ import annotations

from ... import syntax as ast
from ...source.diagnostics import counted
from ...symbols.symbols import OPEN
from ...types.types import (
    UNKNOWN,
    DomainType,
    EnumType,
    IntType,
    ListType,
    PerType,
    SetType,
    Type,
    UnionType,
    UnknownType,
    size,
)
from ..scope.checking import Checker, no_paths
from ..scope.fitting import present
from ..scope.typing import numbers_of
from .boards import WHOLE_BOARD, WITH_PATHS, on_a_board, on_a_space
from .tiles import of_a_tile

# How many values a function takes, where it is not one.
_VALUES = {
    "min": (2, None), "max": (2, None), "at": (2, 3), "shift": (2, 3),
    **dict.fromkeys(("distance", "reachable", "within", "ray", "between", "direction", "lines", "lines_through",
                     "clockwise", "anticlockwise", "edge", "corner", "turned"), (2, 2)), "side_of": (2, 3),
}


def check_open(checker: Checker, node: ast.Call, expected: Type | None) -> Type:
    """Check `open(value)` or `open(value, to)`: what the rules show to all, or to a player or side."""
    scopes = checker.scopes
    value, *to = node.arguments or (None,)
    if value is None or len(to) > 1:
        scopes.complain("E305", f"{counted(len(node.arguments), 'value')} instead of 1 or 2", node.span,
                        help="it takes a value and, if only some may see it, the player or side to show it to")
        for argument in node.arguments:
            checker.expr(argument, UNKNOWN)
        return UNKNOWN
    type_ = checker.expr(value, expected)
    for viewer in to:
        who = present(scopes, viewer, checker.expr(viewer))
        if who not in (UNKNOWN, scopes.symbols.seating.player, scopes.symbols.seating.side):
            scopes.complain("E301", f"this is {who}, where a player or a side is needed", viewer.span)
    if isinstance(type_, DomainType) or (isinstance(type_, PerType) and not numbers_of(type_)):
        scopes.complain("E301", f"`{OPEN}` shows a value, and this is {type_}", value.span)
        return UNKNOWN
    return type_


def check_builtin(checker: Checker, node: ast.Call, name: str) -> Type:
    """Check the arguments of a function of the language; return the type of its value."""
    if name not in WITH_PATHS:
        no_paths(checker.scopes, node)
    fewest, most = _VALUES.get(name, (1, 1))
    count = len(node.arguments)
    if count < fewest or (most is not None and count > most):
        needed = "two or more" if most is None else fewest if fewest == most else f"{fewest} or {most}"
        checker.scopes.complain("E305", f"{counted(count, 'value')} instead of {needed}", node.span)
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
        case "turned" | "opposite" | "side_of":
            return of_a_tile(checker, node, name)
        case _ if name in WHOLE_BOARD:
            return on_a_board(checker, node, name)
    return on_a_space(checker, node, name)


# ---- Numbers -------------------------------------------------------------------------------------


def _extreme(checker: Checker, node: ast.Call, name: str) -> Type:
    types = [checker.number(argument) for argument in node.arguments]
    numbers = [type_ for type_ in types if isinstance(type_, IntType)]
    if len(numbers) < len(types):
        return UNKNOWN
    pick = min if name == "min" else max
    return IntType(pick(number.low for number in numbers), pick(number.high for number in numbers))


def _absolute(type_: Type) -> Type:
    if not isinstance(type_, IntType):
        return UNKNOWN
    ends = (abs(type_.low), abs(type_.high))
    return IntType(0 if type_.low <= 0 <= type_.high else min(ends), max(ends))


def _size(checker: Checker, node: ast.Expr) -> Type:
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
            # All types that hold several values are above.
            checker.scopes.complain("E301", f"{other} has no size", node.span)
            return UNKNOWN
