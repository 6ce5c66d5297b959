"""Slots of the state to the small language: where they are in memory, and what is read and written there."""

from __future__ import annotations

from .....dsl import ir
from ..language import tree
from ..language.values import ListVal, Num, NumShape, known, number
from ..writing.building import Code, plus, times
from ..writing.numbers import arith, narrowed
from . import expressions


def slot_place(code: Code, slot: ir.Slot) -> tuple[tree.Expr, int]:
    """The address of a slot: what is worked out, and what is added to it."""
    base, moving = slot.base, number(0)
    for step in slot.steps:
        index = code.within(expressions.num(code, step.index), step.low, step.low + step.size - 1)
        value = known(index)
        if value is not None:
            base += (value - step.low) * step.stride
            continue
        if step.low < 0:
            index = arith(code, "-", index, number(step.low))
        else:
            base -= step.low * step.stride
        moving = arith(code, "+", moving, arith(code, "*", index, number(step.stride)))
    offset = code.whole.memory.state + code.width * base
    if known(moving) == 0:
        return tree.Mark(0), offset
    address = times(narrowed(moving.node), code.width)
    # An offset of WebAssembly has no sign.
    return (address, offset) if offset >= 0 else (plus(address, offset), 0)


def slot_range(code: Code, slot: ir.Slot) -> tuple[int, int]:
    """The range of the values of a slot."""
    if all(isinstance(step.index, ir.Const) for step in slot.steps):
        base = slot.base
        for step in slot.steps:
            assert isinstance(step.index, ir.Const)
            base += (step.index.value - step.low) * step.stride
        return code.whole.slots.of(base)
    return code.whole.slots.around(slot.base)


def slot_value(code: Code, slot: ir.Slot) -> Num:
    """Return the value in a slot."""
    low, high = slot_range(code, slot)
    # Where nothing is written, what a loop reads stays the same: it is read once, before everything else (`Code.body`).
    if code.reads is not None and code.depth and not slot.steps:
        if slot.base not in code.reads:
            code.reads[slot.base] = Num(code.local(), low, high)
        return code.reads[slot.base]
    address, offset = slot_place(code, slot)
    return Num(tree.Load(address, offset, code.width), low, high)


def write_slot(code: Code, slot: ir.Slot, value: Num) -> None:
    """Put a value into a slot; it lies in the range of the slot, or the game is handed over."""
    inside = code.within(value, *slot_range(code, slot))
    address, offset = slot_place(code, slot)
    code.emit(tree.Store(address, offset, inside.node, code.width))


def state_list(code: Code, slot: ir.Slot) -> ListVal:
    """A list that is kept in the state."""
    limit, low, high = code.whole.slots.list_at(slot.base)
    place, offset = slot_place(code, slot)
    return ListVal(plus(place, offset), limit, NumShape(low, high), fixed=False)
