"""Paths over the neighbouring spaces of a board, as loops over room of their own.

What is found, and in which order, is as in `interpreter.runtime.paths`.
"""

from __future__ import annotations

from collections.abc import Callable

from .....dsl import ir
from ..emitting import boards, comparing, distances, lists
from ..language import tree
from ..language.values import LIMIT, ListVal, Num, NumShape, Val, number
from ..writing.building import Code, negated, times
from ..writing.numbers import as_num, narrowed
from . import conditions, domains, expressions


def paths_of(code: Code, node: ir.Paths) -> Val:
    """The spaces within reach, or how far a space is."""
    count = boards.spaces_of(code, node.board)
    start = code.within(as_num(code.reusable(expressions.num(code, node.start))), 0, count - 1)
    goal = as_num(code.reusable(expressions.num(code, node.goal)))
    refuses = _refusing(code, node)
    if node.cost is not None:
        return _at_cost(code, node, start, goal, refuses)
    if node.kind == "reachable":
        return distances.near(code, node.board, start, goal, itself=False, refuses=refuses)
    return distances.distance(code, node.board, start, goal, refuses)


def _refusing(code: Code, node: ir.Paths) -> distances.Refuses:
    if node.among is None and node.condition is None:
        return None

    def refuses(space: Num, label: int) -> None:
        with code.naming(node.name, space):
            if node.among is not None:
                comparing.leave(code, negated(domains.member(code, space, node.among)), label)
            if node.condition is not None:
                conditions.leave_when(code, node.condition, False, label)

    return refuses


# ---- Paths that cost something -----------------------------------------------------------------


def _at_cost(code: Code, node: ir.Paths, start: Num, goal: Num, refuses: distances.Refuses) -> Val:
    """The spaces within reach, the cheapest first; or what the cheapest path to a space costs."""
    count = boards.spaces_of(code, node.board)
    whole = Num(goal.node, -LIMIT, LIMIT)
    if node.kind == "reachable":
        place, last = lists.new_list(code, count)

        def reach(space: Num, _paid: Num, _out: int) -> None:
            with code.when(tree.Test("ne", space.node, start.node)):
                lists.push(code, last, space)

        _settle(code, node, (start, whole), refuses, reach)
        lists.finish(code, place, last)
        return ListVal(place, count, NumShape(0, count - 1), fixed=True)
    result = code.local()
    code.emit(tree.Set(result, tree.Int(node.nowhere)))

    def arrive(space: Num, paid: Num, out: int) -> None:
        with code.when(tree.Test("eq", space.node, goal.node)):
            code.emit(tree.Set(result, paid.node), tree.Leave(out))

    with code.releasing():
        _settle(code, node, (start, number(node.nowhere)), refuses, arrive)
    return Num(result, min(0, node.nowhere), max(0, node.nowhere))


def _settle(code: Code, node: ir.Paths, ends: tuple[Num, Num], refuses: distances.Refuses,
            visit: Callable[[Num, Num, int], None]) -> None:
    """Visit spaces with the cost of the cheapest path to each, the cheapest first; of equals the one that was found first.

    Each space has 24 bytes of room: 0 (not found), 1 (found) or 2 (settled); what it costs; the number under which it
    was found.
    """
    start, most = ends
    count = boards.spaces_of(code, node.board)
    # Dijkstra's method, as in `runtime.paths`. The cheapest space is looked for among all, without a queue: boards are small.
    room, serial, cheapest = code.local(wide=False), code.local(), code.local()
    code.allocations += 1
    code.emit(tree.Set(room, tree.Call("room", (tree.Mark(24 * count),))), tree.Clear(room, tree.Mark(24 * count)),
              tree.Store(_record(room, start), 0, tree.Int(1), 8), tree.Set(serial, tree.Int(0)))

    with code.block() as out, code.loop() as again:
        _pick_cheapest(code, room, count, cheapest)
        code.emit(tree.Leave(out, tree.Test("lt_s", cheapest, tree.Int(0))))
        space = Num(cheapest, 0, count - 1)
        address = code.in_local(_record(room, space), wide=False)
        paid = code.in_local(tree.Load(address, 8, 8))
        code.emit(tree.Store(address, 0, tree.Int(2), 8))
        visit(space, Num(paid, -LIMIT, LIMIT), out)
        with code.block() as following:
            if refuses is not None:
                with code.block() as passes:
                    code.emit(tree.Leave(passes, tree.Test("eq", cheapest, start.node)))
                    refuses(space, following)
            neighbours = lists.looked_up(code, f"near.{node.board}", space)
            assert isinstance(neighbours, ListVal)
            lists.each_entry(code, neighbours, lambda other, _following, _out: _offer(
                code, node, (room, serial, most), paid, as_num(code.reusable(other))))
        code.emit(tree.Leave(again))


def _offer(code: Code, node: ir.Paths, among: tuple[tree.Local, tree.Local, Num], paid: tree.Expr, space: Num) -> None:
    """Note a way to a space that costs this much up to it, if the space is not settled and no way to it is as cheap."""
    assert node.cost is not None, "entering a space costs something"
    room, serial, most = among
    address = code.in_local(_record(room, space), wide=False)
    with code.when(tree.Test("ne", tree.Load(address, 0, 8), tree.Int(2))), code.naming(node.name, space):
        price = code.in_local(tree.Arith("add", paid, expressions.num(code, node.cost).node))
        first = tree.Test("eq", tree.Load(address, 0, 8), tree.Int(0))
        cheaper = tree.Either(first, tree.Test("lt_s", price, tree.Load(address, 8, 8)))
        with code.when(tree.Test("le_s", price, most.node)):
            # Python numbers what it puts into its queue. These numbers grow in the same order, so equals come out in the same
            # order.
            code.emit(tree.Set(serial, tree.Arith("add", serial, tree.Int(1))))
            with code.when(cheaper):
                code.emit(tree.Store(address, 0, tree.Int(1), 8), tree.Store(address, 8, price, 8),
                          tree.Store(address, 16, serial, 8))


def _record(room: tree.Expr, space: Num) -> tree.Expr:
    return tree.Arith("add", room, times(narrowed(space.node), 24), wide=False)


def _pick_cheapest(code: Code, room: tree.Expr, count: int, cheapest: tree.Local) -> None:
    """Of the spaces that were found and not settled the cheapest, or -1."""
    space, paid, order = code.local(), code.local(), code.local()
    code.emit(tree.Set(cheapest, tree.Int(-1)), tree.Set(space, tree.Int(0)))
    with code.loop() as again:
        address = code.in_local(_record(room, Num(space, 0, count - 1)), wide=False)
        with code.when(tree.Test("eq", tree.Load(address, 0, 8), tree.Int(1))):
            less = tree.Test("lt_s", tree.Load(address, 8, 8), paid)
            equal = tree.Test("eq", tree.Load(address, 8, 8), paid)
            earlier = tree.Test("lt_s", tree.Load(address, 16, 8), order)
            better = tree.Arith("or", less, tree.Arith("and", equal, earlier, wide=False), wide=False)
            with code.when(tree.Either(tree.Test("lt_s", cheapest, tree.Int(0)), better)):
                code.emit(tree.Set(cheapest, space), tree.Set(paid, tree.Load(address, 8, 8)),
                          tree.Set(order, tree.Load(address, 16, 8)))
        code.emit(tree.Set(space, tree.Arith("add", space, tree.Int(1))),
                  tree.Leave(again, tree.Test("lt_s", space, tree.Int(count))))
