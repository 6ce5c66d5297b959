"""Pairs of texts -> a dictionary: which words of the one language stand where which words of the other do.

Words of two texts that are paired most often are linked first, and a linked word is free no more: competitive linking
(Melamed 2000). A dictionary that is learnt from one alignment makes the next one better, as in hunalign (Varga et al. 2005).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import cached_property, lru_cache

from attrs import define

from .reading import HEAD, latin

# How much of one occurrence is held to be chance, and the weakest tie of two words that is a link.
CHANCE, WEAKEST = 0.5, 0.2
# What it adds that two words begin alike in Latin letters.
COGNATE = 0.3
# The same for two words that name one thing, as the data of their languages says.
SAME_THING = 0.3
# A word that has been met so often is half known.
HALF = 0.5
# What words that begin alike are worth before they are seen in pairs.
LIKE_BEFORE = 0.8
# From so sure a partner on a word is known.
KNOWN = 0.35
# The number of words of which the beginnings are kept.
WORDS_KEPT = 20_000

Stems = Collection[str]
# For each word that names something of many games, these things.
Things = Mapping[str, Set[str]]


@define(eq=False, slots=False)
class Lexicon:
    """The certainty, from 0 to 1, that a word of the original is a word of the translation.

    `links` counts how often two words were linked, `seen` and `seen_there` in how many pairs each word is.
    """

    links: Mapping[tuple[str, str], int]
    seen: Mapping[str, int]
    seen_there: Mapping[str, int]

    @cached_property
    def to(self) -> dict[str, dict[str, float]]:
        """For each word of the original the words of the translation, each with how sure it is without the pair at hand.

        A word that was linked in one pair only is no evidence for that pair: it would confirm itself.
        """
        return _strengths((word, other, (times - 1 + _bonus(word, other)) / self.seen[word])
                          for (word, other), times in self.links.items())

    @cached_property
    def back(self) -> dict[str, dict[str, float]]:
        """The same, from the translation to the original."""
        return _strengths((other, word, (times - 1 + _bonus(word, other)) / self.seen_there[other])
                          for (word, other), times in self.links.items())

    @cached_property
    def shares(self) -> dict[str, dict[str, float]]:
        """For each word of the original how often it is said by which words of the translation, as a share."""
        return _strengths((word, other, times / (self.seen[word] + HALF)) for (word, other), times in self.links.items())

    @cached_property
    def shares_back(self) -> dict[str, dict[str, float]]:
        """The same, from the translation to the original."""
        return _strengths((other, word, times / (self.seen_there[other] + HALF)) for (word, other), times in self.links.items())


def usual_partner(partners: Mapping[str, float]) -> str | None:
    """The surest of the partners of a word, of equally sure ones the last in the alphabet; None for a word without any.

    >>> usual_partner({"crate": 2, "box": 5, "chest": 5}), usual_partner({})
    ('chest', None)
    """
    return max(partners, key=lambda partner: (partners[partner], partner), default=None)


def _strengths(rows: Iterable[tuple[str, str, float]]) -> dict[str, dict[str, float]]:
    out: dict[str, dict[str, float]] = {}
    for word, other, strength in rows:
        if strength > 0:
            out.setdefault(word, {})[other] = strength
    return out


def _bonus(word: str, other: str) -> float:
    """Return the prior of two words before they are seen: more of those that begin alike."""
    return LIKE_BEFORE if is_cognate(word, other) else 0.0


NOTHING = Lexicon({}, {}, {})


def learnt(pairs: Sequence[tuple[Stems, Stems]], known: Iterable[tuple[str, str]] = (),
           things: tuple[Things, Things] = ({}, {})) -> Lexicon:
    """The dictionary of pairs of texts, each as its stems.

    `known` are pairs of words that a person has confirmed; `things` says what words of both languages name in many games.
    """
    certain = frozenset(known)
    seen = Counter(word for own, _ in pairs for word in set(own))
    there = Counter(word for _, others in pairs for word in set(others))
    both = Counter([(word, other) for own, others in pairs for word in set(own) for other in set(others)])
    ties = {pair: tie for pair, times in both.items()
            for tie in [_tie(pair, times, seen, there, certain, things)] if tie >= WEAKEST}
    links: Counter[tuple[str, str]] = Counter()
    for own, others in pairs:
        links.update(_linked(own, others, ties))
    return Lexicon(links, seen, there)


def _tie(pair: tuple[str, str], times: int, seen: Mapping[str, int], there: Mapping[str, int],
         certain: Collection[tuple[str, str]], things: tuple[Things, Things]) -> float:
    """Return how strongly two words are tied: Dice's coefficient of their occurrences, less what chance does."""
    if pair in certain:
        # Above any tie that counting gives, so confirmed words are linked before all others.
        return 2.0
    own, other = things[0].get(pair[0]), things[1].get(pair[1])
    alike = COGNATE * is_cognate(*pair) + (SAME_THING * (not own.isdisjoint(other)) if own and other else 0.0)
    return 2 * (times - CHANCE) / (seen[pair[0]] + there[pair[1]]) + alike


def is_cognate(word: str, other: str) -> bool:
    """Return whether two words begin alike in Latin letters."""
    head = _head(word)
    return head is not None and _head(other) == head


@lru_cache(maxsize=WORDS_KEPT)
def _head(word: str) -> str | None:
    """The beginning of a word in Latin letters; None where it is too short to show anything."""
    head = latin(word)[:HEAD]
    return head if len(head) == HEAD else None


def _linked(own: Stems, others: Stems, ties: Mapping[tuple[str, str], float]) -> list[tuple[str, str]]:
    """The links of one pair of texts by the ties that may be links, the strongest first; each word is linked once."""
    # Most words are no partners: only ties that can be links are sorted.
    candidates = sorted([(-ties[word, other], word, other) for word in set(own) for other in set(others)
                         if (word, other) in ties])
    out: dict[str, str] = {}
    taken: set[str] = set()
    for _, word, other in candidates:
        if word not in out and other not in taken:
            out[word] = other
            taken.add(other)
    return list(out.items())
