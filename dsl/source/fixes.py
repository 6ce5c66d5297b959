"""Changes of the text that mend mistakes: a place, and the text to put there; what the help of a diagnostic says to write."""

from __future__ import annotations

import re

from attrs import frozen

from .span import Span


@frozen
class Fix:
    """A change that mends a mistake: `text` stands in the place of what `span` covers, which may be nothing."""

    title: str
    span: Span
    text: str


class Meant(str):
    """A help that says what to write in place of a word: `written` is the word, `meant` the text for it."""

    written: str
    meant: str

    def __new__(cls, help: str, written: str, meant: str) -> Meant:
        """Return a help with what it says to write."""
        made = super().__new__(cls, help)
        made.written, made.meant = written, meant
        return made

    def fixes(self, span: Span) -> tuple[Fix, ...]:
        """Return the change of the place of a diagnostic: of the word in it, if that stands there once."""
        title = f"write `{self.meant}`" if self.meant.strip() else "leave it out" if not self.meant else "write a space"
        if span.text == self.written and span.line == span.end_line:
            return (Fix(title, span, self.meant),)
        found = [*re.finditer(rf"(?<!\w){re.escape(self.written)}(?!\w)", span.text)]
        if len(found) != 1 or not self.written:
            return ()
        begin, end = (span.column + at for at in found[0].span())
        return (Fix(title, Span(span.source, span.line, begin, span.line, end), self.meant),)


def in_place(span: Span, text: str) -> Fix:
    """Return the change that writes a text in the place of another."""
    return Fix(f"write `{text}`", span, text)


def in_front(span: Span, text: str) -> Fix:
    """Return the change that adds a text where a place begins."""
    return Fix(f"add `{text.strip()}`", Span(span.source, span.line, span.column, span.line, span.column), text)


def behind(span: Span, text: str) -> Fix:
    """Return the change that adds a text where a place ends."""
    return Fix(f"add `{text.strip()}`", Span(span.source, span.end_line, span.end_column, span.end_line, span.end_column), text)


def line_in_front(span: Span, text: str) -> Fix:
    """Return the change that adds a line before that of a place, indented like it."""
    line = span.source.line(span.line)
    indent = line[: len(line) - len(line.lstrip())]
    return Fix(f"add `{text}`", Span(span.source, span.line, 1, span.line, 1), f"{indent}{text}\n")


def without(span: Span) -> Fix:
    """Return the change that takes a text away, with the blanks before it."""
    before = span.source.line(span.line)[: span.column - 1]
    begin = len(before.rstrip()) + 1
    return Fix(f"leave `{span.text}` out", Span(span.source, span.line, begin, span.end_line, span.end_column), "")
