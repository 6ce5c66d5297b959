"""Quantifiers and comprehensions as loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from .....dsl import ir
from ..emitting import lists
from ..language import tree
from ..language.values import Cond, ListVal, Num, NumShape, Unsupported, Val, number
from ..writing.building import Code, negated
from ..writing.numbers import as_num, bit
from . import conditions, domains, expressions, rows, sorting

# Worked out for a value of a quantifier, whose label for the end is given.
Visit = Callable[[Val, int], None]


def each_value(code: Code, node: ir.Gather, visit: Visit) -> None:
    """Go through those values of a quantifier that meet its condition."""
    shortened = rows.shortened(code, node)
    listed, node = (None, node) if shortened is None else shortened

    def visiting(value: Val, following: int, out: int) -> None:
        with code.naming(node.name, value):
            if node.condition is None:
                visit(value, out)
                return
            conditions.leave_when(code, node.condition, False, following)
            with conditions.supposing(code, node.condition, True):
                visit(code.env[node.name], out)

    if listed is not None:
        def releasing(value: Val, following: int, out: int) -> None:
            with code.releasing():
                visiting(value, following, out)

        lists.each_entry(code, listed, releasing)
        return
    # What is worked out again and again for known values may be written out.
    size = code.whole.size_of(node) if node.kind in ("every", "some", "no", "count") else None
    domains.through(code, node.domain, visiting, code.whole.budget.is_long(node), size=size)


def gathered(code: Code, node: ir.Gather) -> Val:
    """The value of a quantifier or comprehension."""
    match node.kind:
        case "every" | "some" | "no":
            answer = code.local(wide=False)
            code.emit(tree.Set(answer, tree.Mark(0)))
            with code.block() as out:
                leave_when(code, node, False, out)
                code.emit(tree.Set(answer, tree.Mark(1)))
            return Cond(answer)
        case "count" | "sum":
            return _summed(code, node)
        case "max" | "min":
            return _extreme(code, node)
        case "first" | "last":
            return _first(code, node) if node.key is None else sorting.first_by_key(code, node)
        case "set":
            return _set(code, node)
        case "list":
            return _list(code, node) if node.key is None else sorting.ordered_bodies(code, node)
        case "pairs":
            raise Unsupported(f"a quantifier of kind {node.kind}")
        case _:
            assert_never(node.kind)


def leave_when(code: Code, node: ir.Gather, expected: bool, label: int) -> None:
    """Go to a label when `every`, `some` or `no` value is so (`expected`), or when that is not the case."""
    body = node.body
    assert body is not None, "such a quantifier has a body"
    decides = node.kind != "every"
    # When a value decides the matter, is it then so?
    if (node.kind == "some") == expected:
        each_value(code, node, lambda _value, _out: conditions.leave_when(code, body, decides, label))
        return
    with code.block() as past:
        each_value(code, node, lambda _value, _out: conditions.leave_when(code, body, decides, past))
        code.emit(tree.Leave(label))


def _body(code: Code, node: ir.Gather) -> Num:
    return number(1) if node.body is None else expressions.num(code, node.body)


def _summed(code: Code, node: ir.Gather) -> Num:
    """Return how many values there are, or the sum of what the body is for each."""
    total = code.local()
    code.emit(tree.Set(total, tree.Int(0)))
    low = high = 0

    def add(_value: Val, _out: int) -> None:
        nonlocal low, high
        if node.kind == "count":
            low = high = 1
            code.emit(tree.Set(total, tree.Arith("add", total, tree.Int(1))))
            return
        num = _body(code, node)
        low, high = min(low, num.low), max(high, num.high)
        code.emit(tree.Set(total, tree.Arith("add", total, num.node)))

    most = most_values(code, node.domain)
    each_value(code, node, add)
    # Tested behind the loop: the range of the body is known only when it has been written.
    if most * max(abs(low), abs(high)) > 1 << 62:
        raise Unsupported("a sum that may be too great")
    return Num(total, min(0, most * low), most * high)


def most_values(code: Code, domain: ir.Domain) -> int:
    """The most values that a domain can have."""
    before = code.allocations
    with code.nested():
        most = domains.count_of(code, domain)[1]
    code.allocations = before
    return most


def _extreme(code: Code, node: ir.Gather) -> Num:
    """The greatest or the least that the body is; 0 where there are no values."""
    best, has_value = code.local(), code.local(wide=False)
    code.emit(tree.Set(best, tree.Int(0)), tree.Set(has_value, tree.Mark(0)))
    low = high = 0

    def look(_value: Val, _out: int) -> None:
        nonlocal low, high
        num = as_num(code.reusable(_body(code, node)))
        low, high = min(low, num.low), max(high, num.high)
        better = tree.Test("gt_s" if node.kind == "max" else "lt_s", num.node, best)
        with code.when(tree.Either(better, negated(has_value))):
            code.emit(tree.Set(best, num.node), tree.Set(has_value, tree.Mark(1)))

    each_value(code, node, look)
    return Num(best, low, high)


def _first(code: Code, node: ir.Gather) -> Num:
    """The first value, or the last; or -1."""
    chosen = code.local()
    code.emit(tree.Set(chosen, tree.Int(-1)))
    low = high = -1

    def take(value: Val, out: int) -> None:
        nonlocal low, high
        num = as_num(value)
        low, high = min(low, num.low), max(high, num.high)
        code.emit(tree.Set(chosen, num.node), *([tree.Leave(out)] if node.kind == "first" else []))

    each_value(code, node, take)
    return Num(chosen, low, high)


def entry_of(code: Code, node: ir.Gather, value: Val) -> Num:
    """The entry of a set or list for a value: the value itself, or its body."""
    return as_num(value) if node.body is None else expressions.num(code, node.body)


def _set(code: Code, node: ir.Gather) -> Num:
    """The set of the values."""
    mask, most = code.local(), 0
    code.emit(tree.Set(mask, tree.Int(0)))

    def add(value: Val, _out: int) -> None:
        nonlocal most
        num = bit(code, entry_of(code, node, value), node.low)
        most = max(most, num.high)
        code.emit(tree.Set(mask, tree.Arith("or", mask, num.node)))

    each_value(code, node, add)
    # The set may have this value and all below it.
    return Num(mask, 0, (1 << most.bit_length()) - 1)


def _list(code: Code, node: ir.Gather) -> ListVal:
    """The values as a list."""
    place, last, most = domains.room_for(code, node.domain)
    low: int | None = None
    high = 0

    def add(value: Val, _out: int) -> None:
        nonlocal low, high
        num = as_num(code.reusable(entry_of(code, node, value)))
        low, high = (num.low, num.high) if low is None else (min(low, num.low), max(high, num.high))
        lists.push(code, last, num)

    each_value(code, node, add)
    lists.finish(code, place, last)
    return ListVal(place, most, NumShape(low or 0, high), fixed=True)
