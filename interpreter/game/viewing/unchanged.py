"""Conditions to whether they hold; one of which nothing has changed that it depends on is not tested again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set

from attrs import frozen

from ...machine.dependencies import Dependencies
from ...machine.machine import Machine

States = tuple[tuple[int, ...], ...]


@frozen
class StepFacts:
    """The facts of a step: for each kind of event the values of those that happened, the clauses applied, and who decided."""

    events: Sequence[Sequence[tuple[int, ...]]]
    clauses: Set[str]
    decider: int


class Conditions:
    """Conditions of one kind on one machine: those of positions, or those of steps.

    Most of them read a few fields, and most steps change few. The machine notes the same as if all were tested: a condition
    that shows values is tested each time.
    """

    def __init__(self, machine: Machine, dependencies: Dependencies, functions: Sequence[Callable[..., bool]]) -> None:
        self.machine, self.dependencies, self.functions = machine, dependencies, functions
        self._last: tuple[States, StepFacts | None] | None = None
        # The result of each condition when it was tested; the clauses that it noted, if any; those that showed values.
        self._holds = [False] * len(functions)
        self._noted: dict[int, frozenset[str]] = {}
        self._shown = set[int]()

    def holding(self, states: States, step: StepFacts | None = None) -> list[bool]:
        """Return whether each holds: in a position, or of a `step`, whose states are the one after it and the one before.

        Raises Fault.
        """
        tested = self._to_test(states, step)
        # Nothing is known after a fault.
        self._last = None
        clauses = self.machine.notes.clauses
        vectors = [list(state) for state in states] if tested else []
        values = vectors if step is None else [*vectors, step.events, step.clauses, step.decider]
        # In order: a fault in a condition is reported with the clauses that those before it note.
        for number in sorted(tested | self._noted.keys()):
            if number in tested:
                self._test(number, values)
            else:
                clauses |= self._noted[number]
        self._last = states, step
        return self._holds.copy()

    def _to_test(self, states: States, step: StepFacts | None) -> Set[int]:
        """Return the conditions that depend on something that is not as it was, by their numbers."""
        if self._last is None or self.machine.functions.is_watched:
            return frozenset(range(len(self.functions)))
        before, step_before = self._last
        changed = self.dependencies.on_anything.union(self._shown, *self._on_states(states, before))
        return changed if step is None or step_before is None else changed.union(*self._on_step(step, step_before))

    def _on_states(self, states: States, before: States) -> Iterator[frozenset[int]]:
        """Yield the conditions that depend on a place that is not as it was."""
        for current, was in zip(states, before, strict=True):
            for place, conditions in self.dependencies.on_places if current is not was else ():
                if current[place] != was[place]:
                    yield conditions

    def _on_step(self, current: StepFacts, was: StepFacts) -> Iterator[frozenset[int]]:
        """Yield the conditions that depend on a fact of a step that is not as it was."""
        for event, conditions in self.dependencies.on_events.items():
            if current.events[event] != was.events[event]:
                yield conditions
        for clause in current.clauses ^ was.clauses:
            yield self.dependencies.on_clauses.get(clause, frozenset())
        if current.decider != was.decider:
            yield self.dependencies.on_decider

    def _test(self, number: int, values: Sequence[object]) -> None:
        """Test a condition, and keep its result."""
        notes = self.machine.notes
        before, shown = notes.clauses.copy(), len(notes.opened)
        # Emptied for a moment, so that what is noted is that of this condition
        # alone. It is noted again when the condition is not tested.
        notes.clauses.clear()
        try:
            self._holds[number] = self.functions[number](*values)
            noted = frozenset(notes.clauses)
        finally:
            notes.clauses.update(before)
        self._noted.pop(number, None)
        if noted:
            self._noted[number] = noted
        (self._shown.discard if len(notes.opened) == shown else self._shown.add)(number)
