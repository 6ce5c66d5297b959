"""Pairs of sentences -> words that do not say in this text what they usually say: French `pas` is `not`, and it is a step.

A word that says a turn of phrase has it on the other side too, nearly everywhere. One that stands in some pairs, and in hardly
any with that turn on the other side, is another word there: a term of the game, or a way to speak of this author. The same is
asked of a word that denies with the one behind it: Italian `non` denies, and `non morto` is what English calls `undead`.
A word for `must` is no other word where the other side often says `may` in its place: these pairs are perhaps mistakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .equivalents import DENIALS, EXPRESSED_BY_DENIALS, PERHAPS
from .reading import Features
from .signals import with_next

# The fewest pairs in which a word stands, and the largest share of them in which the other side says its turn of phrase.
OFTEN, HARDLY = 4, 0.2
# Verbs of which one stands for another by mistake: where the other side has another of them in a larger share of the pairs
# than this, a word is no homonym.
MODAL, OTHERWISE = frozenset(("may", "must", "must_not", "need_not")), 1 / 3
Sides = tuple[Sequence[Features], Sequence[Features]]
Word = tuple[str, str]


def homonyms(pairs: Sequence[Sides], akin: Sequence[tuple[str, str]]) -> tuple[frozenset[Word], frozenset[Word]]:
    """Return for each side the words, each with the turn of phrase that it does not say there.

    `akin` are turns that say nearly the same: the other side may say one by the other.
    """
    # A text that forbids by `must not` what this one says by a plain `not` agrees with it, and so does one that says `at most`.
    # The same holds for the other ways to deny: `cannot` and `need not` are a plain `not` in another language.
    near: dict[str, set[str]] = {code: {*DENIALS, *PERHAPS, *EXPRESSED_BY_DENIALS} for code in (*DENIALS, "need_not")}
    for turn, other in akin:
        near.setdefault(turn, set()).add(other)
        near.setdefault(other, set()).add(turn)
    return _of_side(pairs, 0, near), _of_side(pairs, 1, near)


def _of_side(pairs: Sequence[Sides], side: int, near: dict[str, set[str]]) -> frozenset[Word]:
    times, agreed, turned = Counter[Word](), Counter[Word](), Counter[Word]()
    for pair in pairs:
        here, there = ({code for features in some for code in features.signals} for some in (pair[side], pair[1 - side]))
        for word in {word for features in pair[side] for word in _words(features)}:
            is_on_both_sides = not there.isdisjoint((word[1], *near.get(word[1], ())))
            times[word] += 1
            agreed[word] += is_on_both_sides
            turned[word] += not is_on_both_sides and word[1] in MODAL and not MODAL.isdisjoint(there - here)
    return frozenset(word for word, count in times.items()
                     if count >= OFTEN and agreed[word] <= HARDLY * count and turned[word] <= OTHERWISE * count)


def _words(features: Features) -> Iterator[Word]:
    """The words that say turns of phrase, and those that deny with the word behind them: a name may begin with a denial."""
    for code, places in features.signals.items():
        for place in places:
            yield features.evidence.words[place].folded, code
            two = with_next(features.language, features.evidence, place) if code == "not" else ""
            if two:
                yield two, code
