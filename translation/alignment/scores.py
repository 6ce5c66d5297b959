"""Targets and sentences -> alignment scores: how likely each sentence states each clause, by its words.

Evidence of several kinds is weighed and added up: the words that a clause and a sentence share, with those that mean the
same; groups of letters shared with our own wording; concepts; that there are numbers of what a clause counts; the numbers
of players of the section; what stands around the sentence; that it begins with what a row is called; and where another
document states the clause. What is rare in the document counts more than what stands everywhere, and words that fit many
clauses count for none of them. The value of a number is not a feature: a
mistranslated number must not change the alignment.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from functools import cached_property
from math import log
from types import MappingProxyType

from ..document.features import Evidence
from ..document.sentences import Sentence
from .targets import Precedent, Target
from .tfidf import Matrix, TfIdf, added_up, ngrams

# What each kind of evidence is worth, as `parts` and `Surroundings.plain` name it. Fitted by `bench/documents/anchoring.py`.
WEIGHTS: Mapping[str, float] = MappingProxyType({
    "length": 0.52, "is_heading": -1.93, "is_caption": -0.79, "is_example": -1.07, "words": 3.61, "near": 1.73, "letters": 6.86,
    "telling": 3.05, "codes": 3.28, "concepts": 1.68, "required": 0.68, "title": 1.4, "counted": 1.91, "players": 3.77,
    "spelled": 2.02, "subject": 3.21, "precedent": 9.0,
})
# A sentence that fits this many clauses fits many; what it has in common with them all is no evidence.
MANY = 8
# How many sentences before and behind a sentence are its surroundings.
AROUND = 2
# What a sentence is about is named by one of its first words.
BEGINNING = 2
# A number without its noun is worth so much of one with it; so is its noun with another number.
BARE, OTHER = 0.5, 0.5
# A section for other, or for only some, numbers of players.
OTHER_PLAYERS, SOME_PLAYERS = 0.5, 0.75
# Two documents of one game have the same things in the same places; so far apart, as a share of the whole, they do not.
FAR = 0.06

Parts = dict[str, Sequence[float]]


class DocumentView:
    """A document's sentences, made ready to be compared with clauses; `examples` are those of examples, by index."""

    def __init__(self, sentences: Sequence[Sentence], shown: Sequence[Evidence], examples: Collection[int] = ()) -> None:
        self.sentences, self.shown = sentences, shown
        self.words = TfIdf([evidence.signs for evidence in shown])
        self.concepts = TfIdf([evidence.concepts for evidence in shown])
        self.letters = TfIdf([ngrams(evidence.text) for evidence in shown])
        self.plain: Parts = {
            "length": [log(1 + len(evidence.words)) for evidence in shown],
            "is_heading": [float(sentence.kind == "heading") for sentence in sentences],
            "is_caption": [float(sentence.kind == "caption") for sentence in sentences],
            "is_example": [float(place in examples) for place in range(len(sentences))]}

    @cached_property
    def players(self) -> list[tuple[int, ...]]:
        """The numbers of players of the section of each sentence."""
        return [sentence.players for sentence in self.sentences]

    @cached_property
    def subjects(self) -> list[frozenset[str]]:
        """The concepts with which each sentence begins."""
        return [frozenset(evidence.mentions[0].concepts if evidence.mentions and evidence.mentions[0].place < BEGINNING else ())
                for evidence in self.shown]

    @cached_property
    def counted(self) -> dict[str | None, set[int]]:
        """The sentences with a number of each concept."""
        out: dict[str | None, set[int]] = {}
        for place, shown in enumerate(self.shown):
            for number in shown.numbers:
                if number.match.kind in ("cardinal", "ordinal") and not number.match.weak:
                    for concept in number.concepts:
                        out.setdefault(concept, set()).add(place)
        return out

    @cached_property
    def headings(self) -> TfIdf:
        """The heading above each sentence."""
        by_number = {sentence.number: shown.signs for sentence, shown in zip(self.sentences, self.shown, strict=True)}
        return TfIdf(
            [by_number[sentence.section.number] if sentence.section is not None else frozenset() for sentence in self.sentences]
        )


def alignment_scores(aims: Sequence[Target], view: DocumentView, known: Container[str] = ()) -> Matrix:
    """For each clause, how likely each sentence is to state it, as a logarithm without a fixed zero.

    Of the clauses whose sentences are `known` only that is worked out by which sentences fit many clauses.
    """
    plain = weighed(view.plain, [0.0] * view.words.count, WEIGHTS)
    return [weighed(part, plain, WEIGHTS) for part in parts(aims, view, known)]


def weighed(values: Mapping[str, Sequence[float]], start: Sequence[float], weights: Mapping[str, float]) -> list[float]:
    """Evidence of several kinds, each with its weight, added up."""
    return added_up(start, [(weights[name], row) for name, row in values.items() if any(row)])


