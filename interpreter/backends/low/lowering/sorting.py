"""Values in the order of a key: sorted lists, the first of them, rankings and shares of prizes, as loops."""

from __future__ import annotations

from collections.abc import Callable

from .....dsl import ir
from ..emitting import lists, ordering
from ..language import tree
from ..language.values import ListVal, Num, NumShape, Val
from ..writing.building import Code, negated, times
from ..writing.numbers import arith, as_num, compared
from . import domains, expressions, gathers

# ---- Keys --------------------------------------------------------------------------------------


def _key(code: Code, node: ir.Expr | None) -> tuple[Num, ...]:
    """The parts of a key, each worked out."""
    assert node is not None, "there is a key"
    parts = ordering.key_parts(expressions.value(code, node))
    return tuple(Num(code.in_local(part.node), part.low, part.high) for part in parts)


def _locals_for(code: Code, parts: tuple[Num, ...]) -> tuple[tree.Local, ...]:
    return tuple(code.local() for _ in parts)


def _as_nums(locals_: tuple[tree.Local, ...], parts: tuple[Num, ...]) -> tuple[Num, ...]:
    """Return the stored form of keys like these; nothing is known of its range."""
    return tuple(Num(local, -(1 << 62), 1 << 62) for local, _ in zip(locals_, parts, strict=True))


def first_by_key(code: Code, node: ir.Gather) -> Num:
    """The first value by its key, or the last; or -1. Of those with equal keys the first, or the last."""
    chosen, has_value = code.local(), code.local(wide=False)
    code.emit(tree.Set(chosen, tree.Int(-1)), tree.Set(has_value, tree.Mark(0)))
    low = high = -1

    def look(value: Val, _out: int) -> None:
        nonlocal low, high
        num = as_num(value)
        low, high = min(low, num.low), max(high, num.high)
        parts = _key(code, node.key)
        best = _locals_for(code, parts)
        better = ordering.before(parts, _as_nums(best, parts), node.descending)
        if node.kind == "last":
            # Of equals the last one: whatever does not come before the best so far takes its place.
            better = negated(ordering.before(parts, _as_nums(best, parts), node.descending))
        with code.when(tree.Arith("or", negated(has_value), better, wide=False)):
            code.emit(tree.Set(chosen, num.node), tree.Set(has_value, tree.Mark(1)))
            code.emit(*(tree.Set(local, part.node) for local, part in zip(best, parts, strict=True)))

    gathers.each_value(code, node, look)
    return Num(chosen, low, high)


def ordered(code: Code, node: ir.Gather) -> ListVal:
    """The values as a list, sorted by their keys; those with equal keys stay in their order."""
    # An insertion sort: the lists of a rulebook are short, and equals stay in their order, as they do in Python.
    count, most = domains.room_of(code, node.domain)
    place, last = lists.new_list(code, count)
    keys = code.local(wide=False)
    low: int | None = None
    high = 0
    prepared: list[tree.Stmt] = []

    def insert(value: Val, _out: int) -> None:
        nonlocal low, high, prepared
        num = as_num(value)
        low, high = (num.low, num.high) if low is None else (min(low, num.low), max(high, num.high))
        parts = _key(code, node.key)
        size = 8 * len(parts)
        # The keys stand in room of their own, which is there before the loop begins.
        prepared = [tree.Set(keys, tree.Call("room", (times(count, size),)))]
        _insert(code, (place, last, keys), num, parts, node.descending)

    with code.nested() as loop:
        gathers.each_value(code, node, insert)
    code.allocations += 1
    code.emit(*prepared, *loop)
    lists.finish(code, place, last)
    return ListVal(place, most, NumShape(low or 0, high), fixed=True)


def ordered_bodies(code: Code, node: ir.Gather) -> ListVal:
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
            num = as_num(code.reusable(gathers.entry_of(code, node, value)))
        low, high = (num.low, num.high) if low is None else (min(low, num.low), max(high, num.high))
        lists.push(code, last, num)

    lists.each_entry(code, values, add)
    lists.finish(code, place, last)
    return ListVal(place, values.most, NumShape(low or 0, high), fixed=True)


def _insert(code: Code, locals_: tuple[tree.Local, tree.Local, tree.Local], value: Num, parts: tuple[Num, ...],
            descending: bool) -> None:
    """Put a value into a sorted list, moving up those that come after it."""
    place, last, keys = locals_
    width, size = code.width, 8 * len(parts)
    address, key = code.local(wide=False), code.local(wide=False)
    count = tree.Arith("shr_u", tree.Arith("sub", last, place, wide=False), tree.Mark(width.bit_length() - 1), wide=False)
    entry = code.in_local(value.node)
    code.emit(tree.Set(address, last), tree.Set(key, tree.Arith("add", keys, times(count, size), wide=False)))
    with code.block() as out, code.loop() as again:
        code.emit(tree.Leave(out, tree.Test("eq", address, place, wide=False)))
        previous = tuple(Num(tree.Load(tree.Arith("sub", key, tree.Mark(size), wide=False), 8 * i, 8), -(1 << 62), 1 << 62)
                      for i in range(len(parts)))
        code.emit(tree.Leave(out, negated(ordering.before(parts, previous, descending))))
        for i in range(len(parts)):
            code.emit(tree.Store(key, 8 * i, previous[i].node, 8))
        code.emit(tree.Store(address, width, tree.Load(address, 0, width), width),
                  tree.Set(address, tree.Arith("sub", address, tree.Mark(width), wide=False)),
                  tree.Set(key, tree.Arith("sub", key, tree.Mark(size), wide=False)), tree.Leave(again))
    lists.put_word(code, address, width, Num(entry, value.low, value.high))
    code.emit(*(tree.Store(key, 8 * i, part.node, 8) for i, part in enumerate(parts)),
              tree.Set(last, tree.Arith("add", last, tree.Mark(width), wide=False)))


