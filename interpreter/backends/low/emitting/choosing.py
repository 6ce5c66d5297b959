"""One of two values to the small language: both computed where that is cheaper than a jump, otherwise only the one needed."""

from __future__ import annotations

from ..language import tree
from ..language.values import Cond, Num, Val, joined, shape_of
from ..writing.building import Code
from ..writing.numbers import as_num

# The most parts of two values that are computed both, which is cheaper than a jump.
SHORT = 12


Branch = tuple[list[tree.Stmt], Val]


def merged(code: Code, test: tree.Expr, this: Branch, that: Branch, shared_places: bool = True) -> Val:
    """One of two values by a condition that is worked out already; each with the statements that it needs.

    `shared_places` says whether places that they read are there whichever of them it is.
    """
    (then, node), (otherwise, other) = this, that
    shape = joined(shape_of(node), shape_of(other))
    if not then and not otherwise and isinstance(node, Num | Cond) and isinstance(other, Num | Cond):
        plain = parts(node.node) + parts(other.node) <= SHORT and (shared_places or not (reads(node.node) or reads(other.node)))
        if plain and isinstance(node, Cond) and isinstance(other, Cond):
            return Cond(tree.Select(test, node.node, other.node, wide=False))
        if plain:
            a, b = as_num(node), as_num(other)
            return Num(tree.Select(test, a.node, b.node), min(a.low, b.low), max(a.high, b.high))
    place = code.place_for(shape)
    for body, val in (this, that):
        with code.nested() as more:
            code.assign(place, val)
        body.extend(more)
    code.emit(tree.If(test, tuple(then), tuple(otherwise)))
    return place


def parts(node: tree.Expr) -> int:
    """Return how many parts an expression has; calls count as many."""
    match node:
        case tree.Arith(_, left, right) | tree.Test(_, left, right) | tree.Both(left, right) | tree.Either(left, right):
            return 1 + parts(left) + parts(right)
        case tree.Select(condition, this, that):
            return 1 + parts(condition) + parts(this) + parts(that)
        case tree.Not(operand) | tree.Bits(_, operand) | tree.Widen(operand) | tree.Narrow(operand) | tree.Load(operand):
            return 1 + parts(operand)
        case tree.Call() | tree.Share():
            # More than any limit: neither a call nor a draw is ever carried out in vain.
            return 100
        case _:
            # A constant, a name or a mark is one part.
            return 1


def reads(node: tree.Expr) -> bool:
    """Return whether an expression reads a computed place; a value that its name cannot have may have no such place."""
    match node:
        case tree.Load(tree.Mark()):
            return False
        case tree.Load() | tree.Call():
            return True
        case tree.Arith(_, left, right) | tree.Test(_, left, right) | tree.Both(left, right) | tree.Either(left, right):
            return reads(left) or reads(right)
        case tree.Select(condition, this, that):
            return reads(condition) or reads(this) or reads(that)
        case tree.Not(operand) | tree.Bits(_, operand) | tree.Widen(operand) | tree.Narrow(operand):
            return reads(operand)
        case _:
            # A constant, a name or a mark reads nothing; a share has no place in a condition.
            return False
