"""Clauses and events of a step: noted where rules are carried out, and asked for by invariants of steps."""

from __future__ import annotations

from contextlib import ExitStack

from .....dsl import ir
from ..language import tree
from ..language.values import LIMIT, Cond, Num, Unsupported, Val, number
from ..layout.note_places import MOST_EVENTS, NotePlaces
from ..layout.slots import range_of
from ..writing.building import Code, any_of, plus, times
from ..writing.numbers import narrowed
from . import conditions, expressions


def touch(code: Code, clause: str) -> None:
    """Note that a clause is applied, where that is asked for."""
    address = None if code.whole.noted is None else code.whole.noted.clauses.get(clause)
    if address is not None:
        code.emit(tree.Store(tree.Mark(0), address, tree.Int(1), 1))


def happen(code: Code, event: ir.Happen) -> None:
    """Note an event, where that is asked for."""
    place = None if code.whole.noted is None else code.whole.noted.events.get(event.event)
    if place is None:
        return
    touch(code, code.whole.program.events[event.event].name)
    types = [type_ for _, type_ in code.whole.program.events[event.event].params]
    values = [code.in_local(code.within(expressions.num(code, value), *range_of(type_)).node)
              for value, type_ in zip(event.values, types, strict=True)]
    count = code.in_local(narrowed(tree.Load(tree.Mark(0), place.count, 8)), wide=False)
    code.beyond_when(tree.Test("ge_u", count, tree.Mark(MOST_EVENTS), wide=False))
    row = code.in_local(times(count, 8 * place.values), wide=False) if values else tree.Mark(0)
    for i, value in enumerate(values):
        code.emit(tree.Store(row, place.first + 8 * i, value, 8))
    code.emit(tree.Store(tree.Mark(0), place.count, tree.Widen(plus(count, 1)), 8))


def applied(code: Code, clauses: tuple[str, ...]) -> Cond:
    """Return whether any of these clauses was applied in the step."""
    noted = _noted(code)
    if not noted.are_exact(clauses):
        raise Unsupported("a clause that is not noted")
    ended = tree.Load(tree.Mark(0), code.whole.memory.state + code.width * ir.ENDED_SLOT, code.width)
    ends = [tree.Test("eq", ended, tree.Int(i + 1)) for i, end in enumerate(code.whole.program.ends) if end.id in clauses]
    flags = [tree.Test("ne", tree.Load(tree.Mark(0), noted.clauses[name], 1), tree.Int(0)) for name in clauses]
    return Cond(any_of((*flags, *ends)))


def happened(code: Code, node: ir.Happened) -> Val:
    """A quantifier over the events of the step."""
    result = code.local(wide=node.kind not in ("every", "some", "no"))
    has_happened = code.local(wide=False)
    nothing = tree.Int(0) if result.wide else tree.Mark(int(node.kind != "some"))
    code.emit(tree.Set(result, nothing), tree.Set(has_happened, tree.Mark(0)))
    place = _noted(code).events[node.event]
    address, end = code.local(wide=False), code.local(wide=False)
    row = 8 * place.values
    count = narrowed(tree.Load(tree.Mark(0), place.count, 8))
    code.emit(tree.Set(address, tree.Mark(0)), tree.Set(end, count))
    types = [type_ for _, type_ in code.whole.program.events[node.event].params]
    bounds = (0, 0)
    with code.block() as out, code.loop() as again:
        code.emit(tree.Leave(out, tree.Test("ge_s", address, end, wide=False)))
        start = code.in_local(times(address, row), wide=False)
        # Counted before the condition is asked, which goes back to the beginning of the loop where it does not hold.
        code.emit(tree.Set(address, plus(address, 1)))
        with ExitStack() as names:
            for i, (name, type_) in enumerate(zip(node.names, types, strict=True)):
                value = code.in_local(tree.Load(start, place.first + 8 * i, 8))
                names.enter_context(code.naming(name, Num(value, *range_of(type_))))
            if node.condition is not None:
                conditions.leave_when(code, node.condition, False, again)
            bounds = _taken(code, node, (result, has_happened), out)
        code.emit(tree.Leave(again))
    return Num(result, *bounds) if result.wide else Cond(result)


def _taken(code: Code, node: ir.Happened, to: tuple[tree.Local, tree.Local], out: int) -> tuple[int, int]:
    """Take an event into the result; the range of the result."""
    result, has_happened = to
    if not result.wide:
        assert node.body is not None, "such a quantifier has a body"
        decides = node.kind != "every"
        with code.block() as past:
            conditions.leave_when(code, node.body, not decides, past)
            code.emit(tree.Set(result, tree.Mark(int(node.kind == "some"))), tree.Leave(out))
        return 0, 1
    num = number(1) if node.kind == "count" or node.body is None else expressions.num(code, node.body)
    low, high = min(0, num.low), max(0, num.high)
    if max(-low, high) * MOST_EVENTS > LIMIT:
        raise Unsupported("a sum that may be too great")
    if node.kind in ("count", "sum"):
        code.emit(tree.Set(result, tree.Arith("add", result, num.node)))
        return MOST_EVENTS * low, MOST_EVENTS * high
    value = code.in_local(num.node)
    better = tree.Test("gt_s" if node.kind == "max" else "lt_s", value, result)
    with code.when(tree.Arith("or", tree.Not(has_happened), better, wide=False)):
        code.emit(tree.Set(result, value))
    code.emit(tree.Set(has_happened, tree.Mark(1)))
    return low, high


def _noted(code: Code) -> NotePlaces:
    if code.whole.noted is None:
        raise Unsupported("what is asked of a step")
    return code.whole.noted
