"""Pairs of sentences -> a thing of which one side says `all`, and the other `a`: `all cards` and `a card`.

An article is a word for one, but nearly every sentence has some. So one counts only by the partner of the word by which the
other side has `all`, and only where neither side says of that word what the other does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..reading import Features
from ..side_by_side import SURE_ENOUGH, Pair, SideBySide
from .denials import DENYING_OR_LACKING

# How many words behind `all` or an article what it is said of stands at most, and how many of these have a meaning.
REACH, ADJECTIVE_AND_NOUN = 4, 2
# What says of many that they are meant, in whatever words.
MANY = ("all", "each", "any", "both")
# What says one by more than an article.
SINGLE = ("one", "one_of")
# What parts `all` from a thing: `all go to the same place` is said of those who go.
SAME = "same"
# How alike the two sentences are.
NEAR = 0.6


def singled(texts: SideBySide, pair: Pair) -> Iterator[tuple[str, str]]:
    """Yield `all` and `one` where the translation has the second by the word of the first, and the other way round."""
    if pair.alike < NEAR:
        return
    for many, partners, words in ((0, texts.lexicon.to, ("all", "one")), (1, texts.lexicon.back, ("one", "all"))):
        whole = _whole(pair.side(many)) - _single(pair.side(many)) - _counted_single(pair.side(many))
        single = _single(pair.side(1 - many)) - _of_many(pair.side(1 - many))
        if any(sure >= SURE_ENOUGH and partner in single for stem in whole for partner, sure in partners.get(stem, {}).items()):
            yield words


def _whole(some: Collection[Features]) -> frozenset[str]:
    """The stems of what `all` is said of."""
    return frozenset(stem for features in some for place, word in enumerate(features.evidence.words)
                     if word.folded in features.language.wholes and not _is_denied(features, place)
                     for stem in _behind(features, place))


def _single(some: Collection[Features]) -> frozenset[str]:
    """The stems of what has an article for any one."""
    return frozenset(stem for features in some for place, word in enumerate(features.evidence.words)
                     if word.folded in features.language.articles and not _is_denied(features, place)
                     and not any(place in features.contraries.get(code, ()) for code in SINGLE)
                     for stem in _behind(features, place))


def _counted_single(some: Collection[Features]) -> frozenset[str]:
    """The stems of what is said of one by a number, or by more than an article."""
    return frozenset(stem for features in some
                     for place in (*(number.match.first for number in features.evidence.numbers if number.value == 1),
                                   *(place for code in SINGLE for place in features.contraries.get(code, ())))
                     for stem in _behind(features, place))


def _of_many(some: Collection[Features]) -> frozenset[str]:
    """The stems of what is said of many in any words."""
    return frozenset(stem for features in some for place in features.places(MANY)
                     for stem in _behind(features, place))


def _behind(features: Features, place: int) -> Iterator[str]:
    """The stems of the word that one is said of: determiners may stand between, and an adjective, so there are perhaps two."""
    last = min(len(features.evidence.words), place + 1 + REACH)
    count = 0
    for next_ in range(place + 1, last):
        is_same = next_ in features.signals.get(SAME, ())
        if features.parts[next_] != features.parts[place] or count == ADJECTIVE_AND_NOUN or is_same:
            return
        if next_ in features.stems:
            count += 1
            yield features.stems[next_]
        elif count or features.evidence.words[next_].folded not in features.language.determiners:
            # It stands by itself, as in `give one to the next player`.
            return


def _is_denied(features: Features, place: int) -> bool:
    """Return whether something denies the part of the sentence in which a word stands: `not all` is a matter of denials."""
    return any(features.parts[other] == features.parts[place] for other in features.places(DENYING_OR_LACKING))
