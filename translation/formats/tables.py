"""CSV with a column of originals and one of translations -> pairs."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Sequence
from io import StringIO

from .encodings import decoded
from .read_document import ReadDocument, TranslationUnit, UnreadableDocument, of_pairs

SOURCES, TARGETS, IDS = ("source", "original"), ("target", "translation"), ("id", "key", "context", "location")


def read_csv(data: bytes, letters: Collection[str] = ()) -> ReadDocument:
    """The pairs in a table; `letters` are those of the translation. Raises UnreadableDocument."""
    text = decoded(data, letters)
    head = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=head.count)
    try:
        rows = [(reader.line_num, row) for reader in [csv.reader(StringIO(text), delimiter=delimiter)] for row in reader if row]
    except csv.Error as error:
        raise UnreadableDocument(f"cannot be read as a table: {error}") from None
    names = [cell.strip().casefold() for cell in rows[0][1]] if rows else []
    source, target = _column(names, SOURCES), _column(names, TARGETS)
    if source is None or target is None:
        raise UnreadableDocument("is a table; its first line has to name the columns `source` and `target`")
    return of_pairs(_pairs(rows[1:], source, target, _column(names, IDS)))


def is_table(text: str) -> bool:
    """Return whether the first line of a text names columns of originals and translations."""
    head = text.split("\n", 1)[0]
    names = [cell.strip().strip('"').casefold() for cell in head.split(max(",;\t", key=head.count))]
    return _column(names, SOURCES) is not None and _column(names, TARGETS) is not None


def _column(names: Sequence[str], expected: Sequence[str]) -> int | None:
    return next((place for place, name in enumerate(names) if name in expected), None)


def _pairs(rows: Sequence[tuple[int, Sequence[str]]], source: int, target: int,
           id: int | None) -> Iterator[TranslationUnit]:
    for number, (line, row) in enumerate(rows, 1):
        cells = [*row, *[""] * (max(source, target, id or 0) + 1 - len(row))]
        yield TranslationUnit(cells[id] if id is not None else str(number), cells[source], cells[target], line)
