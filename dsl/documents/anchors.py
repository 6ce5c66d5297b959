"""Clauses to sentences: which sentence of a document states which clause.

First every sentence is as likely as its words tell (`likeness`). Then clauses help each other, as in relaxation
labelling (Rosenfeld, Hummel and Zucker 1976): what stands together in the rules mostly stands together in the
document, so that a sentence near those of the clauses before and behind becomes likelier, a few times over. Clauses
for other numbers of players stand in sections of their own and help only each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log

from attrs import frozen

from .evidence import Evidence
from .likeness import Matrix, Surroundings, likelihoods
from .sentences import Sentence
from .strength import strength
from .targets import Target

# How often clauses help each other; how far in sentences, and in clauses, help goes before it is a third of what it was.
ROUNDS, NEAR, REACH = 4, 8.0, 4.0
# What a sentence is worth near which no other clause of its kind is stated.
ALONE = 0.05
# A further sentence states a clause too if it is so likely beside the best one.
ALSO, MOST = 0.12, 4


@frozen(eq=False)
class Anchor:
    """The sentences that state a clause, by index, the likeliest first.

    `score` tells how much of what the clause needs the first of them shows, `certainty` how sure it is that it is this
    one and no other, both from 0 to 1.
    """

    clause: str
    sentences: tuple[int, ...]
    score: float
    certainty: float


def anchored(aims: Sequence[Target], found: Sequence[Sentence], shown: Sequence[Evidence],
             fixed: Mapping[str, Sequence[int]] | None = None, worth: Sequence[float] = ()) -> tuple[Anchor, ...]:
    """The anchor of each clause.

    `fixed` are the sentences that a person has given to clauses; `worth` is a factor for each sentence, below 1
    for one that is not likely to state a rule.
    """
    given = fixed or {}
    if not found or all(aim.id in given for aim in aims):
        return tuple(Anchor(aim.id, tuple(given[aim.id]), 1.0, 1.0) if aim.id in given else Anchor(aim.id, (), 0.0, 0.0)
                     for aim in aims)
    around = Surroundings(found, shown, worth or [1.0] * len(found))
    settled = _settled(aims, likelihoods(aims, around), given)
    return tuple(_anchor(aim, row, given.get(aim.id), around) for aim, row in zip(aims, settled, strict=True))


def _anchor(aim: Target, row: Sequence[float], given: Sequence[int] | None, around: Surroundings) -> Anchor:
    if given:
        return Anchor(aim.id, tuple(given), 1.0, 1.0)
    order = sorted(range(len(row)), key=lambda place: (-row[place], place))[:MOST]
    best = order[0]
    sentences = tuple(place for place in order if row[place] >= ALSO * row[best])
    return Anchor(aim.id, sentences, strength(aim, around.found[best], around.shown[best], around), row[best])


def _settled(aims: Sequence[Target], likely: Matrix, given: Mapping[str, Sequence[int]]) -> Matrix:
    """How probable it is of each clause that each sentence states it, after clauses have helped each other."""
    rows = [_known(given[aim.id], len(row)) if aim.id in given else _shares(row)
            for aim, row in zip(aims, likely, strict=True)]
    chains: dict[tuple[int, ...], list[int]] = {}
    for place, aim in enumerate(aims):
        chains.setdefault(aim.clause.players, []).append(place)
    for _ in range(ROUNDS):
        helped = {place: help for chain in chains.values() for place, help in zip(chain, _helped(rows, chain), strict=True)}
        rows = [rows[place] if aim.id in given else
                _shares([value + log(ALONE + help) for value, help in zip(likely[place], helped[place], strict=True)])
                for place, aim in enumerate(aims)]
    return rows


def _known(given: Sequence[int], size: int) -> list[float]:
    return [1 / len(given) if place in given else 0.0 for place in range(size)]


def _shares(row: Sequence[float]) -> list[float]:
    """Logarithms as shares of one."""
    top = max(row)
    values = [exp(value - top) for value in row]
    whole = sum(values)
    return [value / whole for value in values]


def _helped(rows: Matrix, chain: Sequence[int]) -> Matrix:
    """What the other clauses of a chain say of each, the nearest most: how near each sentence is to theirs, at most 1."""
    spread = [_spread(rows[place]) for place in chain]
    before, behind = _passed(spread), _passed(spread[::-1])[::-1]
    out = []
    for one, other in zip(before, behind, strict=True):
        both = [a + b for a, b in zip(one, other, strict=True)]
        top = max(both) or 1.0
        out.append([value / top for value in both])
    return out


def _spread(row: Sequence[float]) -> list[float]:
    """Shares that reach to the sentences around, less and less with the distance."""
    keep = exp(-1 / NEAR)
    forth, back = _decayed(row, keep), _decayed(row[::-1], keep)[::-1]
    return [one + other - value for one, other, value in zip(forth, back, row, strict=True)]


def _decayed(row: Sequence[float], keep: float) -> list[float]:
    out, value = [], 0.0
    for one in row:
        value = value * keep + one
        out.append(value)
    return out


def _passed(rows: Matrix) -> Matrix:
    """For each row what those before it say, the nearest most."""
    keep = exp(-1 / REACH)
    out: Matrix = []
    said = [0.0] * len(rows[0])
    for row in rows:
        out.append(said)
        said = [keep * (old + new) for old, new in zip(said, row, strict=True)]
    return out
