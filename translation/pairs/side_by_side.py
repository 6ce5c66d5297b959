"""An original and a translation, aligned -> pairs of sentences that say the same, each with what the two show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache

from attrs import define, frozen

from ..decisions.findings import Finding, Level, Rule
from ..document.document import Document
from ..document.words import unique
from .agreement import Agreement
from .align import aligned
from .equivalents import AKIN, TurnDifferences, differences
from .homonyms import homonyms
from .lexicon import Lexicon
from .link import Link
from .reading import Features, read_for_pairs

# From so sure a partner on a word speaks for a pair or against it; what a sentence of few such words is doubted by.
SURE_ENOUGH, DOUBT = 0.3, 0.6
# Words are listed for each other that are so in this many pairs.
OFTEN = 2
# The sides of pairs that are kept, with what they show: several times those of two long texts.
SIDES_KEPT = 2_000

Clauses = Mapping[int, Sequence[str]]


@define(eq=False, slots=False)
class Sides:
    """Sentences of the original and of the translation, and what these show, whatever else stands in the two texts."""

    own: tuple[Features, ...]
    other: tuple[Features, ...]

    def side(self, side: int) -> tuple[Features, ...]:
        """The sentences of a side: 0 the original, 1 the translation."""
        return self.other if side else self.own

    @cached_property
    def signals(self) -> tuple[Counter[str], Counter[str]]:
        """Return how often each turn of phrase stands on each side."""
        return self._counted(0), self._counted(1)

    def _counted(self, side: int) -> Counter[str]:
        return sum((features.turns for features in self.side(side)), Counter[str]())

    @cached_property
    def differences(self) -> TurnDifferences:
        """The turns of phrase that differ, where what is said in two ways is no difference."""
        own, other = (frozenset(code for features in self.side(side) for code in features.denied) for side in (0, 1))
        late, late_there = (frozenset(code for features in self.side(side) for code in features.postponed) for side in (0, 1))
        return differences(*self.signals, (own, other), (late, late_there))

    @cached_property
    def forbidden_by(self) -> tuple[frozenset[str], frozenset[str]]:
        """The verbs by which each side forbids."""
        own, other = (frozenset(code for features in some for code in features.forbidden_by) for some in (self.own, self.other))
        return own, other

    @cached_property
    def stems(self) -> tuple[frozenset[str], frozenset[str]]:
        """The stems of each side."""
        own, other = (frozenset(stem for features in some for stem in features.stems.values())
                      for some in (self.own, self.other))
        return own, other


@lru_cache(maxsize=SIDES_KEPT)
def _sides(own: tuple[Features, ...], other: tuple[Features, ...]) -> Sides:
    """The sides of a pair: sentences that are read once, and stand beside each other again, are compared once."""
    return Sides(own, other)


@define(eq=False, slots=False)
class Pair:
    """Sentences of the original and of the translation that say the same; `clauses` are those that the original's state."""

    link: Link
    sides: Sides
    clauses: tuple[str, ...]

    @property
    def own(self) -> tuple[Features, ...]:
        """The sentences of the original."""
        return self.sides.own

    @property
    def other(self) -> tuple[Features, ...]:
        """The sentences of the translation."""
        return self.sides.other

    @property
    def alike(self) -> float:
        """Their similarity, from 0 to 1."""
        return self.link.alike

    @property
    def line(self) -> int:
        """The line of the original."""
        return self.own[0].sentence.line

    def signals(self, side: int) -> Counter[str]:
        """Return how often each turn of phrase stands on a side: 0 the original, 1 the translation."""
        return self.sides.signals[side]

    def having(self, code: str) -> Features:
        """The first sentence of the translation that has a turn of phrase, or a word with a contrary, or the first of all."""
        return next((features for features in self.other if code in features.signals or code in features.contraries),
                    self.other[0])

    @property
    def differences(self) -> TurnDifferences:
        """The turns of phrase that differ, where what is said in two ways is no difference."""
        return self.sides.differences

    @property
    def forbidden_by(self) -> tuple[frozenset[str], frozenset[str]]:
        """The verbs by which each side forbids."""
        return self.sides.forbidden_by

    def stems(self, side: int) -> frozenset[str]:
        """The stems of a side."""
        return self.sides.stems[side]

    def size(self, side: int) -> int:
        """Return the number of words of a side, at least 1."""
        return max(1, sum(len(features.evidence.words) for features in self.side(side)))

    def side(self, side: int) -> tuple[Features, ...]:
        """The sentences of a side."""
        return self.sides.side(side)


