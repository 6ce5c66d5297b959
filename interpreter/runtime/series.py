"""Chance of the games of a series: a counter, keyed by the seed of the series and the number of the game.

Each value is a counter mixed as in splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014), so every game of a series can be played alone, in any order, on any machine, with the same result.
Modules of WebAssembly draw the same numbers (`backends.low.module.runtime`).
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import chain, islice, repeat
from operator import mul
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
    # Mixed twice: the keys of neighbouring games, and of series with neighbouring seeds, share no pattern.
    return mixed(_key_of_series(seed) + number & WORD)


@lru_cache(maxsize=16)
def _key_of_series(seed: int) -> int:
    return mixed((seed + GAMMA) & WORD)


# Draws are worked out many at a time, as parts of one long whole number: each word of 64 bits in a lane of 128, so that
# what a word is multiplied by stays within its lane. The first are few, because many games are short.
LANE = 128
FIRST_DRAWS, MORE_DRAWS = 10, 32
# The number of successive games whose first draws are computed together.
GAMES = 24


class _Lanes:
    """Words side by side, `apart` bits from one to the next; `ones` has 1 in each lane, `words` and `bits` are masks."""

    def __init__(self, count: int, apart: int = LANE) -> None:
        self.count, self.size = count, apart // 8 * count
        # The upper half of each lane is empty.
        layout = Struct("<" + f"Q{apart // 8 - 8}x" * count)
        self.apart: Callable[[bytes], tuple[int, ...]] = layout.unpack
        self.together: Callable[..., bytes] = layout.pack
        self.ones = sum(1 << apart * i for i in range(count))
        self.words, self.bits = WORD * self.ones, (WORD >> 11) * self.ones

    def mixed(self, lanes: int) -> int:
        """Mix the bits of each word, but for the last shift."""
        words = self.words
        lanes = ((lanes ^ lanes >> 30) & words) * FIRST & words
        return ((lanes ^ lanes >> 27) & words) * SECOND & words

    def drawn(self, lanes: int) -> array[int]:
        """Return the words as draws, of 53 bits each, when their bits are mixed."""
        lanes = self.mixed(lanes)
        lanes = (lanes ^ lanes >> 31) >> 11 & self.bits
        words = array("Q", lanes.to_bytes(self.size, "little"))
        if sys.byteorder == "big":
            words.byteswap()
        return words[::2]


class _GameDraws(_Lanes):
    """Draws that follow each other in one game; `steps` has what the counter grows by in each lane."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.steps = sum(GAMMA * (i + 1) << LANE * i for i in range(count))

    def draws(self, counter: int) -> array[int]:
        """Return the next draws of a counter."""
        return self.drawn(counter * self.ones + self.steps & self.words)


class _FirstDraws:
    """The first draws of several games, `per_game` for each."""

    def __init__(self, games: int, per_game: int) -> None:
        self.per_game, self.keys, self.games = per_game, _Lanes(games), _Lanes(games, LANE * per_game)
        self.lanes = _Lanes(games * per_game)
        self.steps = self.games.ones * _GameDraws(per_game).steps
        self.starts = range(0, games * per_game, per_game)

    def of(self, seed: int, numbers: Sequence[int]) -> tuple[tuple[int, ...], array[int]]:
        """Return the counters of these games, and their first draws, one game after the other."""
        keys, key = self.keys, _key_of_series(seed)
        mixed = keys.mixed(int.from_bytes(keys.together(*[key + number & WORD for number in numbers]), "little"))
        counters = keys.apart(((mixed ^ mixed >> 31) & keys.words).to_bytes(keys.size, "little"))
        first = int.from_bytes(self.games.together(*counters), "little")
        return counters, self.lanes.drawn(self.in_all_lanes(first) + self.steps & self.lanes.words)

    def in_all_lanes(self, counters: int) -> int:
        """Put counters that stand in the first lane of each game into all its lanes."""
        # As long as this number is, shifting it costs far less than multiplying it by 1 in each lane.
        filled, lanes = counters, 1
        while 2 * lanes <= self.per_game:
            filled |= filled << LANE * lanes
            lanes *= 2
        while lanes < self.per_game:
            filled |= counters << LANE * lanes
            lanes += 1
        return filled


