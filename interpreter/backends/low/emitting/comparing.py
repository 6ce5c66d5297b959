"""Values compared: numbers, lists, and values side by side; a jump where a condition holds."""

from __future__ import annotations

from typing import assert_never

from .....dsl import ir
from ..language import tree
from ..language.values import Cond, ListVal, Several, Val
from ..writing.building import Code, all_of, negated
from ..writing.numbers import as_num, compared
from . import lists


def compare(code: Code, operator: ir.Comparison, left: Val, right: Val) -> Cond:
    """A comparison of numbers, lists, or values side by side."""
    match left, right:
        case Several(items), Several(others) if len(items) == len(others):
            return Cond(side_by_side(code, operator, items, others))
        case ListVal(), ListVal():
            return Cond(lists.compared(code, operator, left, right))
        case Cond(condition), Cond(other) if operator in ("=", "!="):
            return Cond(tree.Test("eq" if operator == "=" else "ne", condition, other, wide=False))
        case _:
            # Others are compared as numbers.
            return Cond(compared(operator, as_num(left), as_num(right)))


def side_by_side(code: Code, operator: ir.Comparison, left: tuple[Val, ...], right: tuple[Val, ...]) -> tree.Expr:
    """A comparison by the first values that differ."""
    node, other = code.reusable(left[0]), code.reusable(right[0])
    if len(left) == 1:
        return compare(code, operator, node, other).node
    rest = side_by_side(code, operator, left[1:], right[1:])
    equal = compare(code, "=", node, other).node
    match operator:
        case "=":
            return all_of((equal, rest))
        case "!=":
            return tree.Arith("or", negated(equal), rest, wide=False)
        case "<" | "<=":
            apart = compare(code, "<", node, other).node
        case ">" | ">=":
            apart = compare(code, ">", node, other).node
        case _:
            assert_never(operator)
    return tree.Arith("or", apart, tree.Arith("and", equal, rest, wide=False), wide=False)


def leave(code: Code, test: tree.Expr, label: int) -> None:
    """Go to a label when this holds."""
    match test:
        case tree.Mark(0):
            return
        case tree.Mark():
            code.emit(tree.Leave(label))
        case _:
            # Whether any other condition holds is known in play only.
            code.emit(tree.Leave(label, test))
