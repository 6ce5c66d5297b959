"""Domains to how many values they hold at most, by what is known of them before play.

A type has as many values as there are; a domain over it often holds a few of them. Four neighbours of a space are four,
however many spaces there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import syntax as ast
from ..boards.geometry import all_within, directions, rays
from ..symbols.constants import NotKnown, fold
from ..symbols.symbols import OPEN, BoardInfo, Builtin, SpaceSet
from ..types.types import Type
from .typing import rounds

if TYPE_CHECKING:
    from .expressions import ExpressionChecker


def most_of(checker: ExpressionChecker, node: ast.Expr, element: Type) -> int:
    """How many values of a type a domain gives at most."""
    of_type = rounds(checker.plain_type(node), element)
    known = _known(checker, node, element)
    return of_type if known is None else min(known, of_type)


def _known(checker: ExpressionChecker, node: ast.Expr, element: Type) -> int | None:
    """How many values the form of a domain lets it give; None where it does not tell."""
    match node:
        case ast.Name():
            meaning = checker.typing.meanings.get(node)
            return len(meaning.spaces) if isinstance(meaning, SpaceSet) else None
        case ast.Collection(items=items):
            return len(items)
        case ast.Comprehension(binder=binder):
            return most_of(checker, binder.domain, element)
        case ast.Binary(operator="starting with", left=left):
            return most_of(checker, left, element)
        case ast.Call(arguments=(first, *rest)):
            meaning = checker.typing.meanings.get(node)
            if isinstance(meaning, Builtin):
                return most_of(checker, first, element) if meaning.name == OPEN else _around(checker, meaning.name, first, rest)
    return None


def _around(checker: ExpressionChecker, name: str, first: ast.Expr, rest: list[ast.Expr]) -> int | None:
    """How many spaces or directions a function of a board gives; None for regions, which change, and other functions."""
    board = checker.typing.meanings.get(first)
    if not isinstance(board, BoardInfo):
        board = next(
            (board_info for board_info in checker.symbols.boards.values() if board_info.space == checker.plain_type(first)),
            None,
        )
    if board is None:
        return None
    match name:
        case "neighbours":
            return max(map(len, board.layout.neighbours))
        case "directions":
            return len(directions(board.layout))
        case "within":
            steps = _number(checker, rest[0])
            return None if steps is None else max(map(len, all_within(board.layout, steps)))
        case "ray" | "between":
            return max(len(ray) for around in rays(board.layout) for ray in around)
    return None


def _number(checker: ExpressionChecker, node: ast.Expr) -> int | None:
    try:
        return fold(node, checker.typing.meanings.get)[1]
    except NotKnown:
        return None
