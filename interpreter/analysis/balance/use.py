"""Records to in how many games each clause is applied, and when first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from attrs import frozen

from .intervals import Estimate, share_of
from .records import Record


@frozen
class ClauseUse:
    """A clause in some games: in how many it is applied, the share of games, and the median of choices made before.

    Where it is never applied, the share has the bound that follows, and `first` is None.
    """

    clause: str
    kind: str
    games: int
    share: Estimate
    first: float | None


def clause_uses(records: Sequence[Record], clauses: Mapping[str, str]) -> tuple[ClauseUse, ...]:
    """Return the use of each clause, given with its kind, in the order of the rulebook; there is a record."""
    return tuple(_use(clause, kind, records) for clause, kind in clauses.items())


def _use(clause: str, kind: str, records: Sequence[Record]) -> ClauseUse:
    firsts = [record.applied[clause] for record in records if clause in record.applied]
    return ClauseUse(clause, kind, len(firsts), share_of(len(firsts), len(records)), median(firsts) if firsts else None)
