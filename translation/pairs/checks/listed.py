"""Pairs of sentences -> two numbers that have changed places, by how many things each is said of: `A and B twice, C once`.

Words that stand only once have no known partners, so that only the form of the sentence shows what such a number goes with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...decisions.findings import Finding
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .messages import says_in_order

# How many parts of a sentence have a number each, of which two have changed places.
TWO = 2

# A number that stands alone in its part of a sentence, with how many words for `and` stand there.
Listed = tuple[int, int]


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on numbers of two lists that have changed places."""
    for pair in texts.pairs:
        exchange = _exchanged(pair)
        if exchange is not None:
            expected, actual = (" ".join(map(str, values)) for values in exchange)
            yield texts.finding("pair/number-order", says_in_order(expected, pair.line, actual), pair, expected, actual,
                                "warning")


def _exchanged(pair: Pair) -> tuple[Sequence[int], Sequence[int]] | None:
    """The numbers of the longer and the shorter list, on both sides; None where they are the same, or there are no such two."""
    listed = [[*_listed(pair.side(side))] for side in (0, 1)]
    # A number that stands alone on one side only shows nothing.
    alone = {value for _, value in listed[0]} & {value for _, value in listed[1]}
    own, other = (sorted((row for row in some if row[1] in alone), reverse=True) for some in listed)
    if len(own) != TWO or len(other) != TWO:
        return None
    (sizes, values), (sizes_there, values_there) = (tuple(zip(*some, strict=True)) for some in (own, other))
    is_turned = sizes == sizes_there and sizes[0] != sizes[1] and values[0] != values[1] and values == values_there[::-1]
    return (values, values_there) if is_turned else None


def _listed(some: Sequence[Features]) -> Iterator[Listed]:
    """The numbers that stand alone in their parts of sentences, also in words such as `twice`."""
    for features in some:
        joiners = [features.parts[place] for place, word in enumerate(features.evidence.words)
                   if "and" in features.language.naming.codes_at(word.folded)]
        numbers = [(features.parts[number.match.first], number.value) for number in features.evidence.numbers]
        parts = [part for part, _ in numbers]
        yield from ((joiners.count(part), value) for part, value in numbers if parts.count(part) == 1)
