"""Pairs of sentences -> words that nothing on the other side says, and how likely one of them stands in another's place.

Each word of a pair is linked at most once, the surest links first, by what the other pairs show of it. Of the words that are
left on both sides the surest two are weighed together: what is said in one way everywhere else, and not here, is a term that is
gone; what stands for another word everywhere else is one that has come in its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import fsum

from attrs import define, evolve, frozen

from ...decisions.findings import Finding
from ..lexicon import is_cognate
from ..reading import HEAD, Shown, latin
from ..side_by_side import Pair, SideBySide
from . import terms

# The weakest tie that links two words; what words add that begin alike, and that say the same in the rules of every game.
WEAKEST, COGNATE, SENSE = 0.08, 0.3, 0.25
# What a link of another form of a word, or of a compound with it, is worth; the fewest letters of a part of a compound.
OTHER_FORM, PART = 0.7, 4
# The beginning that forms of one word share: the fewest letters, and the share of the longer one.
BEGINNING, MOST = 4, 0.55
# How much of one occurrence is held to be chance, what a word is worth that is linked here besides, and when that is so.
CHANCE, TWICE, HALF = 0.6, 0.5, 0.5
# From this number of pairs on more of them say nothing new.
ENOUGH = 5
# The weights of a word that is gone (by the number of its pairs, and alone), of one that has come, of both together, of how
# alike the sentences are, of how many words are left and how many there are. They were fitted to the development texts, as
# were the scores from which on a pair gets a warning and an error.
WEIGHTS = (3.81, 0.62, 5.39, -1.03, 2.48, 0.44, -0.21, 0.21)
BIAS, LIKELY, SURELY = -4.62, 1.0, 2.0
# How sure a term is that is gone where the sentence before names the other: that one perhaps stands for `it`.
FIRM = 0.6
# How many words that are left count.
FEW = 6

Links = dict[str, dict[str, int]]


@frozen
class Left:
    """A word that nothing on the other side says: in how many other pairs it is, its usual partner, and how sure that is.

    `whole`: the other side does not say it at all, and not only less often.
    """

    stem: str
    met: int
    sure: float
    partner: str | None
    whole: bool

    @property
    def worth(self) -> float:
        """The weight of its absence on the other side."""
        return self.sure * (0.5 + min(self.met, ENOUGH - 1) / (ENOUGH - 1))


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on terms in the place of others, by what is said of them and by what is left on both sides.

    A heading is translated more freely than a rule: only what is sure is reported there.
    """
    words = _Words(texts)
    found = dict[int, list[Finding]]()
    for finding in terms.check(texts):
        found.setdefault(finding.sentence or 0, []).append(finding)
    for place, pair in enumerate(texts.pairs):
        known = [finding for shown in pair.other for finding in found.pop(shown.sentence.number, ())]
        two = words.left(pair)
        score = _score(pair, *two) if two else 0.0
        is_beside = two is not None and any(two[1][0].partner in near.stems(0) for near in texts.pairs[max(0, place - 1):place])
        surely = two is not None and score >= SURELY and not is_beside and two[0][0].whole and two[1][0].whole
        free = not surely and any(shown.sentence.kind == "heading" for shown in pair.other)
        yield from (evolve(finding, lowered=None) if surely else finding for finding in known
                    if not free or finding.level == "error")
        if two and not known and not free and score >= LIKELY and (two[0][0].sure >= FIRM or not is_beside):
            yield _reported(texts, pair, two[0][0], two[1][0], surely)


def _reported(texts: SideBySide, pair: Pair, gone: Left, come: Left, surely: bool) -> Finding:
    own, other = terms.word_of(pair, 0, gone.stem), terms.word_of(pair, 1, come.stem)
    if come.partner is not None:
        meant = terms.anywhere(texts.pairs, 0, come.partner)
        message = f"{other} elsewhere stands for {meant}, which the original does not say here (line {pair.line})"
        if gone.partner is not None:
            message = f"the original says {own} (line {pair.line}), and here it is {other}, which elsewhere stands for {meant}"
    else:
        usual = terms.anywhere(texts.pairs, 1, gone.partner or "")
        message = f"the original says {own} (line {pair.line}), which elsewhere is {usual}, and here perhaps {other}"
    return texts.found("pair/term", message, pair, gone.stem, come.stem, None if surely else "warning")


def _score(pair: Pair, lost: Sequence[Left], come: Sequence[Left]) -> float:
    """Return the logarithm of the odds that the first words of two lists stand in each other's places."""
    gone, new = lost[0], come[0]
    signs = (gone.sure * min(gone.met, ENOUGH) / ENOUGH, gone.sure, new.sure * min(new.met, ENOUGH) / ENOUGH, new.sure,
             gone.sure * new.sure, pair.alike, min(len(lost), FEW), len(pair.stems(0)))
    return BIAS + fsum(weight * sign for weight, sign in zip(WEIGHTS, signs, strict=True))


# ---- Links -----------------------------------------------------------------------------------------