# ---- Rankings ----------------------------------------------------------------------------------


def _pairs(code: Code, pairs: ir.Gather, visit: Callable[[Num, tuple[Num, ...], int], None]) -> None:
    """Go through values with their keys."""
    gathers.each_value(code, pairs, lambda value, out: visit(as_num(value), _key(code, pairs.body), out))


def ranked(code: Code, node: ir.Ranked) -> Num:
    """The place of a value by its key, or what it gets of the prizes."""
    ranking = as_num(code.reusable(expressions.num(code, node.of)))
    is_among, mine = code.local(wide=False), list[tree.Local]()
    code.emit(tree.Set(is_among, tree.Mark(0)))

    def look(value: Num, parts: tuple[Num, ...], out: int) -> None:
        mine.extend(() if mine else _locals_for(code, parts))
        with code.when(compared("=", value, ranking)):
            code.emit(*(tree.Set(local, part.node) for local, part in zip(mine, parts, strict=True)),
                      tree.Set(is_among, tree.Mark(1)), tree.Leave(out))

    _pairs(code, node.among, look)
    place, equal = code.local(), code.local()
    code.emit(tree.Set(place, tree.Int(0)), tree.Set(equal, tree.Int(0)))
    with code.when(is_among):
        code.emit(tree.Set(place, tree.Int(1)))

        def count(_value: Num, parts: tuple[Num, ...], _out: int) -> None:
            own = _as_nums(tuple(mine), parts)
            for counter, test in ((place, ordering.before(parts, own, node.descending)), (equal, ordering.alike(parts, own))):
                code.emit(tree.Set(counter, tree.Arith("add", counter, tree.Widen(test))))

        _pairs(code, node.among, count)
    most = gathers.most_values(code, node.among.domain)
    if not node.prizes:
        return Num(place, 0, most + 1)
    return _shared(code, Num(place, 0, most + 1), Num(equal, 0, most), node.prizes)


def _shared(code: Code, place: Num, equal: Num, prizes: tuple[ir.Expr, ...]) -> Num:
    """The prizes for a place and those after it that equals take too, shared among them; what is left over is lost."""
    items = [as_num(code.reusable(expressions.num(code, prize))) for prize in prizes]
    total = code.local()
    code.emit(tree.Set(total, tree.Int(0)))
    # A prize counts for the places that the value and its equals take: from `place` to `place + equal - 1`.
    for i, item in enumerate(items, 1):
        first = tree.Test("le_s", place.node, tree.Int(i))
        past = tree.Test("gt_s", tree.Arith("add", place.node, equal.node), tree.Int(i))
        with code.when(tree.Arith("and", first, past, wide=False)):
            code.emit(tree.Set(total, tree.Arith("add", total, item.node)))
    low, high = sum(min(0, num.low) for num in items), sum(max(0, num.high) for num in items)
    share = code.local()
    code.emit(tree.Set(share, tree.Int(0)))
    with code.when(tree.Test("gt_s", place.node, tree.Int(0))):
        quotient = arith(code, "div", Num(total, low, high), Num(equal.node, 1, max(1, equal.high)))
        code.emit(tree.Set(share, quotient.node))
    return Num(share, min(0, low), max(0, high))


def foremost(code: Code, pairs: ir.Gather, descending: bool) -> ListVal:
    """The values whose key is the lowest, or the highest."""
    has_value, best = code.local(wide=False), list[tree.Local]()
    code.emit(tree.Set(has_value, tree.Mark(0)))

    def look(_value: Num, parts: tuple[Num, ...], _out: int) -> None:
        best.extend(() if best else _locals_for(code, parts))
        better = ordering.before(parts, _as_nums(tuple(best), parts), descending)
        with code.when(tree.Arith("or", negated(has_value), better, wide=False)):
            code.emit(*(tree.Set(local, part.node) for local, part in zip(best, parts, strict=True)),
                      tree.Set(has_value, tree.Mark(1)))

    _pairs(code, pairs, look)
    place, last, most = domains.room_for(code, pairs.domain)
    low, high = domains.bounds_of(code, pairs.domain)

    def take(value: Num, parts: tuple[Num, ...], _out: int) -> None:
        with code.when(ordering.alike(parts, _as_nums(tuple(best), parts))):
            lists.push(code, last, value)

    _pairs(code, pairs, take)
    lists.finish(code, place, last)
    return ListVal(place, most, NumShape(min(low, high), max(low, high)), fixed=True)
