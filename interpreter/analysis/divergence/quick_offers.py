"""Positions that differ in nothing but what a player may choose, and only in ways that are known already: a quick look.

Which clause refuses a move follows from the requirements that fail, by their places. So a move that fails by the same places
as one before it is not explained again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...backends.backend import BLOCK
from ...game.state import State
from ...machine.machine import DecisionPoint
from ...runtime.chance import Dice
from ...runtime.faults import Fault
from .blame import Blame
from .quick_check import Key, QuickCheck

# The clause by which a position refuses a move of the other game.
Refusing = Callable[[State, State, int], str]
Failing = tuple[bool, int, str, tuple[int, ...], tuple[tuple[str, ...], ...]]


class QuickOffers:
    """Keys of the divergences at positions where only what may be chosen differs."""

    def __init__(self, quick: QuickCheck, blame: Blame, refusing: Refusing) -> None:
        self.quick, self.blame, self.refusing = quick, blame, refusing
        self.known: dict[Failing, Key | None] = {}

    def keys(self, a: State, b: State, offered: tuple[Sequence[int], Sequence[int]]) -> tuple[Key, ...] | None:
        """Return the identities of the divergences here, in order; None where that is not so quickly seen."""
        of_a, of_b = (frozenset(codes) for codes in offered)
        keys = [self._key(False, a, b, code) for code in offered[0] if code not in of_b]
        keys += [self._key(True, b, a, code) for code in offered[1] if code not in of_a]
        known = tuple(dict.fromkeys(key for key in keys if key is not None))
        return None if None in keys else known

    def _key(self, swapped: bool, offering: State, refusing: State, code: int) -> Key | None:
        """The key of the divergence that one position offers a code and the other refuses it."""
        failing = _failing(swapped, refusing, code)
        if failing is None:
            return None
        if failing not in self.known:
            clause = self.refusing(offering, refusing, code)
            roots = self.blame.roots((clause,)) or self.blame.roots(())
            # Of several roots those count that this position is about.
            self.known[failing] = ("choices", (clause,), roots) if len(roots) < 2 else None
        return self.known[failing]


def _failing(swapped: bool, state: State, code: int) -> Failing | None:
    """The places of the requirements that a code fails, with what lifts exceptions to them; None where that raises a fault."""
    point, s, machine = _point(state), list(state.slots), state.rules.machines.plain
    kind = point.kind_of(code)
    if kind.refused is None:
        return None
    # The passes of each question are counted by themselves, as when a move is tried.
    machine.counter.begin()
    try:
        places = tuple(kind.refused(s, code - kind.first))
        lifting = kind.lifting
        lifted = () if lifting is None else tuple(
            tuple(lifting(s, code - kind.first, place)) for place in places if place >= 0)
    except Fault:
        return None
    return swapped, point.block, kind.id, places, lifted


def drawn(state: State, offered: tuple[Sequence[int], Sequence[int]], dice: Dice) -> int | None:
    """A random code that both offer, where the first waits as `Machine.random_choice` draws it; None where there is none."""
    first, second = offered
    theirs = frozenset(second)
    shared = [code for code in first if code in theirs]
    if not shared:
        return None
    # Nothing is drawn where there is nothing to draw from.
    code = dice.one_of(_kind_drawn(_point(state), first, dice))
    return code if code in theirs else dice.one_of(shared)


def _kind_drawn(point: DecisionPoint, codes: Sequence[int], dice: Dice) -> Sequence[int]:
    """The codes of one kind of move, each kind that is possible equally likely."""
    if len(point.kinds) == 1:
        return codes
    parts = [[code for code in codes if kind.first <= code < kind.first + kind.count] for kind in point.kinds]
    return dice.one_of([part for part in parts if part])


def _point(state: State) -> DecisionPoint:
    return state.rules.decisions.point_at(state.slots[BLOCK])
