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


def left_open(span: Span, *, is_end: bool) -> Span | None:
    """Return the bracket that an author has not closed on its line, and that makes a place below it, or the end, not fit.

    What stands inside brackets that go over several lines is indented further than the line that opens them.
    """
    opened = _opened(span, span.column - 1 + is_end)
    bracket = opened[-1] if opened else None
    if bracket is None or (bracket.line == span.line and not is_end):
        return None
    below, above = span.source.line(span.line), span.source.line(bracket.line)
    return bracket if is_end or indent_of(below) <= indent_of(above) or bracket in _opened(_end(span), None) else None


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


def missing_here(span: Span, expected: set[str]) -> str | None:
    """Return the sign that closes the bracket around a place, where the sign would fit and the bracket is on the same line."""
    opened = _opened(span, span.column - 1)
    if not opened or opened[-1].line != span.line:
        return None
    sign = _CLOSES[opened[-1].text]
    return sign if {")": "RPAR", "]": "RSQB", "}": "RBRACE"}[sign] in expected else None


def _closing(bracket: Span, last: int) -> Fix:
    """Return the change that closes a bracket at the end of a line."""
    code = code_of(bracket.source.line(last)).rstrip()
    return _added(Span(bracket.source, last, 1, last, 1), _CLOSES[bracket.text], len(code) + 1)


def closing_before(span: Span, sign: str) -> Fix:
    """Return the change that closes a bracket behind the word before a place."""
    before = span.source.line(span.line)[: span.column - 1].rstrip()
    return _added(span, sign, len(before) + 1)


def _added(span: Span, sign: str, column: int) -> Fix:
    return Fix(f"add `{sign}`", Span(span.source, span.line, column, span.line, column), sign)


def _end(span: Span) -> Span:
    """Return a place on the last line of the declaration that a place stands in."""
    last, count = span.line, len(span.source.lines)
    while last < min(count, span.line + MOST_LINES) and not span.source.line(last + 1)[:1].strip():
        last += 1
    return Span(span.source, last, 1, last, 1)


def _opened(span: Span, end: int | None) -> list[Span]:
    """Return the brackets of a declaration that are open before a column of a line, counted from 0, or at its end."""
    return _unpaired(span, end)[0]


def _unpaired(span: Span, end: int | None) -> tuple[list[Span], int]:
    """Return these brackets, and how many before that place close nothing."""
    first = span.line
    while first > max(1, span.line - MOST_LINES) and not span.source.line(first)[:1].strip():
        first -= 1
    opened, too_many = list[Span](), 0
    for number in range(first, span.line + 1):
        code = code_of(span.source.line(number))
        text = _TEXT.sub(lambda match: " " * len(match[0]), code[:end] if number == span.line else code)
        for column, sign in enumerate(text, 1):
            if sign in _CLOSES:
                opened.append(Span(span.source, number, column, number, column + 1))
            elif sign in _CLOSES.values() and opened:
                opened.pop()
            elif sign in _CLOSES.values():
                too_many += 1
    return opened, too_many