def parts(aims: Sequence[Target], view: DocumentView, known: Container[str] = ()) -> Iterator[Parts]:
    """For each clause the evidence of each kind, a value for each sentence; nothing for those that are `known`."""
    words = [view.words.cosines(aim.signs) for aim in aims]
    nothing = [0.0] * view.words.count
    letters = [nothing if aim.wording is None else view.letters.cosines(ngrams(aim.wording.text)) for aim in aims]
    signs_of_aims = TfIdf([aim.signs for aim in aims])
    fits = {(aim.for_some, aim.clause.players): aim for aim in aims}
    players = {whose: _players(aim, view) for whose, aim in fits.items()}
    for aim, shared, own, spelled in zip(aims, words, _own(words), _own(letters), strict=True):
        if aim.id in known:
            yield {}
            continue
        out: Parts = {
            "words": own, "near": _neighbour_means(shared), "letters": spelled,
            "telling": view.words.recalls(aim.signs, signs_of_aims.idf), "codes": view.words.cosines(aim.codes),
            "concepts": view.concepts.recalls(aim.concepts),
            "required": view.concepts.recalls([concept for concept, needed in aim.concepts.items() if needed]),
            "title": view.headings.cosines(aim.signs), "counted": _counted(aim, view),
            "players": players[aim.for_some, aim.clause.players]}
        if aim.wording is not None:
            out["spelled"] = view.letters.recalls(ngrams(aim.wording.text))
        if aim.subjects:
            out["subject"] = [float(bool(aim.subjects & subjects)) for subjects in view.subjects]
        if aim.precedents:
            out["precedent"] = [like_precedents(aim, sentence, shown, view.words.count) or 0.0
                                for sentence, shown in zip(view.sentences, view.shown, strict=True)]
        yield out


def _counted(aim: Target, view: DocumentView) -> list[float]:
    """Return how many of the things that a clause counts each sentence counts."""
    out = [0.0] * view.words.count
    for group in aim.required:
        for place in {place for number in group for place in view.counted.get(number.concept, ())}:
            out[place] += 1 / len(aim.required)
    return out


def _players(aim: Target, view: DocumentView) -> list[float]:
    """Return how well what the section of each sentence says of the number of players fits a clause."""
    fits = {players: fits_players(aim, players) for players in set(view.players)}
    return [fits[players] for players in view.players]


def _neighbour_means(words: Sequence[float]) -> list[float]:
    """For each sentence the mean of those around it."""
    wide = [*[0.0] * AROUND, *words, *[0.0] * AROUND]
    return [(sum(wide[place : place + 2 * AROUND + 1]) - own) / (2 * AROUND) for place, own in enumerate(words)]


def _own(rows: Matrix) -> Matrix:
    """Each value, less what the sentence has in common with the many clauses that it fits best."""
    columns = [sorted(column)[-MANY:] for column in zip(*rows, strict=True)]
    common = [sum(column) / len(column) for column in columns]
    return [[value - less for value, less in zip(row, common, strict=True)] for row in rows]


# ---- Parts that are also used on their own ---------------------------------------------------------


def states_numbers(aim: Target, shown: Evidence) -> float | None:
    """Return how many of the numbers that a clause must state a sentence states; None if there are none."""
    if not aim.required:
        return None
    scores = [max((_number_score(number.value, number.concept, shown) for number in group), default=0.0)
              for group in aim.required]
    return sum(scores) / len(scores)


def _number_score(value: int, concept: str | None, shown: Evidence) -> float:
    if not shown.numbers:
        return 0.0
    counting = [number for number in shown.numbers if number.match.kind in ("cardinal", "ordinal")]
    same = [number for number in counting if number.value == value]
    if not same:
        return OTHER if any(concept in number.concepts and not number.match.weak for number in counting) else 0.0
    with_noun = concept is None or any(concept in number.concepts for number in same)
    weak = 0.5 if all(number.match.weak for number in same) else 1.0
    return weak * (1.0 if with_noun else BARE)


def fits_players(aim: Target, players: Sequence[int]) -> float:
    """Compare the numbers of players of a section, none if it says nothing, with those of a clause."""
    if not players:
        return SOME_PLAYERS if aim.for_some else 1.0
    if not set(players) & set(aim.clause.players):
        return OTHER_PLAYERS
    # What holds for all is stated where the fewest players are spoken of, or none in particular.
    return 1.0 if min(aim.clause.players) in players else SOME_PLAYERS


def like_precedents(aim: Target, sentence: Sentence, shown: Evidence, count: int) -> float | None:
    """Return how like a sentence is to one that states the clause in another document: by its names and its place."""
    if not aim.precedents:
        return None
    return max(_like(precedent, sentence.number / count, shown) for precedent in aim.precedents)


def _like(precedent: Precedent, place: float, shown: Evidence) -> float:
    ours, theirs = precedent.named, shown.named
    same = len(ours & theirs)
    shared = same / (len(ours) + len(theirs) - same) if ours or theirs else 0.0
    return 0.5 * shared + 0.5 * max(0.0, 1 - abs(precedent.place - place) / FAR)
