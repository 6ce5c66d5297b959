"""Lower loops around a choice to blocks: their order is listed at the start, and kept where it may change."""

from __future__ import annotations

from collections.abc import Callable

from ... import ir
from ... import syntax as ast
from ...check.scope.typing import rounds
from ...source.records import frozen
from ...types.types import IntType, ListType, Scalar
from ..expressions.expressions import Expressions
from .blocks import Blocks
from .choices import roll


@frozen
class Rounds:
    """The parts of a loop: its frame, the condition of a next round, the beginning and the end of a round."""

    frame: ir.LoopFrame
    more: ir.Expr
    take: tuple[ir.Op, ...]
    advance: tuple[ir.Op, ...]


def for_flow(flow: Blocks, node: ast.ForEach) -> None:
    """The blocks of `for each`."""
    domain = flow.expressions.domain(node.binder.domain)
    flow.opened.append([])
    match domain:
        case ir.RangeDomain(ir.Const(low), ir.Const(high)) if node.binder.key is None:
            each = _numbered(flow, node.binder, low, high)
        case _:
            each = ordered(flow, node.binder, domain)
    loop(flow, each, node.binder.condition, lambda: flow.flow(node.body))
    flow.add_ops(flow.clearing(flow.opened.pop()))


def _numbered(flow: Blocks, binder: ast.Binder, low: int, high: int) -> Rounds:
    """Return a loop over a known range: its value alone says how far it has come."""
    local = flow.shared.typing.locals[binder]
    slot = ir.Slot(flow.open_slot(local.name, local.type))
    flow.env[local] = slot
    flow.add_ops([ir.Write(slot, ir.Const(low))])
    frame = ir.LoopFrame(flow.name, local.name, local.type, slot.base, None, None, flow.current_id())
    # The value goes one past the last before the loop ends (`low.slots` makes room for it).
    step = ir.Write(slot, ir.Arith("+", slot, ir.Const(1)))
    return Rounds(frame, ir.Compare("<=", slot, ir.Const(high)), (), (step,))


def ordered(flow: Blocks, binder: ast.Binder, domain: ir.Domain) -> Rounds:
    """Return a loop over anything else: its values are listed first, and then taken one by one."""
    local = flow.shared.typing.locals[binder]
    assert isinstance(local.type, Scalar), "checked to be single values"
    limit = rounds(flow.shared.typing.types[binder.domain], local.type)
    order = ir.Slot(flow.open_slot(f"order of {local.name}", ListType(local.type, limit)))
    place = ir.Slot(flow.open_slot(f"place of {local.name}", IntType(0, limit)))
    slot = ir.Slot(flow.open_slot(local.name, local.type))
    flow.env[local] = slot
    flow.add_ops([ir.WriteList(order, _sorted(flow, binder, domain), limit,
                               flow.site(binder, "an order that is too long")),
                  ir.Write(place, ir.Const(0))])
    frame = ir.LoopFrame(flow.name, local.name, local.type, slot.base, place.base, order.base, flow.current_id())
    # The first slot of a list is its length, so the entry at place 0 lies one slot further.
    entry = ir.Slot(order.base, (ir.Step(place, -1, limit + 1, 1),))
    return Rounds(frame, ir.Compare("<", place, order), (ir.Write(slot, entry),),
                   (ir.Write(place, ir.Arith("+", place, ir.Const(1))),))


def _sorted(flow: Blocks, binder: ast.Binder, domain: ir.Domain) -> ir.Expr:
    """Return the values of a domain as a list, in the order the loop takes them."""
    local = flow.shared.typing.locals[binder]
    name = flow.shared.temp(binder.name)
    # The key is asked of all values at once, before any of them is in the slot of the loop's name.
    lowering = Expressions(flow.shared, flow.clause, {**flow.env, local: ir.Temp(name)},
                           flow.name in flow.calls.merging)
    key = None if binder.key is None else lowering.expr(binder.key)
    return ir.Gather("list", name, domain, None, key, binder.descending, None)


