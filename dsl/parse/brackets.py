"""A place that does not fit -> the bracket before it that nothing closes, and the change that closes it."""

from __future__ import annotations

import re

from ..source.diagnostics import Diagnostics
from ..source.fixes import Fix
from ..source.span import Source, Span, code_of, indent_of

_CLOSES = {"(": ")", "[": "]", "{": "}"}
_TEXT = re.compile(r'"[^"]*"?')
# Brackets further above than this number of lines are not looked for.
MOST_LINES = 200


def left_open(at: Span, *, is_end: bool) -> Span | None:
    """Return the bracket that an author has not closed on its line, and that makes a place below it, or the end, not fit.

    What stands inside brackets that go over several lines is indented further than the line that opens them.
    """
    opened = _opened(at, at.column - 1 + is_end)
    bracket = opened[-1] if opened else None
    if bracket is None or (bracket.line == at.line and not is_end):
        return None
    below, above = at.source.line(at.line), at.source.line(bracket.line)
    return bracket if is_end or indent_of(below) <= indent_of(above) or bracket in _opened(_end(at), None) else None


def report_never_closed(source: Source, last: int, diagnostics: Diagnostics) -> bool:
    """Record the bracket of a text that nothing closes up to the end of its last line; return whether it was recorded.

    A bracket too many before it is another mistake, which stands first.
    """
    while last > 1 and not code_of(source.line(last)).strip():
        last -= 1
    opened, too_many = _unpaired(Span(source, last, 1, last, 1), None)
    if not opened or too_many:
        return False
    report_unclosed(opened[-1], last, diagnostics)
    return True


def report_unclosed(bracket: Span, last: int, diagnostics: Diagnostics) -> None:
    """Record a bracket that nothing closes; it is closed at the end of a line."""
    fix = _closing(bracket, last)
    diagnostics.add("E101", f"nothing closes the `{bracket.text}`", bracket, help=f"a `{fix.text}` is missing", fixes=(fix,))


def missing_here(at: Span, expected: set[str]) -> str | None:
    """Return the sign that closes the bracket around a place, where the sign would fit and the bracket is on the same line."""
    opened = _opened(at, at.column - 1)
    if not opened or opened[-1].line != at.line:
        return None
    sign = _CLOSES[opened[-1].text]
    return sign if {")": "RPAR", "]": "RSQB", "}": "RBRACE"}[sign] in expected else None


def _closing(bracket: Span, last: int) -> Fix:
    """Return the change that closes a bracket at the end of a line."""
    code = code_of(bracket.source.line(last)).rstrip()
    return _added(Span(bracket.source, last, 1, last, 1), _CLOSES[bracket.text], len(code) + 1)


def closing_before(at: Span, sign: str) -> Fix:
    """Return the change that closes a bracket behind the word before a place."""
    before = at.source.line(at.line)[: at.column - 1].rstrip()
    return _added(at, sign, len(before) + 1)


def _added(at: Span, sign: str, column: int) -> Fix:
    return Fix(f"add `{sign}`", Span(at.source, at.line, column, at.line, column), sign)


def _end(at: Span) -> Span:
    """Return a place on the last line of the declaration that a place stands in."""
    last, count = at.line, len(at.source.lines)
    while last < min(count, at.line + MOST_LINES) and not at.source.line(last + 1)[:1].strip():
        last += 1
    return Span(at.source, last, 1, last, 1)


def _opened(at: Span, end: int | None) -> list[Span]:
    """Return the brackets of a declaration that are open before a column of a line, counted from 0, or at its end."""
    return _unpaired(at, end)[0]


def _unpaired(at: Span, end: int | None) -> tuple[list[Span], int]:
    """Return these brackets, and how many before that place close nothing."""
    first = at.line
    while first > max(1, at.line - MOST_LINES) and not at.source.line(first)[:1].strip():
        first -= 1
    opened, too_many = list[Span](), 0
    for number in range(first, at.line + 1):
        code = code_of(at.source.line(number))
        text = _TEXT.sub(lambda match: " " * len(match[0]), code[:end] if number == at.line else code)
        for column, sign in enumerate(text, 1):
            if sign in _CLOSES:
                opened.append(Span(at.source, number, column, number, column + 1))
            elif sign in _CLOSES.values() and opened:
                opened.pop()
            elif sign in _CLOSES.values():
                too_many += 1
    return opened, too_many
