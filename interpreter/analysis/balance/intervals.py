"""Samples to what they say of all games: intervals of 95 %, bounds, and corrections for many comparisons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

from attrs import frozen

CONFIDENCE = 0.95
_NORMAL = NormalDist()
Z = _NORMAL.inv_cdf((1 + CONFIDENCE) / 2)


@frozen
class Estimate:
    """An estimate with the interval that holds the true value with a confidence of 95 %, from `n` observations."""

    value: float
    low: float
    high: float
    n: int

    def minus(self, fixed: float) -> Estimate:
        """Return the estimate of the same value less a fixed number."""
        return Estimate(self.value - fixed, self.low - fixed, self.high - fixed, self.n)

    def excludes(self, value: float) -> bool:
        """Return whether a value lies outside the interval."""
        return not self.low <= value <= self.high


def wilson(successes: float, n: int) -> Estimate:
    """Return a share with its score interval (Wilson 1927); shared successes may be fractions.

    >>> found = wilson(8, 10)
    >>> round(found.low, 3), round(found.high, 3)
    (0.49, 0.943)
    """
    assert n > 0, "a share of something"
    share, square = successes / n, Z * Z
    centre = (share + square / (2 * n)) / (1 + square / n)
    half = Z * math.sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    # At 0 and at 1 an end of the interval is the share itself: rounding must not put it on the other side.
    return Estimate(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)), n)


def share_of(successes: float, n: int) -> Estimate:
    """Return a share with its interval: Wilson's, and where all or none of `n` succeed the bound of what never came.

    >>> share_of(0, 60).high == bound_of_never(60)
    True
    """
    interval = wilson(successes, n)
    if successes == 0:
        return Estimate(0.0, 0.0, bound_of_never(n), n)
    return Estimate(1.0, 1.0 - bound_of_never(n), 1.0, n) if successes == n else interval


def mean_of(values: Sequence[float]) -> Estimate:
    """Return the mean of values with an interval, by the normal approximation; needs two values or more."""
    assert len(values) > 1, "a spread needs two values"
    mean, half = fmean(values), Z * stdev(values) / math.sqrt(len(values))
    return Estimate(mean, mean - half, mean + half, len(values))


def bound_of_never(n: int) -> float:
    """Return the greatest share that an event may have with a confidence of 95 % when it never came in `n` games.

    For many games this is 3 / n, the rule of three (Hanley and Lippman-Hand 1983).

    >>> round(bound_of_never(300), 4)
    0.0099
    """
    assert n > 0, "games were played"
    return float(1 - (1 - CONFIDENCE) ** (1 / n))


@frozen
class Contrast:
    """The difference of two means, and how likely one at least as large is if there is none (`p`, two-sided)."""

    difference: Estimate
    p: float


@frozen
class Observations:
    """Observations of one kind in one game: how many, and their sum; each lies between 0 and 1."""

    count: int
    total: float


def contrast(games: Sequence[tuple[Observations, Observations]]) -> Contrast:
    """Return the mean of all first groups less that of all second groups; there is one pair for each game.

    Observations of one game depend on each other, so the spread is that of whole games (cluster-robust: Liang and Zeger
    1986). Deviations are from means with a success and a failure of one game added, so that a group without spread does not
    seem certain (after Agresti and Caffo 2000).
    """
    counts = [sum(pair[group].count for pair in games) for group in (0, 1)]
    assert min(counts) > 0, "both groups have observations"
    totals = [math.fsum(pair[group].total for pair in games) for group in (0, 1)]
    added = [count / sum(pair[group].count > 0 for pair in games) for group, count in enumerate(counts)]
    means = [(total + more) / (count + 2 * more) for total, count, more in zip(totals, counts, added, strict=True)]
    parts = [(first.total - first.count * means[0]) / counts[0] - (second.total - second.count * means[1]) / counts[1]
             for first, second in games]
    spread = math.sqrt(math.fsum(part * part for part in parts))
    value = totals[0] / counts[0] - totals[1] / counts[1]
    p = 2 * (1 - _NORMAL.cdf(abs(value) / spread)) if spread else float(value == 0)
    return Contrast(Estimate(value, max(-1.0, value - Z * spread), min(1.0, value + Z * spread), len(games)), p)


def adjusted(ps: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number so that few of those called significant are false.

    This controls the false discovery rate (Benjamini and Hochberg 1995).

    >>> [round(q, 3) for q in adjusted([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """
    order = sorted(range(len(ps)), key=lambda place: ps[place], reverse=True)
    corrected, least = [1.0] * len(ps), 1.0
    for rank, place in enumerate(order):
        # From the largest down, so `len(ps) - rank` is the place from the smallest. The least so far keeps the results in
        # order.
        least = min(least, ps[place] * len(ps) / (len(ps) - rank))
        corrected[place] = least
    return corrected
