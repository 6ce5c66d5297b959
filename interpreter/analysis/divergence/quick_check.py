"""A quick test for positions in which nothing differs, so that only the others need to be looked at."""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import cached_property
from operator import itemgetter

from ....dsl import ir
from ....dsl.types.types import width
from ...backends.backend import BLOCK
from ...game.state import State
from ...machine.machine import DecisionPoint
from .clause_words import ClauseWords, slot_names
from .state_mapping import StateMapping

Slots = tuple[int, ...]
# What makes two divergences the same: their kind, their clauses, and what differs in these.
Key = tuple[str, tuple[str, ...], tuple[str, ...]]


class QuickCheck:
    """Compares positions quickly: two that it does not find equal are compared cell by cell.

    It compares numbers, where both games have cells of the same types, at points that have the same kinds of move.
    """

    def __init__(self, over: StateMapping) -> None:
        self.a, self.b = over.a, over.b
        self.cells = [(cell, other) for cell, other in over.alike if not cell.local]
        self.unlike = frozenset(cell.name for cell, _ in over.unlike if not cell.local)
        shapes = [(_shape(over.b.program, point), point) for point in over.b.decisions.points]
        self.points = {point.block: next((other for shape, other in shapes if shape == _shape(over.a.program, point)), None)
                       for point in over.a.decisions.points}
        self.compared_slots = {block: _slots_to_compare(over.a.program, block, over.b.program, other.block)
                     for block, other in self.points.items() if other is not None}
        self.slots: dict[frozenset[str], list[tuple[int, int]]] = {}
        self.getters: dict[frozenset[str], tuple[Callable[[Slots], object], Callable[[Slots], object]]] = {}

    def is_same_point(self, a: State, b: State) -> bool:
        """Return whether both wait where a move or roll has the same number in both."""
        other = self.points.get(a.slots[BLOCK])
        return not a.is_over and not b.is_over and other is not None and other.block == b.slots[BLOCK]

    def is_written_alike(self, a: State, b: State) -> bool:
        """Return whether moves and rolls have the same number and the same words in both, where the fields are equal."""
        return self.is_same_point(a, b) and ((self.is_one_layout and a.slots == b.slots) or all(
            a.slots[i] == b.slots[j] for i, j in self.compared_slots[a.slots[BLOCK]]))

    @cached_property
    def is_one_layout(self) -> bool:
        """Whether all cells and points of both are the same, and at the same places."""
        a, b = self.a.program, self.b.program
        return (a.fields, a.locals) == (b.fields, b.locals) and all(
            other is not None and other.block == block for block, other in self.points.items())

    def equal(self, a: State, b: State, left: frozenset[str]) -> bool:
        """Return whether two positions are quickly seen to be equal but for the cells that are left out."""
        if not self._has_equal_cells(a, b, left):
            return False
        s, t = list(a.slots), list(b.slots)
        point, other = self._points(a, b)
        if point.player is None or other.player is None:
            return self.a.machines.plain.outcomes(s, point) == self.b.machines.plain.outcomes(t, other)
        # The rules may offer different moves in equal positions, so the offers are part of the comparison. Codes can be
        # compared because `_shape` found the same kinds with the same numbers at both points.
        return point.player(s) == other.player(t) and self.a.decisions.legal_codes(a) == self.b.decisions.legal_codes(b)

    def is_equal_but_for_offers(self, a: State, b: State) -> bool:
        """Return whether two positions are quickly seen equal but for what a player who is the same in both may choose."""
        if not self._has_equal_cells(a, b, frozenset()):
            return False
        point, other = self._points(a, b)
        if point.player is None or other.player is None:
            return False
        return point.player(list(a.slots)) == other.player(list(b.slots))

    def is_over_alike(self, a: State, b: State) -> bool:
        """Return whether both games are over with equal cells, by the same end, and with the same winners."""
        # Winners are compared too: the same end may count something else in the other rulebook.
        if not (a.is_over and b.is_over) or self.unlike or self.a.decisions.ended_by(a) != self.b.decisions.ended_by(b):
            return False
        of_a, of_b = self._getters(frozenset())
        return of_a(a.slots) == of_b(b.slots) and _winners(a) == _winners(b)

    def _has_equal_cells(self, a: State, b: State, left: frozenset[str]) -> bool:
        # INVARIANT: this may say `different` of two equal positions, never `equal` of two that differ. What it cannot compare
        # counts as different, and the full comparison decides.
        if self.unlike - left or not self.is_written_alike(a, b):
            return False
        # Tuples compare in C: in most positions of two rulebooks that differ in one clause this answers at once.
        if self.is_one_layout and a.slots == b.slots:
            return True
        of_a, of_b = self._getters(left)
        return of_a(a.slots) == of_b(b.slots)

    def _points(self, a: State, b: State) -> tuple[DecisionPoint, DecisionPoint]:
        return self.a.decisions.point_at(a.slots[BLOCK]), self.b.decisions.point_at(b.slots[BLOCK])

    def _getters(self, left: frozenset[str]) -> tuple[Callable[[Slots], object], Callable[[Slots], object]]:
        """Return the getters of the slots that have to be equal, from those of the one game and of the other."""
        if left not in self.getters:
            pairs = self.slots_of(left)
            first, second = ([pair[side] for pair in pairs] for side in (0, 1))
            self.getters[left] = (itemgetter(*first), itemgetter(*second)) if pairs else (lambda _: (), lambda _: ())
        return self.getters[left]

    def slots_of(self, left: Set[str]) -> list[tuple[int, int]]:
        """The slots that have to be equal, but for these cells."""
        key = frozenset(left)
        if key not in self.slots:
            self.slots[key] = [(cell.base + i, other.base + i) for cell, other in self.cells if cell.name not in left
                               for i in range(width(cell.type))]
        return self.slots[key]


