"""Two rulebooks on the same seeds to a report on what differs: text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from ...interpreter.analysis.balance.against import BalanceComparison, Measure, MeasureChange, compared, looks_of
from ...interpreter.analysis.balance.course import LEAST_GAMES
from ...interpreter.analysis.balance.records import Record
from ..shared.formats.json_values import json_values
from ..shared.games.options import with_parameters
from ..shared.games.players import players_named
from ..tasks.work import Tasks
from .report import estimate
from .runs import BalanceRun, records_of
from .text import more_ended, short

# Measures whose names are no clauses.
STATEMENTS = {"draws": "draws come in", "ended": "there is an end in", "first player wins": "the first player wins"}


@frozen
class RunComparison:
    """A comparison of two runs, of at most `games` pairs of games."""

    before: BalanceRun
    after: BalanceRun
    games: int
    comparison: BalanceComparison

    @property
    def names(self) -> tuple[str, str]:
        """The two rulebooks with their parameters."""
        first, second = (with_parameters(run.request.name, run.request.parameters) for run in (self.before, self.after))
        return first, second


def against(before: BalanceRun, after: BalanceRun, games: int, tasks: Tasks, measures: tuple[Measure, ...],
            done: Callable[[int], None]) -> RunComparison:
    """Play pairs of games until the answer is clear, `games` at most; `done` hears of each part that was played."""
    records: tuple[list[Record], list[Record]] = ([], [])
    looks = looks_of(games)
    for look in looks:
        for run, its in zip((before, after), records, strict=True):
            for part in records_of(run, range(len(its), look), tasks):
                its += part
                done(len(part))
        # The number of looks goes in: to stop as soon as a figure is clear would otherwise find differences that are chance.
        result = RunComparison(before, after, games, compared(measures, *records, len(looks)))
        if result.comparison.is_clear or look == games:
            return result
    raise AssertionError("the last look is after all games")


def json_against(against: RunComparison) -> dict[str, object]:
    """Return the comparison that `balance --against --json` prints."""
    before, after = against.before.request, against.after.request
    return {"rulebook": before.name, "set": json_values(dict(before.parameters)),
            "against": after.name, "against_set": json_values(dict(after.parameters)),
            "players": against.before.players, "seed": against.before.seed,
            "players_by": players_named(against.before.specs), "most_games": against.games, "pairs": against.comparison.pairs,
            "clear": against.comparison.is_clear, "error": 0.05, "least_games": LEAST_GAMES,
            "changes": {change.measure.name.replace(" ", "_"): _change(change) for change in against.comparison.changes},
            "most_changed": [sentence(change) for change in against.comparison.most_changed]}


def _change(change: MeasureChange) -> dict[str, object]:
    return {"before": change.before, "after": change.after, "difference": estimate(change.difference),
            "relative": estimate(change.ratio), "verdict": change.verdict, "leading": change.measure.leading}


def lines_against(against: RunComparison) -> Iterator[str]:
    """Yield the lines of a comparison."""
    first, second = against.names
    comparison = against.comparison
    yield (f"{first} against {second}: {comparison.pairs} pairs of games on the same seeds, for {against.before.players} "
           f"by {players_named(against.before.specs)}, seed {against.before.seed}")
    if not has_figures(against):
        yield from map(_line, ended_of(against))
        yield ending(against)
        return
    yield ""
    yield from map(_line, comparison.changes)
    yield ""
    named = comparison.most_changed
    yield f"With {second} {'; '.join(map(sentence, named))}." if named else "No difference is shown."
    yield ending(against)


def has_figures(against: RunComparison) -> bool:
    """Return whether enough games ended for figures."""
    return any(change.measure.leading for change in against.comparison.changes)


def ended_of(against: RunComparison) -> list[MeasureChange]:
    """Return how many games of both ended, which counts all games; empty where too few were played."""
    return [change for change in against.comparison.changes if change.measure.name == "ended"]


def ending(against: RunComparison) -> str:
    """Say whether the answer is clear; the error is that of any figure at any look."""
    if not has_figures(against):
        more = "play more with --games" if against.comparison.pairs < LEAST_GAMES else more_ended()
        return f"too few games ended for a statement: {LEAST_GAMES} pairs are needed in which both end; {more}"
    error = "All intervals hold together with 95 %, at each time the run could have stopped."
    pairs = against.comparison.pairs
    if not against.comparison.is_clear:
        unclear = [change.measure.name for change in against.comparison.changes
                   if change.measure.leading and change.verdict == "open"]
        return f"The answer is not clear after {pairs} pairs for: {', '.join(unclear)}; play more with --games. {error}"
    return f"The answer is clear after {pairs} of at most {against.games} pairs. {error}"


def _line(change: MeasureChange) -> str:
    name, before, after, apart, within, verdict = cells(change)
    return f"    {name:24} {before:>6} -> {after:>6}  {apart} {within}  {verdict}"


def cells(change: MeasureChange) -> tuple[str, ...]:
    """Return a change as texts: the measure, before, after, the difference, its interval, the verdict."""
    difference = change.difference
    scale, unit = (100, " points") if change.measure.is_share else (1, "")
    apart = scale * difference.value
    low, high = (_signed(scale * value, apart) for value in (difference.low, difference.high))
    before, after = (short(scale * value, apart) for value in (change.before, change.after))
    return (change.measure.name, before, after, f"{_signed(apart, apart)}{unit}", f"[{low} to {high}]", change.verdict)


def _signed(value: float, apart: float) -> str:
    return ("+" if value >= 0 else "-") + short(abs(value), apart)


def sentence(change: MeasureChange) -> str:
    """Return a change in words."""
    name, apart = change.measure.name, change.difference.value
    if change.measure.is_share:
        statement = STATEMENTS.get(name, name)
        return f"{statement} {_of_100(change.after, apart)} instead of {_of_100(change.before, apart)} of 100 games"
    if change.ratio is None:
        return f"{name}: {short(change.after, apart)} instead of {short(change.before, apart)}"
    # The word behind says the direction, so both ends are shown without their signs, the smaller first.
    low, high = sorted(100 * abs(value) for value in (change.ratio.low, change.ratio.high))
    more = change.ratio.value > 0
    part = f"{short(low)} to {short(high)} %" if short(low) != short(high) else f"{short(low)} %"
    if name == "choices":
        return f"games are {part} {'longer' if more else 'shorter'}"
    return f"{name}: {part} {'more' if more else 'less'}"


def _of_100(share: float, apart: float) -> str:
    """Return a share in 100 games, whole where the difference is a game or more."""
    return f"{100 * share:.0f}" if abs(apart) >= 0.01 else short(100 * share, 100 * apart)
