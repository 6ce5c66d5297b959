"""The words of a pair of sentences that perhaps nothing on the other side says, by what all other pairs show of them.

Each word of a pair is linked at most once, the surest links first. Of the words that are left on both sides the surest two are
weighed together: what is said in one way everywhere else, and not here, is a term that is gone; what stands for another word
everywhere else is one that has come in its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from math import fsum
from types import MappingProxyType

from attrs import define, field, frozen

from ...decisions.findings import Finding
from ..everyday import things_of
from ..lexicon import is_cognate, usual_partner
from ..side_by_side import Pair
from .forms import begin_alike, is_form
from .pair_words import everyday_of, listed_of, units_of
from .word_links import Meanings, WordLinks

# The weakest tie that links two words; what words add that begin alike, and that say the same in the rules of every game.
WEAKEST, COGNATE, SENSE, THING, CLEARLY = 0.08, 0.3, 0.25, 0.6, 0.35
# What a link of another form of a word, or of a compound with it, is worth; the fewest letters of a part of a compound.
OTHER_FORM, PART = 0.7, 4
# How much of one occurrence is held to be chance, what a word is worth that is linked here besides, and when that is so.
CHANCE, TWICE, HALF = 0.6, 0.5, 0.5
# From this number of pairs on more of them say nothing new.
ENOUGH = 5
# What speaks for two words to be exchanged, with its weight, for the logarithm of the odds. They were fitted to the development
# texts, each with the same weight. With one text left out each time, at as many false findings they find as many terms.
WEIGHTS: Mapping[str, float] = MappingProxyType({
    # How sure each of the two is, by the number of its pairs and alone, and both together.
    "gone_often": 3.17, "come_often": 5.11, "both_often": 0.98, "gone_sure": 2.38, "come_sure": 1.80, "both_sure": -2.02,
    # How alike the sentences are, how many words are gone, and how far apart the two stand.
    "alike": 2.47, "gone_words": -0.21, "apart": -1.75,
    # A word that stands in no other pair.
    "gone_new": -1.21, "come_new": -0.96,
    # Words that all rules use, alone and by how sure they are, and words that are linked here.
    "gone_plain": -0.91, "come_plain": -0.44, "gone_plain_sure": -3.69, "come_plain_sure": -2.32,
    "gone_tie": -3.58, "come_tie": -5.00,
    # A word that the original's sentence before says, and a heading.
    "before": -0.92, "heading": -5.74,
    # Words that the other side does not say at all.
    "gone_whole": -0.31, "come_whole": -1.29,
    # Words for things of many games, on each side and on both.
    "gone_thing": 0.92, "come_thing": 0.94, "both_things": 1.04,
})
BIAS = -4.31
# From this share of its usual tie on a word is linked as usual; the least tie that a usual one counts as.
USUAL, NO_TIE = 0.25, 0.01
# How many words of each side are compared, and what a link and an everyday word take from their order.
COMPARED, LINKED, PLAIN = 4, 0.7, 0.7
# How many words that are left count.
FEW = 6

# Two words of which it is known whether they are forms of one.
KIN_KEPT = 100_000


@frozen
class UnlinkedWord:
    """A word that perhaps nothing on the other side says: in how many other pairs it is, its usual partner, how sure that is.

    `whole`: the other side does not say it at all, and not only less often. `place` is where it stands, from 0 to 1.
    `plain`: rules of every game use it. `tie`: how strongly it is linked here, as a share of its usual tie; 0 without a link.
    `thing`: 1 if it names a thing that many games have and the other side does not, -1 if that does, 0 for other words.
    """

    stem: str
    met: int
    sure: float
    partner: str | None
    whole: bool
    place: float
    plain: bool = False
    tie: float = 0.0
    thing: int = 0

    @property
    def weight(self) -> float:
        """The weight of its absence on the other side."""
        often = 0.5 + min(self.met, ENOUGH - 1) / (ENOUGH - 1)
        return self.sure * often * (1 - LINKED * self.tie) * (PLAIN if self.plain else 1.0)

    @property
    def often(self) -> float:
        """The share of enough pairs that show it, at most 1."""
        return min(self.met, ENOUGH) / ENOUGH


@define(eq=False, slots=False)
class UnlinkedWords:
    """The words of each pair that perhaps nothing on the other side says, by the links of all pairs."""

    links: WordLinks
    # How strongly each word of a side is tied to its usual partner.
    _usual_ties: dict[tuple[int, str], float] = field(factory=dict, init=False)
    # How strongly two words are tied, where the pair itself has linked them, and where it has not.
    _ties: dict[tuple[str, str, bool], float] = field(factory=dict, init=False)

    def likeliest(self, pair: Pair, before: Collection[str]) -> tuple[float, tuple[UnlinkedWord, UnlinkedWord] | None]:
        """The two words of a pair that most likely stand in each other's places, with their score.

        `before` are the words of the original's sentence before: it perhaps says them by a pronoun here.
        """
        lost, come = self._unlinked(pair)
        many = sum(not word.plain and not word.tie for word in lost)
        scored = [(_score(pair, gone, new, many, new.partner in before), (gone, new))
                  for gone in lost[:COMPARED] for new in come[:COMPARED]
                  if not (gone.tie and new.tie) and _are_apart(gone, new)]
        return max(scored, key=lambda row: row[0], default=(0.0, None))

    def is_linked(self, pair: Pair, finding: Finding) -> bool:
        """Return whether each of the two words of a finding has its usual partner on the other side of its pair."""
        for side, (stem, unlinked) in enumerate(zip((finding.expected, finding.actual), self._unlinked(pair), strict=True)):
            word = self.links.whole(side, stem or "")
            usual = self.links.usual(side, word)
            if usual not in self.links.words(pair, 1 - side) or any(other.stem == word for other in unlinked):
                return False
        return True

    def _unlinked(self, pair: Pair) -> tuple[list[UnlinkedWord], list[UnlinkedWord]]:
        """The words of both sides that nothing on the other says, or nothing that usually does, the most telling first."""
        made = self._made_here(pair)
        times = self.links.times(pair, 0), self.links.times(pair, 1)
        linked, ties = self._linked(pair, made, times)
        lost, come = (self._left(pair, side, times[side], linked[side], ties[side], made) for side in (0, 1))
        return lost, come

    def _made_here(self, pair: Pair) -> frozenset[tuple[str, str]]:
        """The links that this pair itself has made: they say nothing of it."""
        here, seen = self.links.words(pair, 1), self.links.seen
        ties = sorted(((-2 * times / (seen[0][own] + seen[1][other]), own, other) for own in self.links.words(pair, 0)
                       for other, times in self.links.partners(0, own).items() if other in here))
        out, taken = dict[str, str](), set[str]()
        for _, own, other in ties:
            if own not in out and other not in taken:
                out[own] = other
                taken.add(other)
        return frozenset(out.items())

    def _linked(self, pair: Pair, made: frozenset[tuple[str, str]], times: tuple[Counter[str], Counter[str]]
                ) -> tuple[tuple[Counter[str], Counter[str]], tuple[dict[str, float], dict[str, float]]]:
        """Count how often each word of both sides is linked to one of the other, and how strongly it is."""
        rest, out = (Counter(times[0]), Counter(times[1])), (Counter[str](), Counter[str]())
        strongest = dict[str, float](), dict[str, float]()
        there = self.links.words(pair, 1)
        # Most words are no partners: only ties that can be links are sorted.
        ties = sorted((-tie, own, other) for own in self.links.words(pair, 0) for other in there
                      for tie in [self._tie(own, other, (own, other) in made)] if tie >= WEAKEST)
        for tie, own, other in ties:
            many = min(rest[0][own], rest[1][other])
            if -tie >= max(WEAKEST, CLEARLY * min(self._usual_tie(0, own), self._usual_tie(1, other))) and many:
                for side, word in enumerate((own, other)):
                    rest[side][word] -= many
                    out[side][word] += many
                    strongest[side].setdefault(word, -tie)
        return out, strongest

    def _usual_tie(self, side: int, word: str) -> float:
        """Return how strongly a word is tied to the word of the other side that it is tied to most."""
        if (side, word) not in self._usual_ties:
            seen, there = self.links.seen[side][word], self.links.seen[1 - side]
            self._usual_ties[side, word] = max((2 * times / max(1, seen + there[other] - 1)
                                                for other, times in self.links.partners(side, word).items()), default=0.0)
        return self._usual_ties[side, word]

    def _tie(self, own: str, other: str, made: bool) -> float:
        """Return how strongly the other pairs, their beginnings and what they say in every game tie two words.

        `made`: the pair that is asked about has linked them itself.
        """
        tie = self._ties.get((own, other, made))
        if tie is None:
            tie = self._ties[own, other, made] = self._tied(own, other, made)
        return tie

    def _tied(self, own: str, other: str, made: bool) -> float:
        partners, partners_back = self.links.partners(0, own), self.links.partners(1, other)
        tie = 0.0
        if partners or partners_back:
            times: float = partners.get(other, 0) - made
            times = max(times, OTHER_FORM * _of_forms(other, partners), OTHER_FORM * _of_forms(own, partners_back))
            tie = 2 * times / max(1, self.links.seen[0].get(own, 1) + self.links.seen[1].get(other, 1) - 1)
        return (tie + COGNATE * is_cognate(own, other) + SENSE * _share(self.links.senses, own, other)
                + THING * _share(self.links.things, own, other))

    def _left(self, pair: Pair, side: int, times: Counter[str], linked: Counter[str], ties: Mapping[str, float],
              made: frozenset[tuple[str, str]]) -> list[UnlinkedWord]:
        """The words of a side that nothing on the other says, or nothing that usually does, the most telling first."""
        some = pair.side(side)
        plain = {self.links.whole(side, stem) for stem in everyday_of(some) | listed_of(some)}
        plain -= self.links.known_terms[side]
        units = {self.links.whole(side, stem) for stem in units_of(pair, side)}
        # By the forms that stand here: a verb may have the stem of a thing.
        things, there = (things_of(pair.side(way), self.links.forms[way]) for way in (side, 1 - side))
        things_there = frozenset().union(*there.values())
        out = list[UnlinkedWord]()
        for word, many in times.items():
            tie = 0.0 if many > linked[word] else min(1.0, ties[word] / max(self._usual_tie(side, word), NO_TIE))
            if word not in self.links.players[side] | units and tie < USUAL:
                codes = things.get(word, frozenset())
                out.append(self._word(word, pair, side, made, word in plain, tie, not tie and linked[word] > 0,
                                      0 if not codes else 1 if codes.isdisjoint(things_there) else -1))
        return sorted(out, key=lambda word: (-word.weight, -word.sure, -word.met, word.stem))

    def _word(self, stem: str, pair: Pair, side: int, made: frozenset[tuple[str, str]], plain: bool, tie: float, again: bool,
              thing: int) -> UnlinkedWord:
        met = self.links.seen[side].get(stem, 1) - 1
        partners = {other: times - ((stem, other) in made if side == 0 else (other, stem) in made)
                    for other, times in self.links.partners(side, stem).items()}
        usual = usual_partner(partners)
        times = partners[usual] if usual is not None else 0
        here = max((partners[other] for other in partners.keys() & self.links.words(pair, 1 - side)), default=0)
        whole = not again and not here >= HALF * times > 0
        return UnlinkedWord(stem, met, times / (met + CHANCE) * (1.0 if whole else TWICE), usual if times else None, whole,
                            self.links.place(pair, side, stem), plain, tie, thing)


def _score(pair: Pair, gone: UnlinkedWord, come: UnlinkedWord, lost: int, is_beside: bool) -> float:
    """Return the logarithm of the odds that two words stand in each other's places; `lost` is how many words are gone."""
    gone_often, come_often = gone.sure * gone.often, come.sure * come.often
    evidence: Mapping[str, float] = {
        "gone_often": gone_often, "come_often": come_often, "both_often": gone_often * come_often,
        "gone_sure": gone.sure, "come_sure": come.sure, "both_sure": gone.sure * come.sure,
        "alike": pair.alike, "gone_words": min(lost, FEW), "apart": abs(gone.place - come.place),
        "gone_new": not gone.met, "come_new": not come.met,
        "gone_plain": gone.plain, "come_plain": come.plain,
        "gone_plain_sure": gone.plain * gone.sure, "come_plain_sure": come.plain * come.sure,
        "gone_tie": gone.tie, "come_tie": come.tie,
        "before": is_beside, "heading": any(features.sentence.kind == "heading" for features in pair.other),
        "gone_whole": gone.whole, "come_whole": come.whole,
        "gone_thing": gone.thing, "come_thing": come.thing, "both_things": gone.thing == come.thing == 1}
    return BIAS + fsum(weight * evidence[name] for name, weight in WEIGHTS.items())


def _are_apart(gone: UnlinkedWord, come: UnlinkedWord) -> bool:
    """Return whether neither of two words is perhaps what usually says the other, or a form of that."""
    return not (gone.partner == come.stem or come.partner == gone.stem or is_form(gone.partner, come.stem)
                or is_form(come.partner, gone.stem) or (come.partner is not None and begin_alike(gone.stem, come.partner)))


def _share(meanings: tuple[Meanings, Meanings], own: str, other: str) -> bool:
    """Return whether a word of the original and one of the translation have a meaning in common."""
    return own in meanings[0] and not meanings[0][own].isdisjoint(meanings[1].get(other, ()))


def _of_forms(word: str, partners: Mapping[str, int]) -> int:
    """Count how often a word was linked to other forms of a word, or to compounds with it."""
    most = 0
    for partner, times in partners.items():
        if times > most and _are_kin(partner, word):
            most = times
    return most


@lru_cache(maxsize=KIN_KEPT)
def _are_kin(partner: str, word: str) -> bool:
    """Return whether two words are forms of one, or one is perhaps a compound with the other."""
    return partner != word and (is_form(partner, word) or (len(partner) >= PART and partner in word)
                                or (len(word) >= PART and word in partner))
