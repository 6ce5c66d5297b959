"""Declared invariants held against a position, and against a step: what a recording machine noted while it was carried out."""

from __future__ import annotations

from ...dsl import ir
from ..machine.machine import Machine
from .state import State

BY_CHANCE = -1
MOST_CELLS = 6


def broken_in_position(machine: Machine, state: State) -> tuple[str, ...]:
    """The ids of the invariants of positions that do not hold in this one. Raises Fault."""
    s = list(state.slots)
    return _broken(machine.program.invariants, [holds(s) for holds in machine.functions.invariants])


def broken_by_step(machine: Machine, before: State, after: State, decider: int | None) -> tuple[str, ...]:
    """The ids of the invariants of steps that do not hold of the step that the machine has just carried out.

    `decider` is the seat that decided it (None: chance). Raises Fault.
    """
    if not machine.functions.step_invariants:
        return ()
    s, past = list(after.slots), list(before.slots)
    events: list[list[tuple[int, ...]]] = [[] for _ in machine.program.events]
    for number, values in machine.notes.events:
        events[number].append(values)
    # A copy, because on a recording machine an invariant adds the functions that it calls.
    clauses = machine.notes.clauses | {machine.program.events[number].name for number, _ in machine.notes.events}
    seat = BY_CHANCE if decider is None else decider
    return _broken(machine.program.step_invariants,
                   [holds(s, past, events, clauses, seat) for holds in machine.functions.step_invariants])


def step_told(step: str, before: State, after: State) -> str:
    """A step in words: what was decided, and the first cells that it changed."""
    rules = after.rules
    shown = rules.standing_cells(after)
    changed = [f"{name} from {was} to {now}" for name, cell in rules.cells.items()
               if (cell.local or name in shown) and (was := rules.written(before, name)) != (now := rules.written(after, name))]
    more = f", and {len(changed) - MOST_CELLS} more" if len(changed) > MOST_CELLS else ""
    return f"`{step}`" + (f", which changed {', '.join(changed[:MOST_CELLS])}{more}" if changed else "")


def _broken(declared: tuple[tuple[str, ir.Expr], ...], holding: list[bool]) -> tuple[str, ...]:
    return tuple(id for (id, _), holds in zip(declared, holding, strict=True) if not holds)
