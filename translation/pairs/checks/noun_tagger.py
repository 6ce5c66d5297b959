"""Words of two texts -> which of them are nouns, by what stands before them.

Verbs and adjectives are translated freely: in a right translation they come and go where the terms of a game, which are
nouns, are kept. A word is held to be a noun if a determiner or a number stands right before it now and then, and no fewer
times than a modal verb or a denial; in a language that writes nouns with a capital letter, if it is written with one. What
stands a word further from the determiner shows nothing: `the piece comes`, `the free place`. In a language without
determiners a word is a noun if the word is one that it mostly stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from attrs import define, frozen

from ...document.features import TEXTS_KEPT
from ..reading import Features
from ..side_by_side import Pair
from .word_links import WordLinks

# The share of its places from which on a word with determiners before it is a noun.
NOW_AND_THEN = 0.2
# How often, and in what share of its places, a word stands for a noun that is one itself.
OFTEN, MOSTLY = 2, 0.5
# What stands before a verb: a modal verb or a denial.
BEFORE_VERBS = frozenset(("may", "must", "must_not", "need_not", "not"))


@frozen
class _Counts:
    """Counts of each word of a text: where it tells whether it is a noun, where it stands as a noun, and as a verb."""

    times: Counter[str]
    as_noun: Counter[str]
    as_verb: Counter[str]


@define(eq=False, slots=False)
class NounTagger:
    """The nouns of both sides of two texts."""

    links: WordLinks

    @cached_property
    def _shares(self) -> tuple[_Counts, _Counts]:
        return self._counted(0), self._counted(1)

    def _some(self, side: int) -> Sequence[Features]:
        """The sentences of a side."""
        return (self.links.texts.own, self.links.texts.other)[side]

    def is_noun(self, side: int, stem: str, pair: Pair) -> bool:
        """Return whether a word of a pair is a noun, or perhaps one: of many languages nobody knows.

        `Coal` and `supper` stand without a determiner; that they are nouns shows where the other text has one.
        """
        if self._is_small(pair.side(side), side, stem) or self._has_objects(pair.side(side), side, stem):
            return False
        whole = self.links.whole(side, stem)
        is_noun = self._has_determiners(side, whole)
        usual = None if is_noun or self._shares[side].as_verb[whole] else self._usual(side, whole)
        witness = self._has_determiners(1 - side, usual)
        # A language without determiners is no witness: what stands before the word itself decides.
        return bool(is_noun) if witness is None and is_noun is not None else witness is not False

    def _is_small(self, some: Sequence[Features], side: int, stem: str) -> bool:
        """Return whether a word is a determiner, or has a small letter where nouns have a capital one: `zählen` for `Zahl`."""
        whole, language = self.links.whole(side, stem), some[0].language
        words = [features.evidence.words[place] for features in some for place, other in features.stems.items()
                 if self.links.whole(side, other) == whole]
        return (all(word.folded in language.determiners for word in words)
                or (language.capital_nouns and not any(word.written[:1].isupper() for word in words)))

    def _has_objects(self, some: Sequence[Features], side: int, stem: str) -> bool:
        """Return whether an object stands right behind a word wherever a pair has it: `draws a card and plays it`."""
        whole = self.links.whole(side, stem)
        return all(_has_object(features, place) for features in some for place, other in features.stems.items()
                   if self.links.whole(side, other) == whole)

    def _usual(self, side: int, whole: str) -> str | None:
        """The word of the other text that a word mostly stands for; letters need no such witness."""
        usual = self.links.usual(side, whole)
        if usual is None or self._some(side)[0].language.capital_nouns:
            return None
        least = max(OFTEN, MOSTLY * self._shares[side].times[whole])
        return usual if self.links.partners(side, whole)[usual] >= least else None

    def _has_determiners(self, side: int, whole: str | None) -> bool | None:
        """Return whether a word is known by determiners to be a noun; None for a word of which nothing is known."""
        counts = self._shares[side]
        if whole is None or not counts.times[whole]:
            return None
        return counts.as_noun[whole] >= max(NOW_AND_THEN * counts.times[whole], counts.as_verb[whole])

    def _counted(self, side: int) -> _Counts:
        counts = _Counts(Counter(), Counter(), Counter())
        for features in self._some(side):
            for stem, is_noun, is_verb in _words_of(features):
                whole = self.links.whole(side, stem)
                counts.times[whole] += 1
                counts.as_noun[whole] += is_noun
                counts.as_verb[whole] += is_verb
        return counts


def _has_object(features: Features, place: int) -> bool:
    """Return whether a pronoun that is an object stands right behind a word, in the same part of the sentence."""
    return (place + 1 < len(features.parts) and features.parts[place + 1] == features.parts[place]
            and features.evidence.words[place + 1].folded in features.language.objects)


@lru_cache(maxsize=TEXTS_KEPT)
def _words_of(features: Features) -> tuple[tuple[str, bool, bool], ...]:
    """The same as `_nouns_and_verbs`; a sentence that is read once is looked through once."""
    return tuple(_nouns_and_verbs(features))


def _nouns_and_verbs(features: Features) -> Iterator[tuple[str, bool, bool]]:
    """The words of a sentence that tell whether they are nouns, or verbs: those of titles and labels do not.

    Nor does its first word. A determiner that also begins a clause on a noun shows nothing: `that token`, `what that does`.
    """
    language, words = features.language, features.evidence.words
    is_label = not any(word.folded in language.function_words for word in words)
    if features.sentence.kind == "heading" or is_label or not (language.determiners or language.capital_nouns):
        return
    surely = language.determiners - language.relatives
    numbered = {place for number in features.evidence.numbers
                for place in range(number.match.first, number.match.first + number.match.size)}
    for place, stem in features.stems.items():
        if language.capital_nouns:
            if place:
                yield stem, words[place].written[:1].isupper(), False
        else:
            is_noun = place > 0 and (place - 1 in numbered or words[place - 1].folded in surely)
            codes = language.signals.codes_at(words[place - 1].folded) if place and not is_noun else frozenset[str]()
            yield stem, is_noun, not BEFORE_VERBS.isdisjoint(codes)
