"""Targets and sentences to how likely each sentence states each clause, as far as its words tell.

Evidence of several kinds is weighed and added up: the words that a clause and a sentence share, with those that mean the
same; groups of letters shared with our own wording; concepts; numbers with their nouns; the numbers of players of
the section; what stands around the sentence; and where another document states the clause. What is rare in the
document counts more than what stands everywhere, and words that fit many clauses count for none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import log

from .evidence import Evidence
from .sentences import Sentence
from .targets import Precedent, Target

# What each kind of evidence is worth. Found by maximum likelihood on the printed rulebooks of `bench/translation.py`.
WORDS, LETTERS, CONCEPTS, NUMBERS, PLAYERS = 11.0, 13.0, 2.0, 5.0, 5.0
WORTH, LENGTH, NEAR, HEADING, PRECEDENT = 3.5, 0.7, 2.5, 3.0, 9.0
# A sentence fits many clauses when it fits so many; what it has in common with them all tells nothing.
MANY = 8
# What stands around a sentence: so many sentences before and behind it.
AROUND = 2
GROUP = 4
# A number without its noun is worth so much of one with it; so is its noun with another number.
BARE, OTHER = 0.5, 0.5
# A section for other, or for only some, numbers of players.
OTHER_PLAYERS, SOME_PLAYERS = 0.5, 0.75
# Two documents of one game have the same things in the same places; so far apart, as a share of the whole, they do not.
FAR = 0.06

Matrix = list[list[float]]


class Scale:
    """The words of a document: how much each is worth, the rarer the more, and in which sentences it stands."""

    def __init__(self, texts: Sequence[Iterable[str]]) -> None:
        self.count = len(texts)
        self.places: dict[str, list[int]] = {}
        for place, text in enumerate(texts):
            for word in text:
                self.places.setdefault(word, []).append(place)
        self.lengths = [sum(map(self.square, text)) ** 0.5 for text in texts]

    def worth(self, word: str) -> float:
        """The worth of a word; half of it for one that the document does not have."""
        times = len(self.places.get(word, ()))
        return log(1 + self.count / (1 + times)) * (1.0 if times else 0.5)

    def square(self, word: str) -> float:
        """The worth of a word, squared."""
        return self.worth(word) ** 2

    def cosine(self, one: frozenset[str], other: frozenset[str]) -> float:
        """How like two texts are, from 0 to 1."""
        both = sum(map(self.square, one & other))
        return both / (sum(map(self.square, one)) * sum(map(self.square, other))) ** 0.5 if both else 0.0

    def cosines(self, text: Iterable[str]) -> list[float]:
        """How like a text each sentence is, from 0 to 1."""
        out = [0.0] * self.count
        length = 0.0
        for word in text:
            worth = self.square(word)
            length += worth
            for place in self.places.get(word, ()):
                out[place] += worth
        return [both / (length**0.5 * self.lengths[place]) if both else 0.0 for place, both in enumerate(out)]


class Surroundings:
    """A document's sentences, made ready to be compared with clauses."""

    def __init__(self, found: Sequence[Sentence], shown: Sequence[Evidence], worth: Sequence[float]) -> None:
        self.found, self.shown = found, shown
        self.words = Scale([one.signs for one in shown])
        self.concepts = Scale([one.concepts for one in shown])
        self.letters = Scale([groups(one.text) for one in shown])
        self.worth = [WORTH * factor + LENGTH * log(1 + len(one.words))
                      for one, factor in zip(shown, worth, strict=True)]

    @cached_property
    def headings(self) -> Scale:
        """The heading above each sentence."""
        by_number = {one.number: shown.signs for one, shown in zip(self.found, self.shown, strict=True)}
        return Scale([by_number[one.section.number] if one.section is not None else frozenset() for one in self.found])


@lru_cache(maxsize=4096)
def groups(text: str) -> frozenset[str]:
    """The groups of letters of a text."""
    bare = " ".join("".join(one if one.isalnum() else " " for one in text.casefold()).split())
    padded = f" {bare} "
    return frozenset(padded[i : i + GROUP] for i in range(len(padded) - GROUP + 1))


