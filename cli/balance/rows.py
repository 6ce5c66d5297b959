"""Records of games to CSV: one row a game, for pandas and spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from ...interpreter.analysis.balance.course import METRICS
from ...interpreter.analysis.balance.outlook import PARTS
from ...interpreter.analysis.balance.records import Record

Cell = str | int | float | None


def csv_of(records: Sequence[Record], seats: Sequence[str], side_of: tuple[int, ...], seed: int) -> str:
    """Return the games as CSV with a head line; what a game does not have is empty."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(_head(seats, side_of))
    rows.writerows(_row(record, seats, side_of, seed) for record in records)
    return out.getvalue()


def _head(seats: Sequence[str], side_of: tuple[int, ...]) -> list[str]:
    return ["seed", "game", "end", "winners", "first", *(metric.name.replace(" ", "_") for metric in METRICS),
            *(f"{what}_{name}" for what in ("share", "score", "choices") for name in seats),
            *(f"expected_{part}_{seats[side_of.index(side)]}" for part in range(PARTS) for side in sorted(set(side_of)))]


def _row(record: Record, seats: Sequence[str], side_of: tuple[int, ...], seed: int) -> list[Cell]:
    return [seed, record.number, record.end, " ".join(seats[seat] for seat in record.winners),
            None if record.first is None else seats[record.first], *(metric.of(record, side_of) for metric in METRICS),
            *(share if record.end is not None else None for share in record.shares),
            *(record.scores or (None,) * len(seats)), *record.by_seat, *_outlook(record, side_of)]


def _outlook(record: Record, side_of: tuple[int, ...]) -> Iterator[float | None]:
    for part in range(PARTS):
        yield from record.outlook[part] if record.outlook else (None,) * len(set(side_of))
