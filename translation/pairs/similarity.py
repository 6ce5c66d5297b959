"""Sentences of two texts -> how alike groups of them are, from 0 to 1, whatever their languages."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import exp, log, sqrt

from attrs import define, frozen

from .lexicon import NOTHING, Lexicon
from .reading import Features

# What content, length and kind weigh; headings are few, so that one is likely to be the other.
CONTENT, LENGTH, KIND, HEADINGS = 0.62, 0.28, 0.10, 0.16
# Sentences that share no content are less alike than this.
UNALIKE = LENGTH + HEADINGS + 0.01
# The content of two sentences that say the same is as alike as this.
SAME = 0.55
# More than what the order of sums changes.
SLIGHTLY = 1e-6
# The weight of the beginning of a word that both have, of a turn of phrase, and of a stem that nobody has a word for.
OF_COGNATE, OF_TURN, OF_UNKNOWN = 0.7, 0.6, 0.35
HEADING = frozenset({"heading"})


@frozen(eq=False)
class SentenceGroup:
    """Some sentences that stand together: their stems with their weights, other signs with theirs squared, and the whole."""

    squares: Mapping[str, float]
    stems: Mapping[str, float]
    norm: float
    size: int
    kinds: frozenset[str]


@define(eq=False, slots=False)
class _Signs:
    """The signs of two texts with their weights, and all else of them that no dictionary changes."""

    originals: Sequence[Features]
    translations: Sequence[Features]

    def __attrs_post_init__(self) -> None:
        there, here = ([features.neutral for features in some] for some in (self.originals, self.translations))
        # A sign that only one text uses says nothing of which sentences belong together.
        both = set().union(*there) & set().union(*here) if there and here else set()
        count = len(there) + len(here)
        frequency = Counter(sign for features in (*there, *here) for sign in features if sign in both)
        # The weight of each sign, squared: weights are only added up as squares.
        self.squares = {sign: (_of_sign(sign) * log(1 + count / times)) ** 2 for sign, times in frequency.items()}
        self.own = [_weights(some) for some in (self.originals, self.translations)]
        lengths = [sum(features.size for features in some) for some in (self.originals, self.translations)]
        self.ratio = lengths[1] / max(1, lengths[0])
        self._of_groups: dict[tuple[int, tuple[int, ...]], tuple[Mapping[str, float], float]] = {}
        # How well sizes fit, and kinds: few of both are compared again and again.
        self.lengths: dict[tuple[int, int], float] = {}
        self.of_kinds: dict[tuple[frozenset[str], frozenset[str]], float] = {}

    def of_group(self, side: int, indices: tuple[int, ...]) -> tuple[Mapping[str, float], float]:
        """The signs of some sentences that are no stems, with their weights squared, and the sum of these."""
        made = self._of_groups.get((side, indices))
        if made is None:
            some, known = (self.originals, self.translations)[side], self.squares
            squares = {sign: known[sign] for index in indices for sign in some[index].neutral if sign in known}
            made = self._of_groups[side, indices] = squares, sum(squares.values())
        return made

    def shared(self, row: int, within: range) -> dict[int, float]:
        """Return for some sentences of the translation what they share of such signs with one of the original."""
        shared = dict[int, float]()
        for sign, square in self.of_group(0, (row,))[0].items():
            for column in _among(self.places.get(sign, ()), within):
                shared[column] = shared.get(column, 0.0) + square
        return shared

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The sentences of the translation with each sign."""
        return _by_sign((features.index, features.neutral) for features in self.translations)

    @cached_property
    def stem_places(self) -> dict[str, list[int]]:
        """The sentences of the translation with each stem."""
        return _by_sign((features.index, set(features.stems.values())) for features in self.translations)