def likelihoods(aims: Sequence[Target], around: Surroundings) -> Matrix:
    """For each clause, how likely each sentence is to state it, as a logarithm without a fixed zero."""
    words = _own([around.words.cosines(aim.signs) for aim in aims])
    sections = {aim.section: around.headings.cosines(aim.section) for aim in aims}
    return [_row(aim, own, sections[aim.section], around) for aim, own in zip(aims, words, strict=True)]


def _row(aim: Target, words: list[float], heading: Sequence[float], around: Surroundings) -> list[float]:
    letters = around.letters.cosines(groups(aim.wording.text)) if aim.wording is not None else [0.0] * around.words.count
    concepts = around.concepts.cosines(aim.concepts)
    players = {one.players: PLAYERS * fits_players(aim, one) for one in around.found}
    out = []
    for place, (sentence, shown) in enumerate(zip(around.found, around.shown, strict=True)):
        near = words[max(0, place - AROUND) : place] + words[place + 1 : place + 1 + AROUND]
        numbers, precedent = states_numbers(aim, shown), like_precedents(aim, sentence, shown, around.words.count)
        out.append(WORDS * words[place] + LETTERS * letters[place] + CONCEPTS * concepts[place] + NUMBERS * (numbers or 0.0)
                   + NEAR * sum(near) / (2 * AROUND) + HEADING * heading[place] + PRECEDENT * (precedent or 0.0)
                   + players[sentence.players] + around.worth[place])
    return out


def _own(rows: Matrix) -> Matrix:
    """Each value, less what the sentence has in common with the many clauses that it fits best."""
    columns = [sorted(column)[-MANY:] for column in zip(*rows, strict=True)]
    common = [sum(column) / len(column) for column in columns]
    return [[value - less for value, less in zip(row, common, strict=True)] for row in rows]


# ---- Parts that are told on their own, too ---------------------------------------------------------


def states_numbers(aim: Target, shown: Evidence) -> float | None:
    """How many of the numbers that a clause must state a sentence states; None if there are none."""
    if not aim.required:
        return None
    found = [max((_worth(number.value, number.concept, shown) for number in group), default=0.0) for group in aim.required]
    return sum(found) / len(found)


def _worth(value: int, concept: str | None, shown: Evidence) -> float:
    said = [one for one in shown.numbers if one.found.kind in ("cardinal", "ordinal")]
    same = [one for one in said if one.value == value]
    if not same:
        return OTHER if any(concept in one.concepts and not one.found.weak for one in said) else 0.0
    with_noun = concept is None or any(concept in one.concepts for one in same)
    weak = 0.5 if all(one.found.weak for one in same) else 1.0
    return weak * (1.0 if with_noun else BARE)


def fits_players(aim: Target, sentence: Sentence) -> float:
    """What the section says of the number of players, against what the clause is for."""
    if not sentence.players:
        return SOME_PLAYERS if aim.for_some else 1.0
    if not set(sentence.players) & set(aim.clause.players):
        return OTHER_PLAYERS
    # What holds for all is stated where the fewest players are spoken of, or none in particular.
    return 1.0 if min(aim.clause.players) in sentence.players else SOME_PLAYERS


def like_precedents(aim: Target, sentence: Sentence, shown: Evidence, count: int) -> float | None:
    """How like the sentence is to one that states the clause in another document: by what it names, and where it stands."""
    if not aim.precedents:
        return None
    return max(_like(one, sentence.number / count, shown) for one in aim.precedents)


def _like(one: Precedent, place: float, shown: Evidence) -> float:
    ours = {*one.concepts, *one.turns, *map(str, one.numbers)}
    theirs = shown.named
    shared = len(ours & theirs) / len(ours | theirs) if ours | theirs else 0.0
    return 0.5 * shared + 0.5 * max(0.0, 1 - abs(one.place - place) / FAR)
