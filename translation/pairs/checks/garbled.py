"""Words whose letters stand together nowhere else in a translation -> sentences that are garbled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import define

from ...decisions.findings import Finding
from ..reading import Shown
from ..side_by_side import Pair, SideBySide

# A word of fewer letters shows nothing.
LETTERS = 5
# A word is strange from this share of groups of letters that no other sentence has.
STRANGE = 0.6
# A sentence is garbled with so many strange words, or with this share of strange groups; less where its words have no partners.
WORDS, SHARE, LESS, APART = 2, 0.28, 0.18, 0.5
# A sentence of fewer longer words shows nothing.
FEWEST = 3
# How much more is needed where that is usual in a text.
FACTOR = 1.5

Groups = frozenset[str]


def check(texts: SideBySide) -> Iterator[Finding]:
    """Findings on sentences of words that can hardly be meant."""
    letters = _Letters(texts)
    usual = letters.usual
    for pair in texts.pairs:
        for shown in pair.other:
            strange = letters.shares(shown.index)
            if strange and _is_garbled(texts, pair, list(strange.values()), usual):
                words = sorted(word for word, share in strange.items() if share >= STRANGE)
                words = words or [max(strange, key=strange.__getitem__)]
                listed = ", ".join(f"`{word}`" for word in words)
                yield texts.found("fluency/garbled", f"{listed} can hardly be meant", pair, None, " ".join(words), at=shown)


def _is_garbled(texts: SideBySide, pair: Pair, shares: list[float], usual: float) -> bool:
    if len(shares) < FEWEST:
        return False
    mean = sum(shares) / len(shares)
    many = sum(share >= STRANGE for share in shares) >= WORDS + round(FACTOR * usual * len(shares))
    return many or mean >= SHARE + usual * FACTOR or (mean >= LESS + usual * FACTOR and texts.close(pair) < APART)


@define(eq=False, slots=False)
class _Letters:
    """The groups of three letters of a translation, and in how many sentences each is."""

    texts: SideBySide

    def __attrs_post_init__(self) -> None:
        self._words = [_longer(shown) for shown in self.texts.other]
        self._homes = Counter(word for words in self._words for word in set(words))
        self._groups = [frozenset().union(*map(_groups, words)) for words in self._words]
        self._seen = Counter(group for groups in self._groups for group in groups)
        self._listed = self.texts.translation.language.listed
        self._known = frozenset().union(*map(_groups, self._listed))
        self._there = frozenset(word.folded for shown in self.texts.own for word in shown.evidence.words)

    @property
    def usual(self) -> float:
        """The usual share of strange groups in a sentence of this text: more in a short one."""
        found = [list(self.shares(place).values()) for place in range(len(self._words))]
        means = sorted(sum(shares) / len(shares) for shares in found if shares)
        return means[len(means) // 2] if means else 0.0

    def shares(self, index: int) -> dict[str, float]:
        """For each longer word of a sentence the share of its groups that no other sentence has."""
        known = self._there | self._listed
        return {word: 0.0 if self._homes[word] > 1 or word in known else self._share(word) for word in self._words[index]}

    def _share(self, word: str) -> float:
        groups = _groups(word)
        return sum(self._seen[group] <= 1 and group not in self._known for group in groups) / len(groups)


def _longer(shown: Shown) -> list[str]:
    """The longer words of a sentence, but for numbers."""
    numbers = {place for number in shown.evidence.numbers
               for place in range(number.found.first, number.found.first + number.found.size)}
    return [word.folded for place, word in enumerate(shown.evidence.words)
            if place not in numbers and word.folded.isalpha() and len(word.folded) >= LETTERS]


def _groups(word: str) -> Groups:
    padded = f" {word} "
    return frozenset(padded[place : place + 3] for place in range(len(padded) - 2))
