"""Facts to amounts: which numbers the rules have of each thing, and for which numbers of players.

What a number counts is known from every statement that has it, by the name of the constant that holds it, by numbers
written out in statements, and by our own wording in the document's language. So a constant that one statement calls
`{dice} dice` and another `{dice} throws` is a number of both.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from ..document.features import NumberMention, reader_of
from ..document.language import language
from ..document.sentences import Sentence
from ..facts.facts import ClauseFacts, ClauseNumber, RulebookFacts
from .targets import Target

_NOT_LETTERS = re.compile(r"[\W_\d]+")


class ConceptNumbers:
    """The numbers that rulebooks have of each concept; `aims` are the clauses that a document is compared with."""

    def __init__(self, rulebooks: Sequence[RulebookFacts], aims: Sequence[Target]) -> None:
        clauses = [clause for facts in rulebooks for clause in facts.clauses]
        self._concepts_by_expression = _nouns_by_expression(clauses)
        self._players: dict[str, dict[int, set[int]]] = {}
        worded = [number for aim in aims for number in _worded(aim)]
        self._counted = {concept for concepts in self._concepts_by_expression.values() for concept in concepts}
        self._counted |= {number.concept for number in worded if number.concept is not None}
        reader = reader_of(language("en"), rulebooks[0].english, frozenset())
        named = cache(lambda expression: reader.read(_NOT_LETTERS.sub(" ", expression)).concepts)
        for clause in clauses:
            for number in clause.numbers:
                concepts = {*self.counted_concepts(number), *named(number.expression), *_spoken_of(clause, number)}
                self._add(concepts, number.value, number.players)
        for number in worded:
            self._add({number.concept} if number.concept is not None else set(), number.value, number.players)
        # No clause says how many spaces a board has: they are drawn, or listed.
        for facts in rulebooks:
            for concept, size, players in facts.sizes:
                self._add((concept,), size, players)

    def _add(self, concepts: Collection[str], value: int, players: Collection[int]) -> None:
        for concept in concepts:
            self._players.setdefault(concept, {}).setdefault(value, set()).update(players)

    def counted_concepts(self, number: ClauseNumber) -> frozenset[str]:
        """The concepts that a number counts, in the statement that has it or in another."""
        own = frozenset() if number.concept is None else frozenset((number.concept,))
        return own | self._concepts_by_expression.get(number.expression, frozenset())

    def numbers_of(self, concepts: Collection[str], players: Collection[int] = ()) -> set[int]:
        """The numbers that the rules have of any of some concepts, for some numbers of players or for all."""
        return {value for concept in concepts for value, counts in self._players.get(concept, {}).items()
                if not players or counts & set(players)}

    def have(self, counted: NumberMention, sentence: Sentence) -> bool:
        """Return whether the rules have this number of its noun for the players of its section, if they count the noun."""
        concepts = [concept for concept in counted.concepts if concept in self._counted]
        return not concepts or counted.value in self.numbers_of(concepts, sentence.players)


def _nouns_by_expression(clauses: Sequence[ClauseFacts]) -> dict[str, frozenset[str]]:
    """Return the nouns that each expression counts, in all statements together."""
    out: dict[str, frozenset[str]] = {}
    for clause in clauses:
        for number in clause.numbers:
            if number.concept is not None:
                out[number.expression] = out.get(number.expression, frozenset()) | {number.concept}
    return out


def _spoken_of(clause: ClauseFacts, number: ClauseNumber) -> tuple[str, ...]:
    """Return the concepts that a number without a noun may count: all that its clause mentions."""
    return (
        () if number.concept is not None else tuple(concept.concept for concept in clause.concepts if concept.source != "rules")
    )


def _worded(aim: Target) -> Iterator[ClauseNumber]:
    """The numbers that are written out in a clause's statement, and those of our own wording."""
    yield from (number for group in aim.implied for number in group)
    for counted in () if aim.wording is None else aim.wording.numbers:
        for concept in counted.concepts if counted.match.kind in ("cardinal", "ordinal") and not counted.match.weak else ():
            yield ClauseNumber(counted.value, concept, aim.clause.players, False, "stated", str(counted.value), aim.clause.span)