def repeat_flow(flow: Blocks, node: ast.Repeat) -> None:
    """The blocks of `repeat`."""
    flow.opened.append([])
    conditions: list[ir.Expr] = []
    advance: tuple[ir.Op, ...] = ()
    base = -1
    if node.times is not None:
        left = _countdown(flow, node.times)
        conditions.append(ir.Compare(">", left, ir.Const(0)))
        advance = (ir.Write(left, ir.Arith("-", left, ir.Const(1))),)
        base = left.base
    if node.condition is not None:
        # The count is tested before the condition: when the rounds are used up, the condition is not asked any more.
        conditions.append(flow.expr(node.condition))
    more = ir.Const(1) if not conditions else conditions[0] if len(conditions) == 1 else ir.Both(*conditions)
    frame = ir.LoopFrame(flow.name, "", None, base, None, None, flow.current_id())
    loop(flow, Rounds(frame, more, (), advance), None, lambda: flow.flow(node.body))
    flow.add_ops(flow.clearing(flow.opened.pop()))


def throw_flow(flow: Blocks, node: ast.Throw) -> None:
    """The blocks of several rolls, one after another; each is put into a list."""
    local = flow.shared.typing.locals[node]
    assert isinstance(local.type, ListType), "checked to be a list"
    rolled, limit = ir.Slot(flow.open_slot(local.name, local.type)), local.type.limit
    flow.opened.append([])
    left = _countdown(flow, node.times)
    flow.add_ops([ir.WriteList(rolled, ir.MakeList(()), limit, flow.site(node, "a list that is too long"))])
    frame = ir.LoopFrame(flow.name, "", None, left.base, None, None, flow.current_id())
    step = ir.Write(left, ir.Arith("-", left, ir.Const(1)))

    def roll_one() -> None:
        roll(flow, node.roll, in_slot=False)
        face = flow.env[flow.shared.typing.locals[node.roll]]
        flow.add_ops([ir.Append(rolled, face, limit, flow.site(node, "the list is full"))])

    loop(flow, Rounds(frame, ir.Compare(">", left, ir.Const(0)), (), (step,)), None, roll_one)
    flow.add_ops(flow.clearing(flow.opened.pop()))
    flow.env[local] = rolled


def _countdown(flow: Blocks, times: ast.Expr) -> ir.Slot:
    """Return a slot that holds how many rounds are left; none when the number is below 0."""
    type_ = flow.shared.typing.types[times]
    assert isinstance(type_, IntType), "checked to be a number"
    left = ir.Slot(flow.open_slot("rounds left", IntType(0, max(0, type_.high))))
    flow.add_ops([ir.Write(left, ir.Primitive("max", (flow.expr(times), ir.Const(0))))])
    return left


def loop(flow: Blocks, each: Rounds, condition: ast.Expr | None, body: Callable[[], None]) -> None:
    """The blocks of any loop: head, what `body` makes, step, and what comes after."""
    # A block belongs to the loops that are open when it is made, so the one behind the loop is made first.
    after = flow.make(flow.clause)
    # The number of the frame is taken before the frame is there, so `append` has to follow at once.
    outer, flow.loops = flow.loops, (*flow.loops, len(flow.graph.frames))
    flow.graph.frames.append(each.frame)
    head, inside, step = (flow.make(f"{flow.clause} {part}") for part in ("each", "body", "next"))
    flow.jump(head)
    flow.current = head
    flow.finish(ir.Branch(each.more, inside.id, after.id))
    flow.current = inside
    flow.add_ops(each.take)
    if condition is not None:
        fits = flow.make(f"{flow.clause} body")
        flow.finish(ir.Branch(flow.expr(condition), fits.id, step.id))
        flow.current = fits
    flow.exits.append((after, step, len(flow.opened)))
    body()
    flow.exits.pop()
    flow.jump(step)
    flow.current = step
    flow.add_ops(each.advance)
    flow.jump(head)
    flow.loops = outer
    flow.current = after
