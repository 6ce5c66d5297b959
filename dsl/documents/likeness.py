"""Targets and sentences to how likely each sentence states each clause, as far as its words tell.

Evidence of several kinds is weighed and added up: the words that a clause and a sentence share, with those that mean the
same; groups of letters shared with our own wording; concepts; that there are numbers of what a clause counts; the numbers of
players of the section; what stands around the sentence, and what around the clause; and where another document states
the clause. What is rare in the document counts more than what stands everywhere, and words that fit many clauses count for
none of them. Which numbers they are counts for nothing: a wrong number must not lead to another sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import log

from .evidence import Evidence
from .sentences import Sentence
from .targets import Precedent, Target

# What each kind of evidence is worth. Found by maximum likelihood on the printed rulebooks of `bench/translation.py`.
WORDS, CODES, LETTERS, CONCEPTS, REQUIRED, NOUNS, PLAYERS = 8.9, 3.2, 7.2, 2.0, 2.1, 4.3, 10.1
# What stands around: the sentences by it, the heading above it, the clauses around a clause and those in it.
NEAR, HEADING, PARENT, GRANDPARENT, PARTS, PRECEDENT = 2.2, 2.0, 1.2, 1.7, 1.5, 9.0
LENGTH = 0.6
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

    def recalls(self, text: Iterable[str]) -> list[float]:
        """How much of a text is in each sentence, from 0 to 1."""
        out, whole = [0.0] * self.count, 0.0
        for word in text:
            worth = self.worth(word)
            whole += worth
            for place in self.places.get(word, ()):
                out[place] += worth
        return [value / whole for value in out] if whole else out

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
    """A document's sentences, made ready to be compared with clauses.

    `worth` is how likely each sentence is to state a rule, by what can be seen of it, as a logarithm.
    """

    def __init__(self, found: Sequence[Sentence], shown: Sequence[Evidence], worth: Sequence[float]) -> None:
        self.found, self.shown = found, shown
        self.words = Scale([one.signs for one in shown])
        self.concepts = Scale([one.concepts for one in shown])
        self.letters = Scale([groups(one.text) for one in shown])
        self.worth = [value + LENGTH * log(1 + len(one.words)) for one, value in zip(shown, worth, strict=True)]

    @cached_property
    def players(self) -> list[tuple[int, ...]]:
        """The numbers of players of the section of each sentence."""
        return [one.players for one in self.found]

    @cached_property
    def counted(self) -> dict[str | None, set[int]]:
        """The sentences with a number of each concept."""
        out: dict[str | None, set[int]] = {}
        for place, shown in enumerate(self.shown):
            for one in shown.numbers:
                if one.found.kind in ("cardinal", "ordinal") and not one.found.weak:
                    for concept in one.concepts:
                        out.setdefault(concept, set()).add(place)
        return out

    @cached_property
    def headings(self) -> Scale:
        """The heading above each sentence."""
        by_number = {one.number: shown.signs for one, shown in zip(self.found, self.shown, strict=True)}
        return Scale([by_number[one.section.number] if one.section is not None else frozenset() for one in self.found])


@lru_cache(maxsize=4096)
def groups(text: str) -> frozenset[str]:
    """The groups of letters of a text; digits are none."""
    bare = " ".join("".join(one if one.isalpha() else " " for one in text.casefold()).split())
    padded = f" {bare} "
    return frozenset(padded[i : i + GROUP] for i in range(len(padded) - GROUP + 1))


def likelihoods(aims: Sequence[Target], around: Surroundings) -> Matrix:
    """For each clause, how likely each sentence is to state it, as a logarithm without a fixed zero."""
    shared = [around.words.cosines(aim.signs) for aim in aims]
    family = _Family(aims, shared, around)
    return [_row(aim, own, words, family, around) for aim, own, words in zip(aims, _own(shared), shared, strict=True)]


class _Family:
    """What stands around clauses in the rules, and in them."""

    def __init__(self, aims: Sequence[Target], shared: Matrix, around: Surroundings) -> None:
        self._around, self._aims = around, {aim.id: aim for aim in aims}
        self._shared = {aim.id: words for aim, words in zip(aims, shared, strict=True)}
        self._parts: dict[str, set[str]] = {}
        for aim in aims:
            if aim.clause.parent is not None:
                self._parts.setdefault(aim.clause.parent, set()).update(aim.signs)
        self._nothing = [0.0] * around.words.count

    def above(self, aim: Target) -> list[Target]:
        """The clauses that a clause lies in, the innermost first."""
        out: list[Target] = []
        parent = self._aims.get(aim.clause.parent or "")
        while parent is not None:
            out.append(parent)
            parent = self._aims.get(parent.clause.parent or "")
        return out

    def words(self, above: Sequence[Target], place: int) -> list[float]:
        """How like each sentence is to the clause that is so many steps above."""
        return self._shared[above[place].id] if place < len(above) else self._nothing

    def parts(self, aim: Target) -> list[float]:
        """How like each sentence is to what lies in a clause."""
        return self._around.words.cosines(self._parts[aim.id]) if aim.id in self._parts else self._nothing


def _row(aim: Target, own: Sequence[float], words: Sequence[float], family: _Family, around: Surroundings) -> list[float]:
    above = family.above(aim)
    titles = aim.signs.union(*(one.signs for one in above))
    letters: Sequence[float] = around.letters.cosines(groups(aim.wording.text)) if aim.wording is not None else ()
    required = [concept for concept, needed in aim.concepts.items() if needed]
    parts: tuple[tuple[float, Sequence[float]], ...] = (
        (WORDS, own), (CODES, around.words.cosines(aim.codes)), (NEAR, _beside(words)), (LETTERS, letters),
        (CONCEPTS, around.concepts.recalls(aim.concepts)), (REQUIRED, around.concepts.recalls(required)),
        (HEADING, around.headings.cosines(titles)), (PARENT, family.words(above, 0)),
        (GRANDPARENT, family.words(above, 1)), (PARTS, family.parts(aim)))
    fits = {players: PLAYERS * fits_players(aim, players) for players in set(around.players)}
    out = [worth + fits[players] for worth, players in zip(around.worth, around.players, strict=True)]
    for weight, values in parts:
        for place, value in enumerate(values):
            if value:
                out[place] += weight * value
    for group in aim.required:
        nouns = {number.concept for number in group}
        for place in {place for noun in nouns for place in around.counted.get(noun, ())}:
            out[place] += NOUNS / len(aim.required)
    for place in range(len(out)) if aim.precedents else ():
        likeness = like_precedents(aim, around.found[place], around.shown[place], around.words.count)
        out[place] += PRECEDENT * (likeness or 0.0)
    return out


def _beside(words: Sequence[float]) -> list[float]:
    """For each sentence the mean of those around it."""
    return [sum((*words[max(0, place - AROUND) : place], *words[place + 1 : place + 1 + AROUND])) / (2 * AROUND)
            for place in range(len(words))]


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


def fits_players(aim: Target, players: Sequence[int]) -> float:
    """What a section says of the number of players, none if it says nothing, against what the clause is for."""
    if not players:
        return SOME_PLAYERS if aim.for_some else 1.0
    if not set(players) & set(aim.clause.players):
        return OTHER_PLAYERS
    # What holds for all is stated where the fewest players are spoken of, or none in particular.
    return 1.0 if min(aim.clause.players) in players else SOME_PLAYERS


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
