"""A position at the end of a playout to what it is worth to each seat, from 0 to 1.

Most of it is the share in the victory. The rest is the lead in points, so that of two moves that win as often the one
that leads by more is taken; where a playout is cut off, the lead is all there is.
"""

from __future__ import annotations

from attrs import frozen

from ....backends.backend import ENDED
from ....game.viewing.outcomes import outcome_of, scores_of
from ....machine.machine import Machine
from ....runtime.faults import Fault

# How much of a value is the lead, and not the victory.
LEAD = 0.15


@frozen
class Payoff:
    """The payoff of a position at the end of a try for each seat, the shares in the victory, and the scores if any.

    `leads` are how far each seat is ahead by an evaluation, where a try is valued by one.
    """

    values: tuple[float, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...] | None = None
    leads: tuple[int, ...] | None = None


@frozen(eq=False)
class Payoffs:
    """The payoffs of positions for the seats of a program."""

    machine: Machine

    @property
    def even(self) -> Payoff:
        """The payoff of a position of which nothing is known."""
        program = self.machine.program
        even = (1 / len(program.side.members),) * program.players
        return Payoff(even, even)

    def of(self, s: list[int]) -> Payoff:
        """Return the payoff of a position; that of a game that goes on is the lead. Raises RulebookFault."""
        self.machine.counter.begin()
        try:
            if not s[ENDED]:
                return self._under_way(s)
            outcome = outcome_of(self.machine, s)
        except Fault as fault:
            raise self.machine.fault(fault) from None
        program = self.machine.program
        winners = outcome.winners or tuple(range(program.players))
        share = 1 / (self._sides(winners) if outcome.winners else len(program.side.members))
        shares = tuple(share if seat in winners else 0.0 for seat in range(program.players))
        leads = self._leads(outcome.scores)
        return Payoff(tuple((1 - LEAD) * won + LEAD * lead for won, lead in zip(shares, leads, strict=True)), shares,
                     outcome.scores)

    def _under_way(self, s: list[int]) -> Payoff:
        """Return the payoff of a position in which the game goes on: the lead in points."""
        scores = scores_of(self.machine, s)
        leads = self._leads(scores)
        return Payoff(leads, leads, scores)

    def between(self, far: float) -> float:
        """Return the value of a lead from -1 to 1: 0 for the lowest, 1 for the highest, a fair share for none."""
        fair = 1 / len(self.machine.program.side.members)
        return fair + ((1 - fair) if far > 0 else fair) * far

    def _sides(self, seats: tuple[int, ...]) -> int:
        """Return how many sides these seats belong to."""
        return len({self.machine.program.side_of[seat] for seat in seats})

    def _leads(self, scores: tuple[int, ...] | None) -> tuple[float, ...]:
        """Return how far each seat is ahead of the best other side: a fair share where nobody is, nearer to 1 the farther."""
        side_of = self.machine.program.side_of
        if scores is None:
            return (self.between(0.0),) * len(side_of)
        scale = max(1, max(map(abs, scores)))
        leads = []
        for seat, score in enumerate(scores):
            others = [other for index, other in enumerate(scores) if side_of[index] != side_of[seat]]
            ahead = (score - max(others)) / scale if others else 0.0
            # Steep at first: a lead of a quarter of the scale is worth five eighths of a lead of the whole.
            leads.append(self.between(min(1.0, max(-1.0, ahead / (0.25 + abs(ahead)) * 1.25))))
        return tuple(leads)