@define(eq=False, slots=False)
class _Words:
    """The words of two texts and their links in all pairs."""

    texts: SideBySide

    def __attrs_post_init__(self) -> None:
        # How strongly two words are tied, where the pair itself has tied them, and where it has not.
        self._ties: dict[tuple[str, str, bool], float] = {}

    @cached_property
    def _links(self) -> tuple[Links, Links]:
        to, back = Links(), Links()
        for (own, other), times in self.texts.lexicon.links.items():
            to.setdefault(own, {})[other] = times
            back.setdefault(other, {})[own] = times
        return to, back

    @cached_property
    def _senses(self) -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
        return _senses_of(self.texts.own), _senses_of(self.texts.other)

    @cached_property
    def _players(self) -> tuple[frozenset[str], frozenset[str]]:
        return terms.players_of(self.texts.own), terms.players_of(self.texts.other)

    def left(self, pair: Pair) -> tuple[list[Left], list[Left]] | None:
        """The words of each side that nothing on the other says, the most telling first; None where one side has none."""
        made = self._made_here(pair)
        times = terms.times_of(pair.own), terms.times_of(pair.other)
        linked = self._linked(pair, made, times)
        lost, come = (self._left(pair, side, times[side], linked, made) for side in (0, 1))
        if not lost or not come or _is_form(lost[0].partner, come[0].stem) or _is_form(come[0].partner, lost[0].stem):
            return None
        return lost, come

    def _made_here(self, pair: Pair) -> frozenset[tuple[str, str]]:
        """The links that this pair itself has made: they say nothing of it."""
        lexicon, to = self.texts.lexicon, self._links[0]
        ties = sorted(((-2 * times / (lexicon.seen[own] + lexicon.seen_there[other]), own, other) for own in pair.stems(0)
                       for other, times in to.get(own, {}).items() if other in pair.stems(1)))
        out, taken = dict[str, str](), set[str]()
        for _, own, other in ties:
            if own not in out and other not in taken:
                out[own] = other
                taken.add(other)
        return frozenset(out.items())

    def _linked(self, pair: Pair, made: frozenset[tuple[str, str]],
                times: tuple[Counter[str], Counter[str]]) -> tuple[Counter[str], Counter[str]]:
        """Count how often each word of both sides is linked to one of the other."""
        rest, out = (Counter(times[0]), Counter(times[1])), (Counter[str](), Counter[str]())
        ties = sorted((-self._tie(own, other, (own, other) in made), own, other)
                      for own in pair.stems(0) for other in pair.stems(1))
        for tie, own, other in ties:
            many = min(rest[0][own], rest[1][other])
            if -tie >= WEAKEST and many:
                for side, word in enumerate((own, other)):
                    rest[side][word] -= many
                    out[side][word] += many
        return out

    def _tie(self, own: str, other: str, made: bool) -> float:
        """Return how strongly the other pairs, their beginnings and what they say in every game tie two words.

        `made`: the pair that is asked about has linked them itself.
        """
        tie = self._ties.get((own, other, made))
        if tie is None:
            tie = self._ties[own, other, made] = self._tied(own, other, made)
        return tie

    def _tied(self, own: str, other: str, made: bool) -> float:
        to, back, lexicon = *self._links, self.texts.lexicon
        partners, partners_back = to.get(own, {}), back.get(other, {})
        times: float = partners.get(other, 0) - made
        times = max(times, OTHER_FORM * max(_of_forms(other, partners), _of_forms(own, partners_back)))
        tie = 2 * times / max(1, lexicon.seen.get(own, 1) + lexicon.seen_there.get(other, 1) - 1)
        senses = self._senses[0].get(own), self._senses[1].get(other)
        return (tie + COGNATE * (_head(own) == _head(other) and is_cognate(own, other))
                + SENSE * bool(senses[0] and senses[1] and senses[0] & senses[1]))

    def _left(self, pair: Pair, side: int, times: Counter[str], linked: tuple[Counter[str], Counter[str]],
              made: frozenset[tuple[str, str]]) -> list[Left]:
        some = pair.side(side)
        plain = terms.everyday_of(some) | terms.listed_of(some) | self._players[side]
        out = [self._word(stem, pair, side, linked[side][stem] > 0, made) for stem, many in times.items()
               if many > linked[side][stem] and stem not in plain]
        return sorted(out, key=lambda word: (-word.worth, -word.sure, -word.met, word.stem))

    def _word(self, stem: str, pair: Pair, side: int, again: bool, made: frozenset[tuple[str, str]]) -> Left:
        lexicon = self.texts.lexicon
        met = (lexicon.seen, lexicon.seen_there)[side].get(stem, 1) - 1
        partners = {other: times - ((stem, other) in made if side == 0 else (other, stem) in made)
                    for other, times in self._links[side].get(stem, {}).items()}
        best = max(partners, key=lambda other: (partners[other], other), default=None)
        times = partners[best] if best is not None else 0
        here = max((partners[other] for other in partners.keys() & pair.stems(1 - side)), default=0)
        whole = not again and not here >= HALF * times > 0
        return Left(stem, met, times / (met + CHANCE) * (1.0 if whole else TWICE), best if times else None, whole)


def _of_forms(word: str, partners: Mapping[str, int]) -> int:
    """Count how often a word was linked to other forms of a word, or to compounds with it."""
    return max((times for partner, times in partners.items() if partner != word
                and (_is_form(partner, word) or (len(partner) >= PART and partner in word)
                     or (len(word) >= PART and word in partner))), default=0)


def _is_form(word: str | None, other: str) -> bool:
    """Return whether two stems of one language are perhaps forms of one word.

    >>> _is_form("pomost", "pomość"), _is_form("karte", "kasten")
    (True, False)
    """
    if word is None or word[:BEGINNING] != other[:BEGINNING] or len(word) < BEGINNING:
        return False
    same = next((place for place, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    return same >= MOST * max(len(word), len(other))


def _head(word: str) -> str:
    return latin(word)[:HEAD]


def _senses_of(some: Sequence[Shown]) -> dict[str, frozenset[str]]:
    """The senses of the stems of a text's words: what they say in the rules of every game."""
    out = dict[str, set[str]]()
    for shown in some:
        for place, stem in shown.stems.items():
            out.setdefault(stem, set()).update(shown.language.senses.codes_at(shown.evidence.words[place].folded))
    return {stem: frozenset(codes) for stem, codes in out.items()}
