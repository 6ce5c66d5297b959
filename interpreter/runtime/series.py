"""Chance of the games of a series: a counter, keyed by the seed of the series and the number of the game.

Each value is a counter mixed as in splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014), so every game of a series can be played alone, in any order, on any machine, with the same result.
Modules of WebAssembly draw the same numbers (`backends.low.runtime`).
"""

from __future__ import annotations

from collections.abc import Callable

from .chance import Dice

GAMMA = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
WORD = (1 << 64) - 1
# One of 2**53 numbers as a share of 1.
SHARE = 2.0**-53


def mixed(word: int) -> int:
    """A word of 64 bits with its bits mixed.

    >>> [mixed(1234567 + GAMMA * i & WORD) for i in (1, 2, 3)]
    [6457827717110365317, 3203168211198807973, 9817491932198370423]
    """
    word = (word ^ word >> 30) * FIRST & WORD
    word = (word ^ word >> 27) * SECOND & WORD
    return word ^ word >> 31


def key_of(seed: int, number: int) -> int:
    """Return where the counter of a game of a series begins."""
    return mixed(mixed((seed + GAMMA) & WORD) + number & WORD)


class SeriesDice(Dice):
    """The chance of one game of a series."""

    def __init__(self, seed: int, number: int) -> None:
        self.seed, self.number = seed, number
        self._begin(key_of(seed, number))

    def _begin(self, counter: int) -> None:
        def step() -> float:
            nonlocal counter
            word = counter = counter + GAMMA & WORD
            word = (word ^ word >> 30) * FIRST & WORD
            word = (word ^ word >> 27) * SECOND & WORD
            return ((word ^ word >> 31) >> 11) * SHARE

        self.random: Callable[[], float] = step
        self._counter: Callable[[], int] = lambda: counter

    @property
    def counter(self) -> int:
        """Where the counter is; another source of chance goes on from there with the same draws."""
        return self._counter()

    @counter.setter
    def counter(self, counter: int) -> None:
        self._begin(counter)

    def copy(self) -> SeriesDice:
        """Another source that will give the same draws as this one."""
        same = SeriesDice(self.seed, self.number)
        same.counter = self.counter
        return same
