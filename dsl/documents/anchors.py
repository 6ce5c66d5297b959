"""Clauses to sentences: which sentence of a document states which clause.

Each pair gets a score from what the clause needs and the sentence shows: numbers with their nouns, concepts, the
stems of our own wording, turns of phrase, and the numbers of players of the section. What is rare in the document
counts more than what stands everywhere. Then one sentence for each clause is chosen by dynamic programming over
the clauses in printed order, so that the whole is best: going on in the document costs little, going back
more, and a clause may be left without a sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from math import log

from attrs import frozen

from .evidence import Evidence
from .language import OPPOSITES
from .sentences import Sentence
from .targets import Precedent, Target

# The share of each kind of evidence in a score.
NUMBERS, CONCEPTS, WORDS, TURNS, PRECEDENT = 1.0, 1.2, 1.0, 0.25, 2.0
# Two wordings of one rule share so much of their stems; more is no better.
ALIKE = 0.6
# Two documents of one game have the same things in the same places; so far apart, as a share of the whole, they do not.
FAR = 0.06
# With less evidence than this in all, nothing is quite sure.
LEAST_EVIDENCE = 1.4
# A number without its noun is worth so much of one with it; so is its noun with another number, or the opposite turn.
BARE, OTHER = 0.5, 0.5
# Turns that stand everywhere.
VAGUE = frozenset({"may", "must", "must_not"})
# A sentence with nothing that a clause must say; a section for other, or for only some, numbers of players.
NOTHING, OTHER_PLAYERS, SOME_PLAYERS = 0.45, 0.5, 0.75
# What it costs to go on, at most, which is reached after so many sentences; to go back, at least and at most; and what a
# clause without a sentence is worth.
ONWARD, NEAR, BACK, FAR_BACK, SILENT = 0.15, 15, 0.02, 0.17, 0.12
# A further sentence states a clause too if it scores so much of what the best one does, and so much at least.
ALSO, ALSO_LEAST = 0.8, 0.34
MOST = 4


@frozen(eq=False)
class Anchor:
    """The sentences that state a clause, by index, the one that does it best first, with its score from 0 to 1."""

    clause: str
    sentences: tuple[int, ...]
    score: float
    runner_up: float = 0.0

    @property
    def certainty(self) -> float:
        """How sure this is: the score, less for each other sentence that is nearly as good."""
        return self.score * (1 - 0.5 * self.runner_up / self.score) if self.score else 0.0


class Scale:
    """How much each concept, stem and number is worth: the rarer in a document, the more."""

    def __init__(self, found: Sequence[Evidence]) -> None:
        self.count = len(found)
        self.stems = Counter(stem for one in found for stem in one.stems)
        self.concepts = Counter(concept for one in found for concept in one.concepts)
        self._worth: dict[int, float] = {}

    def weight(self, times: int) -> float:
        """The worth of what so many sentences have."""
        if times not in self._worth:
            self._worth[times] = log(1 + self.count / (1 + times))
        return self._worth[times]

    def square(self, stem: str) -> float:
        """The worth of a stem, squared."""
        return self.weight(self.stems[stem]) ** 2

    @cache  # noqa: B019  # a scale lives as long as one document is looked at
    def length(self, shown: Evidence) -> float:
        """The length of a text as a vector of its stems, squared."""
        return sum(map(self.square, shown.stems))


def anchored(aims: Sequence[Target], found: Sequence[Sentence], shown: Sequence[Evidence],
             fixed: Mapping[str, Sequence[int]] | None = None, worth: Sequence[float] = ()) -> tuple[Anchor, ...]:
    """The anchor of each clause.

    `fixed` are the sentences that a person has given to clauses; `worth` is a factor for each sentence, below 1
    for one that is not likely to state a rule.
    """
    given = fixed or {}
    factors = worth or [1.0] * len(found)
    scale = Scale(shown)
    # Where a person has chosen, nothing else comes into question, and nothing is weighed.
    scores = [[1.0 if index in given[aim.id] else -1.0 for index in range(len(found))] if aim.id in given else
              [factor * score(aim, sentence, one, scale) for sentence, one, factor in zip(found, shown, factors, strict=True)]
              for aim in aims]
    chosen = _path(scores, len(found))
    return tuple(_anchor(aim, row, given.get(aim.id), index) for aim, row, index in zip(aims, scores, chosen, strict=True))


def _anchor(aim: Target, row: Sequence[float], given: Sequence[int] | None, index: int | None) -> Anchor:
    if given:
        return Anchor(aim.id, tuple(given), 1.0)
    if index is None:
        return Anchor(aim.id, (), 0.0, max(row, default=0.0))
    best = row[index]
    others = sorted(((other, place) for place, other in enumerate(row) if place != index), key=lambda one: (-one[0], one[1]))
    least = max(ALSO * best, ALSO_LEAST)
    also = tuple(place for other, place in others[: MOST - 1] if other >= least)
    return Anchor(aim.id, (index, *also), best, others[0][0] if others else 0.0)


# ---- Scores ------------------------------------------------------------------------------------


def score(aim: Target, sentence: Sentence, shown: Evidence, scale: Scale) -> float:
    """How well a sentence states a clause, from 0 to 1."""
    parts = [part for part in (_numbers(aim, sentence, shown), _concepts(aim, shown, scale), _words(aim, shown, scale),
                               _turns(aim, shown), _precedents(aim, sentence, shown, scale)) if part is not None]
    whole = sum(weight for weight, _ in parts)
    value = sum(weight * share for weight, share in parts) / max(whole, LEAST_EVIDENCE)
    return value * _players(aim, sentence) * (1.0 if _shows_anything(aim, shown) else NOTHING)


def _shows_anything(aim: Target, shown: Evidence) -> bool:
    """Whether a sentence has any of what the clause must say, if there is anything that it must."""
    concepts = {concept for concept, required in aim.concepts.items() if required}
    values = {number.value for group in aim.required for number in group}
    return not (concepts or values) or bool(concepts & set(shown.concepts)) or bool(values & set(shown.values))


def _numbers(aim: Target, sentence: Sentence, shown: Evidence) -> tuple[float, float] | None:
    if not aim.required:
        return None
    found = [max((_worth(number.value, number.concept, shown) for number in group), default=0.0) for group in aim.required]
    return NUMBERS, sum(found) / len(found)


def _worth(value: int, concept: str | None, shown: Evidence) -> float:
    said = [one for one in shown.numbers if one.found.kind in ("cardinal", "ordinal")]
    same = [one for one in said if one.value == value]
    if not same:
        return OTHER if any(concept in one.concepts and not one.found.weak for one in said) else 0.0
    with_noun = concept is None or any(concept in one.concepts for one in same)
    weak = 0.5 if all(one.found.weak for one in same) else 1.0
    return weak * (1.0 if with_noun else BARE)


def _concepts(aim: Target, shown: Evidence, scale: Scale) -> tuple[float, float] | None:
    """How much of what the clause speaks of the sentence speaks of, and the other way round."""
    wanted = {concept: scale.weight(scale.concepts[concept]) * (1.5 if required else 1.0)
              for concept, required in aim.concepts.items() if scale.concepts[concept]}
    if not wanted:
        return None
    there = set(shown.concepts)
    both = sum(weight for concept, weight in wanted.items() if concept in there)
    extra = sum(scale.weight(scale.concepts[mention.concepts[0]]) for mention in shown.distinct
                if not any(concept in wanted for concept in mention.concepts))
    recall, precision = both / sum(wanted.values()), both / (both + extra) if both else 0.0
    return CONCEPTS, 0.7 * recall + 0.3 * precision if both else 0.0


def _words(aim: Target, shown: Evidence, scale: Scale) -> tuple[float, float] | None:
    """How like our own wording the sentence is: the cosine of their stems, the rare ones weighing more."""
    if aim.wording is None or not aim.wording.stems:
        return None
    both = sum(map(scale.square, aim.wording.stems & shown.stems))
    if not both:
        return WORDS, 0.0
    return WORDS, min(1.0, both / (scale.length(aim.wording) * scale.length(shown)) ** 0.5 / ALIKE)


def _turns(aim: Target, shown: Evidence) -> tuple[float, float] | None:
    if not aim.turns:
        return None
    turned = {other for pair in OPPOSITES for one, other in (pair, pair[::-1]) if one in aim.turns} - aim.turns - VAGUE
    return TURNS, min(1.0, (len(aim.turns & shown.turns) + OTHER * len(turned & shown.turns)) / len(aim.turns))


def _precedents(aim: Target, sentence: Sentence, shown: Evidence, scale: Scale) -> tuple[float, float] | None:
    """How like the sentence is to one that states the clause in another document: by what it names, and where it stands."""
    if not aim.precedents:
        return None
    place = sentence.number / scale.count
    return PRECEDENT, max(_like(one, place, shown) for one in aim.precedents)


def _like(one: Precedent, place: float, shown: Evidence) -> float:
    ours = {*one.concepts, *one.turns, *map(str, one.numbers)}
    theirs = {*shown.concepts, *shown.turns, *map(str, shown.values)}
    shared = len(ours & theirs) / len(ours | theirs) if ours | theirs else 0.0
    return 0.5 * shared + 0.5 * max(0.0, 1 - abs(one.place - place) / FAR)


def _players(aim: Target, sentence: Sentence) -> float:
    """What the section says of the number of players, against what the clause is for."""
    if not sentence.players:
        return SOME_PLAYERS if aim.for_some else 1.0
    if not set(sentence.players) & set(aim.clause.players):
        return OTHER_PLAYERS
    # What holds for all is stated where the fewest players are spoken of, or none in particular.
    return 1.0 if min(aim.clause.players) in sentence.players else SOME_PLAYERS


# ---- The best whole ----------------------------------------------------------------------------


def _path(scores: Sequence[Sequence[float]], size: int) -> list[int | None]:
    """The sentence for each clause, None for a clause that none states, so that the whole is worth most.

    `worth[j]` is the most that the clauses so far can be worth if the last of them that has a sentence has the j-th.
    Costs are linear and capped, so the best place to come from is a running maximum: O(clauses x sentences).
    """
    if not size:
        return [None] * len(scores)
    slope = ONWARD / NEAR
    worth = [-slope * j if slope * j < ONWARD else -ONWARD for j in range(size)]
    steps: list[list[tuple[int, bool]]] = []
    for row in scores:
        origin = _origins(worth, slope)
        taken: list[tuple[int, bool]] = []
        fresh: list[float] = []
        for j in range(size):
            came, value = origin[j]
            stated, silent = value + row[j], worth[j] + SILENT
            fresh.append(max(stated, silent))
            taken.append((came, True) if stated > silent else (j, False))
        steps.append(taken)
        worth = fresh
    j = max(range(size), key=lambda place: worth[place])
    chosen: list[int | None] = []
    for taken in reversed(steps):
        came, stated = taken[j]
        chosen.append(j if stated else None)
        j = came
    return chosen[::-1]


def _origins(worth: Sequence[float], slope: float) -> list[tuple[int, float]]:
    """For each place the best place to come from, and what is left when one comes from there."""
    size = len(worth)
    top = max(range(size), key=lambda place: worth[place])
    out: list[tuple[int, float]] = []
    near = 0
    for j in range(size):
        if worth[j] + slope * j > worth[near] + slope * near:
            near = j
        choices = [(worth[near] - slope * (j - near), near), (worth[top] - (ONWARD if top <= j else FAR_BACK), top)]
        value, came = max(choices, key=lambda one: one[0])
        out.append((came, value))
    back = size - 1
    for j in range(size - 1, -1, -1):
        if worth[j] - slope * j > worth[back] - slope * back:
            back = j
        value = worth[back] - BACK - slope * (back - j)
        if back > j and value > out[j][1]:
            out[j] = (back, value)
    return out
