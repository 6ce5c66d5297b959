"""Operations -> lines of Python in the loop of random choices.

Most are written as everywhere (`parts.operations`). Others make use of what is known in the loop: what is written has a name
(`slot_names`), lists of legal codes stay right (`list_updates`), short rules are written here and not called, and an end
leaves the loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from .....dsl import ir
from ....canonical.free_temps import free_temps
from ...plan.rebuild import replaced, size_of
from ..parts.counting import counted
from ..parts.did import DidCode
from ..parts.operations import OperationCode, checked, over
from ..values.loops import LoopCode, read_first
from ..values.simplify import simplified
from .code_lists import SLOT_VALUE, SlotValues, is_plain
from .list_updates import CodeLists
from .slot_names import SlotNames

# Rules with more parts are called: a call costs little beside them.
MAX_PARTS = 80
# The greatest number in a slot by which a value is looked up.
MOST_LOOKED_UP = 15


class LoopOperations:
    """Writes operations that stand in the loop. Fills `parts.operations.Body`."""

    def __init__(self, program: ir.Program, code: LoopCode, did: DidCode, values: SlotValues, slot_names: SlotNames,
                 lists: CodeLists) -> None:
        self.program, self.code, self.values, self.slot_names, self.lists = program, code, values, slot_names, lists
        self.plain = OperationCode(program, code, did, inside=self)
        self.procedures = {procedure.name: procedure for procedure in program.procedures}
        # The functions whose operations are written, the innermost last.
        self.within: list[str] = []
        # How many loops are around an operation: only outside all of them `break` leaves the loop through the points.
        self.loops = 0
        self.depth = 0

    @contextmanager
    def within_block(self, name: str) -> Iterator[None]:
        """Inside, operations of the function of a block are written."""
        self.within.append(name)
        try:
            yield
        finally:
            self.within.pop()

    def ops(self, ops: tuple[ir.Op, ...], depth: int) -> Iterator[str]:
        """The lines that carry out operations."""
        around, self.depth = self.depth, depth
        for op in ops:
            yield from self._op(op, depth)
        self.depth = around
        if around and depth > around:
            # What follows may come without these operations.
            self.slot_names.forget()

    def _op(self, op: ir.Op, depth: int) -> Iterator[str]:
        pad = "    " * depth
        match op:
            case ir.CheckEnds(ends):
                for end in ends:
                    yield from self._asked_here(end, depth) or self._end(end, depth)
            case ir.Write(to, ir.Slot() as value):
                yield from self._write_copy(op, value, pad)
                yield from self.lists.written(to, value, pad)
            case ir.Write(to, ir.Const() | ir.Temp() as value):
                yield from self.plain.op(op, depth)
                self.slot_names.written(to, value.name if isinstance(value, ir.Temp) else None)
                yield from self.lists.written(to, value, pad)
            case ir.Write(to, value):
                yield from self._write_named(op, pad)
                yield from self.lists.written(to, value, pad)
            case ir.WriteList() | ir.Append() | ir.Remove() | ir.MergeRegions():
                yield from self.plain.op(op, depth)
                yield from self.lists.forgotten(pad)
            case ir.Let(name):
                yield from self.plain.op(op, depth)
                self.slot_names.renamed((name,))
            case ir.Do():
                yield from self._do(op, depth)
            case ir.For() | ir.Loop():
                self.loops += 1
                # What comes first in a loop comes again after what comes last.
                self.lists.nothing_known()
                yield from self.plain.op(op, depth)
                self.loops -= 1
            case ir.If() | ir.Leave() | ir.Happen() | ir.Ensure() | ir.Touch() | ir.Reach():
                # These write nothing themselves.
                yield from self.plain.op(op, depth)
            case _:
                # INVARIANT: an operation that writes to slots drops their names, and lists that may have changed.
                assert_never(op)

    # -- what is written -------------------------------------------------------------------------

    def _write_named(self, op: ir.Write, pad: str) -> Iterator[str]:
        """Give a value a name, and write it: what reads the slot then reads the name."""
        name, values = f"v{next(self.code.names.fresh)}", self._values_of(op)
        yield f"{pad}{name} = {self._looked_up(op) or self.code.expr(op.value)}"
        if not values or (op.low is not None and min(values) < op.low) or (op.high is not None and op.high < max(values)):
            yield from checked(name, op.low, op.high, op.site, pad)
        yield f"{pad}s[{self.code.slot(op.to)}] = {name}"
        self.slot_names.written(op.to, name, values)

    def _write_copy(self, op: ir.Write, value: ir.Slot, pad: str) -> Iterator[str]:
        """Write to a slot what is in another: both are then read by one name."""
        name = self.slot_names.of(value)
        if name is None:
            name = f"v{next(self.code.names.fresh)}"
            yield f"{pad}{name} = {self.code.expr(value)}"
        yield from checked(name, op.low, op.high, op.site, pad)
        yield f"{pad}s[{self.code.slot(op.to)}] = {name}"
        # First what was read, which is another one now where both are the same place.
        self.slot_names.read({value: name})
        self.slot_names.written(op.to, name)

    def _looked_up(self, op: ir.Write) -> str | None:
        """A quotient or rest of what a slot holds as one of a few numbers, by what it holds; None for other values."""
        value = replaced(op.value, op.to, ir.Temp(SLOT_VALUE))
        among = self.lists.values_in(op.to)
        divides = any(isinstance(part, ir.Arith) and part.operator in ("mod", "div") for part in ir.inside(value))
        if not divides or among is None or free_temps(value) != (SLOT_VALUE,) or not is_plain(value):
            return None
        if min(among, default=-1) < 0 or max(among) > MOST_LOOKED_UP:
            return None
        results = [self.values.worked_out(value, frozenset((number,))) for number in range(max(among) + 1)]
        numbers = [result for possible in results if possible is not None for result in possible]
        return f"{tuple(numbers)}[{self.code.expr(op.to)}]" if len(numbers) == len(results) > 1 else None

    def _values_of(self, op: ir.Write) -> frozenset[int] | None:
        """The values that may be written to a slot, where they follow from what it holds; None where they are not known."""
        value = replaced(op.value, op.to, ir.Temp(SLOT_VALUE))
        among = self.lists.values_in(op.to) if free_temps(value) == (SLOT_VALUE,) and is_plain(value) else None
        return None if among is None else self.values.worked_out(value, among)

    # -- rules -----------------------------------------------------------------------------------

    def _do(self, op: ir.Do, depth: int) -> Iterator[str]:
        """A rule that asks for nothing: its operations, where they are few."""
        procedure, name, pad = self.procedures[op.rule], self.code.names.rules[op.rule], "    " * depth
        if size_of(procedure.body) > MAX_PARTS or name in self.within:
            yield from self.plain.op(op, depth)
            yield from self.lists.forgotten(pad)
            return
        if procedure.params:
            yield f"{pad}{', '.join(procedure.params)} = {self.code.arguments('', op.arguments)}"
            self.slot_names.renamed(procedure.params)
            self.lists.given(procedure.params, op.arguments)
        self.within.append(name)
        yield f"{pad}# {' '.join(self.within)}"
        yield from counted(self.code.names.budget, procedure.body, depth)
        yield from self.ops(procedure.body, depth)
        self.within.pop()
        yield f"{pad}# {' '.join(self.within)}"

    # -- ends ------------------------------------------------------------------------------------

    def _asked_here(self, end: int, depth: int) -> list[str] | None:
        """The lines of an end that is a quantifier, or a condition and then one: a loop here. None for other ends."""
        condition, pad = simplified(self.program.ends[end].condition), "    " * depth
        first, question = (condition.left, condition.right) if isinstance(condition, ir.Both) else (None, condition)
        if self.loops or not isinstance(question, ir.Gather) or self.code.names.budget.is_long(condition):
            return None
        loop = self.code.asked_here(question, f"end = {end}", depth if first is None else depth + 1)
        if loop is None:
            return None
        read, lines = loop
        before = [] if first is None else [f"{pad}if {self.code.expr(first)}:"]
        # Nothing is written meanwhile: what is read for this is known behind it too.
        self.slot_names.read({ir.Slot(slot, ()): name for slot, name in read.items() if isinstance(slot, int)})
        return [*read_first(read, depth), *before, *lines, f"{pad}if end >= 0: break"]

    def _end(self, end: int, depth: int) -> Iterator[str]:
        """The lines that ask whether an end has come, and leave the loop then."""
        pad = "    " * depth
        answer = self.lists.answer(self.program.ends[end].condition)
        if answer is None:
            yield from self.plain.when_over(end, depth)
        else:
            yield f"{pad}if {answer}:"
        if self.loops:
            yield over(end, depth + 1)
        else:
            yield f"{pad}    end = {end}"
            yield f"{pad}    break"
