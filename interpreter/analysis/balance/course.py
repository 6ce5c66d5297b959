"""Records to how games run: each metric with its meaning, its source, and its figure over all games that ended.

The sources are C. Browne, "Automatic generation and evaluation of recombination games" (PhD thesis, 2008), the metrics of TAG
(R. Gaina and others, "TAG: a tabletop games framework", AIIDE workshop, 2020; `evaluation.metrics.GameMetrics` in its source)
and those of Ludii (`metrics` in its source, which follow Browne). What is ours differs from all of them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

from attrs import frozen

from .intervals import Estimate, mean_of, share_of
from .outlook import PARTS
from .records import Record

# With fewer games than this that ended, no statement on all games is made.
LEAST_GAMES = 20


@frozen
class Metric:
    """A number that each game has, if it is defined there: its name, its meaning and source, and how it is worked out."""

    name: str
    meaning: str
    source: str
    of: Callable[[Record, tuple[int, ...]], float | None]


@frozen
class Spread:
    """A metric over the games in which it is defined; the estimate is of its mean."""

    metric: Metric
    mean: Estimate
    least: float
    median: float
    most: float


@frozen
class CourseFigures:
    """The course of games: the metrics, how games end, and how open they are over time (from 0 to 1, at equal parts of a game).

    `ends` counts each end of the rulebook, `unended` is the share of games that were cut off.
    """

    spreads: tuple[Spread, ...]
    ends: tuple[tuple[str, Estimate], ...]
    unended: Estimate
    uncertainty: tuple[Estimate, ...]


def course_of(records: Sequence[Record], side_of: tuple[int, ...], ends: Sequence[str]) -> CourseFigures:
    """Return how games run. `ends` are the clauses by which games can end; there is a record."""
    ended = [record for record in records if record.end is not None]
    counts = Counter(record.end for record in records)
    enough = ended if len(ended) >= LEAST_GAMES else []
    spreads = [spread for metric in METRICS if (spread := _spread(metric, enough, side_of)) is not None]
    return CourseFigures(tuple(spreads), tuple((end, share_of(counts[end], len(records))) for end in ends),
                         share_of(counts[None], len(records)), _over_time(enough))


def _spread(metric: Metric, records: Sequence[Record], side_of: tuple[int, ...]) -> Spread | None:
    values = [value for record in records if (value := metric.of(record, side_of)) is not None]
    if len(values) < LEAST_GAMES:
        return None
    return Spread(metric, mean_of(values), min(values), median(values), max(values))


def _over_time(records: Sequence[Record]) -> tuple[Estimate, ...]:
    outlooks = [record.outlook for record in records if record.outlook]
    if len(outlooks) < LEAST_GAMES:
        return ()
    return tuple(mean_of([openness(outlook[part]) for outlook in outlooks]) for part in range(PARTS))


# ---- Metrics of one game ---------------------------------------------------------------------------


def openness(shares: Sequence[float]) -> float:
    """Return how open a game is by what each side may expect: its entropy, as a part of the greatest there is.

    >>> openness((0.5, 0.5)), openness((1.0, 0.0))
    (1.0, 0.0)
    """
    if len(shares) < 2:
        return 0.0
    entropy = -math.fsum(share * math.log(share) for share in shares if share > 0)
    # The logarithm of the number of sides is the greatest entropy. Rounding may pass both ends a little.
    return max(0.0, min(1.0, entropy / math.log(len(shares))))


def winning_side(record: Record, side_of: tuple[int, ...]) -> int | None:
    """Return the side that won alone; None where there is none."""
    won = {side_of[seat] for seat in record.winners}
    return won.pop() if len(won) == 1 else None


def _uncertainty(record: Record, side_of: tuple[int, ...]) -> float | None:
    return math.fsum(map(openness, record.outlook)) / len(record.outlook) if record.outlook else None


def _drama(record: Record, side_of: tuple[int, ...]) -> float | None:
    winner = winning_side(record, side_of)
    if winner is None or not record.outlook:
        return None
    # The square root lets small disadvantages count more than their size, as in Browne's formula.
    behind = [math.sqrt(max(shares) - shares[winner]) for shares in record.outlook if shares[winner] < max(shares)]
    return math.fsum(behind) / len(behind) if behind else 0.0


def _decisiveness(record: Record, side_of: tuple[int, ...]) -> float | None:
    winner = winning_side(record, side_of)
    if winner is None or not record.outlook:
        return None
    open_until = [part for part, shares in enumerate(record.outlook) if shares[winner] <= 0.5]
    return 1 - (open_until[-1] + 1) / PARTS if open_until else 1.0


def _expected_lead_changes(record: Record, side_of: tuple[int, ...]) -> float | None:
    if not record.outlook:
        return None
    # Times at which sides are level are left out: from A over level to B is one change, and back to A none.
    leads = [shares.index(max(shares)) for shares in record.outlook if shares.count(max(shares)) == 1]
    return float(sum(current != then for then, current in pairwise(leads)))


def _score_lead_changes(record: Record, side_of: tuple[int, ...]) -> float | None:
    return None if record.leads is None else float(max(0, len(record.leads) - 1))


METRICS = (
    Metric("choices", "choices that all seats make in a game", "duration (Browne 2008), ticks (TAG)",
           lambda record, _: float(record.choices)),
    Metric("turns", "runs of choices that one seat makes in a row", "ours; TAG and Ludii take the game's own turns",
           lambda record, _: float(record.turns)),
    Metric("rounds", "turns divided by the number of seats", "ours; TAG takes the game's own rounds",
           lambda record, _: record.turns / len(record.by_seat)),
    Metric("rolls", "outcomes of chance in a game", "ours", lambda record, _: float(record.rolls)),
    Metric("branching", "legal moves at a choice, the mean of a game", "action space (TAG), branching factor (Ludii)",
           lambda record, _: record.offered / record.choices if record.choices else None),
    Metric("widest", "legal moves at the widest choice of a game", "branching factor, maximum (Ludii)",
           lambda record, _: float(record.widest)),
    Metric("forced share", "part of the choices that have one legal move", "1 less the share of decision points (TAG)",
           lambda record, _: record.forced / record.choices if record.choices else None),
    Metric("lead changes", "times that another side than before leads alone in points, after each turn",
           "ours, after lead change (Browne 2008)", _score_lead_changes),
    Metric("expected lead changes", f"the same for the expected result, at {PARTS} times of a game",
           "lead change (Browne 2008), counted and not divided by the moves", _expected_lead_changes),
    Metric("drama", "square root of how far the later winner is expected to be behind, the mean of the times they are behind",
           "drama (Browne 2008), by random games on", _drama),
    Metric("decisiveness", "part of the game that is left when the winner is expected to win more than half, to the end",
           "ours, after decisiveness (Browne 2008; Ludii)", _decisiveness),
    Metric("uncertainty", "entropy of the expected result from 0 (decided) to 1 (open), the mean of a game",
           "ours, after uncertainty (Browne 2008)", _uncertainty),
)
