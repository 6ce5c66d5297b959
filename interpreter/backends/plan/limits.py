"""A comparison of sums with values that are not known yet -> what it says of those that are: by the least and the greatest.

    wood + ore + grain = 4, ore in 0..p.ore, grain in 0..2      once wood is known: wood <= 4 and wood + p.ore + 2 >= 4

What is not known lies in its domain, or among the values of its type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, assert_never

from ....dsl import ir
from ....dsl.types.types import UnionType, lowest, size, values
from ...canonical.free_temps import free_temps
from .knowledge import Knowledge, Unknown

End = Literal["least", "greatest"]
OTHER: dict[End, End] = {"least": "greatest", "greatest": "least"}
# More values of a type are not gone through to find the least of what is made of them.
MOST_VALUES = 200


class ValueLimits:
    """Finds the least and the greatest value of expressions; `fails` returns whether computing one may be a fault."""

    def __init__(self, fails: Callable[[object], bool], knowledge: Knowledge) -> None:
        self.fails, self.knowledge = fails, knowledge

    def implied(self, sign: ir.Comparison, left: ir.Expr, right: ir.Expr,
                unknown: Mapping[str, ir.Bound]) -> ir.Expr | None:
        """Return the consequence of a comparison for what is known; None where it has none."""
        match sign:
            case "<" | "<=":
                return self._between(sign, (left, "least"), (right, "greatest"), unknown)
            case ">" | ">=":
                return self._between(sign, (left, "greatest"), (right, "least"), unknown)
            case "=":
                low, high = self.implied("<=", left, right, unknown), self.implied(">=", left, right, unknown)
                return (low and high and ir.Both(low, high)) or low or high
            case "!=":
                return None
            case _:
                assert_never(sign)

    def _between(self, sign: ir.Comparison, left: tuple[ir.Expr, End], right: tuple[ir.Expr, End],
                 unknown: Mapping[str, ir.Bound]) -> ir.Expr | None:
        ends = [self.end(node, which, unknown) for node, which in (left, right)]
        if ends[0] is None or ends[1] is None:
            return None
        return ir.Compare(sign, ends[0], ends[1])

    def end(self, node: ir.Expr, which: End, unknown: Mapping[str, ir.Bound]) -> ir.Expr | None:
        """Return the least or the greatest value that a number may have, by what is known; None where it has no end."""
        if unknown.keys().isdisjoint(free_temps(node)):
            return None if self.fails(node) else node
        match node:
            case ir.Temp(name):
                return self._of_bound(unknown[name], which, unknown)
            case ir.Arith("+", left, right):
                return _sum(self.end(left, which, unknown), self.end(right, which, unknown))
            case ir.Arith("-", left, right):
                return _difference(self.end(left, which, unknown), self.end(right, OTHER[which], unknown))
            case ir.Arith("*", number, ir.Const(times)) | ir.Arith("*", ir.Const(times), number):
                end = self.end(number, which if times >= 0 else OTHER[which], unknown)
                return None if end is None else _product(end, times)
            case ir.Primitive("min" | "max", numbers):
                ends = tuple(self.end(number, which, unknown) for number in numbers)
                known = tuple(end for end in ends if end is not None)
                return ir.Primitive(node.name, known) if len(known) == len(ends) else None
            case ir.Gather("sum", body=body) if body is not None:
                return self._of_steps(node, body, which, unknown)
            case _:
                # The ends of other numbers are not known.
                return None

    def _of_bound(self, bound: ir.Bound, which: End, unknown: Mapping[str, ir.Bound]) -> ir.Expr | None:
        """Return the least or greatest value of an open value."""
        if isinstance(bound.domain, ir.RangeDomain):
            # The range of an open value speaks only of those before it, so this ends.
            end = self.end(bound.domain.low if which == "least" else bound.domain.high, which, unknown)
            if end is not None:
                return end
        if isinstance(bound.type, UnionType):
            return None
        low = lowest(bound.type)
        return ir.Const(low if which == "least" else low + size(bound.type) - 1)

    def _of_steps(self, node: ir.Gather, body: ir.Expr, which: End, unknown: Mapping[str, ir.Bound]) -> ir.Expr | None:
        """Return the least or greatest sum over the steps of a chain: of those that are known, and what the others may add."""
        match node.domain:
            case ir.ListDomain(ir.Gather("list", step, ir.ListDomain(ir.MakeList(steps)), is_taken, None, _, None)):
                pass
            case _:
                # Other domains are no chains of steps.
                return None
        if node.condition is not None or node.key is not None or not unknown.keys().isdisjoint(free_temps(body)):
            return None
        left = [item for item in steps if isinstance(item, ir.Temp) and item.name in unknown]
        adds = [self._adds(node.name, body, unknown[item.name], which) for item in left]
        known = tuple(item for item in steps if item not in left)
        if any(add is None for add in adds) or self.fails(body) or not unknown.keys().isdisjoint(free_temps(known)):
            return None
        listed = ir.Gather("list", step, ir.ListDomain(ir.MakeList(known)), is_taken, None, False, None)
        total = sum(add for add in adds if add is not None)
        if not known:
            return ir.Const(total)
        return _sum(ir.Gather("sum", node.name, ir.ListDomain(listed), None, None, False, body), ir.Const(total))

    def _adds(self, name: str, body: ir.Expr, bound: ir.Bound, which: End) -> int | None:
        """Return the least or greatest number that a step adds to a sum, 0 where there is no such step."""
        plain = [value for value in values(bound.type) if value >= 0]
        if len(plain) > MOST_VALUES:
            return None
        try:
            numbers = [self.knowledge.value(body, {name: value}) for value in plain]
        except Unknown:
            return None
        return min(0, *numbers) if which == "least" else max(0, *numbers)


def _sum(left: ir.Expr | None, right: ir.Expr | None) -> ir.Expr | None:
    match left, right:
        case (None, _) | (_, None):
            return None
        case ir.Const(a), ir.Const(b):
            return ir.Const(a + b)
        case (ir.Const(0), other) | (other, ir.Const(0)):
            return other
        case ir.Arith("+", rest, ir.Const(a)), ir.Const(b):
            return _sum(rest, ir.Const(a + b))
        case ir.Const(), other:
            return _sum(other, left)
        case _:
            # Other numbers are added in play.
            pass
    assert left is not None, "looked at above"
    assert right is not None, "looked at above"
    return ir.Arith("+", left, right)


def _difference(left: ir.Expr | None, right: ir.Expr | None) -> ir.Expr | None:
    match left, right:
        case (None, _) | (_, None):
            return None
        case _, ir.Const(b):
            return _sum(left, ir.Const(-b))
        case _:
            # Other numbers are subtracted in play.
            pass
    assert left is not None, "looked at above"
    assert right is not None, "looked at above"
    return ir.Arith("-", left, right)


def _product(number: ir.Expr, times: int) -> ir.Expr:
    return ir.Const(number.value * times) if isinstance(number, ir.Const) else ir.Arith("*", number, ir.Const(times))
