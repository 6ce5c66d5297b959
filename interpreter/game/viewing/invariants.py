"""Declared invariants checked in a position, and for a step with what a recording machine noted of it."""

from __future__ import annotations

from functools import cached_property

from ....dsl import ir
from ...backends.backend import BLOCK
from ...machine.machine import Machine, MoveKind
from ...runtime.faults import BrokenInvariant
from ..table.analyses import Analyses
from ..table.cells_by_name import CellsByName
from ..table.conditions import Condition, PlayableRulebook
from ..table.decisions import Decisions
from ..table.machines import Machines
from ..table.values import Position, Slots
from .trace import carried_out
from .unchanged import Conditions, StepFacts

BY_CHANCE = -1
MOST_CELLS = 6


class Invariants:
    """The declared invariants at a table."""

    def __init__(self, compilation: PlayableRulebook, machines: Machines, analyses: Analyses, decisions: Decisions,
                 cells: CellsByName) -> None:
        self.compilation, self.program, self.machines = compilation, compilation.program, machines
        self.analyses, self.decisions, self.cells = analyses, decisions, cells

    def broken(self, position: Position) -> tuple[str, ...]:
        """The ids of the declared invariants that do not hold in this position. Raises RulebookFault."""
        with self.machines.plain.locating_faults():
            return self._broken(self._played, position)

    def broken_in_trace(self, before: Position, after: Position) -> tuple[str, ...]:
        """The ids of those that do not hold in a position, or of the step to it that was recorded last.

        Call it right after the step: it notes the functions that invariants of positions call.
        """
        # Before any function is noted that only an invariant of positions calls.
        by_step = self.broken_by_step(before, after)
        with self.machines.recorder.locating_faults():
            return self._broken(self._recorded, after) + by_step

    @cached_property
    def may_apply_clauses(self) -> bool:
        """Whether a recording machine may note clauses while it tests the invariants: of functions, exceptions and rows."""
        program = self.program
        return any(isinstance(part, ir.CallFunction | ir.Supposed | ir.PickException | ir.Opened)
                   for part in ir.inside((program.invariants, program.step_invariants)))

    def broken_by_step(self, before: Position, after: Position) -> tuple[str, ...]:
        """The ids of the declared invariants that do not hold of the step that was recorded last."""
        if not self.program.step_invariants:
            return ()
        mover = self.decisions.to_move(before)
        with self.machines.recorder.locating_faults():
            step = _step(self.machines.recorder, mover if isinstance(mover, int) else BY_CHANCE)
            return _broken(self.program.step_invariants, self._of_steps.holding((after.slots, before.slots), step))

    @cached_property
    def _played(self) -> Conditions:
        return _of_positions(self.machines.plain, self.analyses)

    @cached_property
    def _recorded(self) -> Conditions:
        return _of_positions(self.machines.recorder, self.analyses)

    @cached_property
    def _of_steps(self) -> Conditions:
        machine = self.machines.recorder
        return Conditions(machine, self.analyses.step_dependencies, machine.functions.step_invariants)

    def _broken(self, conditions: Conditions, position: Position) -> tuple[str, ...]:
        return _broken(self.program.invariants, conditions.holding((position.slots,)))

    def against(self, position: Position, invariant: str) -> list[str]:
        """The values for which a broken invariant does not hold, where it is about `every` or `no` value of a domain."""
        compiled = self.compilation.invariant(invariant)
        return Condition(compiled, self.machines.plain, self.machines.seats).against(position)

    def require(self, position: Position) -> None:
        """Raise BrokenInvariant for the first declared invariant of positions that does not hold."""
        self._require(self.broken(position), "an invariant does not hold")

    def enter(self, s: list[int], kind: MoveKind, code: int) -> None:
        """Carry out a legal choice or outcome of this kind in place, and check the declared invariants of steps.

        Raises BrokenInvariant for the first that does not hold.
        """
        before = Slots(tuple(s))
        with self.machines.recorder.locating_faults():
            s[:] = carried_out(self.machines.recorder, before.slots, s[BLOCK], code)
        after = Slots(tuple(s))
        broken = self.broken_by_step(before, after)
        if broken:
            step = self.step_in_words(kind.written(list(before.slots), code - kind.first), before, after)
            self._require(broken, f"an invariant does not hold of the step {step}")

    def _require(self, broken: tuple[str, ...], message: str) -> None:
        if broken:
            clause = self.compilation.clauses[broken[0]]
            raise BrokenInvariant(f"{message}: {clause.statement}", clause.span, broken[:1])

    def step_in_words(self, step: str, before: Position, after: Position) -> str:
        """A step in words: what was decided, and the first cells that it changed."""
        shown = self.cells.existing(after)
        changed = [f"{name} from {was} to {current}" for name, cell in self.cells.items() if (cell.local or name in shown)
                   and (was := self.cells.written(before, cell)) != (current := self.cells.written(after, cell))]
        more = f", and {len(changed) - MOST_CELLS} more" if len(changed) > MOST_CELLS else ""
        return f"`{step}`" + (f", which changed {', '.join(changed[:MOST_CELLS])}{more}" if changed else "")


def _of_positions(machine: Machine, analyses: Analyses) -> Conditions:
    return Conditions(machine, analyses.invariant_dependencies, machine.functions.invariants)


def _step(machine: Machine, decider: int) -> StepFacts:
    """Return the facts of the step that a machine has just carried out and this seat has decided."""
    events: list[list[tuple[int, ...]]] = [[] for _ in machine.program.events]
    for number, values in machine.notes.events:
        events[number].append(values)
    # A copy, because on a recording machine an invariant adds the functions that it calls.
    clauses = machine.notes.clauses | {machine.program.events[number].name for number, _ in machine.notes.events}
    return StepFacts(events, clauses, decider)


def _broken(declared: tuple[tuple[str, ir.Expr], ...], holding: list[bool]) -> tuple[str, ...]:
    return tuple(id for (id, _), holds in zip(declared, holding, strict=True) if not holds)
