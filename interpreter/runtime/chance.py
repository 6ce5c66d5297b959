"""Chance that is the same everywhere: a small face for the Mersenne Twister.

Matsumoto and Nishimura, "Mersenne Twister", ACM TOMACS 8(1), 1998. Only `random()` is used:
Python promises that its sequence for a whole-number seed stays as it is, on every platform.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A source of chance with a seed. The same seed gives the same draws."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._source = random.Random(seed)
        # Bound once: games draw often, and each look-up of the method takes time.
        self.random = self._source.random

    def copy(self) -> Dice:
        """Another source that will give the same draws as this one."""
        same = Dice(self.seed)
        same._source.setstate(self._source.getstate())
        return same

    def below(self, count: int) -> int:
        """A whole number from 0 to `count` - 1, each equally likely (to within 2**-53)."""
        return int(self.random() * count)

    def one_of(self, options: Sequence[T]) -> T:
        """One of the options, each equally likely."""
        return options[int(self.random() * len(options))]

    def weighted(self, weights: Sequence[int]) -> int:
        """The place of one of the weights, each as likely as it is heavy. Their sum is positive."""
        # One draw, whatever the weights: a module of WebAssembly draws in the same way, and both play the same game.
        remainder = int(self.random() * sum(weights))
        for place, weight in enumerate(weights):
            remainder -= weight
            if remainder < 0:
                return place
        raise AssertionError("the weights are positive in sum")


def seed_of(seed: int, number: int) -> int:
    """The seed of one game of those that are played with a source of chance of their own, in any order."""
    # Two seeds share no game as long as no series has more games than this factor.
    return seed * 1_000_003 + number
