"""Pairs of sentences -> words that nothing on the other side says, and how likely one of them stands in another's place.

Each word of a pair is linked at most once, the surest links first, by what the other pairs show of it. Of the words that are
left on both sides the surest two are weighed together: what is said in one way everywhere else, and not here, is a term that is
gone; what stands for another word everywhere else is one that has come in its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import fsum

from attrs import define, evolve, field, frozen

from ...decisions.findings import Finding, Level
from ..lexicon import is_cognate
from ..reading import HEAD, Shown, latin
from ..side_by_side import Pair, SideBySide
from . import terms
from .nouns import Nouns

# The weakest tie that links two words; what words add that begin alike, and that say the same in the rules of every game.
WEAKEST, COGNATE, SENSE, CLEARLY = 0.08, 0.3, 0.25, 0.35
# What a link of another form of a word, or of a compound with it, is worth; the fewest letters of a part of a compound.
OTHER_FORM, PART = 0.7, 4
# The beginning that forms of one word share: the fewest letters, and the share of the longer one.
BEGINNING, MOST = 4, 0.55
# How much of one occurrence is held to be chance, what a word is worth that is linked here besides, and when that is so.
CHANCE, TWICE, HALF = 0.6, 0.5, 0.5
# From this number of pairs on more of them say nothing new.
ENOUGH = 5
# The weights of a word that is gone and of one that has come (each by the number of its pairs, the second also alone), of both
# together, of how alike the sentences are, of how many words are left, of how far apart the two stand, of a word that stands
# nowhere else on either side, and of two that are both well known. They were fitted to the development texts; with one text
# left out each time, they find as many terms. So were the scores from which on a pair gets a warning and an error.
WEIGHTS = (3.40, 5.98, -0.96, 0.55, 1.38, -0.13, -1.04, -1.81, -1.10, 1.29)
BIAS, LIKELY, SURELY = -2.60, 1.0, 3.0
# How sure a term is that is gone where the sentence before names the other: that one perhaps stands for `it`.
FIRM = 0.6
# The fewest pairs with a term that rules of every game use elsewhere.
KNOWN = 5
# The letters with which two forms of one word begin alike, and the share of the longer one: less if both say the same.
HEAD_OF_FORMS, NEARLY, SAID_ALIKE = 3, 0.85, 0.55
# How many words that are left count.
FEW = 6

Links = dict[str, dict[str, int]]


@frozen
class Left:
    """A word that nothing on the other side says: in how many other pairs it is, its usual partner, and how sure that is.

    `whole`: the other side does not say it at all, and not only less often. `place` is where it stands, from 0 to 1.
    """

    stem: str
    met: int
    sure: float
    partner: str | None
    whole: bool
    place: float

    @property
    def worth(self) -> float:
        """The weight of its absence on the other side."""
        return self.sure * (0.5 + min(self.met, ENOUGH - 1) / (ENOUGH - 1))


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on terms in the place of others; a note where one of the two is no noun."""
    words = _Words(texts)
    nouns = Nouns(texts, words.forms, words.links)
    for finding in _replaced(texts, words):
        is_term = all(stem is None or nouns.is_noun(side, stem) for side, stem in enumerate((finding.expected, finding.found)))
        yield finding if is_term else evolve(finding, lowered="note")


def _replaced(texts: SideBySide, words: _Words) -> Iterator[Finding]:
    """Find terms in the place of others by what is said of them and by what is left on both sides.

    A heading is translated more freely than a rule: only what is sure is reported there.
    """
    found = dict[int, list[Finding]]()
    for finding in terms.check(texts):
        found.setdefault(finding.sentence or 0, []).append(finding)
    for place, pair in enumerate(texts.pairs):
        known = [finding for shown in pair.other for finding in found.pop(shown.sentence.number, ())]
        two = words.left(pair)
        score = _score(pair, *two) if two else 0.0
        is_beside = two is not None and any(two[1][0].partner in words.words(near, 0)
                                            for near in texts.pairs[max(0, place - 1):place])
        surely = two is not None and score >= SURELY and not is_beside and two[0][0].whole and two[1][0].whole
        free = not surely and any(shown.sentence.kind == "heading" for shown in pair.other)
        yield from (evolve(finding, lowered=None) if surely else finding for finding in known
                    if not free or finding.level == "error")
        if two and not known and not free and score >= LIKELY and (two[0][0].sure >= FIRM or not is_beside):
            yield _reported(words, pair, two[0][0], two[1][0], surely)


