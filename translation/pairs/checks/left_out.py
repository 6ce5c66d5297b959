"""A span of a sentence that its translation lacks: a condition, the second half, an item of a list.

A span begins and ends where a part of the sentence does, or at a word for `and`, `or`, `if`, `unless` and the like. What
speaks for it to be missing is added up, as `dropped` does it: the lengths, and what is known of its words, numbers and turns
of phrase. Besides these it counts for how many words of the two sentences the other one has no partner: where a span is
missing there are fewer of them in the translation. The weights are those of a logistic regression, fitted to parts that were
cut out of the development texts, where each text was left out in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from attrs import frozen

from ...decisions.findings import Finding
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .dropped import Lengths, SentencePart, part_between, weighed
from .messages import leaves_out

# Turns of phrase and other words at which a span may begin or end.
TURNS = ("if", "unless", "even_if", "until", "while", "before", "after", "except", "since")
JOINERS = ("and", "or")
# The fewest words of a span, and the largest share of its sentences: of what is left nothing could be known.
WORDS, LARGEST = 2, 0.8
# From so sure a partner on a word is explained by the other sentence.
SURE = 0.2
# What each kind of evidence weighs, and what it needs to be as likely as not.
OF_LENGTH, OF_WORDS, OF_UNEXPLAINED, OF_SHARE, OF_KNOWN, EVEN = 1.06, 0.37, 0.39, 4.7, 1.6, 4.0
# The scores from which on a span is perhaps missing, and surely: an error, if a known word of it is missing too.
PERHAPS, SURELY = 1.2, 2.0


@frozen(eq=False)
class _Unexplained:
    """The stems of the original for which the translation has no partner, and the number of those in the translation."""

    own: frozenset[str]
    other: int


def check(texts: SideBySide, lengths: Lengths) -> Iterator[Finding]:
    """Yield findings on spans of sentences that a translation lacks, the likeliest of each pair."""
    for pair in texts.pairs:
        if pair.own[0].sentence.kind == "row":
            continue
        score, is_known, text = max(_scores(texts, pair, lengths), default=(0.0, False, ""))
        if score >= PERHAPS:
            yield texts.finding("pair/sentence-short", leaves_out(f"`{text}`", pair.line), pair, text, None,
                                "error" if score >= SURELY and is_known else None)


def _scores(texts: SideBySide, pair: Pair, lengths: Lengths) -> Iterator[tuple[float, bool, str]]:
    """The score of each span without which the lengths fit better, whether a known word of it is missing, and its words."""
    there, unexplained = sum(features.size for features in pair.other), None
    own, other = (sum(len(features.counting) for features in pair.side(side)) for side in (0, 1))
    for parts in _spans(pair.own):
        by_length = lengths.of_part(parts, 0, there)
        # A span with a number is not missing where all numbers are there.
        if by_length >= 0 and not (parts[0].numbers and other >= own):
            unexplained = unexplained or _unexplained(texts, pair)
            score = weighed(texts, pair, parts, 0)
            share = parts[0].size / sum(part.size for part in parts)
            yield (OF_LENGTH * by_length + OF_WORDS * score.odds + OF_UNEXPLAINED * _fewer(unexplained, parts)
                   + OF_SHARE * share + OF_KNOWN * score.is_known - EVEN, score.is_known, parts[0].text)


def _spans(some: Sequence[Features]) -> Iterator[list[SentencePart]]:
    """Each span of some sentences that may be missing, with all that stands around it."""
    for features in some:
        count = len(features.evidence.words)
        others = [part_between(other, 0, len(other.evidence.words)) for other in some
                  if other is not features and other.evidence.words]
        for start, end in combinations(ends_of(features), 2):
            rest = [part_between(features, *ends) for ends in ((0, start), (end, count)) if ends[0] < ends[1]]
            if end - start >= WORDS and (rest or others):
                parts = [part_between(features, start, end), *rest, *others]
                if parts[0].size <= LARGEST * sum(part.size for part in parts):
                    yield parts


def ends_of(features: Features, turns: Sequence[str] = TURNS) -> list[int]:
    """The places of the words before which a span may begin, at some turns of phrase too, and the number of all words."""
    count = len(features.evidence.words)
    parted = (place for place, (part, next_) in enumerate(pairwise(features.parts), 1) if part != next_)
    joined = (place for code in JOINERS for place in features.contraries.get(code, ()))
    return sorted({0, count, *parted, *joined, *features.places(turns)})


def _unexplained(texts: SideBySide, pair: Pair) -> _Unexplained:
    """The words of both sides that have no partner on the other."""
    own = frozenset(stem for stem in pair.stems(0) if not _has_partner(texts.lexicon.to, stem, pair.stems(1)))
    other = sum(not _has_partner(texts.lexicon.back, stem, pair.stems(0))
                for features in pair.other for stem in features.stems.values())
    return _Unexplained(own, other)


def _has_partner(partners: Mapping[str, Mapping[str, float]], stem: str, others: frozenset[str]) -> bool:
    return any(sure >= SURE and other in others for other, sure in partners.get(stem, {}).items())


def _fewer(unexplained: _Unexplained, parts: Sequence[SentencePart]) -> int:
    """Return by how much the number of words without a partner fits better if the first part is missing."""
    rest = unexplained.own.intersection(frozenset().union(*(part.stems for part in parts[1:])))
    return abs(unexplained.other - len(unexplained.own)) - abs(unexplained.other - len(rest))
