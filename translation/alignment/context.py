"""Clauses -> context features: how the sentences of related clauses favour a sentence.

What stands together in the rules mostly stands together in the document. So a sentence is likelier near those of the
clauses before and behind, of the clauses that use a clause, and of those whose rules name the same things; and it is
less likely where it states others already. Clauses for other numbers of players stand in sections of their own, and are
no neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log1p
from types import MappingProxyType

from attrs import Factory, define

from .targets import Target
from .tfidf import Matrix, TfIdf, added_up

# What each kind of help is worth, as `ContextFeatures.helps` names it; fitted as in `scores`.
WEIGHTS: Mapping[str, float] = MappingProxyType({
    "around": 1.16, "before": 0.64, "behind": 0.32, "users": 0.53, "alike": 0.46, "claimed": -0.47,
})
# How far in clauses a neighbour helps, before it is a third of what it was.
REACH = 4.0
# How far in sentences the neighbours of a clause help, and single clauses.
FAR, CLOSE = 8.0, 3.0
# What a sentence is worth near which no other clause is stated.
ALONE = 0.05
# The similarity of the names in their rules from which clauses are alike, and how many of them help at most.
ALIKE, MOST = 0.3, 5


class ContextFeatures:
    """The clauses around each clause, those that use it, and those whose rules name the same."""

    def __init__(self, aims: Sequence[Target]) -> None:
        self._chains = _chains(aims)
        self._neighbours = {place: (before, behind) for chain in self._chains
                            for before, place, behind in zip([None, *chain], chain, [*chain[1:], None], strict=False)}
        self._users, self._alike = _users(aims), _alike(aims)

    def helps(self, rows: Matrix, places: Sequence[int]) -> dict[int, dict[str, Sequence[float]]]:
        """For some clauses how each kind of help favours each sentence, by how probable every clause thinks each sentence."""
        far, close = [_spread(row, FAR) for row in rows], [_spread(row, CLOSE) for row in rows]
        around = _neighbours(far, self._chains)
        nearby = _Nearness(close)
        # How much all clauses together want each sentence; what the clause itself wants is taken off below.
        claimed = [sum(column) for column in zip(*rows, strict=True)]
        out: dict[int, dict[str, Sequence[float]]] = {}
        for place in places:
            before, behind = self._neighbours[place]
            others = [whole - own for whole, own in zip(claimed, rows[place], strict=True)]
            every = {"around": _logs(around[place]), "claimed": _logs(others), "users": nearby.mean(self._users[place]),
                     "alike": nearby.mean(self._alike[place]), "before": nearby.logarithms(before),
                     "behind": nearby.logarithms(behind)}
            out[place] = {name: values for name, values in every.items() if values}
        return out


def _chains(aims: Sequence[Target]) -> list[list[int]]:
    """The clauses for the same numbers of players, in their order."""
    out: dict[tuple[int, ...], list[int]] = {}
    for place, aim in enumerate(aims):
        out.setdefault(aim.clause.players, []).append(place)
    return list(out.values())


def _users(aims: Sequence[Target]) -> list[dict[int, float]]:
    """For each clause those whose rules name it, each with its share."""
    place_of = {aim.id: place for place, aim in enumerate(aims)}
    out: list[dict[int, float]] = [{} for _ in aims]
    for user, aim in enumerate(aims):
        for name in aim.uses:
            used = place_of.get(name, user)
            if used != user:
                out[used][user] = 1.0
    return [_shared(users) for users in out]


def _alike(aims: Sequence[Target]) -> list[dict[int, float]]:
    """For each clause those whose rules name the same, each with its share."""
    names = [frozenset(aim.uses) for aim in aims]
    tfidf = TfIdf(names)
    out = []
    for place, used in enumerate(names):
        like = {other: value for other, value in enumerate(tfidf.cosines(used)) if value >= ALIKE and other != place}
        best = sorted(like, key=lambda other: (-like[other], other))[:MOST]
        out.append(_shared({other: like[other] for other in best}))
    return out


def _shared(weights: Mapping[int, float]) -> dict[int, float]:
    whole = sum(weights.values())
    return {place: weight / whole for place, weight in weights.items()}


# ---- Rows ------------------------------------------------------------------------------------------


def _logs(row: Sequence[float]) -> list[float]:
    return [log1p(value / ALONE) for value in row]


@define(eq=False)
class _Nearness:
    """The nearness of each sentence to those of each clause; its logarithms are worked out once."""

    rows: Matrix
    _logs: dict[int, list[float]] = Factory(dict)

    def logarithms(self, place: int | None) -> Sequence[float]:
        """The logarithms of a clause, nothing of none."""
        if place is None:
            return ()
        if place not in self._logs:
            self._logs[place] = _logs(self.rows[place])
        return self._logs[place]

    def mean(self, shares: Mapping[int, float]) -> Sequence[float]:
        """The logarithms of the mean of some clauses by their shares, nothing of none."""
        if len(shares) < 2:
            return self.logarithms(next(iter(shares), None))
        return _logs(added_up([0.0] * len(self.rows[0]), [(share, self.rows[place]) for place, share in shares.items()]))


def _neighbours(rows: Matrix, chains: Sequence[Sequence[int]]) -> dict[int, list[float]]:
    """For each clause how near each sentence is to those of the clauses before and behind, the nearest most."""
    out: dict[int, list[float]] = {}
    for chain in chains:
        chained_rows = [rows[place] for place in chain]
        # `weights` go through the same decay as the rows: dividing by them makes a mean, also at the ends of a chain, where a
        # clause has neighbours on one side only.
        before, behind = _passed(chained_rows), _passed(chained_rows[::-1])[::-1]
        weights = [[1.0] for _ in chain]
        weight = [a[0] + b[0] for a, b in zip(_passed(weights), _passed(weights[::-1])[::-1], strict=True)]
        for place, items, other, whole in zip(chain, before, behind, weight, strict=True):
            least = max(whole, 1.0)
            out[place] = [(a + b) / least for a, b in zip(items, other, strict=True)]
    return out


def _spread(row: Sequence[float], distance: float) -> list[float]:
    """Shares that reach to the sentences around, less and less with the distance."""
    # Exponential decay in both directions by two passes, in time linear in the row; the sentence itself would count twice.
    keep, value = exp(-1 / distance), 0.0
    forth = [value := value * keep + share for share in row]
    value = 0.0
    back = [item + (value := value * keep + share) - share for item, share in zip(reversed(forth), reversed(row), strict=True)]
    return back[::-1]


def _passed(rows: Matrix) -> Matrix:
    """For each row the sum of those before it, each smaller by its distance."""
    keep = exp(-1 / REACH)
    out: Matrix = []
    passed = [0.0] * len(rows[0])
    for row in rows:
        out.append(passed)
        passed = [keep * old + new for old, new in zip(passed, row, strict=True)]
    return out
