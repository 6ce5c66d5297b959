"""Guess the intention behind a misplaced word: help for common mistakes.

A hint is a pattern for the line up to its end, and a help in which the groups of the pattern are filled in; `guesses` has them.
The first hint that fits the line where the mistake is counts. Words and signs of other languages are in `habits`.
"""

from __future__ import annotations

import re

from attrs import frozen

from ..source.fixes import Fix
from ..source.span import Span
from .guesses import CHANGED, LAST, LINES, PLACES, Place

# No guess is looked for in a line with more characters.
LONGEST = 300


@frozen
class Hint:
    """A help for a line, and what to write in the place of a part of it: from one column to another, from 1."""

    help: str
    begin: int
    end: int
    instead: str | None

    def is_written(self, line: str) -> bool:
        """Return whether a line has already what the hint says to write: it helps nothing."""
        return self.instead is not None and line[self.begin - 1 : self.end - 1] == self.instead

    def fixes(self, span: Span) -> tuple[Fix, ...]:
        """Return the change of the line of a place."""
        if self.instead is None:
            return ()
        title = "leave it out" if not self.instead else "write it on two lines" if "\n" in self.instead else \
            f"indent by {len(self.instead)} spaces" if self.instead.isspace() else \
            f"write `{self.instead}`"
        return (Fix(title, Span(span.source, span.line, self.begin, span.line, self.end), self.instead),)


def hint(line: str, column: int, expected: set[str], in_variant: bool) -> Hint | None:
    """Return the hint for a line, without its comment, that does not fit from a column on; `expected` would fit there.

    The line is one of a file that is a variant, or of another file.
    """
    # The patterns take long on long runs of blanks, and nobody guesses long lines.
    if len(line) > LONGEST:
        return None
    # At the left margin of a rulebook stand declarations, and no changes.
    changes = CHANGED if in_variant or line[:1].isspace() else ()
    placed = _placed((*changes, *PLACES), line, column, expected)
    if placed is not None:
        return placed
    for pattern, help, instead in LINES:
        match = pattern.match(line)
        known = None if match is None else _hint(match, help, instead)
        if known is not None and not known.is_written(line):
            return known
    return None


def last_hint(line: str, column: int, expected: set[str]) -> Hint | None:
    """Return the hint for a line where nothing else helps."""
    return None if len(line) > LONGEST else _placed(LAST, line, column, expected)


def _placed(table: tuple[Place, ...], line: str, column: int, expected: set[str]) -> Hint | None:
    marked = f"{line[: column - 1]}\0{line[column - 1 :]}"
    for word, (pattern, help, instead) in table:
        match = pattern.match(marked)
        known = _hint(match, help, instead) if match is not None and (not word or word in expected) else None
        if known is not None and not known.is_written(line):
            return known
    return None


def _hint(match: re.Match[str], help: str, instead: str | None) -> Hint:
    """Fill in a hint for what a pattern found; the mark of the place is no part of the line."""
    groups = tuple((part or "").replace("\0", "") for part in (match[0], *match.groups()))
    begin, end = (0, 0) if instead is None else match.span("_")
    marks = [match.string.count("\0", 0, offset) for offset in (begin, end)]
    text = None if instead is None else instead.format(*groups)
    return Hint(help.format(*groups, _=(text or "").strip()), begin - marks[0] + 1, end - marks[1] + 1, text)