class Similarity:
    """Compares groups of sentences of an original and a translation, with a dictionary as far as there is one."""

    def __init__(self, originals: Sequence[Features], translations: Sequence[Features], lexicon: Lexicon = NOTHING,
                 signs: _Signs | None = None) -> None:
        """Compare two texts; `signs` are theirs, where they have been found before."""
        self.originals, self.translations, self.lexicon = originals, translations, lexicon
        self._signs = _Signs(originals, translations) if signs is None else signs
        self._known = [lexicon.to, lexicon.back]
        self.ratio = self._signs.ratio
        self._groups: dict[tuple[int, tuple[int, ...]], SentenceGroup] = {}

    def with_lexicon(self, lexicon: Lexicon) -> Similarity:
        """Compare the same texts with another dictionary."""
        return Similarity(self.originals, self.translations, lexicon, self._signs)

    def group(self, side: int, indices: tuple[int, ...]) -> SentenceGroup:
        """The group of some sentences: of the original on side 0, of the translation on side 1."""
        made = self._groups.get((side, indices))
        if made is None:
            made = self._groups[side, indices] = self._made(side, indices)
        return made

    def _made(self, side: int, indices: tuple[int, ...]) -> SentenceGroup:
        some = [(self.originals, self.translations)[side][index] for index in indices]
        neutral, square = self._signs.of_group(side, indices)
        stems: dict[str, float] = {}
        # Without a dictionary no stem weighs anything.
        if self.lexicon is not NOTHING:
            known, own = self._known[side], self._signs.own[side]
            stems = {stem: own[stem] if stem in known else own[stem] * OF_UNKNOWN
                     for features in some for stem in features.stems.values()}
        return SentenceGroup(neutral, stems, sqrt(sum([weight**2 for weight in stems.values()], square)),
                             sum([features.size for features in some]),
                             frozenset([features.sentence.kind for features in some]))

    def content(self, original: tuple[int, ...], translation: tuple[int, ...]) -> float:
        """Return how alike two groups are by their numbers, turns of phrase, terms, names and words."""
        own, other = self.group(0, original), self.group(1, translation)
        return self._shared(own, other) / (own.norm * other.norm) if own.norm and other.norm else 0.0

    def _shared(self, own: SentenceGroup, other: SentenceGroup) -> float:
        """The weight of what two groups share."""
        there, stems, to = other.squares, other.stems, self.lexicon.to
        shared = sum([square for sign, square in own.squares.items() if sign in there])
        for stem, weight in own.stems.items():
            partners = to.get(stem)
            if partners:
                best = 0.0
                for partner, sure in partners.items():
                    if partner in stems:
                        value = sure * weight * stems[partner]
                        if value > best:
                            best = value
                shared += best
        return shared

    def added(self, side: int, index: int, rest: tuple[int, ...], there: tuple[int, ...]) -> float:
        """Return how much of what one sentence adds to others of its side is on the other side, from 0 to 1."""
        whole, less, other = self.group(side, (*rest, index)), self.group(side, rest), self.group(1 - side, there)
        # Signs are a union: what the others say already is not added again, so squares of norms can be subtracted.
        new = whole.norm**2 - less.norm**2
        gained = self._shared(whole, other) - self._shared(less, other) if side == 0 else (
            self._shared(other, whole) - self._shared(other, less))
        return gained / new if new > 0 else 0.0

    def contents(self, row: int, within: range) -> dict[int, float]:
        """Return how alike a sentence of the original is to those of the translation that share content with it.

        Only sentences within a range are looked at: texts are compared near a path.
        """
        own, norms, to = self.group(0, (row,)), self._norms, self.lexicon.to
        shared, weights, places = self._signs.shared(row, within), self._signs.own[1], self._signs.stem_places
        for stem, weight in own.stems.items():
            partners = to.get(stem)
            if not partners:
                continue
            best: dict[int, float] = {}
            for partner, sure in partners.items():
                value = sure * weight * weights.get(partner, 0.0)
                for column in _among(places.get(partner, ()), within):
                    if value > best.get(column, 0.0):
                        best[column] = value
            for column, value in best.items():
                shared[column] = shared.get(column, 0.0) + value
        norm = own.norm
        return {column: value / (norm * norms[column]) for column, value in shared.items()}

    @cached_property
    def _norms(self) -> dict[int, float]:
        """The whole weight of each sentence of the translation."""
        return {features.index: self.group(1, (features.index,)).norm for features in self.translations}

    def are_of_a_kind(self, original: tuple[int, ...], translation: tuple[int, ...]) -> bool:
        """Return whether both groups are headings, or neither is."""
        return bool(HEADING & self.group(0, original).kinds) == bool(HEADING & self.group(1, translation).kinds)

    def length(self, original: tuple[int, ...], translation: tuple[int, ...]) -> float:
        """Return how well their lengths fit together (Gale and Church 1993)."""
        return fit(self.group(0, original).size * self.ratio, self.group(1, translation).size)

    def alike(self, original: tuple[int, ...], translation: tuple[int, ...]) -> float:
        """Return how alike two groups are in all."""
        return self.weighed(self.content(original, translation), original, translation)

    def weighed(self, content: float, original: tuple[int, ...], translation: tuple[int, ...]) -> float:
        """Return how alike two groups are in all whose content is so much alike."""
        return self.of_groups(content, self.group(0, original), self.group(1, translation))

    def of_groups(self, content: float, own: SentenceGroup, other: SentenceGroup) -> float:
        """Return how alike two groups are in all, given the groups."""
        sizes = own.size, other.size
        length = self._signs.lengths.get(sizes)
        if length is None:
            length = self._signs.lengths[sizes] = LENGTH * fit(own.size * self.ratio, other.size)
        kinds = own.kinds, other.kinds
        kind = self._signs.of_kinds.get(kinds)
        if kind is None:
            kind = self._signs.of_kinds[kinds] = HEADINGS if own.kinds == other.kinds == HEADING else KIND * _kinds(*kinds)
        same = content / SAME
        return CONTENT * (same if same < 1.0 else 1.0) + length + kind


