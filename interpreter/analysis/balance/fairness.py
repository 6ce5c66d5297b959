"""Records to how often each seat and side wins, what the first player gains by being first, and how far scores spread."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean

from attrs import frozen

from .course import LEAST_GAMES
from .intervals import Estimate, mean_of, share_of
from .records import Record


@frozen
class Chances:
    """The results of a seat or side: the share of games that it wins alone, its share in victories, and its mean score.

    `shared` counts the games in which it shares the first place with another side.
    """

    name: str
    won: Estimate
    shared: int
    share: Estimate
    score: Estimate | None


@frozen
class Fairness:
    """The fairness of games; `fair` is the share in victories that each side would have if all were alike.

    `sides` is empty where each seat is a side of its own. `first` is what the seat that chooses first has more than a fair
    share, `spread` the highest less the lowest score, `margin` the highest score less that of the best other side.
    """

    games: int
    fair: float
    draws: Estimate
    seats: tuple[Chances, ...]
    sides: tuple[Chances, ...]
    first: Estimate | None
    spread: Estimate | None
    margin: Estimate | None


def fairness_of(records: Sequence[Record], seats: Sequence[str], sides: Mapping[str, frozenset[int]]) -> Fairness | None:
    """Return how fair the games that ended are; None where too few ended for a statement."""
    ended = [record for record in records if record.end is not None]
    if len(ended) < LEAST_GAMES:
        return None
    members = {name: frozenset({seat}) for seat, name in enumerate(seats)}
    side_of = tuple(next(side for side, its in enumerate(sides.values()) if seat in its) for seat in range(len(seats)))
    apart = any(len(its) > 1 for its in sides.values())
    begun = [record.shares[record.first] for record in ended if record.first is not None]
    # The first seat of each game, whichever it was: in a rulebook where chance decides it, seats alone show nothing.
    first = share_of(math.fsum(begun), len(begun)).minus(1 / len(sides)) if len(begun) >= LEAST_GAMES else None
    scored = [record.scores for record in ended if record.scores is not None]
    scored = scored if len(scored) >= LEAST_GAMES else []
    return Fairness(
        len(ended), 1 / len(sides), share_of(sum(not record.winners for record in ended), len(ended)),
        tuple(_chances(name, its, ended, side_of) for name, its in members.items()),
        tuple(_chances(name, its, ended, side_of) for name, its in sides.items()) if apart else (),
        first, mean_of([max(scores) - min(scores) for scores in scored]) if scored else None,
        mean_of([_margin(scores, side_of) for scores in scored]) if scored and len(sides) > 1 else None)


def _chances(name: str, members: frozenset[int], records: Sequence[Record], side_of: tuple[int, ...]) -> Chances:
    """Return the results of some seats of one side."""
    won = [record for record in records if not members.isdisjoint(record.winners)]
    alone = sum(len({side_of[seat] for seat in record.winners}) == 1 for record in won)
    # The seats of a side share its victories, so any of them speaks for all.
    seat = min(members)
    scores = [fmean(record.scores[member] for member in sorted(members)) for record in records if record.scores is not None]
    return Chances(name, share_of(alone, len(records)), len(won) - alone,
                   share_of(math.fsum(record.shares[seat] for record in records), len(records)),
                   mean_of(scores) if len(scores) >= LEAST_GAMES else None)


def _margin(scores: tuple[int, ...], side_of: tuple[int, ...]) -> int:
    best = side_of[scores.index(max(scores))]
    return max(scores) - max(score for seat, score in enumerate(scores) if side_of[seat] != best)
