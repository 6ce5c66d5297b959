"""Check turns and sides of tiles: the functions that ask for them, and turns that are added."""

from __future__ import annotations

from ... import syntax as ast
from ...symbols.symbols import DIRECTION, TURNS
from ...types.types import UNKNOWN, IntType, ListType, Type, UnknownType, size
from ..scope.checking import Checker


def of_a_tile(checker: Checker, node: ast.Call, name: str) -> Type:
    """Return the type of a direction that is turned or opposite, or of the side that a turned tile has in a direction."""
    first, *rest = node.arguments
    match name:
        case "opposite":
            checker.value(first, DIRECTION)
            return DIRECTION
        case "turned":
            checker.value(first, DIRECTION)
            _turn(checker, rest[0])
            return DIRECTION
    sides = checker.expr(first)
    if not isinstance(sides, ListType) or not sides.is_sides:
        if sides != UNKNOWN:
            checker.scopes.complain("E301", f"this is {sides}, where the sides of a tile are needed", first.span,
                                    help="declare them: `around: sides of ground on land`, with the board that tiles lie on")
        for argument in rest:
            checker.expr(argument, UNKNOWN)
        return UNKNOWN
    checker.value(rest[0], DIRECTION)
    if len(rest) == 2:
        checker.value(rest[1], next(turn for turn in TURNS if size(turn) == sides.limit))
    return sides.element


def _turn(checker: Checker, node: ast.Expr) -> None:
    type_ = checker.expr(node)
    if type_ not in (*TURNS, UNKNOWN):
        checker.scopes.complain("E301", f"this is {type_}, where a turn is needed", node.span,
                                help=f"turns are values of {' or '.join(map(str, TURNS))}")


def is_turn(type_: Type) -> bool:
    """Return whether a type is one of turns."""
    return type_ in TURNS


def turned_further(checker: Checker, node: ast.Binary, turn: Type) -> Type:
    """Return the type of a turn to which a turn or a number of steps is added, or from which it is taken."""
    other = checker.expr(node.right, turn)
    if node.operator not in "+-":
        checker.scopes.complain("E301", f"turns are added with `+` and `-`, not with `{node.operator}`", node.span)
        return UNKNOWN
    if isinstance(other, IntType | UnknownType) or other == turn:
        return turn
    checker.scopes.complain("E301", f"this is {other}, where {turn} or a number of steps is needed", node.right.span)
    return UNKNOWN
