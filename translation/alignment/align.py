"""Clauses to sentences: which sentence of a document states which clause.

First every sentence is as likely as its words tell (`scores`). Then clauses help each other (`context`), a few times
over, as in relaxation labelling (Rosenfeld, Hummel and Zucker 1976).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import exp

from attrs import field, frozen

from ..document.features import Evidence
from ..document.sentences import Sentence
from .clause_coverage import strength
from .context import WEIGHTS, ContextFeatures
from .scores import DocumentView, alignment_scores, weighed
from .targets import Target
from .tfidf import Matrix

# How often clauses help each other.
ROUNDS = 2
# A further sentence states a clause too if it is so likely beside the best one.
ALSO, MOST = 0.12, 4
# A clause is missing where so little of it is shown; a note sums up, and a sentence of another clause may show as much of it.
MISSING, SUMMED_UP = 0.25, 0.6
# Sentences that are less likely than this are not listed.
LEAST = 0.01


@frozen(eq=False)
class Anchor:
    """The sentences that state a clause, by index, the likeliest first.

    `score` is how much of what the clause needs the first of them shows, `certainty` how sure it is that it is this
    one, and neither another nor none, both from 0 to 1; `shares` is how probable each sentence is that may state it;
    `perhaps` are the next likeliest, or, where too little of the clause is shown for any to count, the likeliest.
    """

    clause: str
    sentences: tuple[int, ...]
    score: float
    certainty: float
    shares: Mapping[int, float] = field(factory=dict)
    perhaps: tuple[int, ...] = ()

    def certainty_of(self, index: int) -> float:
        """Return the certainty that a sentence states the clause; that of the likeliest is the certainty of the clause."""
        return self.shares.get(index, 0.0) * min(1.0, self.score)

    @property
    def shown(self) -> tuple[int, ...]:
        """The sentences that a person is shown, the likeliest first: those that state it, and those that perhaps do."""
        return (*self.sentences, *self.perhaps)


def align_clauses(aims: Sequence[Target], sentences: Sequence[Sentence], shown: Sequence[Evidence],
                  fixed: Mapping[str, Sequence[int]] | None = None, examples: Collection[int] = ()) -> tuple[Anchor, ...]:
    """The anchor of each clause.

    `fixed` are the sentences that a person has given to clauses; `examples` are the sentences of examples.
    """
    known = fixed or {}
    if not sentences or all(aim.id in known for aim in aims):
        return tuple(_confirmed_anchor(aim.id, known[aim.id]) if aim.id in known else Anchor(aim.id, (), 0.0, 0.0)
                     for aim in aims)
    view = DocumentView(sentences, shown, examples)
    settled = _settled(aims, alignment_scores(aims, view, known), known)
    return tuple(_anchor(aim, row, known.get(aim.id), view) for aim, row in zip(aims, settled, strict=True))


def _confirmed_anchor(clause: str, sentences: Sequence[int]) -> Anchor:
    """The anchor of a clause of which a person has said where it is stated."""
    return Anchor(clause, tuple(sentences), 1.0, 1.0, dict.fromkeys(sentences, 1.0))


def _anchor(aim: Target, row: Sequence[float], known: Sequence[int] | None, view: DocumentView) -> Anchor:
    if known:
        return _confirmed_anchor(aim.id, known)
    order = sorted(range(len(row)), key=lambda place: (-row[place], place))[:MOST]
    best = order[0]
    sentences = tuple(place for place in order if row[place] >= ALSO * row[best])
    shares = {place: share for place, share in enumerate(row) if share >= LEAST}
    perhaps = tuple(place for place in order[len(sentences) :] if place in shares)
    score = strength(aim, view.sentences[best], view.shown[best], view)
    summed_up = _summed_up(aim, view) if score < MISSING and aim.clause.kind == "note" else None
    if summed_up is not None:
        best, score = summed_up
        sentences, perhaps = (best,), tuple(place for place in perhaps if place != best)
    # The shares of a row add up to one even if no sentence states the clause, as when a translator left it out. So the
    # certainty is that of two things: that it is this sentence and no other, and that it states the clause at all.
    return Anchor(aim.id, sentences, score, row[best] * min(1.0, score), shares, perhaps)


def _summed_up(aim: Target, view: DocumentView) -> tuple[int, float] | None:
    """The sentence that shows most of a note, and how much; None where that is too little."""
    scores = [strength(aim, sentence, shown, view) for sentence, shown in zip(view.sentences, view.shown, strict=True)]
    best = max(range(len(scores)), key=scores.__getitem__)
    return (best, scores[best]) if scores[best] >= SUMMED_UP else None


def _settled(aims: Sequence[Target], likely: Matrix, known: Mapping[str, Sequence[int]]) -> Matrix:
    """Return how probable it is of each clause that each sentence states it, after clauses have helped each other."""
    rows = [_known_shares(known[aim.id], len(row)) if aim.id in known else _shares(row)
            for aim, row in zip(aims, likely, strict=True)]
    context, open_places = ContextFeatures(aims), [place for place, aim in enumerate(aims) if aim.id not in known]
    for _ in range(ROUNDS):
        # All clauses are updated from the rows of the round before (Jacobi, not Gauss-Seidel): the result does not depend on
        # their order. Two rounds are enough for neighbours of neighbours; more let strong clauses drag weak ones along.
        helps = context.helps(rows, open_places)
        rows = [_shares(weighed(helps[place], likely[place], WEIGHTS)) if place in helps else row
                for place, row in enumerate(rows)]
    return rows


def _known_shares(known: Sequence[int], size: int) -> list[float]:
    return [1 / len(known) if place in known else 0.0 for place in range(size)]


def _shares(row: Sequence[float]) -> list[float]:
    """Logarithms as shares of one."""
    # Softmax. The greatest is subtracted first, so that no exponential overflows.
    top = max(row)
    values = [exp(value - top) for value in row]
    whole = sum(values)
    return [value / whole for value in values]
