"""Places in a text: the file a piece of syntax came from, and where in it."""

from __future__ import annotations

import re

from attrs import Factory, field

from .records import frozen

_CODE = re.compile(r'(?:"[^"]*"?|[^"#])*')


def code_of(line: str) -> str:
    """Return a line without its comment, and without the spaces at its end."""
    written = _CODE.match(line)
    assert written is not None, "an empty match is a match"
    return written[0].rstrip()


def indent_of(line: str) -> int:
    """Return how many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))


def _cut(text: str) -> tuple[str, ...]:
    return tuple(line.rstrip("\r") for line in text.split("\n"))


@frozen(eq=False)
class Source:
    """One file of a rulebook.

    `name` is the path as the author would recognise it; `text` is the whole content.
    """

    name: str
    text: str = field(repr=False)
    lines: tuple[str, ...] = field(
        init=False, repr=False, default=Factory(lambda self: _cut(self.text), takes_self=True))

    def line(self, number: int) -> str:
        """Return the line with this number, counted from 1, without its line end; "" past the end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""


@frozen
class Span:
    """From a line and column to a line and column, all counted from 1; the end is exclusive."""

    source: Source = field(repr=False)
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    @property
    def text(self) -> str:
        """The text that the span covers, its first line only and without a comment."""
        return self.source.line(self.line)[self.column - 1 : self.first_end - 1]

    @property
    def first_end(self) -> int:
        """The column where the span ends on its first line."""
        return self.end_column if self.end_line == self.line else len(code_of(self.source.line(self.line))) + 1

    @property
    def whole(self) -> str:
        """All the text that the span covers, its lines joined by spaces."""
        lines = [self.source.line(number) for number in range(self.line, self.end_line + 1)]
        lines[-1] = lines[-1][: self.end_column - 1]
        lines[0] = lines[0][self.column - 1 :]
        return " ".join(lines)

    def to(self, other: Span) -> Span:
        """From where this span begins to where the other one ends."""
        return Span(self.source, self.line, self.column, other.end_line, other.end_column)
