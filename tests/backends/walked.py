"""A second generator behind the wall: it walks the simplest blocks, and leaves the others to the reference.

It shares no class with the reference, so what asks more of a generator than `backends.backend` says fails with it. A new
generator can begin as this one does: with the statements that it knows, and with the reference for all others.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, assert_never

from rulewright.dsl import ir
from rulewright.interpreter.backends.backend import Backend, GeneratedProgram, Notes, PointFunctions, RandomRun, Vector
from rulewright.interpreter.backends.python.program import PythonProgram
from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.step_counter import StepCounter

Names = dict[str, int]
Value = Callable[[Vector, Names], int]
Act = Callable[[Vector, Names], None]

_COMPARED: dict[ir.Comparison, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_COMPUTED: dict[ir.ArithOperator, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "div": operator.floordiv, "mod": operator.mod}


class Beyond(Exception):
    """A node that only the reference carries out."""


def block_of(block: ir.Block) -> Callable[[Vector], int]:
    """A block as a function of the state, which gives the next block. Raises Beyond."""
    acts = [act_of(op) for op in block.ops]
    to = next_of(block.end)

    def carry_out(s: Vector) -> int:
        names: Names = {}
        for act in acts:
            act(s, names)
        return to(s, names)

    return carry_out


def next_of(end: ir.Terminator) -> Value:
    match end:
        case ir.Jump(to):
            return lambda s, names: to
        case ir.Branch(condition, then, otherwise):
            holds = value_of(condition)
            return lambda s, names: then if holds(s, names) else otherwise
        case ir.CallRule() | ir.Return() | ir.ChooseMove() | ir.RollValue() | ir.RunOut():
            raise Beyond
        case _:
            assert_never(end)


def act_of(op: ir.Op) -> Act:
    match op:
        case ir.Let(name, value, low, high, site):
            given = ranged(value, low, high, site)
            return lambda s, names: names.__setitem__(name, given(s, names))
        case ir.Write(to, value, low, high, site):
            place, given = place_of(to), ranged(value, low, high, site)
            return lambda s, names: s.__setitem__(place(s, names), given(s, names))
        case ir.If(condition, then, otherwise):
            return one_of(value_of(condition), [act_of(part) for part in then], [act_of(part) for part in otherwise])
        case ir.Touch():
            return lambda s, names: None  # only functions that record note clauses; those are the reference's
        case (ir.WriteList() | ir.Append() | ir.Remove() | ir.For() | ir.Loop() | ir.Leave() | ir.Do() | ir.Happen()
              | ir.CheckEnds() | ir.MergeRegions() | ir.Ensure() | ir.Reach()):
            raise Beyond
        case _:
            assert_never(op)


def one_of(holds: Value, then: list[Act], otherwise: list[Act]) -> Act:
    def carry_out(s: Vector, names: Names) -> None:
        for act in then if holds(s, names) else otherwise:
            act(s, names)

    return carry_out


def ranged(value: ir.Expr, low: int | None, high: int | None, site: int) -> Value:
    """A value that is a fault outside its range."""
    given = value_of(value)

    def checked(s: Vector, names: Names) -> int:
        number = given(s, names)
        if (low is not None and number < low) or (high is not None and number > high):
            raise Fault(site)
        return number

    return checked


def place_of(slot: ir.Slot) -> Value:
    """The number of a slot."""
    steps = [(value_of(step.index), step.low, step.stride) for step in slot.steps]
    return lambda s, names: slot.base + sum((index(s, names) - low) * stride for index, low, stride in steps)


def value_of(expr: ir.Expr) -> Value:
    match expr:
        case ir.Const(int() as value):
            return lambda s, names: value
        case ir.Temp(name):
            return lambda s, names: names[name]
        case ir.Slot():
            place = place_of(expr)
            return lambda s, names: s[place(s, names)]
        case ir.Arith(sign, left, right):
            compute, a, b = _COMPUTED[sign], value_of(left), value_of(right)
            return lambda s, names: compute(a(s, names), b(s, names))
        case ir.Compare(sign, left, right):
            compare, a, b = _COMPARED[sign], value_of(left), value_of(right)
            return lambda s, names: compare(a(s, names), b(s, names))
        case ir.Not(operand):
            holds = value_of(operand)
            return lambda s, names: not holds(s, names)
        case _:
            raise Beyond


class WalkedFunctions:
    """The functions of a program at one table. Fills `Backend`."""

    def __init__(self, program: ir.Program, reference: Backend) -> None:
        self.reference, self.walked = reference, 0
        self._blocks = [self._block(program, block) for block in program.blocks]

    def _block(self, program: ir.Program, block: ir.Block) -> Callable[[Vector], int] | None:
        written = self.reference.blocks[block.id]
        if block.enters is not None or self.reference.points[block.id] is not None:
            return written
        try:
            walks = block_of(block)
        except Beyond:
            # Not `written`: the reference writes a block that only one other leads to into that one, and here it may be walked.
            return self.reference.block_function(block)

        def walk(s: Vector) -> int:
            self.walked += 1
            return walks(s)

        return walk

    @property
    def counter(self) -> StepCounter:
        return self.reference.counter

    @property
    def blocks(self) -> Sequence[Callable[[Vector], int] | None]:
        return self._blocks

    @property
    def points(self) -> Sequence[PointFunctions | None]:
        return self.reference.points

    @property
    def texts(self) -> Sequence[Callable[..., str]]:
        return self.reference.texts

    @property
    def ends(self) -> Sequence[Callable[[Vector, int], Any] | None]:
        return self.reference.ends

    @property
    def scores(self) -> Sequence[Callable[[Vector, int], int]]:
        return self.reference.scores

    @property
    def invariants(self) -> Sequence[Callable[[Vector], bool]]:
        return self.reference.invariants

    @property
    def is_watched(self) -> bool:
        return self.reference.is_watched

    @property
    def step_invariants(self) -> Sequence[Callable[..., bool]]:
        return self.reference.step_invariants

    def evaluate(self, value: ir.Expr, tables: tuple[tuple[str, tuple[Any, ...]], ...] = ()) -> Callable[[Vector], Any]:
        return self.reference.evaluate(value, tables)

    def block_function(self, block: ir.Block) -> Callable[[Vector], int]:
        return self.reference.block_function(block)

    def random_run(self, points: tuple[int, ...]) -> RandomRun | None:
        return None

    def applied(self, fault: Fault) -> tuple[str, ...]:
        return self.reference.applied(fault)


class Walked:
    """A program whose simplest blocks are walked. Fills `GeneratedProgram`."""

    origin = None

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.reference: GeneratedProgram = PythonProgram(program)
        self.tables: list[WalkedFunctions] = []

    @property
    def steps(self) -> int:
        """How many blocks were walked so far."""
        return sum(table.walked for table in self.tables)

    def backend(self, seats: list[str], notes: Notes, record: bool) -> Backend:
        reference = self.reference.backend(seats, notes, record)
        if record:
            return reference
        self.tables.append(WalkedFunctions(self.program, reference))
        return self.tables[-1]
