"""Sentences of a pair -> their words: those for players, those that all rules use, how often each stands, and as written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..reading import Features
from ..side_by_side import Pair


def players_of(some: Sequence[Features]) -> frozenset[str]:
    """The words for a player: languages leave them out, or say them, where others do not."""
    return frozenset(stem for features in some for place, stem in features.stems.items()
                     for code, _ in features.language.labels.at([features.evidence.words[place].folded], 0)
                     if code == "players")


def everyday_of(some: Sequence[Features]) -> frozenset[str]:
    """The stems of words that rules of every game use."""
    return frozenset().union(*(features.everyday for features in some))


def listed_of(some: Sequence[Features]) -> frozenset[str]:
    """The stems of words that the data of their language lists."""
    return frozenset().union(*(features.listed for features in some))


def times_of(some: Sequence[Features]) -> Counter[str]:
    """Return how often each stem stands in some sentences."""
    return Counter(stem for features in some for stem in features.stems.values())


def word_of(pair: Pair, side: int, stem: str) -> str:
    """A word with a stem, as it stands there."""
    return next((f"`{features.evidence.words[place].written}`" for features in pair.side(side)
                 for place, other in features.stems.items() if other == stem), f"`{stem}`")


def anywhere(pairs: Sequence[Pair], side: int, stem: str) -> str:
    """A word with a stem, as it stands in the first pair that has it."""
    return next((word_of(pair, side, stem) for pair in pairs if stem in pair.stems(side)), f"`{stem}`")
