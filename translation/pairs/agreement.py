"""Pairs of sentences -> how often two texts agree on a turn of phrase, which says how much it means that a pair does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from attrs import define

# How often texts agree on a turn of phrase before anything is known of these two, and how much that weighs.
PRIOR, PRIOR_OF_CLEAR, WEIGHT = 0.78, 0.88, 3.0
# Turns for which most languages have one word.
CLEAR = frozenset(("at_least", "at_most", "exactly", "clockwise", "counterclockwise", "left", "right", "highest", "lowest",
                   "both", "unless", "even_if", "last", "not", "except", "even", "odd", "rounded_up", "rounded_down",
                   "youngest", "oldest"))

Turns = Counter[str]


@define(eq=False, slots=False)
class Agreement:
    """Return how often two texts agree on each turn of phrase; `pairs` are the turns of both sides of each pair."""

    pairs: Sequence[tuple[Turns, Turns]]

    @cached_property
    def _counts(self) -> tuple[Counter[str], Counter[str], Counter[str]]:
        own, other, both = Counter[str](), Counter[str](), Counter[str]()
        for turns, others in self.pairs:
            here, there = set(turns), set(others)
            own.update(here)
            other.update(there)
            both.update(here & there)
        return own, other, both

    def in_translation(self, code: str) -> float:
        """Return how likely a translation has a turn of its original, by all pairs but one in which it has not."""
        own, _, both = self._counts
        return share(code, both[code], own[code])

    def in_original(self, code: str) -> float:
        """Return how likely an original has a turn of its translation, by all pairs but one in which it has not."""
        _, other, both = self._counts
        return share(code, both[code], other[code])


def share(code: str, both: int, times: int) -> float:
    """Return how likely the texts agree on a turn of phrase that `times` pairs have on one side, and `both` of them on both.

    The pair that is asked about, in which only one has it, does not count.
    """
    prior = PRIOR_OF_CLEAR if code in CLEAR else PRIOR
    # Less the pair that is asked about, which does not agree; never fewer than agree.
    others = max(times - 1, both)
    return (both + prior * WEIGHT) / (others + WEIGHT)
