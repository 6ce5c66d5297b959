"""Sentences of a pair -> their words: those for players, those that all rules use, how often each stands, and as written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..reading import Features
from ..side_by_side import Pair

# What a strength or a score is counted in, said or not.
POINT = "point"


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


def units_of(pair: Pair, side: int) -> frozenset[str]:
    """The stems of a side for points of what the other side gives by a bare number: `one point`, and there `adds one`."""
    bare = {value for features in pair.side(1 - side) for value, place in _counted(features) if place not in features.stems}
    return frozenset(features.stems[place] for features in pair.side(side) for value, place in _counted(features)
                     if value in bare and place in features.stems
                     and POINT in features.language.things.codes_at(features.evidence.words[place].folded))


def _counted(features: Features) -> Iterator[tuple[int, int]]:
    """The numbers of a sentence, each with the place right behind it."""
    return ((number.value, number.match.first + number.match.size) for number in features.evidence.numbers)
