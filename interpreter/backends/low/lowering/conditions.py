"""Conditions to the small language: what is worked out only where it matters, and what is known inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from .....dsl import ir
from ..emitting import choosing, comparing
from ..language import tree
from ..language.values import Num, Val
from ..writing.building import Code, negated
from . import calls, domains, expressions, gathers


def chosen(code: Code, condition: ir.Expr, this: Callable[[], Val], that: Callable[[], Val]) -> Val:
    """One of two values, worked out only where it is needed."""
    test = expressions.cond(code, condition)
    if isinstance(test, tree.Mark):
        return this() if test.value else that()
    with code.nested() as then, supposing(code, condition, True) as narrowed:
        node = this()
    with code.nested() as otherwise, supposing(code, condition, False) as narrowed_too:
        other = that()
    return choosing.merged(code, test, (then, node), (otherwise, other), shared_places=not (narrowed or narrowed_too))


def joint(code: Code, left: ir.Expr, right: ir.Expr, conjunction: bool) -> tree.Expr:
    """Two conditions joined; the right one is worked out only where it matters."""
    first = expressions.cond(code, left)
    if isinstance(first, tree.Mark):
        return expressions.cond(code, right) if bool(first.value) == conjunction else first
    with code.nested() as body, supposing(code, left, conjunction) as narrowed:
        second = expressions.cond(code, right)
    if not body:
        if isinstance(second, tree.Mark):
            return first if bool(second.value) == conjunction else second
        # Both are worked out where that costs less than a jump. Not so where the right one reads a place that is there only
        # because the left one holds.
        if choosing.parts(second) <= choosing.SHORT and not (narrowed and choosing.reads(second)):
            return tree.Arith("and" if conjunction else "or", first, second, wide=False)
        return tree.Both(first, second) if conjunction else tree.Either(first, second)
    result = code.local(wide=False)
    body.append(tree.Set(result, second))
    known_then = (tree.Set(result, tree.Mark(int(not conjunction))),)
    code.emit(tree.If(first, tuple(body), known_then) if conjunction else tree.If(first, known_then, tuple(body)))
    return result


def leave_when(code: Code, node: ir.Expr, expected: bool, label: int) -> None:
    """Go to a label when a condition holds (`expected`), or when it does not."""
    match node:
        case ir.Not(operand):
            leave_when(code, operand, not expected, label)
        case ir.Both(left, right) | ir.Either(left, right):
            conjunction = isinstance(node, ir.Both)
            if expected != conjunction:
                leave_when(code, left, expected, label)
                with supposing(code, left, conjunction):
                    leave_when(code, right, expected, label)
                return
            with code.block() as past:
                leave_when(code, left, not expected, past)
                with supposing(code, left, conjunction):
                    leave_when(code, right, expected, label)
        case ir.Gather("every" | "some" | "no"):
            gathers.leave_when(code, node, expected, label)
        case ir.Member(member, domain):
            domains.leave_when_member(code, expressions.value(code, member), domain, expected, label)
        case ir.CallFunction(function, arguments) if calls.is_simple(code, node):
            with calls.inside(code, function, arguments) as gives:
                leave_when(code, gives, expected, label)
        case _:
            # Any other condition is worked out as a whole.
            test = expressions.cond(code, node)
            comparing.leave(code, test if expected else negated(test), label)


@contextmanager
def supposing(code: Code, node: ir.Expr, holds: bool) -> Iterator[bool]:
    """Inside, a condition is known to hold, or not to hold; gives whether the range of a name is narrower for it."""
    around = dict(code.env)
    suppose(code, node, holds)
    yield any(code.env[name] is not val for name, val in around.items())
    code.env.update(around)


def suppose(code: Code, node: ir.Expr, holds: bool) -> None:
    """From here on, a condition is known to hold, or not to hold."""
    match node:
        case ir.Not(operand):
            suppose(code, operand, not holds)
        case ir.Both(left, right) if holds:
            suppose(code, left, holds)
            suppose(code, right, holds)
        case ir.Either(left, right) if not holds:
            suppose(code, left, holds)
            suppose(code, right, holds)
        case ir.Compare(operator, ir.Temp(name), ir.Const(other)):
            _narrow(code, name, operator if holds else ir.OPPOSITE[operator], other)
        case ir.Member(ir.Temp(name), ir.RangeDomain(ir.Const(low), ir.Const(high))) if holds:
            _narrow(code, name, ">=", low)
            _narrow(code, name, "<=", high)
        case _:
            # Other conditions say nothing of the range of a name.
            pass


def _narrow(code: Code, name: str, operator: ir.Comparison, other: int) -> None:
    val = code.env.get(name)
    # A name that is given several values may be given another one in what follows.
    if not isinstance(val, Num) or name in code.variables:
        return
    low, high = val.low, val.high
    match operator:
        case "=":
            low, high = max(low, other), min(high, other)
        case "!=":
            low, high = low + (low == other), high - (high == other)
        case "<":
            high = min(high, other - 1)
        case "<=":
            high = min(high, other)
        case ">":
            low = max(low, other + 1)
        case ">=":
            low = max(low, other)
        case _:
            assert_never(operator)
    if low <= high:
        code.env[name] = Num(val.node, low, high)
