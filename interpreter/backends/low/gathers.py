"""Quantifiers, comprehensions and rankings as loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ....dsl import ir
from . import domains, expressions, lists, rows, tree
from .building import Code, negated, times
from .numbers import arith, bit, compared, set_arith
from .values import Cond, Listed, Num, NumShape, Several, Unsupported, Val, number

# Worked out for a value of a quantifier, whose label for the end is given.
Visit = Callable[[Val, int], None]


def each(code: Code, node: ir.Gather, visit: Visit) -> None:
    """Go through those values of a quantifier that meet its condition."""
    asked = rows.shortened(code, node)
    listed, node = (None, node) if asked is None else asked

    def visiting(value: Val, following: int, out: int) -> None:
        with code.naming(node.name, value):
            if node.condition is None:
                visit(value, out)
                return
            expressions.leave_when(code, node.condition, False, following)
            with expressions.supposing(code, node.condition, True):
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
            found = code.local(wide=False)
            code.emit(tree.Set(found, tree.Mark(0)))
            with code.block() as out:
                leave_when(code, node, False, out)
                code.emit(tree.Set(found, tree.Mark(1)))
            return Cond(found)
        case "count" | "sum":
            return _summed(code, node)
        case "max" | "min":
            return _extreme(code, node)
        case "first" | "last":
            return _first(code, node) if node.key is None else _first_by_key(code, node)
        case "set":
            return _set(code, node)
        case "list":
            return _list(code, node) if node.key is None else _ordered_bodies(code, node)
    raise Unsupported(f"a quantifier of kind {node.kind}")


def leave_when(code: Code, node: ir.Gather, wanted: bool, label: int) -> None:
    """Go to a label when `every`, `some` or `no` value is so (`wanted`), or when that is not the case."""
    body = node.body
    assert body is not None, "such a quantifier has a body"
    decides = node.kind != "every"
    # When a value decides the matter, is it then so?
    if (node.kind == "some") == wanted:
        each(code, node, lambda _value, _out: expressions.leave_when(code, body, decides, label))
        return
    with code.block() as past:
        each(code, node, lambda _value, _out: expressions.leave_when(code, body, decides, past))
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

    most = _most(code, node.domain)
    each(code, node, add)
    if most * max(abs(low), abs(high)) > 1 << 62:
        raise Unsupported("a sum that may be too great")
    return Num(total, min(0, most * low), most * high)


def _most(code: Code, domain: ir.Domain) -> int:
    """The most values that a domain can have."""
    before = code.allocations
    with code.nested():
        most = domains.count_of(code, domain)[1]
    code.allocations = before
    return most


def _extreme(code: Code, node: ir.Gather) -> Num:
    """The greatest or the least that the body is; 0 where there are no values."""
    best, seen = code.local(), code.local(wide=False)
    code.emit(tree.Set(best, tree.Int(0)), tree.Set(seen, tree.Mark(0)))
    low = high = 0

    def look(_value: Val, _out: int) -> None:
        nonlocal low, high
        num = expressions.as_num(code.kept(_body(code, node)))
        low, high = min(low, num.low), max(high, num.high)
        better = tree.Test("gt_s" if node.kind == "max" else "lt_s", num.node, best)
        with code.when(tree.Either(better, negated(seen))):
            code.emit(tree.Set(best, num.node), tree.Set(seen, tree.Mark(1)))

    each(code, node, look)
    return Num(best, low, high)


def _first(code: Code, node: ir.Gather) -> Num:
    """The first value, or the last; or -1."""
    found = code.local()
    code.emit(tree.Set(found, tree.Int(-1)))
    low = high = -1

    def take(value: Val, out: int) -> None:
        nonlocal low, high
        num = expressions.as_num(value)
        low, high = min(low, num.low), max(high, num.high)
        code.emit(tree.Set(found, num.node), *([tree.Leave(out)] if node.kind == "first" else []))

    each(code, node, take)
    return Num(found, low, high)


def _held(code: Code, node: ir.Gather, value: Val) -> Num:
    """The entry of a set or list for a value: the value itself, or its body."""
    return expressions.as_num(value) if node.body is None else expressions.num(code, node.body)


def _set(code: Code, node: ir.Gather) -> Num:
    """The set of the values."""
    mask, most = code.local(), number(0)
    code.emit(tree.Set(mask, tree.Int(0)))

    def add(value: Val, _out: int) -> None:
        nonlocal most
        num = bit(code, _held(code, node, value), node.low)
        most = set_arith("+", Num(mask, 0, most.high), num)
        code.emit(tree.Set(mask, tree.Arith("or", mask, num.node)))

    each(code, node, add)
    return Num(mask, 0, most.high)


def _list(code: Code, node: ir.Gather) -> Listed:
    """The values as a list."""
    place, last, most = _room(code, node.domain)
    low: int | None = None
    high = 0

    def add(value: Val, _out: int) -> None:
        nonlocal low, high
        num = expressions.as_num(code.kept(_held(code, node, value)))
        low, high = (num.low, num.high) if low is None else (min(low, num.low), max(high, num.high))
        lists.push(code, last, num)

    each(code, node, add)
    lists.finish(code, place, last)
    return Listed(place, most, NumShape(low or 0, high), fixed=True)


def _room(code: Code, domain: ir.Domain) -> tuple[tree.Local, tree.Local, int]:
    """Room for a list of the values of a domain, and how many these can be."""
    count, most = domains.count_of(code, domain)
    place, last = lists.new_list(code, most if most <= 1024 else code.held(count, wide=False))
    return place, last, most


# ---- Keys --------------------------------------------------------------------------------------


def key_parts(val: Val) -> tuple[Num, ...]:
    """A key as numbers that are compared one after another."""
    match val:
        case Several(items):
            return tuple(part for item in items for part in key_parts(item))
        case Listed():
            raise Unsupported("a list as a key")
    return (expressions.as_num(val),)


def before(parts: tuple[Num, ...], others: tuple[Num, ...], descending: bool) -> tree.Expr:
    """Return whether a key comes before another, and is not equal to it."""
    first = compared(">" if descending else "<", parts[0], others[0])
    if len(parts) == 1:
        return first
    equal = compared("=", parts[0], others[0])
    rest = before(parts[1:], others[1:], descending)
    return tree.Arith("or", first, tree.Arith("and", equal, rest, wide=False), wide=False)


def alike(parts: tuple[Num, ...], others: tuple[Num, ...]) -> tree.Expr:
    """Return whether keys are equal."""
    out = compared("=", parts[0], others[0])
    for part, other in zip(parts[1:], others[1:], strict=True):
        out = tree.Arith("and", out, compared("=", part, other), wide=False)
    return out


def _key(code: Code, node: ir.Expr | None) -> tuple[Num, ...]:
    """The parts of a key, each worked out."""
    assert node is not None, "there is a key"
    return tuple(Num(code.held(part.node), part.low, part.high) for part in key_parts(expressions.value(code, node)))


def _locals_for(code: Code, parts: tuple[Num, ...]) -> tuple[tree.Local, ...]:
    return tuple(code.local() for _ in parts)


def _as_nums(locals_: tuple[tree.Local, ...], parts: tuple[Num, ...]) -> tuple[Num, ...]:
    """Return the stored form of keys like these; nothing is known of its range."""
    return tuple(Num(local, -(1 << 62), 1 << 62) for local, _ in zip(locals_, parts, strict=True))


def _first_by_key(code: Code, node: ir.Gather) -> Num:
    """The first value by its key, or the last; or -1. Of those with equal keys the first, or the last."""
    found, seen = code.local(), code.local(wide=False)
    code.emit(tree.Set(found, tree.Int(-1)), tree.Set(seen, tree.Mark(0)))
    low = high = -1

    def look(value: Val, _out: int) -> None:
        nonlocal low, high
        num = expressions.as_num(value)
        low, high = min(low, num.low), max(high, num.high)
        parts = _key(code, node.key)
        best = _locals_for(code, parts)
        better = before(parts, _as_nums(best, parts), node.descending)
        if node.kind == "last":
            better = negated(before(parts, _as_nums(best, parts), node.descending))
        with code.when(tree.Arith("or", negated(seen), better, wide=False)):
            code.emit(tree.Set(found, num.node), tree.Set(seen, tree.Mark(1)))
            code.emit(*(tree.Set(local, part.node) for local, part in zip(best, parts, strict=True)))

    each(code, node, look)
    return Num(found, low, high)


def ordered(code: Code, node: ir.Gather) -> Listed:
    """The values as a list, sorted by their keys; those with equal keys stay in their order."""
    count, most = domains.count_of(code, node.domain)
    count = tree.Mark(most) if most <= 1024 else code.held(count, wide=False)
    place, last = lists.new_list(code, count)
    keys = code.local(wide=False)
    low: int | None = None
    high = 0
    prepared: list[tree.Stmt] = []

    def insert(value: Val, _out: int) -> None:
        nonlocal low, high, prepared
        num = expressions.as_num(value)
        low, high = (num.low, num.high) if low is None else (min(low, num.low), max(high, num.high))
        parts = _key(code, node.key)
        size = 8 * len(parts)
        # The keys stand in room of their own, which is there before the loop begins.
        prepared = [tree.Set(keys, tree.Call("room", (times(count, size),)))]
        _insert(code, (place, last, keys), num, parts, node.descending)

    with code.nested() as loop:
        each(code, node, insert)
    code.allocations += 1
    code.emit(*prepared, *loop)
    lists.finish(code, place, last)
    return Listed(place, most, NumShape(low or 0, high), fixed=True)


def _ordered_bodies(code: Code, node: ir.Gather) -> Listed:
    """The values sorted by their keys, or what the body is for each: bodies are worked out when all is sorted."""
    values = ordered(code, node)
    if node.body is None:
        return values
    place, last = lists.new_list(code, lists.length(code, values).high)
    low: int | None = None
    high = 0

    def add(value: Val, _following: int, _out: int) -> None:
        nonlocal low, high
        with code.naming(node.name, value):
            num = expressions.as_num(code.kept(_held(code, node, value)))
        low, high = (num.low, num.high) if low is None else (min(low, num.low), max(high, num.high))
        lists.push(code, last, num)

    lists.each_entry(code, values, add)
    lists.finish(code, place, last)
    return Listed(place, values.most, NumShape(low or 0, high), fixed=True)


def _insert(code: Code, made: tuple[tree.Local, tree.Local, tree.Local], value: Num, parts: tuple[Num, ...],
            descending: bool) -> None:
    """Put a value into a sorted list, moving up those that come after it."""
    place, last, keys = made
    width, size = code.width, 8 * len(parts)
    at, key = code.local(wide=False), code.local(wide=False)
    count = tree.Arith("shr_u", tree.Arith("sub", last, place, wide=False), tree.Mark(width.bit_length() - 1), wide=False)
    held = code.held(value.node)
    code.emit(tree.Set(at, last), tree.Set(key, tree.Arith("add", keys, times(count, size), wide=False)))
    with code.block() as out, code.loop() as again:
        code.emit(tree.Leave(out, tree.Test("eq", at, place, wide=False)))
        there = tuple(Num(tree.Load(tree.Arith("sub", key, tree.Mark(size), wide=False), 8 * i, 8), -(1 << 62), 1 << 62)
                      for i in range(len(parts)))
        code.emit(tree.Leave(out, negated(before(parts, there, descending))))
        for i in range(len(parts)):
            code.emit(tree.Store(key, 8 * i, there[i].node, 8))
        code.emit(tree.Store(at, width, tree.Load(at, 0, width), width),
                  tree.Set(at, tree.Arith("sub", at, tree.Mark(width), wide=False)),
                  tree.Set(key, tree.Arith("sub", key, tree.Mark(size), wide=False)), tree.Leave(again))
    lists.put_word(code, at, width, Num(held, value.low, value.high))
    code.emit(*(tree.Store(key, 8 * i, part.node, 8) for i, part in enumerate(parts)),
              tree.Set(last, tree.Arith("add", last, tree.Mark(width), wide=False)))


# ---- Rankings ----------------------------------------------------------------------------------


def _pairs(code: Code, pairs: ir.Gather, visit: Callable[[Num, tuple[Num, ...], int], None]) -> None:
    """Go through values with their keys."""
    each(code, pairs, lambda value, out: visit(expressions.as_num(value), _key(code, pairs.body), out))


def ranked(code: Code, node: ir.Ranked) -> Num:
    """The place of a value by its key, or what it gets of the prizes."""
    of = expressions.as_num(code.kept(expressions.num(code, node.of)))
    found, mine = code.local(wide=False), list[tree.Local]()
    code.emit(tree.Set(found, tree.Mark(0)))

    def look(value: Num, parts: tuple[Num, ...], out: int) -> None:
        mine.extend(() if mine else _locals_for(code, parts))
        with code.when(compared("=", value, of)):
            code.emit(*(tree.Set(local, part.node) for local, part in zip(mine, parts, strict=True)),
                      tree.Set(found, tree.Mark(1)), tree.Leave(out))

    _pairs(code, node.among, look)
    place, equal = code.local(), code.local()
    code.emit(tree.Set(place, tree.Int(0)), tree.Set(equal, tree.Int(0)))
    with code.when(found):
        code.emit(tree.Set(place, tree.Int(1)))

        def count(_value: Num, parts: tuple[Num, ...], _out: int) -> None:
            own = _as_nums(tuple(mine), parts)
            for counter, test in ((place, before(parts, own, node.descending)), (equal, alike(parts, own))):
                code.emit(tree.Set(counter, tree.Arith("add", counter, tree.Widen(test))))

        _pairs(code, node.among, count)
    most = _most(code, node.among.domain)
    if not node.prizes:
        return Num(place, 0, most + 1)
    return _shared(code, Num(place, 0, most + 1), Num(equal, 0, most), node.prizes)


def _shared(code: Code, place: Num, equal: Num, prizes: tuple[ir.Expr, ...]) -> Num:
    """The prizes for a place and those after it that equals take too, shared among them; what is left over is lost."""
    items = [expressions.as_num(code.kept(expressions.num(code, prize))) for prize in prizes]
    total = code.local()
    code.emit(tree.Set(total, tree.Int(0)))
    for i, item in enumerate(items, 1):
        first = tree.Test("le_s", place.node, tree.Int(i))
        past = tree.Test("gt_s", tree.Arith("add", place.node, equal.node), tree.Int(i))
        with code.when(tree.Arith("and", first, past, wide=False)):
            code.emit(tree.Set(total, tree.Arith("add", total, item.node)))
    low, high = sum(min(0, num.low) for num in items), sum(max(0, num.high) for num in items)
    share = code.local()
    code.emit(tree.Set(share, tree.Int(0)))
    with code.when(tree.Test("gt_s", place.node, tree.Int(0))):
        each_ = arith(code, "div", Num(total, low, high), Num(equal.node, 1, max(1, equal.high)))
        code.emit(tree.Set(share, each_.node))
    return Num(share, min(0, low), max(0, high))


def foremost(code: Code, pairs: ir.Gather, descending: bool) -> Listed:
    """The values whose key is the lowest, or the highest."""
    seen, best = code.local(wide=False), list[tree.Local]()
    code.emit(tree.Set(seen, tree.Mark(0)))

    def look(_value: Num, parts: tuple[Num, ...], _out: int) -> None:
        best.extend(() if best else _locals_for(code, parts))
        better = before(parts, _as_nums(tuple(best), parts), descending)
        with code.when(tree.Arith("or", negated(seen), better, wide=False)):
            code.emit(*(tree.Set(local, part.node) for local, part in zip(best, parts, strict=True)),
                      tree.Set(seen, tree.Mark(1)))

    _pairs(code, pairs, look)
    place, last, most = _room(code, pairs.domain)
    low, high = domains.bounds_of(code, pairs.domain)

    def take(value: Num, parts: tuple[Num, ...], _out: int) -> None:
        with code.when(alike(parts, _as_nums(tuple(best), parts))):
            lists.push(code, last, value)

    _pairs(code, pairs, take)
    lists.finish(code, place, last)
    return Listed(place, most, NumShape(min(low, high), max(low, high)), fixed=True)


__all__ = ["alike", "assert_never", "before", "each", "foremost", "gathered", "key_parts", "leave_when", "ordered", "ranked"]
