"""Rules that go round without a choice, found sooner than by their number of blocks."""

from __future__ import annotations

from ..backends.backend import Vector

# Rules that carry out more blocks than this without a choice may go round, which is looked for from then on.
FEW_BLOCKS = 500


class CycleSearch:
    """Looks for rules that go round: a position that comes again, with as much of the budget of loops, comes for ever.

    Rounds that would only come to the same are not carried out, so rules that go round are stopped sooner, at the same block.
    """

    def __init__(self) -> None:
        self.times = self.since = 0
        self.block, self.before = -1, (0, list[int]())

    def without_repeats(self, left: int, block: int, s: Vector, budget: int) -> int:
        """Return how many of the blocks that are left have to be carried out from here on; it is called after each block.

        The position is compared with one further on each time (Brent 1980), as rules may come into a round late.
        """
        self.times += 1
        if block == self.block and (budget, s) == self.before:
            return left % (self.times - self.since)
        if self.times & (self.times - 1) == 0:
            self.since, self.block, self.before = self.times, block, (budget, list(s))
        return left
