"""Records of games to CSV: one row a game, for pandas and spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from attrs import frozen

from ...interpreter.analysis.balance.course import METRICS
from ...interpreter.analysis.balance.outlook import PARTS
from ...interpreter.analysis.balance.records import Record
from ...interpreter.game.rules import Rules
from .runs import BalanceRun

Cell = str | int | float | None


@frozen
class RunGames:
    """The games of a run."""

    run: BalanceRun
    rules: Rules
    records: Sequence[Record]


def csv_of(runs: Sequence[RunGames]) -> str:
    """Return the games of some runs as CSV with a head line; what a game does not have is empty."""
    rows = [dict(_row(games, record)) for games in runs for record in games.records]
    out = io.StringIO()
    # Runs may have other seats and parameters, so the columns are those of all runs. A dictionary keeps their order.
    head = dict.fromkeys(name for games in runs for name, _ in _row(games, games.records[0]))
    writer = csv.DictWriter(out, list(head), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _row(games: RunGames, record: Record) -> Iterator[tuple[str, Cell]]:
    """Yield the cells of a game with their columns."""
    seats, side_of, run = games.rules.seats, games.rules.program.side_of, games.run
    yield from (("seed", run.seed), ("game", record.number), ("players", run.players))
    yield from ((f"set_{name}", value) for name, value in run.request.parameters)
    yield from (("end", record.end), ("winners", " ".join(seats[seat] for seat in record.winners)),
                ("first", None if record.first is None else seats[record.first]))
    yield from ((metric.name.replace(" ", "_"), metric.of(record, side_of)) for metric in METRICS)
    for seat, name in enumerate(seats):
        yield f"share_{name}", record.shares[seat] if record.end is not None else None
        yield f"score_{name}", None if record.scores is None else record.scores[seat]
        yield f"choices_{name}", record.by_seat[seat]
    for part in range(PARTS):
        for side in sorted(set(side_of)):
            yield f"expected_{part}_{seats[side_of.index(side)]}", record.outlook[part][side] if record.outlook else None
