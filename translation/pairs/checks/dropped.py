"""Parts of a sentence, between semicolons, of which the translation lacks one: `the others follow round the table`.

So is a condition where the translation has none: `if a lamp is left`. A translation that only words a sentence otherwise is
as long as its original lets one expect, and says its words. So three kinds of evidence are weighed, as a naive Bayes
classifier does: how often the two texts agree on the number of parts, the lengths (Gale and Church 1993), and what is known
of the words, numbers and turns of phrase of the part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import log
from statistics import median

from attrs import define, frozen

from ...decisions.findings import Finding
from ..lexicon import KNOWN
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .messages import leaves_out

# What parts a sentence in the one language or the other.
_PARTED = re.compile(r"[;:](?=\s|$)|\s[-–—]\s|[；：]")
# How surely two texts agree on the number of parts before any pair is known, and how much that weighs; from which share on
# it shows anything that a part lacks.
AGREED, WEIGHT, ENOUGH = 0.78, 3.0, 0.73
# What says under which condition something is so, or when: a translation with any of these perhaps says a condition by it.
CONDITIONAL = ("if", "unless", "even_if", "until", "while", "since", "before", "after", "except", "otherwise")
# Those of which one can be missing with all that it says.
LOST = ("if", "unless", "while", "except", "until")
# The fewest parts of which one can be missing, and the fewest words of that.
TWO, WORDS = 2, 3
# How thick the tails of the distribution of lengths are: the degrees of freedom of Student's distribution.
TAILS = 4.0
# The median of the square of a number that is normally distributed, with a variance of 1.
MEDIAN = 0.455
# How sure a partner is at most; how often one stands there by chance.
SUREST, CHANCE = 0.9, 0.1
# The fewest letters of a word that shows in a compound.
LETTERS = 4
# How much likelier than not a missing part makes what is seen: a translator drops hardly one in a thousand.
ODDS = log(1000)
# The same for a condition where the translation has none, for a warning and for an error.
ODDS_OF_CONDITION, SURE_OF_CONDITION = log(50), log(150)


@frozen(eq=False)
class SentencePart:
    """A part of a sentence: its text, its numbers of letters and words, and what it shows."""

    text: str
    size: int
    words: int
    stems: frozenset[str]
    numbers: frozenset[int]
    turns: frozenset[str]


@frozen
class PartScore:
    """The features of a part: how much they speak for it to be missing, and whether a known word or a number of it is."""

    odds: float
    is_known: bool


def check(texts: SideBySide, lengths: Lengths) -> Iterator[Finding]:
    """Yield findings on parts that a translation lacks, the likeliest of a sentence."""
    counted = [(pair, _parts(pair.own), _parts(pair.other)) for pair in texts.pairs if pair.own[0].sentence.kind != "row"]
    several = [len(own) <= len(other) for _, own, other in counted if len(own) >= TWO]
    # Less the pair that is asked about, which does not agree.
    agreed = (sum(several) + AGREED * WEIGHT) / (max(len(several) - 1, sum(several)) + WEIGHT)
    for pair, own, other in counted if agreed >= ENOUGH else ():
        if len(own) == len(other) + 1 >= TWO:
            there = sum(part.size for part in other)
            rows = [(lengths.of_part(own, place, there), weighed(texts, pair, own, place), part)
                    for place, part in enumerate(own) if part.words >= WORDS]
            candidates = [(by_length + weighed.odds, weighed.is_known, part.text) for by_length, weighed, part in rows
                          if by_length >= 0]
            odds, is_known, text = max(candidates, default=(0.0, False, ""))
            if odds + log(agreed / (1 - agreed)) >= ODDS:
                yield texts.finding("pair/sentence-short", leaves_out(f"`{text}`", pair.line), pair, text, None,
                                    "error" if is_known else None)
        elif _has_fewer_conditions(pair):
            yield from _condition(texts, pair, lengths)


def _has_fewer_conditions(pair: Pair) -> bool:
    """Return whether a translation has fewer conditions, and says nothing more of when something is so."""
    own, other = pair.signals(0), pair.signals(1)
    return any(own[code] > other[code] for code in LOST) and all(other[code] <= own[code] for code in CONDITIONAL)


def _condition(texts: SideBySide, pair: Pair, lengths: Lengths) -> Iterator[Finding]:
    """The likeliest condition that a translation lacks, if it is as long as without one."""
    there, best = sum(features.size for features in pair.other), (0.0, "")
    for own in _with_condition(pair.own):
        by_length = lengths.of_part(own, 0, there) if own[0].words >= WORDS and len(own) >= TWO else -1.0
        if by_length >= 0:
            best = max(best, (by_length + weighed(texts, pair, own, 0).odds, own[0].text))
    if best[0] >= ODDS_OF_CONDITION:
        yield texts.finding("pair/sentence-short", leaves_out(f"`{best[1]}`", pair.line), pair, best[1], None,
                            "error" if best[0] >= SURE_OF_CONDITION else None)


def _with_condition(some: Sequence[Features]) -> Iterator[list[SentencePart]]:
    """Each condition of some sentences, up to a comma, with all that stands around it."""
    for features in some:
        words, parts = features.evidence.words, features.parts
        others = [part_between(other, 0, len(other.evidence.words)) for other in some
                  if other is not features and other.evidence.words]
        for start in sorted(features.places(LOST)):
            end = next((place for place in range(start, len(words)) if parts[place] != parts[start]), len(words))
            rest = [part_between(features, *ends) for ends in ((0, start), (end, len(words))) if ends[0] < ends[1]]
            yield [part_between(features, start, end), *rest, *others]


def part_between(features: Features, start: int, end: int) -> SentencePart:
    """The part of a sentence from one of its words up to another."""
    text, words, places = features.evidence.text, features.evidence.words, frozenset(range(start, end))
    last = words[end].start if end < len(words) else len(text)
    return SentencePart(text[words[start].start:last].strip(" ,;:.–—；："), last - words[start].start, len(places),
                 frozenset(stem for place, stem in features.stems.items() if place in places),
                 frozenset(number.value for number in features.counting if number.match.first in places),
                 frozenset(code for code, some in features.signals.items() if places.intersection(some)))


def _parts(some: Sequence[Features]) -> list[SentencePart]:
    """The parts of some sentences."""
    out = list[SentencePart]()
    for features in some:
        text, words = features.evidence.text, features.evidence.words
        for start, end in pairwise((0, *(hit.end() for hit in _PARTED.finditer(text)), len(text))):
            places = [place for place, word in enumerate(words) if start <= word.start < end]
            if places:
                out.append(part_between(features, places[0], places[-1] + 1))
    return out


@define(eq=False, slots=False)
class Lengths:
    """Tell how well the lengths of sentences fit, by those of all pairs."""

    pairs: Sequence[Pair]

    @cached_property
    def _sizes(self) -> list[tuple[int, int]]:
        return [(max(1, sum(features.size for features in pair.own)), sum(features.size for features in pair.other))
                for pair in self.pairs]

    @cached_property
    def _ratio(self) -> float:
        """The letters of the translation for each letter of the original, in most pairs."""
        return median(other / own for own, other in self._sizes)

    @cached_property
    def _spread(self) -> float:
        """The variance of a length for each letter; never none."""
        return max(1.0, median((other - self._ratio * own) ** 2 / own for own, other in self._sizes) / MEDIAN)

    def of_part(self, own: Sequence[SentencePart], place: int, there: int) -> float:
        """Return how much likelier a length is if one part is missing."""
        size = sum(part.size for part in own)
        less = size - own[place].size
        return (TAILS + 1) / 2 * (self._log(size, there) - self._log(less, there)) + log(size / less) / 2

    def _log(self, own: int, other: int) -> float:
        return log(1 + (other - own * self._ratio) ** 2 / (own * self._spread) / TAILS)


def weighed(texts: SideBySide, pair: Pair, own: Sequence[SentencePart], place: int) -> PartScore:
    """Weigh the words, numbers and turns of phrase that only one part of the original has."""
    part, rest = own[place], [other for at, other in enumerate(own) if at != place]
    odds, is_known, named = 0.0, False, _named_in_both(pair)
    for stem in part.stems.difference(*(other.stems for other in rest)):
        partners = texts.lexicon.to.get(stem, {})
        sure = min(SUREST, sum(partners.values()))
        if sure >= KNOWN:
            is_there = stem in named or any(_is_in(partner, other) for partner in partners for other in pair.stems(1))
            odds += _odds(sure, is_there)
            is_known |= not is_there
    values = {number.value for features in pair.other for number in features.evidence.numbers}
    for value in part.numbers.difference(*(other.numbers for other in rest)):
        odds += _odds(SUREST, value in values)
        is_known |= value not in values
    for code in part.turns.difference(*(other.turns for other in rest)):
        odds += _odds(min(SUREST, texts.agreement.in_translation(code)), pair.signals(1)[code] > 0)
    return PartScore(odds, is_known)


def _is_in(partner: str, other: str) -> bool:
    """Return whether a word is another one, or is in it: the giants of `reuzendorp`."""
    return partner == other or (len(partner) >= LETTERS and partner in other)


def _named_in_both(pair: Pair) -> frozenset[str]:
    """The words of the original for things of many games that the translation names too, in whatever form of the word."""
    there = frozenset(thing for features in pair.other for _, things in features.things for thing in things)
    return frozenset(stem for features in pair.own for stem, things in features.things if not things.isdisjoint(there))


def _odds(sure: float, is_there: bool) -> float:
    """Return how much a feature speaks for its part to be missing, by how sure it is in a translation of it."""
    return log(CHANCE / sure) if is_there else log((1 - CHANCE) / (1 - sure * (1 - CHANCE)))
