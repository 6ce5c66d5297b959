"""Chance of the games of a series: a counter, keyed by the seed of the series and the number of the game.

Each value is a counter mixed as in splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014), so every game of a series can be played alone, in any order, on any machine, with the same result.
Modules of WebAssembly draw the same numbers (`backends.low.runtime`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from operator import length_hint
from struct import Struct

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
    return mixed(_key_of_series(seed) + number & WORD)


@lru_cache(maxsize=16)
def _key_of_series(seed: int) -> int:
    return mixed((seed + GAMMA) & WORD)


# Draws are worked out many at a time, as parts of one long whole number: each word of 64 bits in a lane of 128, so that
# what a word is multiplied by stays within its lane. The first are few, because many games are short.
LANE = 128
FIRST_DRAWS, MORE_DRAWS = 10, 32


class _Lanes:
    """Words side by side: `ones` has 1 in each lane, `steps` what the counter grows by there, `words` and `bits` are masks."""

    def __init__(self, count: int) -> None:
        self.count, self.size = count, 16 * count
        # The upper half of each lane is empty.
        self.apart: Callable[[bytes], tuple[int, ...]] = Struct("<" + "Q8x" * count).unpack
        self.ones = sum(1 << LANE * i for i in range(count))
        self.steps = sum(GAMMA * (i + 1) << LANE * i for i in range(count))
        self.words, self.bits = WORD * self.ones, (WORD >> 11) * self.ones

    def draws(self, counter: int) -> list[float]:
        """Return the next draws of a counter."""
        words = self.words
        lanes = counter * self.ones + self.steps & words
        lanes = ((lanes ^ lanes >> 30) & words) * FIRST & words
        lanes = ((lanes ^ lanes >> 27) & words) * SECOND & words
        lanes = (lanes ^ lanes >> 31) >> 11 & self.bits
        return [bits * SHARE for bits in self.apart(lanes.to_bytes(self.size, "little"))]


_FEW, _MANY = _Lanes(FIRST_DRAWS), _Lanes(MORE_DRAWS)


class SeriesDice(Dice):
    """The chance of one game of a series."""

    def __init__(self, seed: int, number: int) -> None:
        self.seed, self.number = seed, number
        self.go_to(key_of(seed, number))

    def go_to(self, counter: int) -> None:
        """Draw on from a counter."""
        # Where the counter stands when all that is worked out is drawn, and what is left of it.
        self._end = counter
        self._left: Iterator[float] = iter([])
        self.random: Callable[[], float] = chain.from_iterable(self._blocks()).__next__

    def _blocks(self) -> Iterator[Iterator[float]]:
        lanes = _FEW
        while True:
            self._left = iter(lanes.draws(self._end))
            self._end = self._end + GAMMA * lanes.count & WORD
            yield self._left
            lanes = _MANY

    @property
    def counter(self) -> int:
        """The counter, to which a draw adds first; another source of chance goes on from there with the same draws."""
        return self._end - GAMMA * length_hint(self._left) & WORD

    @counter.setter
    def counter(self, counter: int) -> None:
        self.go_to(counter)

    def copy(self) -> SeriesDice:
        """Another source that will give the same draws as this one."""
        same = SeriesDice(self.seed, self.number)
        same.go_to(self.counter)
        return same
