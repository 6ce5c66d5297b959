"""Pairs of sentences -> a thing of which one side says `all`, and the other `a`: `all cards` and `a card`.

An article is a word for one, but nearly every sentence has some. So one counts only by the partner of the word by which the
other side has `all`, and only where neither side says of that word what the other does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..reading import Shown
from ..side_by_side import KNOWN, Pair, SideBySide

# How many words behind `all` or an article what it is said of stands at most, and how many of these have a meaning.
REACH, ADJECTIVE_AND_NOUN = 4, 2
# What says of many that they are meant, in whatever words.
MANY = ("all", "each", "any", "both")
# What denies: `not all` and `not a` are matters of denials.
DENYING = ("not", "must_not", "need_not", "without")
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
        if any(sure >= KNOWN and partner in single for stem in whole for partner, sure in partners.get(stem, {}).items()):
            yield words


def _whole(some: Collection[Shown]) -> frozenset[str]:
    """The stems of what `all` is said of."""
    return frozenset(stem for shown in some for place, word in enumerate(shown.evidence.words)
                     if word.folded in shown.language.wholes and not _is_denied(shown, place)
                     for stem in _behind(shown, place))


def _single(some: Collection[Shown]) -> frozenset[str]:
    """The stems of what has an article for any one."""
    return frozenset(stem for shown in some for place, word in enumerate(shown.evidence.words)
                     if word.folded in shown.language.articles and not _is_denied(shown, place)
                     and not any(place in shown.contraries.get(code, ()) for code in SINGLE)
                     for stem in _behind(shown, place))


def _counted_single(some: Collection[Shown]) -> frozenset[str]:
    """The stems of what is said of one by a number, or by more than an article."""
    return frozenset(stem for shown in some
                     for place in (*(number.match.first for number in shown.evidence.numbers if number.value == 1),
                                   *(place for code in SINGLE for place in shown.contraries.get(code, ())))
                     for stem in _behind(shown, place))


def _of_many(some: Collection[Shown]) -> frozenset[str]:
    """The stems of what is said of many in any words."""
    return frozenset(stem for shown in some for code in MANY for place in shown.signals.get(code, ())
                     for stem in _behind(shown, place))


def _behind(shown: Shown, place: int) -> Iterator[str]:
    """The stems of the word that one is said of: determiners may stand between, and an adjective, so there are perhaps two."""
    last = min(len(shown.evidence.words), place + 1 + REACH)
    count = 0
    for next_ in range(place + 1, last):
        if shown.parts[next_] != shown.parts[place] or count == ADJECTIVE_AND_NOUN or next_ in shown.signals.get(SAME, ()):
            return
        if next_ in shown.stems:
            count += 1
            yield shown.stems[next_]
        elif count or shown.evidence.words[next_].folded not in shown.language.determiners:
            # It stands by itself, as in `give one to the next player`.
            return


def _is_denied(shown: Shown, place: int) -> bool:
    """Return whether something denies the part of the sentence in which a word stands."""
    return any(shown.parts[other] == shown.parts[place] for code in DENYING for other in shown.signals.get(code, ()))
