"""Words of two texts -> which of them are nouns, by what stands before them.

Verbs and adjectives are translated freely: in a right translation they come and go where the terms of a game, which are
nouns, are kept. A word is held to be a noun if a determiner or a number stands before it now and then; in a language that
writes nouns with a capital letter, if it is written with one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import define

from ..reading import Shown
from ..side_by_side import SideBySide

# The share of its places from which on a word with determiners before it is a noun.
NOW_AND_THEN = 0.2
# How often, and in what share of its places, a word stands for a noun that is one itself.
OFTEN, MOSTLY = 2, 0.5
# How many words before a noun its determiner stands at most: an adjective may stand between them.
BEFORE = 2


@define(eq=False, slots=False)
class Nouns:
    """The nouns of both sides of two texts."""

    texts: SideBySide
    forms: tuple[Mapping[str, str], Mapping[str, str]]
    links: tuple[Mapping[str, Mapping[str, int]], Mapping[str, Mapping[str, int]]]

    def __attrs_post_init__(self) -> None:
        self._shares = self._counted(0, self.texts.own), self._counted(1, self.texts.other)

    def is_noun(self, side: int, stem: str) -> bool:
        """Return whether a word of a side is a noun, or perhaps one: of many languages nobody knows.

        `Coal` and `supper` stand without a determiner; that they are nouns shows where the other text has one.
        """
        whole = self.forms[side].get(stem, stem)
        return self._has_determiners(side, whole) is not False or self._says_noun(side, whole)

    def _says_noun(self, side: int, whole: str) -> bool:
        """Return whether a word mostly stands for a noun of the other text; letters need no such witness."""
        some = (self.texts.own, self.texts.other)[side]
        partners, times = self.links[side].get(whole, {}), self._shares[side][0][whole]
        usual = max(partners, key=lambda other: (partners[other], other), default=None)
        if usual is None or some[0].language.capital_nouns or partners[usual] < max(OFTEN, MOSTLY * times):
            return False
        return self._has_determiners(1 - side, usual) is True

    def _has_determiners(self, side: int, whole: str) -> bool | None:
        times, nouns = self._shares[side]
        return nouns[whole] >= NOW_AND_THEN * times[whole] if times[whole] else None

    def _counted(self, side: int, some: Sequence[Shown]) -> tuple[Counter[str], Counter[str]]:
        times, nouns = Counter[str](), Counter[str]()
        for shown in some:
            for stem, is_noun in _told(shown):
                times[self.forms[side].get(stem, stem)] += 1
                nouns[self.forms[side].get(stem, stem)] += is_noun
        return times, nouns


def _told(shown: Shown) -> Iterator[tuple[str, bool]]:
    """The words of a sentence that tell whether they are nouns: those of titles and labels do not, nor its first word."""
    language, words = shown.language, shown.evidence.words
    is_label = not any(word.folded in language.function_words for word in words)
    if shown.sentence.kind == "heading" or is_label or not (language.determiners or language.capital_nouns):
        return
    numbered = {place for number in shown.evidence.numbers
                for place in range(number.found.first, number.found.first + number.found.size)}
    for place, stem in shown.stems.items():
        if language.capital_nouns:
            if place:
                yield stem, words[place].written[:1].isupper()
        else:
            yield stem, any(other in numbered or words[other].folded in language.determiners
                            for other in range(max(0, place - BEFORE), place) if all(
                                between in shown.stems for between in range(other + 1, place)))
