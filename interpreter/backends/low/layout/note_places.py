"""Invariants of steps to places in memory where a module notes what they ask for: clauses that were applied, events."""

from __future__ import annotations

from attrs import frozen

from .....dsl import ir
from .memory import MemoryLayout

# The most events of a kind that are noted of a step; a step with more is played in Python.
MOST_EVENTS = 256


@frozen
class EventPlace:
    """The place of the events of a kind: the address of their number, of 8 bytes, and of their values, 8 bytes each."""

    count: int
    first: int
    values: int


class NotePlaces:
    """The places of the clauses and events that are noted; all are cleared when a step begins.

    A clause that is applied by a function, an exception or the row of a table is not noted: only Python follows these.
    """

    def __init__(self, program: ir.Program, memory: MemoryLayout) -> None:
        nodes = [item for _, condition in program.step_invariants for item in ir.inside(condition)]
        inexact = _followed_by_python(program)
        clauses = {name: None for item in nodes if isinstance(item, ir.Applied) for name in item.clauses
                   if name not in inexact and "." not in name}
        named = {event.name for event in program.events if event.name in clauses}
        events = sorted({item.event for item in nodes if isinstance(item, ir.Happened)}
                        | {number for number, event in enumerate(program.events) if event.name in named})
        flags = len(clauses) + -len(clauses) % 8
        self.bytes = flags + 8 * len(events)
        self.at = memory.reserved(self.bytes)
        self.clauses = {name: self.at + i for i, name in enumerate(clauses)}
        self.events = {number: EventPlace(self.at + flags + 8 * i, memory.reserved(8 * MOST_EVENTS * len(params)), len(params))
                       for i, number in enumerate(events) for params in (program.events[number].params,)}

    def are_exact(self, clauses: tuple[str, ...]) -> bool:
        """Return whether all of these clauses are noted."""
        return all(name in self.clauses for name in clauses)


def _followed_by_python(program: ir.Program) -> frozenset[str]:
    """The clauses that are noted where a value is worked out, and not by an operation."""
    clauses: set[str] = {function.name for function in program.functions}
    for item in ir.inside((program.functions, program.blocks)):
        match item:
            case ir.ValueException(id):
                clauses.add(id)
            case ir.Guard(exceptions=exceptions):
                clauses.update(exception.id for exception in exceptions)
            case _:
                # Others note nothing, or are operations.
                pass
    return frozenset(clauses)
