"""A clause and a sentence to the share of the clause that it states, from 0 to 1.

Numbers with their nouns, concepts, the stems of our own wording, and turns of phrase, each with its share. Where
`scores` finds the sentence that states a clause best; the coverage decides whether that one is good enough.
"""

from __future__ import annotations

from attrs import frozen

from ..document.features import Evidence
from ..document.language import MODAL, OPPOSITES, PLAIN
from ..document.sentences import Sentence
from .scores import OTHER, DocumentView, fits_players, like_precedents, states_numbers
from .targets import Target

# The share of each kind of evidence.
NUMBERS, CONCEPTS, WORDS, TURNS, PRECEDENT = 1.0, 1.2, 1.0, 0.25, 2.0
# Two wordings of one rule share so much of their stems; more is no better.
ALIKE = 0.6
# With less evidence than this in all, nothing is quite sure.
LEAST_EVIDENCE = 1.4
# A sentence with nothing that a clause must say.
NOTHING = 0.45


@frozen(eq=False)
class EvidencePart:
    """The part of one kind of evidence: its share in all, and how much of it there is."""

    share: float
    value: float


def strength(aim: Target, sentence: Sentence, shown: Evidence, view: DocumentView) -> float:
    """Return how much of what a clause needs a sentence shows."""
    parts = [part for part in (_numbers(aim, shown), _concepts(aim, shown, view), _words(aim, shown, view),
                               _turns(aim, shown), _precedents(aim, sentence, shown, view)) if part is not None]
    whole = sum(part.share for part in parts)
    value = sum(part.share * part.value for part in parts) / max(whole, LEAST_EVIDENCE)
    return value * fits_players(aim, sentence.players) * (1.0 if _shows_anything(aim, shown) else NOTHING)


def _shows_anything(aim: Target, shown: Evidence) -> bool:
    """Return whether a sentence has any of what the clause must say, if there is anything that it must."""
    concepts = {concept for concept, required in aim.concepts.items() if required}
    values = {number.value for group in aim.required for number in group}
    return not (concepts or values) or bool(concepts & set(shown.concepts)) or bool(values & set(shown.values))


def _numbers(aim: Target, shown: Evidence) -> EvidencePart | None:
    stated = states_numbers(aim, shown)
    return None if stated is None else EvidencePart(NUMBERS, stated)


def _concepts(aim: Target, shown: Evidence, view: DocumentView) -> EvidencePart | None:
    """Return how much of what the clause speaks of the sentence speaks of, and the other way round."""
    weights = {concept: view.concepts.idf(concept) * (1.5 if required else 1.0)
              for concept, required in aim.concepts.items() if concept in view.concepts.places}
    if not weights:
        return None
    stated = set(shown.concepts)
    shared = sum(idf for concept, idf in weights.items() if concept in stated)
    extra = sum(view.concepts.idf(mention.concepts[0]) for mention in shown.distinct
                if not any(concept in weights for concept in mention.concepts))
    recall, precision = shared / sum(weights.values()), shared / (shared + extra) if shared else 0.0
    return EvidencePart(CONCEPTS, 0.7 * recall + 0.3 * precision if shared else 0.0)


def _words(aim: Target, shown: Evidence, view: DocumentView) -> EvidencePart | None:
    """Return how like our own wording the sentence is: the cosine of their stems, the rare ones weighing more."""
    if aim.wording is None or not aim.wording.stems:
        return None
    return EvidencePart(WORDS, min(1.0, view.words.cosine(aim.wording.stems, shown.stems) / ALIKE))


def _turns(aim: Target, shown: Evidence) -> EvidencePart | None:
    turns = aim.turns - PLAIN
    if not turns:
        return None
    turned = {other for pair in OPPOSITES for text, other in (pair, pair[::-1]) if text in turns} - turns - MODAL
    return EvidencePart(TURNS, min(1.0, (len(turns & shown.turns) + OTHER * len(turned & shown.turns)) / len(turns)))


def _precedents(aim: Target, sentence: Sentence, shown: Evidence, view: DocumentView) -> EvidencePart | None:
    like = like_precedents(aim, sentence, shown, view.words.count)
    return None if like is None else EvidencePart(PRECEDENT, like)
