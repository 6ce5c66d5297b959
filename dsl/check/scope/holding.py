"""Work out how many values a domain holds at most, by what is known before play.

A type has as many values as there are; a domain over it often holds a few of them. Four neighbours of a space are four,
however many spaces there are.
"""

from __future__ import annotations

from ... import syntax as ast
from ...boards.geometry import all_within, around, directions, reach_of_rays
from ...symbols.constants import NotKnown, fold
from ...symbols.symbols import OPEN, BoardInfo, Builtin, SpaceSet, SymbolTable
from ...types.conversion import number_range
from ...types.types import EnumType, Type
from .scopes import Scopes
from .typing import Typing, rounds


def most_of(symbols: SymbolTable, typing: Typing, node: ast.Expr, element: Type) -> int:
    """Return how many values of a type a domain gives at most."""
    of_type = rounds(typing.type_of(node), element)
    known = _count_by_form(symbols, typing, node, element)
    return of_type if known is None else min(known, of_type)


def _count_by_form(symbols: SymbolTable, typing: Typing, node: ast.Expr, element: Type) -> int | None:
    """Return how many values the form of a domain lets it give; None where it does not tell."""
    match node:
        case ast.Name():
            meaning = typing.meanings.get(node)
            return len(meaning.spaces) if isinstance(meaning, SpaceSet) else None
        case ast.Collection(items=items):
            return len(items)
        case ast.Comprehension(binder=binder, body=None):
            return most_of(symbols, typing, binder.domain, element)
        case ast.Binary(operator="starting with", left=left):
            return most_of(symbols, typing, left, element)
        case ast.Call(arguments=(first, *rest)):
            meaning = typing.meanings.get(node)
            if isinstance(meaning, Builtin):
                if meaning.name == OPEN:
                    return most_of(symbols, typing, first, element)
                return _around(symbols, typing, meaning.name, first, rest)
        case _:
            # The form of other domains does not limit how many values they give.
            pass
    return None


def _around(symbols: SymbolTable, typing: Typing, name: str, first: ast.Expr, rest: list[ast.Expr]) -> int | None:
    """Return how many spaces or directions a function of a board gives; None for regions, which change, and other functions."""
    board = typing.meanings.get(first)
    if not isinstance(board, BoardInfo):
        board = next(
            (board_info for board_info in symbols.components.boards.values() if board_info.space == typing.type_of(first)),
            None,
        )
    if board is None:
        return None
    match name:
        case "neighbours":
            return max(map(len, board.layout.neighbours))
        case "surrounding" | "diagonals":
            return max(map(len, around(board.layout, name == "diagonals")))
        case "directions":
            return len(directions(board.layout))
        case "edges" | "corners" | "spaces" if board.outline is not None:
            return max(map(len, board.outline.adjacent(board.shape, name)))
        case "within":
            steps = _number(typing, rest[0])
            return None if steps is None else max(map(len, all_within(board.layout, steps)))
        case "ray" | "between":
            return reach_of_rays(board.layout)[1]
    return None


def _number(typing: Typing, node: ast.Expr) -> int | None:
    try:
        return fold(node, typing.meanings.get)[1]
    except NotKnown:
        return None


def fits_count(scopes: Scopes, node: ast.Expr, expected: Type) -> None:
    """Warn of a count of spaces that can pass the end of the range that it goes to: then the game ends with a fault.

    What is so of one space may be so of all. Pieces and rows are fewer by what is fixed about them.
    """
    if not isinstance(node, ast.Quantified) or node.kind != "count":
        return
    numbers = number_range(expected)
    if numbers is None:
        return
    element = scopes.typing.locals[node.binder].type
    if isinstance(element, EnumType) and element.kind == "space":
        most = most_of(scopes.symbols, scopes.typing, node.binder.domain, element)
        if most > numbers.high:
            scopes.complain("W403", f"this counts up to {most} spaces, and {numbers} is declared", node.span,
                            help=f"declare `{numbers.low}..{most}`, or count among fewer: "
                                 "a greater number ends the game with a fault")
