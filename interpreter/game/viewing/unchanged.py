"""Conditions to whether they hold; one of which nothing has changed that it depends on is not tested again."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from attrs import frozen

from ...machine.dependencies import Dependencies, Dependency
from ...machine.machine import Machine


@frozen
class Step:
    """The facts of a step: for each kind of event the values of those that happened, the clauses applied, and who decided."""

    events: Sequence[Sequence[tuple[int, ...]]]
    clauses: Set[str]
    decider: int

    def about(self, asked: Dependency) -> tuple[object, ...]:
        """Return the facts that a condition asks for."""
        return (*(self.events[event] for event in asked.events), *(clause in self.clauses for clause in asked.clauses),
                self.decider if asked.decider else None)


@frozen
class _Tested:
    """The result of a condition when it was tested, and the clauses noted; it `is_kept` where nothing was shown."""

    holds: bool
    about: tuple[object, ...]
    noted: frozenset[str]
    is_kept: bool


class Conditions:
    """Conditions of one kind on one machine: those of positions, or those of steps.

    Most of them read a few fields, and most steps change few. The machine notes the same as if all were tested: a condition
    that shows values is tested each time.
    """

    def __init__(self, machine: Machine, dependencies: Dependencies, functions: Sequence[Callable[..., bool]]) -> None:
        self.machine, self.dependencies, self.functions = machine, dependencies, functions
        self._last: tuple[tuple[int, ...], ...] | None = None
        self._tested: list[_Tested | None] = [None] * len(functions)

    def holding(self, states: tuple[tuple[int, ...], ...], step: Step | None = None) -> list[bool]:
        """Return whether each holds: in a position, or of a `step`, whose states are the one after it and the one before.

        Raises Fault.
        """
        changed = self._changed(states)
        # Nothing is known after a fault.
        self._last = None
        clauses, tested = self.machine.notes.clauses, self._tested
        vectors = [list(state) for state in states]
        values = vectors if step is None else [*vectors, step.events, step.clauses, step.decider]
        found = []
        for number, asked in enumerate(self.dependencies.of):
            about = () if step is None or asked is None or not asked.of_step else step.about(asked)
            known = tested[number]
            if known is None or asked is None or known.about != about or not changed.isdisjoint(asked.places):
                known = self._test(number, values, about)
                tested[number] = known if known.is_kept else None
            elif known.noted:
                clauses |= known.noted
            found.append(known.holds)
        self._last = states
        return found

    def _changed(self, states: tuple[tuple[int, ...], ...]) -> Set[int]:
        """Return the places that are not as they were."""
        if self._last is None or self.machine.functions.is_watched:
            self._tested = [None] * len(self.functions)
            return frozenset()
        pairs = list(zip(states, self._last, strict=True))
        return {i for i, place in enumerate(self.dependencies.places) if any(now[place] != was[place] for now, was in pairs)}

    def _test(self, number: int, values: Sequence[object], about: tuple[object, ...]) -> _Tested:
        notes = self.machine.notes
        before, shown = notes.clauses.copy(), len(notes.opened)
        # Emptied for a moment, so that what is noted is that of this condition
        # alone. It is noted again when the condition is not tested.
        notes.clauses.clear()
        try:
            holds = self.functions[number](*values)
            noted = frozenset(notes.clauses)
        finally:
            notes.clauses.update(before)
        return _Tested(holds, about, noted, len(notes.opened) == shown)