_FEW, _MANY = _GameDraws(FIRST_DRAWS), _GameDraws(MORE_DRAWS)
_OF_SHORT, _OF_LONG = _FirstDraws(GAMES, FIRST_DRAWS), _FirstDraws(GAMES, MORE_DRAWS)


class SeriesDice(Dice):
    """The chance of one game of a series."""

    def __init__(self, seed: int, number: int) -> None:
        self.seed, self.number = seed, number
        self.go_to(key_of(seed, number))

    def go_to(self, counter: int) -> None:
        """Draw on from a counter."""
        self._go_on(counter, array("Q"), _FEW)

    def _go_on(self, counter: int, draws: array[int], more: _GameDraws) -> None:
        """Give these draws, which come next after a counter, and then `more`."""
        # Where the counter stands when all that is worked out is drawn, and what is left of it.
        self._end = counter + GAMMA * len(draws) & WORD
        self._left = iter(draws)
        # A method written in C: no function in Python is called for a draw, but for the first of each block. A draw becomes a
        # share of 1 when it is asked for, as many never are.
        self.random: Callable[[], float] = map(mul, repeat(SHARE), chain.from_iterable(self._blocks(more))).__next__

    def _blocks(self, lanes: _GameDraws) -> Iterator[Iterator[int]]:
        yield self._left
        while True:
            self._left = iter(lanes.draws(self._end))
            self._end = self._end + GAMMA * lanes.count & WORD
            yield self._left
            lanes = _MANY

    @property
    def counter(self) -> int:
        """The counter, to which a draw adds first; another source of chance goes on from there with the same draws."""
        return self._end - GAMMA * len(list(copy(self._left))) & WORD

    @counter.setter
    def counter(self, counter: int) -> None:
        self.go_to(counter)

    def copy(self) -> SeriesDice:
        """Another source that will give the same draws as this one."""
        same = SeriesDice(self.seed, self.number)
        same.go_to(self.counter)
        return same


class CounterDice(Dice):
    """The chance of one game of a series for one who draws a few numbers and then goes to another counter.

    >>> one, other = CounterDice(7, 2), SeriesDice(7, 2)
    >>> [one.below(100) for _ in range(3)] == [other.below(100) for _ in range(3)], one.counter == other.counter
    (True, True)
    """

    def __init__(self, seed: int, number: int) -> None:
        self.seed, self.number, self.counter = seed, number, key_of(seed, number)
        self.random = self._drawn

    def _drawn(self) -> float:
        self.counter = self.counter + GAMMA & WORD
        return (mixed(self.counter) >> 11) * SHARE

    def copy(self) -> CounterDice:
        """Another source that will give the same draws as this one."""
        same = CounterDice(self.seed, self.number)
        same.counter = self.counter
        return same


def chances(seed: int, numbers: Iterable[int]) -> Iterator[SeriesDice]:
    """The chance of each of these games of a series, as SeriesDice gives it alone; the first draws cost less this way.

    >>> [dice.below(100) for dice in chances(7, range(12345, 12348))]
    [33, 71, 98]
    """
    left, first = iter(numbers), _OF_SHORT
    while len(part := list(islice(left, GAMES))) == GAMES:
        counters, draws = first.of(seed, part)
        end = last = 0
        for number, counter, start in zip(part, counters, first.starts, strict=True):
            dice = SeriesDice.__new__(SeriesDice)
            dice.seed, dice.number = seed, number
            dice._go_on(counter, draws[start : start + first.per_game], _MANY)
            last = dice._end
            yield dice
            end = dice._end
        # Games that need more draws than these are followed by others that do.
        if end != last:
            first = _OF_LONG
    for number in part:
        yield SeriesDice(seed, number)