def _winners(state: State) -> tuple[int, ...]:
    outcome = state.rules.endings.outcome(state)
    return () if outcome is None else outcome.winners


def _slots_to_compare(a: ir.Program, slot_a: int, b: ir.Program, slot_b: int) -> list[tuple[int, int]]:
    """The slots of what waiting rules remember that the words for moves speak of, in both games; the words are the same."""
    return [(i, j) for item, other in zip(_spoken_of(a, slot_a), _spoken_of(b, slot_b), strict=True)
            for i, j in zip(item, other, strict=False)]


def _spoken_of(program: ir.Program, block: int) -> list[range]:
    end = program.blocks[block].end
    numbers = [move.notation for move in end.moves] if isinstance(end, ir.ChooseMove) else (
        [end.notation] if isinstance(end, ir.RollValue) else [])
    widths = {local.base: local.width for local in program.locals}
    spoken = (node.base for number in numbers for node in ir.inside(program.texts[number]) if isinstance(node, ir.Slot))
    return [range(base, base + widths[base]) for base in spoken if base in widths]


def _shape(program: ir.Program, point: DecisionPoint) -> tuple[object, ...]:
    """Return the features that two points must share for the codes of their moves to mean the same."""
    end = program.blocks[point.block].end
    if isinstance(end, ir.ChooseMove):
        moves = [(move.id, move.first, move.count, *_written(program, move.notation, move.bound)) for move in end.moves]
        return point.label, *moves
    if isinstance(end, ir.RollValue):
        return point.label, *_written(program, end.notation, (end.bound,))
    return (point.label,)


def _written(program: ir.Program, notation: int, bounds: tuple[ir.Bound, ...]) -> tuple[object, ...]:
    """Return how moves are written, and the types of the values that they leave open."""
    words = ClauseWords(program, slot_names(program))
    # Named in the order of the bounds, so a notation that speaks of the second value differs from one that speaks of the first.
    for bound in bounds:
        words.temporary(bound.name)
    return words.whole(program.texts[notation]), tuple(bound.type for bound in bounds)
