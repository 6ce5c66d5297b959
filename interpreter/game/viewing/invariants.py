"""Declared invariants checked in a position, and for a step with what a recording machine noted of it."""

from __future__ import annotations

from functools import cached_property

from ....dsl import ir
from ...backends.backend import BLOCK
from ...machine.machine import Machine, MoveKind
from ...runtime.faults import BrokenInvariant
from ..table.conditions import Condition
from ..table.table import Table
from ..table.values import Position, Slots
from .trace import carried_out
from .unchanged import Conditions, Step

BY_CHANCE = -1
MOST_CELLS = 6


class Invariants:
    """The declared invariants at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def broken(self, position: Position) -> tuple[str, ...]:
        """The ids of the declared invariants that do not hold in this position. Raises RulebookFault."""
        with self.table.locating_faults():
            return self._broken(self._played, position)

    def broken_in_trace(self, before: Position, after: Position) -> tuple[str, ...]:
        """The ids of those that do not hold in a position, or of the step to it that was recorded last.

        Call it right after the step: it notes the functions that invariants of positions call.
        """
        # Before any function is noted that only an invariant of positions calls.
        by_step = self.broken_by_step(before, after)
        with self.table.locating_faults():
            return self._broken(self._recorded, after) + by_step

    @cached_property
    def may_apply_clauses(self) -> bool:
        """Whether a recording machine may note clauses while it tests the invariants: of functions, exceptions and rows."""
        program = self.table.program
        return any(isinstance(part, ir.CallFunction | ir.Supposed | ir.PickException | ir.Opened)
                   for part in ir.inside((program.invariants, program.step_invariants)))

    def broken_by_step(self, before: Position, after: Position) -> tuple[str, ...]:
        """The ids of the declared invariants that do not hold of the step that was recorded last."""
        table = self.table
        if not table.program.step_invariants:
            return ()
        mover = table.to_move(before)
        with table.locating_faults():
            step = _step(table.recorder, mover if isinstance(mover, int) else BY_CHANCE)
            return _broken(table.program.step_invariants, self._of_steps.holding((after.slots, before.slots), step))

    @cached_property
    def _played(self) -> Conditions:
        return Conditions(self.table.machine, self.table.of_invariants[0], self.table.machine.functions.invariants)

    @cached_property
    def _recorded(self) -> Conditions:
        return Conditions(self.table.recorder, self.table.of_invariants[0], self.table.recorder.functions.invariants)

    @cached_property
    def _of_steps(self) -> Conditions:
        return Conditions(self.table.recorder, self.table.of_invariants[1], self.table.recorder.functions.step_invariants)

    def _broken(self, conditions: Conditions, position: Position) -> tuple[str, ...]:
        return _broken(self.table.program.invariants, conditions.holding((position.slots,)))

    def against(self, position: Position, invariant: str) -> list[str]:
        """The values for which a broken invariant does not hold, where it is about `every` or `no` value of a domain."""
        compiled = self.table.compilation.invariant(invariant)
        return Condition(compiled, self.table.machine, self.table.seats).against(position)

    def require(self, position: Position) -> None:
        """Raise BrokenInvariant for the first declared invariant of positions that does not hold."""
        self._require(self.broken(position), "an invariant does not hold")

    def enter(self, s: list[int], kind: MoveKind, code: int) -> None:
        """Carry out a legal choice or outcome of this kind in place, and check the declared invariants of steps.

        Raises BrokenInvariant for the first that does not hold.
        """
        before = Slots(tuple(s))
        with self.table.locating_faults():
            s[:] = carried_out(self.table.recorder, before.slots, s[BLOCK], code)
        after = Slots(tuple(s))
        broken = self.broken_by_step(before, after)
        if broken:
            step = self.step_in_words(kind.written(list(before.slots), code - kind.first), before, after)
            self._require(broken, f"an invariant does not hold of the step {step}")

    def _require(self, broken: tuple[str, ...], message: str) -> None:
        if broken:
            clause = self.table.clauses[broken[0]]
            raise BrokenInvariant(f"{message}: {clause.statement}", clause.span, broken[:1])

    def step_in_words(self, step: str, before: Position, after: Position) -> str:
        """A step in words: what was decided, and the first cells that it changed."""
        table, shown = self.table, self.table.cells.standing(after)
        changed = [f"{name} from {was} to {now}" for name, cell in table.cells.items() if (cell.local or name in shown)
                   and (was := table.written(before, name)) != (now := table.written(after, name))]
        more = f", and {len(changed) - MOST_CELLS} more" if len(changed) > MOST_CELLS else ""
        return f"`{step}`" + (f", which changed {', '.join(changed[:MOST_CELLS])}{more}" if changed else "")


def _step(machine: Machine, decider: int) -> Step:
    """Return the facts of the step that a machine has just carried out and this seat has decided."""
    events: list[list[tuple[int, ...]]] = [[] for _ in machine.program.events]
    for number, values in machine.notes.events:
        events[number].append(values)
    # A copy, because on a recording machine an invariant adds the functions that it calls.
    clauses = machine.notes.clauses | {machine.program.events[number].name for number, _ in machine.notes.events}
    return Step(events, clauses, decider)


def _broken(declared: tuple[tuple[str, ir.Expr], ...], holding: list[bool]) -> tuple[str, ...]:
    return tuple(id for (id, _), holds in zip(declared, holding, strict=True) if not holds)
