"""Lower loops around a choice to blocks: their order is listed at the start, and kept where it may change."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ... import ir
from ... import syntax as ast
from ...check.scope.typing import rounds
from ...types.types import IntType, ListType, Scalar
from ..expressions.expressions import lowering_of
from .blocks import Blocks
from .choices import roll


@frozen
class LoopParts:
    """The parts of a loop: its frame, the condition of a next round, the beginning and the end of a round."""

    frame: ir.LoopFrame
    more: ir.Expr
    take: tuple[ir.Op, ...]
    advance: tuple[ir.Op, ...]


def for_flow(blocks: Blocks, node: ast.ForEach) -> None:
    """The blocks of `for each`."""
    rule = blocks.rule
    domain = rule.expressions.domain(node.binder.domain)
    rule.opened.append([])
    match domain:
        case ir.RangeDomain(ir.Const(low), ir.Const(high)) if node.binder.key is None:
            rounds = _numbered(blocks, node.binder, low, high)
        case _:
            # Values that depend on the position, or come in another order, are listed first.
            rounds = ordered(blocks, node.binder, domain)
    loop(blocks, rounds, node.binder.condition, lambda: blocks.flow(node.body))
    blocks.add_ops(rule.clearing(rule.opened.pop()))


def _numbered(blocks: Blocks, binder: ast.Binder, low: int, high: int) -> LoopParts:
    """Return a loop over a known range: its value alone says how far it has come."""
    rule = blocks.rule
    local = rule.shared.typing.locals[binder]
    slot = ir.Slot(rule.open_slot(local.name, local.type))
    rule.env[local] = slot
    blocks.add_ops([ir.Write(slot, ir.Const(low))])
    frame = ir.LoopFrame(rule.name, local.name, local.type, slot.base, None, None, blocks.current_id())
    # The value goes one past the last before the loop ends (`low.slots` makes room for it).
    step = ir.Write(slot, ir.Arith("+", slot, ir.Const(1)))
    return LoopParts(frame, ir.Compare("<=", slot, ir.Const(high)), (), (step,))


def ordered(blocks: Blocks, binder: ast.Binder, domain: ir.Domain) -> LoopParts:
    """Return a loop over anything else: its values are listed first, and then taken one by one."""
    rule = blocks.rule
    local = rule.shared.typing.locals[binder]
    assert isinstance(local.type, Scalar), "checked to be single values"
    limit = rounds(rule.shared.typing.types[binder.domain], local.type)
    order = ir.Slot(rule.open_slot(f"order of {local.name}", ListType(local.type, limit)))
    place = ir.Slot(rule.open_slot(f"place of {local.name}", IntType(0, limit)))
    slot = ir.Slot(rule.open_slot(local.name, local.type))
    rule.env[local] = slot
    blocks.add_ops([ir.WriteList(order, _sorted(blocks, binder, domain), limit,
                                 rule.site(binder, "an order that is too long")),
                    ir.Write(place, ir.Const(0))])
    frame = ir.LoopFrame(rule.name, local.name, local.type, slot.base, place.base, order.base, blocks.current_id())
    # The first slot of a list is its length, so the entry at place 0 lies one slot further.
    entry = ir.Slot(order.base, (ir.Step(place, -1, limit + 1, 1),))
    return LoopParts(frame, ir.Compare("<", place, order), (ir.Write(slot, entry),),
                      (ir.Write(place, ir.Arith("+", place, ir.Const(1))),))


def _sorted(blocks: Blocks, binder: ast.Binder, domain: ir.Domain) -> ir.Expr:
    """Return the values of a domain as a list, in the order the loop takes them."""
    rule = blocks.rule
    local = rule.shared.typing.locals[binder]
    name = rule.shared.temp(binder.name)
    # The key is asked of all values at once, before any of them is in the slot of the loop's name.
    lowering = lowering_of(rule.shared, rule.clause, {**rule.env, local: ir.Temp(name)},
                           rule.name in rule.calls.merging)
    key = None if binder.key is None else lowering.expr(binder.key)
    return ir.Gather("list", name, domain, None, key, binder.descending, None)


def repeat_flow(blocks: Blocks, node: ast.Repeat) -> None:
    """The blocks of `repeat`."""
    rule = blocks.rule
    rule.opened.append([])
    conditions: list[ir.Expr] = []
    advance: tuple[ir.Op, ...] = ()
    base = -1
    if node.times is not None:
        left = _countdown(blocks, node.times)
        conditions.append(ir.Compare(">", left, ir.Const(0)))
        advance = (ir.Write(left, ir.Arith("-", left, ir.Const(1))),)
        base = left.base
    if node.condition is not None:
        # The count is tested before the condition: when the rounds are used up, the condition is not asked any more.
        conditions.append(rule.expr(node.condition))
    more = ir.Const(1) if not conditions else conditions[0] if len(conditions) == 1 else ir.Both(*conditions)
    frame = ir.LoopFrame(rule.name, "", None, base, None, None, blocks.current_id())
    loop(blocks, LoopParts(frame, more, (), advance), None, lambda: blocks.flow(node.body))
    blocks.add_ops(rule.clearing(rule.opened.pop()))


def throw_flow(blocks: Blocks, node: ast.Throw) -> None:
    """The blocks of several rolls, one after another; each is put into a list."""
    rule = blocks.rule
    local = rule.shared.typing.locals[node]
    assert isinstance(local.type, ListType), "checked to be a list"
    rolled, limit = ir.Slot(rule.open_slot(local.name, local.type)), local.type.limit
    rule.opened.append([])
    left = _countdown(blocks, node.times)
    blocks.add_ops([ir.WriteList(rolled, ir.MakeList(()), limit, rule.site(node, "a list that is too long"))])
    frame = ir.LoopFrame(rule.name, "", None, left.base, None, None, blocks.current_id())
    step = ir.Write(left, ir.Arith("-", left, ir.Const(1)))

    def roll_one() -> None:
        roll(blocks, node.roll, in_slot=False)
        face = rule.env[rule.shared.typing.locals[node.roll]]
        blocks.add_ops([ir.Append(rolled, face, limit, rule.site(node, "the list is full"))])

    loop(blocks, LoopParts(frame, ir.Compare(">", left, ir.Const(0)), (), (step,)), None, roll_one)
    blocks.add_ops(rule.clearing(rule.opened.pop()))
    rule.env[local] = rolled


def _countdown(blocks: Blocks, times: ast.Expr) -> ir.Slot:
    """Return a slot that holds how many rounds are left; none when the number is below 0."""
    rule = blocks.rule
    type_ = rule.shared.typing.types[times]
    assert isinstance(type_, IntType), "checked to be a number"
    left = ir.Slot(rule.open_slot("rounds left", IntType(0, max(0, type_.high))))
    blocks.add_ops([ir.Write(left, ir.Primitive("max", (rule.expr(times), ir.Const(0))))])
    return left


def loop(blocks: Blocks, rounds: LoopParts, condition: ast.Expr | None, body: Callable[[], None]) -> None:
    """The blocks of any loop: head, what `body` makes, step, and what comes after."""
    rule = blocks.rule
    # A block belongs to the loops that are open when it is made, so the one behind the loop is made first.
    after = blocks.make(rule.clause)
    # The number of the frame is taken before the frame is there, so `append` has to follow at once.
    outer, blocks.loops = blocks.loops, (*blocks.loops, len(blocks.graph.frames))
    blocks.graph.frames.append(rounds.frame)
    head, inside, step = (blocks.make(f"{rule.clause} {part}") for part in ("each", "body", "next"))
    blocks.jump(head)
    blocks.current = head
    blocks.finish(ir.Branch(rounds.more, inside.id, after.id))
    blocks.current = inside
    blocks.add_ops(rounds.take)
    if condition is not None:
        fits = blocks.make(f"{rule.clause} body")
        blocks.finish(ir.Branch(rule.expr(condition), fits.id, step.id))
        blocks.current = fits
    blocks.exits.append((after, step, len(rule.opened)))
    body()
    blocks.exits.pop()
    blocks.jump(step)
    blocks.current = step
    blocks.add_ops(rounds.advance)
    blocks.jump(head)
    blocks.loops = outer
    blocks.current = after
