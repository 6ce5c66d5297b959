"""Rows to tables of guesses: a pattern for a line up to its end, a help, and the text in the place of the group `_`.

The groups of the pattern are filled into the help and the text, and the text into the help as `_`; a row without a text has a
help alone. In a table of places, a NUL in the pattern stands before the place that does not fit. The row names the word that
would fit there, if it depends on it.
"""

from __future__ import annotations

import re

NAME = r"[^\W\d]\w*"
TARGET = rf"{NAME}(?:\.{NAME})*"
# A field, or a part of one.
CELL = rf"{TARGET}(?:\[[^\]=]*\])?"
_KINDS = (
    "rule", "phase", "play", "function", "end", "enum", "board", "table", "rows", "note", "parameter", "constants", "state",
    "each", "sides", "pieces", "event", "invariant", "symmetry", "score", "require", "exception", "move", "choose", "section",
)
KIND = f"(?:{'|'.join(_KINDS)})"
# The help of a row that needs no other word than its text.
WRITE = "write `{_}`"

Row = tuple[re.Pattern[str], str, str | None]
Place = tuple[str, Row]


def lines(*rows: tuple[str, str] | tuple[str, str, str]) -> tuple[Row, ...]:
    """Return the rows for whole lines: pattern, help, text."""
    return tuple((re.compile(row[0]), row[1], row[2] if len(row) == 3 else None) for row in rows)


def places(*rows: tuple[str, str, str, str | None]) -> tuple[Place, ...]:
    """Return the rows for places in lines: pattern, the word that would fit, help, text."""
    return tuple((word, (re.compile(pattern), help, instead)) for pattern, word, help, instead in rows)
