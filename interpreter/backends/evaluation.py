"""An evaluation of positions as numbers beside a program: data for look-ahead in Python and in compiled code."""

from __future__ import annotations

import hashlib

from attrs import frozen

from ...dsl import ir

# No number of a position outweighs its end; that nobody wins is worse than to go on, and better than to lose.
WON, DRAWN, LOST = 10**15, -(10**13), -(10**15)
# How often a move is tried whose outcome is open, and after how many steps a trial is cut off.
TRIALS = 3
# An evaluation has at most this number of numbers. So its sum, which is below DECIDED, is less than a third of a draw: where
# one of three trials ends, the mean is beyond DECIDED.
MOST_NUMBERS = 500
DECIDED = 10**12
MOST_STEPS = 60


@frozen(eq=False)
class Evaluation:
    """An evaluation of positions: for each seat numbers that are added up.

    `settled` are pairs of blocks: what a choice in the first leads to is done when the game waits in the second.
    """

    numbers: tuple[tuple[ir.Condition, ...], ...]
    settled: frozenset[tuple[int, int]]

    @property
    def digest(self) -> str:
        """A digest of all that a module with this evaluation depends on besides its program."""
        made_from = [repr((number.value, number.tables)) for numbers in self.numbers for number in numbers]
        return hashlib.sha256("\0".join([*made_from, repr(sorted(self.settled))]).encode()).hexdigest()
