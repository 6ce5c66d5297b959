"""Lines of text files that newcomers guess, and what to write instead.

A row is a pattern for a whole line, a help in which its groups are filled in, and the line to write.
"""

from __future__ import annotations

import re

from ...dsl.source.fixes import Fix, in_place
from ...dsl.source.span import Span

_ID = r"(?:(?:move|roll|word|player|piece) )?[^\W\d][\w.]*"
_NAMED = rf"{_ID}(?: [0-9a-f]{{8}})?"
# No guess is looked for in a line with more characters.
LONGEST = 300
ROWS: tuple[tuple[re.Pattern[str], str, str], ...] = tuple((re.compile(row[0]), row[1], row[2]) for row in (
    (rf'({_NAMED})\s*[:=]?\s*"([^"]*)"', "the text stands on the line below, indented", '{1}\n    "{2}"'),
    (rf"({_NAMED})\s*[:=]", "write only the name: `{1}`", "{1}"),
    (r"(?:rule|phase|function|end|clause|text|note|constant|require|exception|event|enum|table) "
     r"([^\W\d][\w.]*(?: [0-9a-f]{8})?)",
     "write only the name: `{1}`", "{1}"),
    (r"(?:omit|skip|hide|drop|without|leave) (?!out\b)([^\W\d][\w.]*)(?: out)?", "write `leave out {1}`", "leave out {1}"),
    (r"leave out ([^\W\d][\w.]*) *(?:,|and) *([^\W\d][\w.]*)", "write `leave out {1} {2}`", "leave out {1} {2}"),
    (r"(?://+|--+|;+|%+)\s*(.*)", "a comment begins with `#`", "# {1}"),
))
# A first line that is meant to say whose texts these are.
_HEADER = re.compile(r"(?:texts?|wordings?|translations?|language|lang)\b", re.IGNORECASE)
# A text between other quotes than `"`, without its end, or without quotes.
_QUOTED = re.compile("['\u00ab\u201c\u201e\u2018]([^\"]*?)['\u00bb\u201d\u201c\u2019]|\"?([^\"]+)")


def guessed(span: Span) -> tuple[str, Fix] | None:
    """Return the help and the change for a line that names no clause, or None if no guess fits."""
    if len(span.text) > LONGEST:
        return None
    for pattern, help, instead in ROWS:
        match = pattern.fullmatch(span.text)
        if match is not None:
            return help.format(match[0], *match.groups()), _fix(span, instead.format(match[0], *match.groups()))
    return None


def header(span: Span, right: str) -> Fix:
    """Return the change that makes a line the right header, or puts the header above a line that is none."""
    return _fix(span, right if _HEADER.match(span.text) else f"{right}\n\n{span.text}")


def quoted(span: Span) -> tuple[Fix, ...]:
    """Return the change that puts a text between two `"`; none where a quote stands inside it."""
    match = _QUOTED.fullmatch(span.text)
    text = "" if match is None else match[1] or match[2] or ""
    return (_fix(span, f'"{text}"'),) if text else ()


def _fix(span: Span, text: str) -> Fix:
    return Fix("write it on lines of their own", span, text) if "\n" in text else in_place(span, text)