def _reported(words: _Words, pair: Pair, gone: Left, come: Left, surely: bool) -> Finding:
    texts, own, other = words.texts, words.written(pair, 0, gone.stem), words.written(pair, 1, come.stem)
    if come.partner is not None:
        meant = terms.anywhere(texts.pairs, 0, come.partner)
        message = f"{other} elsewhere stands for {meant}, which the original does not say here (line {pair.line})"
        if gone.partner is not None:
            message = f"the original says {own} (line {pair.line}), and here it is {other}, which elsewhere stands for {meant}"
    else:
        usual = terms.anywhere(texts.pairs, 1, gone.partner or "")
        message = f"the original says {own} (line {pair.line}), which elsewhere is {usual}, and here perhaps {other}"
    # Of what is gone nothing is known then: unless it is sure, that word is as often said freely.
    unsure: Level = "note" if come.partner is not None and gone.partner is None else "warning"
    return texts.found("pair/term", message, pair, gone.stem, come.stem, None if surely else unsure)


def _score(pair: Pair, lost: Sequence[Left], come: Sequence[Left]) -> float:
    """Return the logarithm of the odds that the first words of two lists stand in each other's places."""
    gone, new = lost[0], come[0]
    often, often_new = (min(word.met, ENOUGH) / ENOUGH for word in (gone, new))
    signs = (gone.sure * often, new.sure * often_new, new.sure, gone.sure * new.sure, pair.alike, min(len(lost), FEW),
             abs(gone.place - new.place), not gone.met, not new.met, gone.sure * often * new.sure * often_new)
    return BIAS + fsum(weight * sign for weight, sign in zip(WEIGHTS, signs, strict=True))


# ---- Links -----------------------------------------------------------------------------------------


