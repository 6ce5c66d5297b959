"""Records of two rulebooks on the same seeds to how far each figure differs, and whether the answer is clear yet.

Games are looked at after a number of pairs that doubles each time. All intervals of all looks hold together with a confidence
of 95 %: the error is divided by the number of figures and of looks (Bonferroni). So a run may stop at any look.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist, fmean, stdev
from typing import Literal

from attrs import frozen

from .course import LEAST_GAMES, METRICS
from .intervals import CONFIDENCE, Estimate
from .records import Record

FIRST_LOOK = 50
FAMILIES = {"choices": "length", "turns": "length", "rounds": "length", "rolls": "length", "branching": "width",
            "widest": "width", "lead changes": "leads", "expected lead changes": "leads"}
# A figure differs by too little to matter if its interval lies within this part of it, or within these shares.
LITTLE = 0.05
MOST_NAMED = 3

Verdict = Literal["differs", "alike", "open"]


@frozen
class Measure:
    """A number that a game has in either rulebook; a share lies between 0 and 1 in each game.

    The answer is clear when all `leading` measures are. Of measures of a `family`, one says what the others say.
    """

    name: str
    family: str
    of: Callable[[Record], float | None]
    is_share: bool
    leading: bool = False


@frozen
class MeasureChange:
    """A measure in both rulebooks: its means, the difference, and the change as a part of the first mean if it is no share.

    `size` is the difference in standard deviations, by which changes are ranked.
    """

    measure: Measure
    before: float
    after: float
    difference: Estimate
    ratio: Estimate | None
    size: float

    @property
    def verdict(self) -> Verdict:
        """Whether the measure differs, by 95 % for all measures and looks together."""
        if self.difference.excludes(0):
            return "differs"
        bound = LITTLE if self.ratio is None else LITTLE * abs(self.before)
        return "alike" if -bound <= self.difference.low and self.difference.high <= bound else "open"


@frozen
class BalanceComparison:
    """The changes of all measures that are defined in enough pairs of games."""

    pairs: int
    changes: tuple[MeasureChange, ...]

    @property
    def is_clear(self) -> bool:
        """Whether each leading measure is shown to differ, or to differ by too little to matter."""
        leading = [change for change in self.changes if change.measure.leading]
        return bool(leading) and all(change.verdict != "open" for change in leading)

    @property
    def most_changed(self) -> tuple[MeasureChange, ...]:
        """The measures that differ, one of each family, those that differ most first; three at most.

        A leading measure speaks for its family: `choices`, where turns differ more.
        """
        different = [change for change in self.changes if change.verdict == "differs"]
        most: dict[str, MeasureChange] = {}
        for change in sorted(different, key=lambda change: -change.size):
            most.setdefault(change.measure.family, change)
        leading = {change.measure.family: change for change in different if change.measure.leading}
        return tuple(leading.get(family, change) for family, change in most.items())[:MOST_NAMED]


def looks_of(games: int) -> tuple[int, ...]:
    """Return after how many pairs a run looks at what is known, the last time after all.

    >>> looks_of(300)
    (50, 100, 200, 300)
    """
    looks = [FIRST_LOOK]
    while looks[-1] * 2 < games:
        looks.append(looks[-1] * 2)
    return (*(look for look in looks if look < games), games)


def measures_of(seats: Sequence[str], side_of: tuple[int, ...]) -> tuple[Measure, ...]:
    """Return the measures that are compared, for rulebooks with these seats."""
    counted = [Measure(metric.name, FAMILIES.get(metric.name, metric.name), _metric(metric.of, side_of), False,
                       leading=metric.name == "choices") for metric in METRICS]
    won = [Measure(f"{name} wins", "seats", _share(seat), True) for seat, name in enumerate(seats)]
    return (*counted, Measure("first player wins", "seats", _first, True, True), *won, Measure("draws", "draws", _drawn, True),
            Measure("score spread", "scores", _spread, False),
            Measure("ended", "ends", lambda record: float(record.end is not None), True))


def compared(measures: Sequence[Measure], before: Sequence[Record], after: Sequence[Record], looks: int) -> BalanceComparison:
    """Return how far measures differ; the records of both are those of the same games of a series, in order."""
    level = (1 - CONFIDENCE) / (looks * len(measures))
    z = NormalDist().inv_cdf(1 - level / 2)
    changes = [_change(measure, before, after, z) for measure in measures]
    return BalanceComparison(len(before), tuple(change for change in changes if change is not None))


def _change(measure: Measure, before: Sequence[Record], after: Sequence[Record], z: float) -> MeasureChange | None:
    pairs = [(first, second) for old_record, new_record in zip(before, after, strict=True)
             if (first := measure.of(old_record)) is not None and (second := measure.of(new_record)) is not None]
    if len(pairs) < LEAST_GAMES:
        return None
    firsts, seconds = [first for first, _ in pairs], [second for _, second in pairs]
    old, new = fmean(firsts), fmean(seconds)
    # Where no pair differs in a share, the spread is that of one pair that does, as for an event that never came.
    least = 1 / math.sqrt(len(pairs)) if measure.is_share else 0.0
    half = z * max(stdev(second - first for first, second in pairs), least) / math.sqrt(len(pairs))
    # As in Cohen's d: the root of the mean of both variances, which has no unit and so ranks different measures.
    spread = math.sqrt((stdev(firsts) ** 2 + stdev(seconds) ** 2) / 2)
    size = abs(new - old) / spread if spread else math.inf * abs(new - old) if new != old else 0.0
    # Shares of two rulebooks differ by one at most.
    farthest = 1.0 if measure.is_share else math.inf
    low, high = max(-farthest, new - old - half), min(farthest, new - old + half)
    return MeasureChange(measure, old, new, Estimate(new - old, low, high, len(pairs)),
                         None if measure.is_share or old <= 0 else _ratio(pairs, old, new, z), size)


def _ratio(pairs: Sequence[tuple[float, float]], old: float, new: float, z: float) -> Estimate:
    """Return the change as a part of the first mean, with an interval by the delta method."""
    ratio = new / old
    half = z * stdev(second - ratio * first for first, second in pairs) / (old * math.sqrt(len(pairs)))
    # No metric is below 0, so none falls by more than all of it.
    return Estimate(ratio - 1, max(-1.0, ratio - 1 - half), ratio - 1 + half, len(pairs))


# ---- Measures of one game ----------------------------------------------------------------------------


def _metric(figure: Callable[[Record, tuple[int, ...]], float | None],
            side_of: tuple[int, ...]) -> Callable[[Record], float | None]:
    return lambda record: None if record.end is None else figure(record, side_of)


def _share(seat: int) -> Callable[[Record], float | None]:
    return lambda record: None if record.end is None else record.shares[seat]


def _first(record: Record) -> float | None:
    return None if record.end is None or record.first is None else record.shares[record.first]


def _drawn(record: Record) -> float | None:
    return None if record.end is None else float(not record.winners)


def _spread(record: Record) -> float | None:
    return None if record.scores is None else float(max(record.scores) - min(record.scores))
