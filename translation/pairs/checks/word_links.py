"""Two texts -> their words, each by one of its forms, with how often it is linked to each word of the other text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from attrs import define, field

from ..everyday import senses_of, things_of
from ..lexicon import usual_partner
from ..side_by_side import Pair, SideBySide
from .forms import forms_of
from .pair_words import players_of, word_of

# How sure a term is that rules of every game use elsewhere, and the fewest pairs with it.
FIRM, KNOWN = 0.6, 5

# For each word how often it is linked to each word of the other text.
Links = Mapping[str, Mapping[str, int]]
# For each word what it says in the rules of every game, or which things it names there.
Meanings = Mapping[str, frozenset[str]]


@define(eq=False, slots=False)
class WordLinks:
    """The words of two texts and their links in all pairs; a side is 0 for the original, and 1 for the translation.

    `forms` maps each word of a side that has several forms to the one by which it is known. `links` says how often each word
    of the original is linked to each of the translation, and the other way round.
    """

    texts: SideBySide
    forms: tuple[Mapping[str, str], Mapping[str, str]]
    links: tuple[Links, Links]
    _words: dict[tuple[Pair, int], frozenset[str]] = field(factory=dict, init=False)

    def whole(self, side: int, stem: str) -> str:
        """The form by which a word is known."""
        return self.forms[side].get(stem, stem)

    def partners(self, side: int, word: str) -> Mapping[str, int]:
        """The words of the other side that one is linked to, each with how often."""
        return self.links[side].get(word, {})

    def usual(self, side: int, word: str) -> str | None:
        """The word of the other side that one is linked to most often; None for one without a link."""
        return usual_partner(self.partners(side, word))

    @cached_property
    def seen(self) -> tuple[Counter[str], Counter[str]]:
        """Return in how many pairs each word of both sides stands, in any of its forms."""
        return self._pooled(0, self.texts.lexicon.seen), self._pooled(1, self.texts.lexicon.seen_there)

    def _pooled(self, side: int, seen: Mapping[str, int]) -> Counter[str]:
        out = Counter[str]()
        for stem, times in seen.items():
            out[self.whole(side, stem)] += times
        return out

    def words(self, pair: Pair, side: int) -> frozenset[str]:
        """The words of a side of a pair."""
        if (pair, side) not in self._words:
            self._words[pair, side] = frozenset(self.whole(side, stem) for stem in pair.stems(side))
        return self._words[pair, side]

    def times(self, pair: Pair, side: int) -> Counter[str]:
        """Return how often each word stands on a side of a pair."""
        return Counter(self.whole(side, stem) for features in pair.side(side) for stem in features.stems.values())

    def place(self, pair: Pair, side: int, word: str) -> float:
        """Return where a word first stands in the sentences of a side of a pair, as a share of their words."""
        before = 0
        for features in pair.side(side):
            for place, stem in features.stems.items():
                if self.whole(side, stem) == word:
                    return (before + place) / pair.size(side)
            before += len(features.evidence.words)
        return 0.0

    def written(self, pair: Pair, side: int, word: str) -> str:
        """A word as it stands in a pair."""
        return word_of(pair, side, next(stem for stem in sorted(pair.stems(side)) if self.whole(side, stem) == word))

    @cached_property
    def senses(self) -> tuple[Meanings, Meanings]:
        """The meanings of the words of each side in the rules of every game."""
        return senses_of(self.texts.own, self.forms[0]), senses_of(self.texts.other, self.forms[1])

    def has_sense(self, side: int, stem: str, sense: str) -> bool:
        """Return whether a word of a side says this in the rules of every game."""
        return sense in self.senses[side].get(self.whole(side, stem), ())

    @cached_property
    def things(self) -> tuple[Meanings, Meanings]:
        """The things that many games have, by the words of each side that name them; most words name none."""
        return things_of(self.texts.own, self.forms[0]), things_of(self.texts.other, self.forms[1])

    @cached_property
    def players(self) -> tuple[frozenset[str], frozenset[str]]:
        """The words of both sides for players."""
        own, other = (frozenset(self.whole(side, stem) for stem in players_of(some))
                      for side, some in enumerate((self.texts.own, self.texts.other)))
        return own, other

    @cached_property
    def known_terms(self) -> tuple[frozenset[str], frozenset[str]]:
        """The words of both sides that are surely terms here, though rules of every game use them."""
        plain = tuple(frozenset(self.whole(side, stem) for features in some for stem in features.everyday | features.listed)
                      for side, some in ((0, self.texts.own), (1, self.texts.other)))
        own, other = (frozenset(word for word in plain[side] if self._is_term(word, side, plain[1 - side])) for side in (0, 1))
        return own, other

    def _is_term(self, word: str, side: int, plain: frozenset[str]) -> bool:
        """Return whether an everyday word has a partner that is none of those of the other side, nearly everywhere."""
        usual, seen = self.usual(side, word), self.seen[side][word]
        return usual is not None and usual not in plain and seen >= KNOWN and self.partners(side, word)[usual] >= FIRM * seen


def word_links(texts: SideBySide) -> WordLinks:
    """The words of two texts and their links, by the dictionary that all pairs give."""
    lexicon = texts.lexicon
    forms = (forms_of(lexicon.seen, lexicon.links.items()),
             forms_of(lexicon.seen_there, (((other, own), times) for (own, other), times in lexicon.links.items())))
    to, back = dict[str, dict[str, int]](), dict[str, dict[str, int]]()
    for (own, other), times in lexicon.links.items():
        a, b = forms[0].get(own, own), forms[1].get(other, other)
        to.setdefault(a, {})[b] = to.get(a, {}).get(b, 0) + times
        back.setdefault(b, {})[a] = back.get(b, {}).get(a, 0) + times
    return WordLinks(texts, forms, (to, back))