@define(eq=False, slots=False)
class _Words:
    """The words of two texts and their links in all pairs."""

    texts: SideBySide
    _bests: dict[tuple[int, str], float] = field(factory=dict, init=False)

    @cached_property
    def forms(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        lexicon = self.texts.lexicon
        return (forms_of(lexicon.seen, lexicon.links.items()),
                forms_of(lexicon.seen_there, (((other, own), times) for (own, other), times in lexicon.links.items())))

    def __attrs_post_init__(self) -> None:
        # How strongly two words are tied, where the pair itself has tied them, and where it has not.
        self._ties: dict[tuple[str, str, bool], float] = {}

    @cached_property
    def links(self) -> tuple[Links, Links]:
        to, back = Links(), Links()
        for (own, other), times in self.texts.lexicon.links.items():
            a, b = self.forms[0].get(own, own), self.forms[1].get(other, other)
            to.setdefault(a, {})[b] = to.get(a, {}).get(b, 0) + times
            back.setdefault(b, {})[a] = back.get(b, {}).get(a, 0) + times
        return to, back

    @cached_property
    def _seen(self) -> tuple[Counter[str], Counter[str]]:
        """Return in how many pairs each word of both sides stands, in any of its forms."""
        return self._pooled(0, self.texts.lexicon.seen), self._pooled(1, self.texts.lexicon.seen_there)

    def _pooled(self, side: int, seen: Mapping[str, int]) -> Counter[str]:
        out = Counter[str]()
        for stem, times in seen.items():
            out[self.forms[side].get(stem, stem)] += times
        return out

    def words(self, pair: Pair, side: int) -> frozenset[str]:
        """The words of a side, each by one of its forms."""
        return frozenset(self.forms[side].get(stem, stem) for stem in pair.stems(side))

    def written(self, pair: Pair, side: int, word: str) -> str:
        """A word as it stands in a pair."""
        stem = next(stem for stem in sorted(pair.stems(side)) if self.forms[side].get(stem, stem) == word)
        return terms.word_of(pair, side, stem)

    @cached_property
    def _known(self) -> tuple[frozenset[str], frozenset[str]]:
        """The words of both sides that are surely terms here, though rules of every game use them."""
        plain = tuple(frozenset(self.forms[side].get(stem, stem) for shown in some for stem in shown.everyday | shown.listed)
                      for side, some in ((0, self.texts.own), (1, self.texts.other)))
        own, other = (frozenset(word for word in plain[side] if self._is_known(word, side, plain[1 - side])) for side in (0, 1))
        return own, other

    def _is_known(self, word: str, side: int, plain: frozenset[str]) -> bool:
        partners, seen = self.links[side].get(word, {}), self._seen[side][word]
        best = max(partners, key=lambda other: (partners[other], other), default=None)
        return best is not None and best not in plain and seen >= KNOWN and partners[best] >= FIRM * seen

    @cached_property
    def _senses(self) -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
        return _senses_of(self.texts.own, self.forms[0]), _senses_of(self.texts.other, self.forms[1])

    @cached_property
    def _players(self) -> tuple[frozenset[str], frozenset[str]]:
        return terms.players_of(self.texts.own), terms.players_of(self.texts.other)

    def left(self, pair: Pair) -> tuple[list[Left], list[Left]] | None:
        """The words of each side that nothing on the other says, the most telling first; None where one side has none."""
        made = self._made_here(pair)
        times = self._times(pair, 0), self._times(pair, 1)
        linked = self._linked(pair, made, times)
        lost, come = (self._left(pair, side, times[side], linked, made) for side in (0, 1))
        if not lost or not come or _is_form(lost[0].partner, come[0].stem) or _is_form(come[0].partner, lost[0].stem):
            return None
        return lost, come

    def _times(self, pair: Pair, side: int) -> Counter[str]:
        return Counter(self.forms[side].get(stem, stem) for shown in pair.side(side) for stem in shown.stems.values())

    def _made_here(self, pair: Pair) -> frozenset[tuple[str, str]]:
        """The links that this pair itself has made: they say nothing of it."""
        here = self.words(pair, 1)
        ties = sorted(((-2 * times / (self._seen[0][own] + self._seen[1][other]), own, other) for own in self.words(pair, 0)
                       for other, times in self.links[0].get(own, {}).items() if other in here))
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
        there = self.words(pair, 1)
        ties = sorted((-self._tie(own, other, (own, other) in made), own, other)
                      for own in self.words(pair, 0) for other in there)
        for tie, own, other in ties:
            many = min(rest[0][own], rest[1][other])
            if -tie >= max(WEAKEST, CLEARLY * min(self._best(0, own), self._best(1, other))) and many:
                for side, word in enumerate((own, other)):
                    rest[side][word] -= many
                    out[side][word] += many
        return out

    def _best(self, side: int, word: str) -> float:
        """Return how strongly a word is tied to its usual partner."""
        if (side, word) not in self._bests:
            seen, there = self._seen[side][word], self._seen[1 - side]
            self._bests[side, word] = max((2 * times / max(1, seen + there[other] - 1)
                                           for other, times in self.links[side].get(word, {}).items()), default=0.0)
        return self._bests[side, word]

    def _tie(self, own: str, other: str, made: bool) -> float:
        """Return how strongly the other pairs, their beginnings and what they say in every game tie two words.

        `made`: the pair that is asked about has linked them itself.
        """
        tie = self._ties.get((own, other, made))
        if tie is None:
            tie = self._ties[own, other, made] = self._tied(own, other, made)
        return tie

    def _tied(self, own: str, other: str, made: bool) -> float:
        to, back = self.links
        partners, partners_back = to.get(own, {}), back.get(other, {})
        times: float = partners.get(other, 0) - made
        times = max(times, OTHER_FORM * max(_of_forms(other, partners), _of_forms(own, partners_back)))
        tie = 2 * times / max(1, self._seen[0].get(own, 1) + self._seen[1].get(other, 1) - 1)
        senses = self._senses[0].get(own), self._senses[1].get(other)
        return (tie + COGNATE * (_head(own) == _head(other) and is_cognate(own, other))
                + SENSE * bool(senses[0] and senses[1] and senses[0] & senses[1]))

    def _left(self, pair: Pair, side: int, times: Counter[str], linked: tuple[Counter[str], Counter[str]],
              made: frozenset[tuple[str, str]]) -> list[Left]:
        some = pair.side(side)
        plain = {self.forms[side].get(stem, stem) for stem in terms.everyday_of(some) | terms.listed_of(some)}
        plain = (plain - self._known[side]) | {self.forms[side].get(stem, stem) for stem in self._players[side]}
        out = [self._word(stem, pair, side, linked[side][stem] > 0, made) for stem, many in times.items()
               if many > linked[side][stem] and stem not in plain]
        return sorted(out, key=lambda word: (-word.worth, -word.sure, -word.met, word.stem))

    def _word(self, stem: str, pair: Pair, side: int, again: bool, made: frozenset[tuple[str, str]]) -> Left:
        met = self._seen[side].get(stem, 1) - 1
        partners = {other: times - ((stem, other) in made if side == 0 else (other, stem) in made)
                    for other, times in self.links[side].get(stem, {}).items()}
        best = max(partners, key=lambda other: (partners[other], other), default=None)
        times = partners[best] if best is not None else 0
        here = max((partners[other] for other in partners.keys() & self.words(pair, 1 - side)), default=0)
        whole = not again and not here >= HALF * times > 0
        return Left(stem, met, times / (met + CHANCE) * (1.0 if whole else TWICE), best if times else None, whole,
                    self._place(pair, side, stem))

    def _place(self, pair: Pair, side: int, word: str) -> float:
        """Return where a word first stands in the sentences of a side, as a share of their words."""
        before = 0
        for shown in pair.side(side):
            for place, stem in shown.stems.items():
                if self.forms[side].get(stem, stem) == word:
                    return (before + place) / pair.size(side)
            before += len(shown.evidence.words)
        return 0.0


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


def forms_of(seen: Mapping[str, int], links: Iterable[tuple[tuple[str, str], int]]) -> dict[str, str]:
    """Map each stem that is a form of a more frequent one to that: both begin alike, or say the same and begin nearly alike."""
    usual = dict[str, tuple[int, str]]()
    for (stem, partner), times in links:
        usual[stem] = max(usual.get(stem, (0, "")), (times, partner))
    heads, out = dict[str, list[str]](), dict[str, str]()
    for stem in sorted(seen, key=lambda stem: (-seen[stem], stem)):
        whole = next((other for other in heads.get(latin(stem)[:HEAD_OF_FORMS], ())
                      if _are_forms(stem, other, usual.get(stem) is not None and other in usual
                                    and usual[stem][1] == usual[other][1])), None)
        if whole is not None:
            out[stem] = whole
        else:
            heads.setdefault(latin(stem)[:HEAD_OF_FORMS], []).append(stem)
    return out


def _are_forms(stem: str, other: str, is_said_alike: bool) -> bool:
    """Return whether two stems are forms of one word.

    >>> _are_forms("boomgaar", "boomgaard", False), _are_forms("mnis", "mnich", True), _are_forms("karte", "kasten", False)
    (True, True, False)
    """
    a, b = latin(stem), latin(other)
    same = next((place for place, (one, two) in enumerate(zip(a, b, strict=False)) if one != two), min(len(a), len(b)))
    return same >= (SAID_ALIKE if is_said_alike else NEARLY) * max(len(a), len(b))


def _senses_of(some: Sequence[Shown], forms: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """The senses of the stems of a text's words: what they say in the rules of every game."""
    out = dict[str, set[str]]()
    for shown in some:
        for place, stem in shown.stems.items():
            codes = shown.language.senses.codes_at(shown.evidence.words[place].folded)
            out.setdefault(forms.get(stem, stem), set()).update(codes)
    return {stem: frozenset(codes) for stem, codes in out.items()}
