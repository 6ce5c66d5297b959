"""Legal moves to the order in which a search tries them, and ends of tries to their values.

Tries are valued by playouts to the end, or by an evaluation. An evaluation values a position where all that the last choice
led to is done. Its lead over the others becomes a value between a defeat and a victory. One look ahead by it gives each move
a prior. Both are scaled by how much the moves differ at the root.
"""

from __future__ import annotations

from itertools import zip_longest
from math import exp
from statistics import pstdev
from typing import Protocol

from attrs import evolve, frozen

from ....backends.backend import ENDED
from ....backends.evaluation import DECIDED
from ....machine.machine import DecisionPoint
from ....runtime.series import WORD, mixed
from ..evaluation.values import Payoff, Payoffs
from .simulator import PositionBytes, Simulator
from .tree import Order

# Playouts end with the game, or after this number of choices and rolls.
MOST_STEPS = 100_000
# What an evaluation says of a position lies within this share of the way from a draw to a victory. So an
# open position is worth less than a game that is won, which counts at least 1 - LEAD / 2 where there are no points.
REACH = 0.84
# Of more moves than these, a look ahead at each takes too long.
MOST_WEIGHED = 1_000


class Guide(Protocol):
    """Orders moves and values the ends of tries.

    `name` and `per` say how leads are written: by which evaluation, and how many of its points count one.
    """

    @property
    def name(self) -> str: ...

    @property
    def per(self) -> int: ...

    def at(self, by: Simulator, world: bytes) -> Guide:
        """Return the guide for a search from a position."""
        ...

    def order(self, by: Simulator, codes: list[int], point: DecisionPoint, seed: int) -> Order:
        """Return legal moves of the position in the order in which they are looked at."""
        ...

    def value(self, by: Simulator, block: int) -> Payoff:
        """Return the payoff of the position, by playing on from it; the last choice was made in the block `block`."""
        ...


@frozen(eq=False)
class ByPlayouts:
    """Tries are played on at random to the end. Moves are looked at kind by kind, and by lot within a kind."""

    values: Payoffs
    words: PositionBytes
    name: str = ""
    per: int = 1

    def at(self, by: Simulator, world: bytes) -> Guide:
        """Return the same guide: nothing depends on where a search begins."""
        return self

    def order(self, by: Simulator, codes: list[int], point: DecisionPoint, seed: int) -> Order:
        """Return the moves of each kind in turn, those of a kind by lot."""
        return Order(_by_kinds(codes, point, seed))

    def value(self, by: Simulator, block: int) -> Payoff:
        """Return the payoff of a game that is played on at random."""
        by.play_on(MOST_STEPS)
        return self.values.of(self.words.slots(by.snapshot()))


@frozen(eq=False)
class ByEvaluation:
    """Tries are valued by an evaluation. Moves are looked at by one look ahead.

    `base` are the leads of the seats where the search begins, `scale` is how much moves differ there.
    """

    values: Payoffs
    words: PositionBytes
    name: str
    per: int = 1
    base: tuple[int, ...] = ()
    scale: float = 1.0

    def at(self, by: Simulator, world: bytes) -> Guide:
        """Return the guide for a search from a position."""
        by.put(world)
        # Where a look ahead at all moves takes too long, `order` goes by no priors, and the scale is that of points.
        values = [value for value in by.weigh() if abs(value) < DECIDED] if len(by.legal()) <= MOST_WEIGHED else []
        by.put(world)
        return evolve(self, base=leads_of(self.values, by.evaluations()), scale=max(1.0, pstdev(values)) if values else 1.0)

    def order(self, by: Simulator, codes: list[int], point: DecisionPoint, seed: int) -> Order:
        """Return the moves with their priors, the most promising first (softmax of what one look ahead says)."""
        if len(codes) > MOST_WEIGHED:
            return Order(_by_kinds(codes, point, seed))
        values = by.weigh()
        most = max(values)
        likely = [exp(max(-700.0, (value - most) / self.scale)) for value in values]
        whole = sum(likely)
        best = sorted(zip(likely, codes, strict=True), key=lambda move: (-move[0], mixed(seed + move[1] & WORD)))
        return Order(tuple(code for _, code in best), tuple(weight / whole for weight, _ in best))

    def value(self, by: Simulator, block: int) -> Payoff:
        """Return the payoff of the position when all is done that the last choice led to."""
        by.settle(block)
        leads, position = leads_of(self.values, by.evaluations()), by.snapshot()
        if self.words.slot(position, ENDED):
            return evolve(self.values.of(self.words.slots(position)), leads=leads)
        farther = [(lead - base) / self.scale for lead, base in zip(leads, self.base, strict=True)]
        values = tuple(self.values.between(REACH * far / (1 + abs(far))) for far in farther)
        return Payoff(values, (0.0,) * len(leads), None, leads)


def leads_of(values: Payoffs, evaluations: tuple[int, ...]) -> tuple[int, ...]:
    """Return by how much each seat is ahead of the best seat of the other sides."""
    side_of = values.machine.program.side_of
    return tuple(own - max((other for index, other in enumerate(evaluations) if side_of[index] != side_of[seat]), default=0)
                 for seat, own in enumerate(evaluations))


def _by_kinds(codes: list[int], point: DecisionPoint, seed: int) -> tuple[int, ...]:
    """Return codes kind by kind: one of each before a second of any, those of a kind by lot."""
    by_lot = sorted(codes, key=lambda code: mixed(seed + code & WORD))
    if len(point.kinds) == 1:
        return tuple(by_lot)
    parts = [[code for code in by_lot if kind.first <= code < kind.first + kind.count] for kind in point.kinds]
    return tuple(code for turn in zip_longest(*filter(None, parts)) for code in turn if code is not None)
