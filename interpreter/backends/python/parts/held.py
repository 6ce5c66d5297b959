"""Operations -> lines of Python that give what is written a name, and read the name where they would read the slot.

A name holds up to where something else may have written the slot, or another way may lead: within the operations of a block
and of blocks that only it leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .....dsl import ir
from ....canonical.free_temps import free_temps
from ...plan.listing import Planner
from ...plan.rebuild import replaced
from .kept_lists import BESIDE, SlotValues, is_plain
from .module import Writer

# The greatest number in a slot by which a value is looked up.
MOST_LOOKED_UP = 15


class HeldWriter(Writer):
    """Writes operations of one function; who calls a function, or begins where others may lead, clears `code.held`."""

    def __init__(self, program: ir.Program, planner: Planner) -> None:
        super().__init__(program, record=False, planner=planner)
        self.values = SlotValues(program)
        self.depth = 0
        # The blocks that are being written, the innermost last.
        self.around: list[ir.Block] = []

    def ops(self, ops: tuple[ir.Op, ...], depth: int) -> Iterator[str]:
        around, self.depth = self.depth, depth
        yield from super().ops(ops, depth)
        self.depth = around
        if around and depth > around:
            # What follows may come without these operations.
            self.code.held.clear()

    def inlined(self, block: ir.Block, depth: int, path: set[int]) -> list[str]:
        self.around.append(block)
        lines = super().inlined(block, depth, path)
        self.around.pop()
        return lines

    def go(self, to: int, depth: int, path: set[int]) -> list[str]:
        if not isinstance(self.around[-1].end, ir.Jump):
            # Another way leads here too, or slots were written that no operation names.
            self.code.held.clear()
        return super().go(to, depth, path)

    def write_named(self, op: ir.Write, pad: str) -> Iterator[str]:
        """Give a value a name, and write it: what reads the slot then reads the name."""
        name, values = f"v{next(self.fresh)}", self.values_of(op)
        yield from self.noted(op, pad)
        yield f"{pad}{name} = {self.looked_up(op) or self.code.expr(op.value)}"
        if not values or (op.low is not None and min(values) < op.low) or (op.high is not None and op.high < max(values)):
            yield from self.checked(name, op.low, op.high, op.site, pad)
        yield f"{pad}s[{self.code.slot(op.to)}] = {name}"
        self.written(op.to, name)
        if values:
            self.code.values_held[name] = values

    def write_copy(self, op: ir.Write, value: ir.Slot, pad: str) -> Iterator[str]:
        """Write to a slot what is in another: both are then read by one name."""
        name = self.code.held.get(value)
        if name is None:
            name = f"v{next(self.fresh)}"
            yield f"{pad}{name} = {self.code.expr(value)}"
        yield from self.noted(op, pad)
        yield from self.checked(name, op.low, op.high, op.site, pad)
        yield f"{pad}s[{self.code.slot(op.to)}] = {name}"
        # First what was read, which is another one now where both are the same place.
        self.code.held[value] = name
        self.written(op.to, name)

    def looked_up(self, op: ir.Write) -> str | None:
        """A quotient or rest of what a slot holds as one of a few numbers, by what it holds; None for other values."""
        value = replaced(op.value, op.to, ir.Temp(BESIDE))
        among = self.values_in(op.to)
        divides = any(isinstance(part, ir.Arith) and part.operator in ("mod", "div") for part in ir.inside(value))
        if not divides or among is None or free_temps(value) != (BESIDE,) or not is_plain(value):
            return None
        if min(among, default=-1) < 0 or max(among) > MOST_LOOKED_UP:
            return None
        results = [self.values.worked_out(value, frozenset((number,))) for number in range(max(among) + 1)]
        numbers = [result for found in results if found is not None for result in found]
        return f"{tuple(numbers)}[{self.code.expr(op.to)}]" if len(numbers) == len(results) > 1 else None

    def values_of(self, op: ir.Write) -> frozenset[int] | None:
        """The values that may be written to a slot, where they follow from what it holds; None where they are not known."""
        value = replaced(op.value, op.to, ir.Temp(BESIDE))
        among = self.values_in(op.to) if free_temps(value) == (BESIDE,) and is_plain(value) else None
        return None if among is None else self.values.worked_out(value, among)

    def written(self, to: ir.Slot, name: str | None) -> None:
        """Note that a slot was written: what may lie in the same place has no name any more."""
        span = _span(to)
        for slot in list(self.code.held):
            # Also another place is meant now, where the slot says which.
            others = (_span(part) for part in ir.inside(slot) if isinstance(part, ir.Slot))
            # Spans are supersets: a name may be dropped needlessly, and never kept wrongly.
            if any(other.start < span.stop and span.start < other.stop for other in others):
                del self.code.held[slot]
        if name is not None:
            self.code.held[to] = name

    def renamed(self, names: Sequence[str]) -> None:
        """Note that names have another value now."""
        self.code.held = {slot: name for slot, name in self.code.held.items()
                          if name not in names and not set(free_temps(slot)).intersection(names)}

    def values_in(self, slot: ir.Slot) -> frozenset[int] | None:
        """The values that a slot may hold; None where they are not known, or many."""
        return self.values.of(_span(slot))


def _span(slot: ir.Slot) -> range:
    """The slots of which a slot with steps is one."""
    return range(slot.base, slot.base + sum(step.stride * (step.size - 1) for step in slot.steps) + 1)