def bound(content: float, length: float, own: frozenset[str], other: frozenset[str]) -> float:
    """Return a bound on how alike two groups are in all.

    Their content is at most so much alike, their lengths fit so well, and these are the kinds of a sentence of each.
    """
    # A little more than the sum: it is added up in another order than of the groups themselves.
    kind = HEADINGS if own == other == HEADING else KIND
    return CONTENT * min(content / SAME, 1.0) + LENGTH * length + kind + SLIGHTLY


def _by_sign(some: Iterable[tuple[int, Iterable[str]]]) -> dict[str, list[int]]:
    out: dict[str, list[int]] = {}
    for index, signs in some:
        for sign in signs:
            out.setdefault(sign, []).append(index)
    return out


def _among(columns: Sequence[int], within: range) -> Sequence[int]:
    """Those of some ascending numbers that are within a range."""
    return columns[bisect_left(columns, within.start):bisect_left(columns, within.stop)]


def fit(own: float, other: float) -> float:
    """Return how well two lengths fit together, the shorter the less surely."""
    # The spread of the logarithm of the ratio: 0.22 for long texts, and more for short ones, where a word more weighs more.
    less = own if own < other else other
    spread = 0.22 + 2.0 / sqrt(less if less > 4.0 else 4.0)
    return exp(-((log((other + 1) / (own + 1)) / spread) ** 2) / 2)


def _weights(some: Sequence[Features]) -> dict[str, float]:
    """Return how much each stem of a text weighs: more, the rarer it is."""
    frequency = Counter(stem for features in some for stem in set(features.stems.values()))
    return {stem: log(1 + len(some) / times) for stem, times in frequency.items()}


def _of_sign(sign: str) -> float:
    return OF_COGNATE if sign.startswith("^") else OF_TURN if sign.startswith(("!", "~")) else 1.0


def _kinds(mine: frozenset[str], theirs: frozenset[str]) -> float:
    """Return whether groups are of one kind: a heading is no sentence."""
    if mine == theirs:
        return 1.0
    return 0.0 if {"heading", "caption"} & (mine ^ theirs) else 0.6
