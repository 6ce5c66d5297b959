"""A position at the end of a playout to what it is worth to each seat, from 0 to 1.

Most of it is the share in the victory. The rest is the lead in points, so that of two moves that win as often the one
that leads by more is taken; where a playout is cut off, the lead is all there is.
"""

from __future__ import annotations

from attrs import frozen

from ...backends.backend import ENDED
from ...game.outcomes import outcome_of, scores_of
from ...machine.machine import Machine
from ...runtime.faults import Fault

# How much of a value is the lead, and not the victory.
LEAD = 0.15


@frozen(eq=False)
class Values:
    """What positions are worth to the seats of a program."""

    machine: Machine

    @property
    def even(self) -> tuple[float, ...]:
        """What nothing is known of is worth."""
        return (1 / len(self.machine.program.side.members),) * self.machine.program.players

    def of(self, s: list[int]) -> tuple[float, ...]:
        """Return what a position is worth to each seat. Raises RulebookFault."""
        self.machine.counter.begin()
        try:
            if not s[ENDED]:
                return self._leads(scores_of(self.machine, s))
            outcome = outcome_of(self.machine, s)
        except Fault as fault:
            raise self.machine.fault(fault) from None
        players = self.machine.program.players
        winners = outcome.winners or tuple(range(players))
        share = 1 / self._sides(winners) if outcome.winners else 1 / len(self.machine.program.side.members)
        leads = self._leads(outcome.scores)
        return tuple((1 - LEAD) * (share if seat in winners else 0.0) + LEAD * leads[seat] for seat in range(players))

    def _sides(self, seats: tuple[int, ...]) -> int:
        """How many sides these seats belong to."""
        return len({self.machine.program.side_of[seat] for seat in seats})

    def _leads(self, scores: tuple[int, ...] | None) -> tuple[float, ...]:
        """How far each seat is ahead of the best other side: 1/2 where nobody is, nearer to 1 the farther."""
        side_of = self.machine.program.side_of
        if scores is None:
            return (0.5,) * len(side_of)
        scale = max(1, max(map(abs, scores)))
        leads = []
        for seat, score in enumerate(scores):
            others = [other for at, other in enumerate(scores) if side_of[at] != side_of[seat]]
            ahead = (score - max(others)) / scale if others else 0.0
            leads.append(0.5 + 0.5 * ahead / (0.25 + abs(ahead)) * 1.25)
        return tuple(min(1.0, max(0.0, lead)) for lead in leads)
