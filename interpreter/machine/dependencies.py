"""Conditions of a program to what they depend on: slots, and facts of a step. A condition is as it was while these are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from attrs import frozen

from ...dsl import ir

Fact = TypeVar("Fact", bound=Hashable)


@frozen
class Dependency:
    """The facts that a condition may depend on: `places` by their numbers; and `of_step`, events, clauses and the decider."""

    places: frozenset[int]
    events: tuple[int, ...]
    clauses: tuple[str, ...]
    decider: bool
    of_step: bool


class Dependencies:
    """The dependencies of conditions.

    A place is a run of slots: a field, what a rule remembers, or a slot of the machine. `places` has those that any condition
    reads, in the position or in the one before. `of` has a dependency for each condition, None where it may be anything.
    `on_places`, `on_events`, `on_clauses` and `on_decider` are the conditions that depend on each, by their numbers;
    `on_anything` are those that may depend on anything.
    """

    def __init__(self, program: ir.Program, conditions: Sequence[ir.Expr]) -> None:
        self._functions = {function.name: function for function in program.functions}
        self._roots = {board.name: board.roots for board in program.boards}
        self._bases = sorted({ir.BLOCK_SLOT, ir.ENDED_SLOT, *(field.base for field in program.fields),
                              *(local.base for local in program.locals)})
        self._known: dict[str, frozenset[int] | None] = {}
        reads = [self._reads(condition) for condition in conditions]
        used = sorted(frozenset[int]().union(*(bases for bases in reads if bases is not None)))
        number = {place: i for i, place in enumerate(used)}
        ends = [*self._bases[1:], program.size]
        self.places = tuple(slice(self._bases[place], ends[place]) for place in used)
        self.of = tuple(None if bases is None else _of_step(condition, frozenset(number[base] for base in bases))
                        for condition, bases in zip(conditions, reads, strict=True))
        self.on_anything = frozenset(i for i, facts in enumerate(self.of) if facts is None)
        known = [(i, facts) for i, facts in enumerate(self.of) if facts is not None]
        by_place = _by_fact((i, facts.places) for i, facts in known)
        self.on_places = tuple((self.places[place], conditions) for place, conditions in by_place.items())
        self.on_events = _by_fact((i, facts.events) for i, facts in known)
        self.on_clauses = _by_fact((i, facts.clauses) for i, facts in known)
        self.on_decider = frozenset(i for i, facts in known if facts.decider)

    def _reads(self, value: object) -> frozenset[int] | None:
        """Return the places that an expression reads, by the numbers of their bases; None if it may read anything."""
        return _joined(map(self._read_by, ir.inside(value)))

    def _read_by(self, node: object) -> frozenset[int] | None:
        """Return the places that a node reads itself; its parts come up in the walk around it."""
        match node:
            case ir.Slot(base):
                return self._place(base)
            case ir.RegionOf(board) | ir.RegionDomain(board) | ir.Primitive(board=board) | ir.Paths(board=board):
                roots = self._roots.get(board)
                return frozenset() if roots is None else self._place(roots)
            case ir.CallFunction(function):
                if function not in self._known:
                    self._known[function] = self._reads(self._functions[function].value)
                return self._known[function]
            case ir.Supposed():
                # The rule that is supposed may read anything.
                return None
            case _:
                # Other nodes read no slots themselves.
                return frozenset()

    def _place(self, slot: int) -> frozenset[int]:
        # INVARIANT: fields and what rules remember are laid out one behind the other, and no index leads out of its own.
        return frozenset((bisect_right(self._bases, slot) - 1,))


def _joined(parts: Iterable[frozenset[int] | None]) -> frozenset[int] | None:
    bases = set[int]()
    for part in parts:
        if part is None:
            return None
        bases |= part
    return frozenset(bases)


def _of_step(condition: ir.Expr, places: frozenset[int]) -> Dependency:
    """Return the dependency of a condition that reads these places. No function asks about a step."""
    events, clauses, decider = set[int](), set[str](), False
    for node in ir.inside(condition):
        match node:
            case ir.Happened(event=event):
                events.add(event)
            case ir.Applied(names):
                clauses |= set(names)
            case ir.Decider():
                decider = True
            case _:
                # Other nodes ask nothing about a step: of the position before it, `Before` reads the same places.
                pass
    return Dependency(places, tuple(sorted(events)), tuple(sorted(clauses)), decider, bool(events or clauses or decider))


def _by_fact(facts_of: Iterable[tuple[int, Iterable[Fact]]]) -> Mapping[Fact, frozenset[int]]:
    """Return the numbers of the conditions that depend on each fact."""
    by_fact: dict[Fact, set[int]] = {}
    for number, facts in facts_of:
        for fact in facts:
            by_fact.setdefault(fact, set()).add(number)
    return {fact: frozenset(numbers) for fact, numbers in by_fact.items()}
