"""Reports on balance to charts: the numbers of each plot, from which both its picture and its table are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import assert_never

from attrs import frozen

from ...interpreter.analysis.balance.against import MeasureChange
from ...interpreter.analysis.balance.intervals import Estimate
from ...interpreter.analysis.balance.item_uses import verdict_in_words
from .report import BalanceReport
from .text import short

# A chart of many items shows those that differ most; the table under the report has all of them.
MOST_ITEMS = 20
MOST_BARS = 12


@frozen
class ChartMark:
    """A value with its interval; `strong` is drawn filled: it is shown not to be chance. `words` say what that means."""

    label: str
    value: Estimate
    strong: bool = True
    words: str = ""


@frozen
class RangeChart:
    """Values with intervals, one below the other, beside a line at the value that means no difference."""

    title: str
    axis: str
    marks: tuple[ChartMark, ...]
    reference: float | None = None
    note: str = ""


@frozen
class BarChart:
    """Counts of games: `counts[i]` lie from `edges[i]` to less than `edges[i + 1]`."""

    title: str
    axis: str
    edges: tuple[float, ...]
    counts: tuple[int, ...]
    note: str = ""


@frozen
class LineChart:
    """Values with intervals over time, at equal parts of a game."""

    title: str
    axis: str
    points: tuple[Estimate, ...]
    note: str = ""


Chart = RangeChart | BarChart | LineChart


def charts_of(report: BalanceReport) -> Iterator[Chart]:
    """Yield the charts of a report; what has too few games for a statement has none."""
    if report.lengths:
        yield _lengths(report.lengths)
    if not report.too_few:
        yield RangeChart("How games end", "games, %", tuple(_ends(report)))
    if report.fairness is not None:
        chances = (*report.fairness.seats, *report.fairness.sides)
        yield RangeChart("Share in victories", "of a hundred victories; draws are shared", tuple(
            ChartMark(chance.name, _hundred(chance.share), chance.share.excludes(report.fairness.fair)) for chance in chances),
            100 * report.fairness.fair, "The line is a fair share. A filled mark excludes it.")
    if report.course.uncertainty:
        yield LineChart("Uncertainty over time", "entropy: 1 open, 0 decided", report.course.uncertainty)
    yield from _items(report)


def overview_of(reports: Sequence[BalanceReport]) -> Iterator[Chart]:
    """Yield the charts that compare several runs: each has the runs in which the figure is known."""
    lengths = tuple(ChartMark(report.title, spread.mean) for report in reports for spread in report.course.spreads
                    if spread.metric.name == "choices")
    firsts = tuple(ChartMark(report.title, _hundred(first), first.excludes(0)) for report in reports
                   if report.fairness is not None and (first := report.fairness.first) is not None)
    if len(lengths) > 1:
        yield RangeChart("Length", "choices in a game", lengths)
    if len(firsts) > 1:
        yield RangeChart("First player advantage", "points of a hundred", firsts, 0.0,
                         "The line is no advantage. A filled mark excludes it.")


def chart_of_changes(changes: Sequence[MeasureChange]) -> RangeChart | None:
    """Return the chart of the relative changes between two games; None where there are none."""
    marks = tuple(ChartMark(change.measure.name, _hundred(change.ratio), change.verdict == "differs", change.verdict)
                  for change in changes if change.ratio is not None)
    return RangeChart("Change", "change, %", marks, 0.0, "The line is no change. A filled mark excludes it.") if marks else None


def _lengths(lengths: Sequence[int]) -> BarChart:
    """Return the lengths of games in bars of equal width, a whole number of choices each."""
    low, high = min(lengths), max(lengths)
    # Rounded up, so that there are at most `MOST_BARS`; a whole number, since a bar of 1.5 choices would look uneven.
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    count = (high - low) // width + 1
    counts = [0] * count
    for length in lengths:
        counts[(length - low) // width] += 1
    return BarChart("Length of games", "choices", tuple(float(low + width * bar) for bar in range(count + 1)), tuple(counts))


def _ends(report: BalanceReport) -> Iterator[ChartMark]:
    for end, share in report.course.ends:
        yield ChartMark(end, _hundred(share))
    yield ChartMark("not ended", _hundred(report.course.unended))


def _items(report: BalanceReport) -> Iterator[RangeChart]:
    compared = [use for use in report.item_uses if use.effect is not None]
    if compared:
        marks = [ChartMark(str(use.item), _hundred(use.effect.difference), use.verdict in ("better", "worse"),
                           verdict_in_words(use)) for use in compared if use.effect is not None]
        yield RangeChart("Result when taken, against when left", "share in victories, points", _most(marks), 0.0,
                         _filled(marks))
    replayed = [restricted for restricted in report.restricted if restricted.loss is not None and restricted.replayed]
    if replayed and not report.too_few:
        marks = [ChartMark(str(restricted.item), _hundred(restricted.loss), restricted.is_shown,
                           "shown" if restricted.is_shown else "no loss shown")
                 for restricted in replayed if restricted.loss is not None]
        yield RangeChart("Loss without it", "share in victories, points", _most(marks), 0.0, _filled(marks))


def _most(marks: Sequence[ChartMark]) -> tuple[ChartMark, ...]:
    """Return the marks that differ most, the best first."""
    # What is shown not to be chance stays, even where others differ by more.
    shown_marks = sorted(marks, key=lambda mark: (not mark.strong, -abs(mark.value.value)))[:MOST_ITEMS]
    return tuple(sorted(shown_marks, key=lambda mark: -mark.value.value))


def _filled(marks: Sequence[ChartMark]) -> str:
    remark = f" The {MOST_ITEMS} of {len(marks)} that differ most." if len(marks) > MOST_ITEMS else ""
    return f"The line is no difference. A filled mark is more than chance explains.{remark}"


def _hundred(share: Estimate) -> Estimate:
    return Estimate(100 * share.value, 100 * share.low, 100 * share.high, share.n)


# ---- As tables -----------------------------------------------------------------------------------------


def table_of(chart: Chart) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the head and the rows of a chart's numbers."""
    match chart:
        case RangeChart():
            worded = any(mark.words for mark in chart.marks)
            head = ("", "value", "from", "to", "n", *(("",) if worded else ()))
            return head, [(mark.label, *_numbers(mark.value), str(mark.value.n), *((mark.words,) if worded else ()))
                          for mark in chart.marks]
        case BarChart():
            return (chart.axis, "games"), [(f"{low:g} to {high - 1:g}" if high - low > 1 else f"{low:g}", str(count))
                                           for (low, high), count in zip(pairwise(chart.edges), chart.counts, strict=True)]
        case LineChart():
            parts = len(chart.points)
            return ("part", "value", "from", "to"), [
                (f"{100 * part // parts} %", *_numbers(point)) for part, point in enumerate(chart.points)]
        case _:
            assert_never(chart)


def _numbers(value: Estimate) -> tuple[str, str, str]:
    return short(value.value), short(value.low), short(value.high)
