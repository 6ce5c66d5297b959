"""Operations of a program as statements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from .....dsl import ir
from ....runtime.primitives import MAX_ROUNDS
from ..emitting import boards, lists
from ..language import tree
from ..language.values import ListVal, Num, Several, Unsupported, Val, number, passed, shape_of
from ..writing.building import FAULT, Code, plus, times
from ..writing.numbers import as_num, narrowed
from . import conditions, domains, expressions, happened, slots, sorting, versions

# Conditions that are written as jumps.
JUMPED = (ir.Both, ir.Either, ir.Not, ir.Gather, ir.Member, ir.CallFunction)


def ops(code: Code, operations: tuple[ir.Op, ...]) -> None:
    """Carry out operations one after another."""
    for operation in operations:
        op(code, operation)


def op(code: Code, node: ir.Op) -> None:
    match node:
        case ir.Let(name, value, low, high, site):
            _let(code, name, _checked(code, expressions.value(code, value), low, high, site))
        case ir.Write(to, value, low, high, site):
            val = as_num(_checked(code, expressions.value(code, value), low, high, site))
            slots.write_slot(code, to, val)
        case ir.WriteList(to, value, limit, site):
            with code.releasing():
                _write_list(code, to, expressions.listed(code, value), limit, site)
        case ir.Append(to, value, limit, site):
            _append(code, to, expressions.num(code, value), limit, site)
        case ir.Remove(to, value, limit):
            _remove(code, to, expressions.num(code, value), limit)
        case ir.If(condition, then, otherwise):
            _if(code, condition, then, otherwise)
        case ir.For():
            _for(code, node)
        case ir.Loop():
            _loop(code, node)
        case ir.Leave(kind):
            following, out = code.loops[-1]
            code.emit(tree.Leave(out if kind == "stop" else following))
        case ir.Do(rule, arguments):
            _do(code, rule, arguments)
        case ir.Happen():
            happened.happen(code, node)
        case ir.CheckEnds(ends):
            for i in ends:
                with code.block() as past:
                    conditions.leave_when(code, code.whole.program.ends[i].condition, False, past)
                    code.may_end = True
                    code.emit(code.over(tree.Mark(i + 1)))
        case ir.MergeRegions():
            boards.merge(code, node, lambda: expressions.num(code, node.first), lambda: expressions.num(code, node.second))
        case ir.Ensure(condition, site, _):
            with code.block() as past:
                conditions.leave_when(code, condition, True, past)
                code.wrong(FAULT, site)
        case ir.Touch(clause):
            _touch(code, clause)
            happened.touch(code, clause)
        case ir.Reach():
            pass
        case _:
            assert_never(node)


def _checked(code: Code, val: Val, low: int | None, high: int | None, site: int) -> Val:
    if low is None and high is None:
        return val
    return code.fault_unless(as_num(val), low, high, site)


def _let(code: Code, name: str, val: Val) -> None:
    if name not in code.variables:
        code.env[name] = lists.copied(code, val) if isinstance(val, ListVal) else code.settled(val)
        return
    # A name that is given several values keeps one local, which loops and branches share. Code that is written already may read
    # it, so its range only grows, and the function is written again until no range does (`Whole.settled`).
    num = as_num(val)
    low, high = code.ranges.get(name, (num.low, num.high))
    code.ranges[name] = low, high = min(low, num.low), max(high, num.high)
    had = code.env.get(name)
    local = had.node if isinstance(had, Num) and isinstance(had.node, tree.Local) else code.local()
    code.emit(tree.Set(local, num.node))
    code.env[name] = Num(local, low, high)


def _touch(code: Code, clause: str) -> None:
    """Count that a phase is entered."""
    phase = code.whole.phase_at(clause)
    if phase is not None:
        more = tree.Arith("add", tree.Load(tree.Mark(0), phase, 8), tree.Int(1))
        code.emit(tree.Store(tree.Mark(0), phase, more, 8))


# ---- Lists in the state ----------------------------------------------------------------------


def _fitting(code: Code, to: ir.Slot, entry: Num) -> Num:
    """An entry that lies in the range of the list."""
    _, low, high = code.whole.slots.list_at(to.base)
    return code.within(entry, low, high)


def _write_list(code: Code, to: ir.Slot, value: ListVal, limit: int, site: int) -> None:
    """Put a list into the state; unused slots are 0."""
    listed = code.reusable(value)
    assert isinstance(listed, ListVal)
    if listed.known == ():
        place, offset = _list_place(code, to)
        code.emit(tree.Clear(plus(place, offset), tree.Mark((limit + 1) * code.width)))
        return
    _, low, high = code.whole.slots.list_at(to.base)
    inside = lists.entries_within_or_beyond(code, listed, low, high)
    count = as_num(code.reusable(lists.length(code, inside)))
    if count.high > limit:
        with code.when(tree.Test("gt_s", count.node, tree.Int(limit))):
            code.wrong(FAULT, site, count.node)
    place, offset = _list_place(code, to)
    start = code.in_local(plus(place, offset), wide=False)
    size = code.in_local(times(plus(narrowed(count.node), 1), code.width), wide=False)
    code.emit(tree.Copy(start, inside.node, size))
    rest = tree.Arith("sub", tree.Mark((limit + 1) * code.width), size, wide=False)
    code.emit(tree.Clear(tree.Arith("add", start, size, wide=False), rest))


def _list_place(code: Code, to: ir.Slot) -> tuple[tree.Expr, int]:
    place, offset = slots.slot_place(code, to)
    return place, offset


def _append(code: Code, to: ir.Slot, value: Num, limit: int, site: int) -> None:
    """Add an entry at the end of a list."""
    entry = _fitting(code, to, value)
    place, offset = _list_place(code, to)
    start = code.in_local(plus(place, offset), wide=False)
    count = code.in_local(tree.Load(start, 0, code.width))
    with code.when(tree.Test("ge_s", count, tree.Int(limit))):
        code.wrong(FAULT, site)
    address = tree.Arith("add", start, times(narrowed(count), code.width), wide=False)
    code.emit(tree.Store(address, code.width, entry.node, code.width),
              tree.Store(start, 0, tree.Arith("add", count, tree.Int(1)), code.width))


def _remove(code: Code, to: ir.Slot, value: Num, limit: int) -> None:
    """Take the first entry with this value out of a list."""
    removed = code.in_local(value.node)
    place, offset = _list_place(code, to)
    start = code.in_local(plus(place, offset), wide=False)
    count = code.in_local(tree.Load(start, 0, code.width))
    last = code.in_local(tree.Arith("add", start, times(narrowed(count), code.width), wide=False), wide=False)
    address = code.local(wide=False)
    code.emit(tree.Set(address, start))
    width = code.width
    with code.block() as out, code.loop() as again:
        # The length stands at `start`, so the search steps on before it compares.
        code.emit(tree.Leave(out, tree.Test("ge_u", address, last, wide=False)), tree.Set(address, plus(address, width)),
                  tree.Leave(again, tree.Test("ne", tree.Load(address, 0, width), removed)))
        rest = tree.Arith("sub", last, address, wide=False)
        # The slot that comes free becomes 0, as all unused slots are: else equal positions would differ.
        code.emit(tree.Copy(address, plus(address, width), rest), tree.Store(last, 0, tree.Int(0), width),
                  tree.Store(start, 0, tree.Arith("sub", count, tree.Int(1)), width))


# ---- Flow --------------------------------------------------------------------------------------


def _if(code: Code, condition: ir.Expr, then: tuple[ir.Op, ...], otherwise: tuple[ir.Op, ...]) -> None:
    if not isinstance(condition, JUMPED):
        test = expressions.cond(code, condition)
        if isinstance(test, tree.Mark):
            ops(code, then if test.value else otherwise)
            return
        code.emit(tree.If(test, *_branches(code, condition, then, otherwise)))
        return
    with code.block() as end:
        with code.block() as other:
            conditions.leave_when(code, condition, False, other)
            with _branch(code, condition, True):
                ops(code, then)
            if otherwise:
                code.emit(tree.Leave(end))
        with _branch(code, condition, False):
            ops(code, otherwise)


def _branches(code: Code, condition: ir.Expr, then: tuple[ir.Op, ...], otherwise: tuple[ir.Op, ...],
              ) -> tuple[tuple[tree.Stmt, ...], tuple[tree.Stmt, ...]]:
    with code.nested() as first, _branch(code, condition, True):
        ops(code, then)
    with code.nested() as second, _branch(code, condition, False):
        ops(code, otherwise)
    return tuple(first), tuple(second)


@contextmanager
def _branch(code: Code, condition: ir.Expr, holds: bool) -> Iterator[None]:
    """Inside, a condition is known; what variables are given there, they keep."""
    with conditions.supposing(code, condition, holds):
        yield
        variables = {name: val for name, val in code.env.items() if name in code.variables}
    code.env.update(variables)


def _for(code: Code, node: ir.For) -> None:
    long = code.whole.budget.is_long(node)

    def visit(value: Val, following: int, out: int) -> None:
        with code.naming(node.name, value):
            if node.condition is not None:
                conditions.leave_when(code, node.condition, False, following)
            code.loops.append((following, out))
            ops(code, node.body)
            code.loops.pop()

    with code.releasing():
        if node.key is None:
            domains.through(code, node.domain, visit, long, lasting=False)
            return
        plain = ir.Gather("list", node.name, node.domain, None, node.key, node.descending, None)

        def counting(value: Val, following: int, out: int) -> None:
            if long:
                code.count_pass()
            with code.releasing():
                visit(value, following, out)

        lists.each_entry(code, sorting.ordered(code, plain), counting)


def _loop(code: Code, node: ir.Loop) -> None:
    times_ = number(MAX_ROUNDS) if node.times is None else expressions.num(code, node.times)
    left = code.local()
    code.emit(tree.Set(left, times_.node))
    with code.block() as out:
        with code.loop() as again, code.block() as after:
            with code.block() as over:
                code.emit(tree.Leave(over, tree.Test("le_s", left, tree.Int(0))))
                code.emit(tree.Set(left, tree.Arith("sub", left, tree.Int(1))))
                if code.whole.budget.is_long(node):
                    code.count_pass()
                with code.releasing():
                    if node.condition is not None:
                        conditions.leave_when(code, node.condition, False, out)
                    with code.block() as following:
                        code.loops.append((following, out))
                        ops(code, node.body)
                        code.loops.pop()
                code.emit(tree.Leave(again))
            del after
        if node.times is None:
            code.wrong(FAULT, node.site)


# ---- Rules that ask for nothing ----------------------------------------------------------------


def _do(code: Code, rule: str, arguments: tuple[ir.Expr, ...]) -> None:
    with code.releasing():
        vals = [expressions.value(code, argument) for argument in arguments]
        # The rule may change the slots in which a list stands, and must not see its own changes in what it was given.
        fixed = [lists.copied(code, val) if isinstance(val, ListVal) else code.settled(val) for val in vals]
        _carry_out(code, rule, fixed)


def _carry_out(code: Code, rule: str, vals: list[Val]) -> None:
    procedure = code.whole.procedures[rule]
    if code.whole.is_inlined(rule):
        code.env.update(zip(procedure.params, vals, strict=True))
        carried_out(code, procedure)
        return
    if any(isinstance(val, Several) for val in vals):
        raise Unsupported("values side by side handed to a rule")
    version = versions.rule(code.whole, rule, tuple(map(shape_of, vals)))
    handed = [passed(val, wide) for val, wide in zip(vals, version.params, strict=True)]
    call = tree.Call(version.name, tuple(handed))
    if not version.may_end:
        code.emit(tree.Perform(call, gives=False))
        return
    ended = code.in_local(call, wide=False)
    code.may_end = True
    with code.when(tree.Test("ne", ended, tree.Mark(0), wide=False)):
        code.emit(code.over(ended))


def carried_out(code: Code, procedure: ir.Procedure) -> None:
    """The operations of a rule whose parameters have their values."""
    if code.whole.budget.is_long_call(procedure.body):
        code.count_pass()
    # No `stop` or `skip` of the rule can leave a loop around the call, even where the rule is written in its place.
    around, code.loops = code.loops, []
    ops(code, procedure.body)
    code.loops = around