@frozen
class WordRenderings:
    """A word of the original, the words that the translation says for it with how often, and in how many pairs it is."""

    word: str
    others: tuple[tuple[str, int], ...]
    seen: int


@define(eq=False, slots=False)
class SideBySide:
    """Two texts: the sentences of each, which of them belong together, and the dictionary that this gives.

    `clauses` are the clauses that each sentence of the original states, by index; `in_one_file` says that both texts stand in
    one file, as in PO, so that their lines are lines of the same file.
    """

    original: Document
    translation: Document
    own: Sequence[Features]
    other: Sequence[Features]
    links: tuple[Link, ...]
    lexicon: Lexicon
    clauses: Clauses
    in_one_file: bool = False

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The links that have sentences on both sides, in the order of the translation."""
        return tuple(Pair(link, _sides(tuple(self.own[index] for index in link.original),
                                       tuple(self.other[index] for index in link.translation)), self.clauses_of(link.original))
                     for link in self.links if link.original and link.translation)

    @cached_property
    def occurrences(self) -> tuple[dict[str, frozenset[int]], dict[str, frozenset[int]]]:
        """For each stem of the original, and of the translation, the pairs in which it stands, by number."""
        own, other = dict[str, set[int]](), dict[str, set[int]]()
        for number, pair in enumerate(self.pairs):
            for side, numbers in enumerate((own, other)):
                for stem in pair.stems(side):
                    numbers.setdefault(stem, set()).add(number)
        return ({stem: frozenset(some) for stem, some in own.items()},
                {stem: frozenset(some) for stem, some in other.items()})

    @cached_property
    def ratio(self) -> float:
        """The letters of the translation for each letter of the original."""
        return sum(features.size for features in self.other) / max(1, sum(features.size for features in self.own))

    def length(self, pair: Pair) -> float:
        """Return how long the translation of a pair is, as a multiple of what its original lets expect in these texts."""
        own, other = (sum(features.size for features in pair.side(side)) for side in (0, 1))
        return other / max(1.0, own * self.ratio)

    @cached_property
    def agreement(self) -> Agreement:
        """Return how often the two texts agree on each turn of phrase."""
        return Agreement([(pair.signals(0), pair.signals(1)) for pair in self.pairs])

    def clauses_of(self, indices: Collection[int]) -> tuple[str, ...]:
        """The clauses that some sentences of the original state."""
        return unique(clause for index in indices for clause in self.clauses.get(index, ()))

    def close(self, pair: Pair, but: Collection[str] = ()) -> float:
        """Return how many of the words whose partners are known have one on the other side, from 0 to 1; `but` do not count."""
        asked: tuple[Pair | str, ...] = (pair, *but)
        close = self._close.get(asked)
        if close is None:
            close = self._close[asked] = self._how_close(pair, frozenset(but))
        return close

    @cached_property
    def _close(self) -> dict[tuple[Pair | str, ...], float]:
        return {}

    @cached_property
    def _sure(self) -> tuple[dict[str, float], dict[str, float]]:
        """The words of each side whose partners are known, with how sure the surest is."""
        own, other = ({stem: sure for stem, partners in to.items() for sure in [max(partners.values())] if sure >= SURE_ENOUGH}
                      for to in (self.lexicon.to, self.lexicon.back))
        return own, other

    def _how_close(self, pair: Pair, but: frozenset[str]) -> float:
        known = there = 0.0
        for side, to in ((0, self.lexicon.to), (1, self.lexicon.back)):
            others, surest = pair.stems(1 - side), self._sure[side]
            for stem in pair.stems(side) - but:
                sure = surest.get(stem)
                if sure is not None:
                    known += sure
                    there += 0.0 if others.isdisjoint(to[stem]) else sure
        # Without a word whose partner is known the answer is a half, and few known words hardly move it.
        return (there + DOUBT / 2) / (known + DOUBT)

    @cached_property
    def partners(self) -> dict[int, Link]:
        """The link of each sentence of the original, by index."""
        return {index: link for link in self.links for index in link.original}

    @cached_property
    def partners_back(self) -> dict[int, Link]:
        """The link of each sentence of the translation, by index."""
        return {index: link for link in self.links for index in link.translation}

    @cached_property
    def terms(self) -> tuple[WordRenderings, ...]:
        """The words that the two texts say for each other in two sentences or more, the most frequent first."""
        return tuple(sorted(self.renderings.values(), key=lambda row: (-row.seen, row.word)))

    @cached_property
    def renderings(self) -> dict[str, WordRenderings]:
        """The same words of the original, by their stems."""
        words = [self._written(side) for side in (0, 1)]
        rows = dict[str, WordRenderings]()
        for stem, seen in self.lexicon.seen.items():
            links = [(other, times) for (word, other), times in self.lexicon.links.items() if word == stem and times >= OFTEN]
            if seen >= OFTEN and links:
                others = tuple((words[1].get(other, other), times) for other, times in sorted(links, key=lambda row: -row[1]))
                rows[stem] = WordRenderings(words[0].get(stem, stem), others, seen)
        return rows

    def _written(self, side: int) -> dict[str, str]:
        """Return how each stem of a text is written most often."""
        forms: dict[str, Counter[str]] = {}
        for features in (self.own, self.other)[side]:
            for place, stem in features.stems.items():
                forms.setdefault(stem, Counter())[features.evidence.words[place].folded] += 1
        return {stem: some.most_common(1)[0][0] for stem, some in forms.items()}

    def line_behind(self, index: int) -> int | None:
        """The line of the translation behind which a sentence of the original should stand; None for the beginning."""
        behind = self.behind(index)
        return None if behind is None else self.translation.extents[behind].end.line

    def behind(self, index: int) -> int | None:
        """The index of the sentence behind which one of the original should stand; None for the beginning."""
        for place in range(index - 1, -1, -1):
            link = self.partners.get(place)
            # A sentence that has moved says nothing of where its neighbours stand.
            if link is not None and link.translation and not link.moved:
                return link.translation[-1]
        return None

    def finding(self, rule: Rule, message: str, pair: Pair, expected: str | None = None, actual: str | None = None,
                level: Level | None = None, at: Features | None = None, clause: str | None = None) -> Finding:
        """A finding on a pair, or on one of its sentences of the translation."""
        features = at or pair.other[0]
        about = clause or next(iter(pair.clauses), None)
        return Finding(rule, message, about, features.sentence.number, features.sentence.line, expected, actual,
                       self.translation.wholes[features.index], lowered=level)


def side_by_side(original: Document, translation: Document, fixed: Sequence[Link] = (),
                 known: Sequence[tuple[str, str]] = (), clauses: Clauses | None = None,
                 in_one_file: bool = False) -> SideBySide:
    """Align two texts; `fixed` are links that a person has confirmed, `known` pairs of stems of the glossaries."""
    own, other = read_for_pairs(original), read_for_pairs(translation)
    alignment = aligned(own, other, fixed, known)
    but = homonyms([(tuple(own[index] for index in link.original), tuple(other[index] for index in link.translation))
                    for link in alignment.links if link.original and link.translation], AKIN)
    if any(but):
        own, other = read_for_pairs(original, but[0]), read_for_pairs(translation, but[1])
        alignment = aligned(own, other, fixed, known, alignment)
    return SideBySide(original, translation, own, other, alignment.links, alignment.lexicon, clauses or {}, in_one_file)
