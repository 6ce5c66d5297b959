"""Clauses to sentences: which sentence of a document states which clause.

First every sentence is as likely as its words tell (`likeness`). Then clauses help each other, as in relaxation
labelling (Rosenfeld, Hummel and Zucker 1976): what stands together in the rules mostly stands together in the
document, so that a sentence becomes likelier near those of the clauses before and behind, of the one just before, and of
the one that a clause lies in, a few times over. Clauses for other numbers of players stand in sections of their own,
and are no neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log1p

from attrs import field, frozen

from .evidence import Evidence
from .likeness import Matrix, Surroundings, likelihoods
from .sentences import Sentence
from .strength import strength
from .targets import Target

# How often clauses help each other, and how far in clauses, before it is a third of what it was.
ROUNDS, REACH = 2, 4.0
# How far in sentences the neighbours of a clause help, and single clauses.
FAR, CLOSE = 8.0, 3.0
# What is worth: to be near the neighbours of a clause, the clause before it, and the one it lies in; found as in `likeness`.
NEIGHBOURS, BEFORE, PARENT = 1.2, 0.4, 0.4
# What a sentence is worth near which no other clause is stated.
ALONE, NEGLIGIBLE = 0.05, 0.0001
# A further sentence states a clause too if it is so likely beside the best one.
ALSO, MOST = 0.12, 4
# Sentences that are less likely than this are not told of.
LEAST = 0.01


@frozen(eq=False)
class Anchor:
    """The sentences that state a clause, by index, the likeliest first.

    `score` tells how much of what the clause needs the first of them shows, `certainty` how sure it is that it is this
    one and no other, both from 0 to 1; `shares` tells how probable each sentence is that may state it. Where too little
    of the clause is shown for any to count, `perhaps` are the likeliest.
    """

    clause: str
    sentences: tuple[int, ...]
    score: float
    certainty: float
    shares: Mapping[int, float] = field(factory=dict)
    perhaps: tuple[int, ...] = ()

    @property
    def shown(self) -> tuple[int, ...]:
        """The sentences that a person is shown: those that state it, or else those that perhaps do."""
        return self.sentences or self.perhaps


def anchored(aims: Sequence[Target], found: Sequence[Sentence], shown: Sequence[Evidence],
             fixed: Mapping[str, Sequence[int]] | None = None, worth: Sequence[float] = ()) -> tuple[Anchor, ...]:
    """The anchor of each clause.

    `fixed` are the sentences that a person has given to clauses; `worth` is a logarithm for each sentence, below 0
    for one that is not likely to state a rule.
    """
    given = fixed or {}
    if not found or all(aim.id in given for aim in aims):
        return tuple(Anchor(aim.id, tuple(given[aim.id]), 1.0, 1.0) if aim.id in given else Anchor(aim.id, (), 0.0, 0.0)
                     for aim in aims)
    around = Surroundings(found, shown, worth or [0.0] * len(found))
    settled = _settled(aims, likelihoods(aims, around), given)
    return tuple(_anchor(aim, row, given.get(aim.id), around) for aim, row in zip(aims, settled, strict=True))


def _anchor(aim: Target, row: Sequence[float], given: Sequence[int] | None, around: Surroundings) -> Anchor:
    if given:
        return Anchor(aim.id, tuple(given), 1.0, 1.0)
    order = sorted(range(len(row)), key=lambda place: (-row[place], place))[:MOST]
    best = order[0]
    sentences = tuple(place for place in order if row[place] >= ALSO * row[best])
    shares = {place: share for place, share in enumerate(row) if share >= LEAST}
    return Anchor(aim.id, sentences, strength(aim, around.found[best], around.shown[best], around), row[best], shares)


def _settled(aims: Sequence[Target], likely: Matrix, given: Mapping[str, Sequence[int]]) -> Matrix:
    """How probable it is of each clause that each sentence states it, after clauses have helped each other."""
    rows = [_known(given[aim.id], len(row)) if aim.id in given else _shares(row)
            for aim, row in zip(aims, likely, strict=True)]
    chains = _chains(aims)
    place_of = {aim.id: place for place, aim in enumerate(aims)}
    parents = [place_of.get(aim.clause.parent or "") for aim in aims]
    for _ in range(ROUNDS):
        far, close = [_spread(row, FAR) for row in rows], [_spread(row, CLOSE) for row in rows]
        around, before = _neighbours(far, chains), _before(chains)
        rows = [rows[place] if aim.id in given else
                _shares(_helped(likely[place], ((NEIGHBOURS, around[place]), (BEFORE, _at(close, before[place])),
                                                (PARENT, _at(close, parents[place])))))
                for place, aim in enumerate(aims)]
    return rows


def _chains(aims: Sequence[Target]) -> list[list[int]]:
    """The clauses for the same numbers of players, in their order."""
    out: dict[tuple[int, ...], list[int]] = {}
    for place, aim in enumerate(aims):
        out.setdefault(aim.clause.players, []).append(place)
    return list(out.values())


def _before(chains: Sequence[Sequence[int]]) -> dict[int, int | None]:
    """The clause just before each."""
    return {place: before for chain in chains for before, place in zip([None, *chain], chain, strict=False)}


def _at(rows: Matrix, place: int | None) -> Sequence[float]:
    return () if place is None else rows[place]


def _helped(likely: Sequence[float], helps: Sequence[tuple[float, Sequence[float]]]) -> list[float]:
    """How likely each sentence is with the help of other clauses."""
    out = list(likely)
    for weight, row in helps:
        for place, value in enumerate(row):
            if value > NEGLIGIBLE:
                out[place] += weight * log1p(value / ALONE)
    return out


def _known(given: Sequence[int], size: int) -> list[float]:
    return [1 / len(given) if place in given else 0.0 for place in range(size)]


def _shares(row: Sequence[float]) -> list[float]:
    """Logarithms as shares of one."""
    top = max(row)
    values = [exp(value - top) for value in row]
    whole = sum(values)
    return [value / whole for value in values]


def _neighbours(rows: Matrix, chains: Sequence[Sequence[int]]) -> dict[int, list[float]]:
    """For each clause how near each sentence is to those of the clauses before and behind, the nearest most."""
    out: dict[int, list[float]] = {}
    for chain in chains:
        there = [rows[place] for place in chain]
        before, behind = _passed(there), _passed(there[::-1])[::-1]
        weights = [[1.0] for _ in chain]
        weight = [a[0] + b[0] for a, b in zip(_passed(weights), _passed(weights[::-1])[::-1], strict=True)]
        for place, one, other, whole in zip(chain, before, behind, weight, strict=True):
            out[place] = [(a + b) / max(whole, 1.0) for a, b in zip(one, other, strict=True)]
    return out


def _spread(row: Sequence[float], distance: float) -> list[float]:
    """Shares that reach to the sentences around, less and less with the distance."""
    keep = exp(-1 / distance)
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
        said = [keep * old + new for old, new in zip(said, row, strict=True)]
    return out
