"""Places in a text: the file a piece of syntax came from, and where in it."""

from __future__ import annotations

from attrs import field, frozen


@frozen(eq=False)
class Source:
    """One file of a rulebook.

    `name` is the path as the author would recognise it; `text` is the whole content.
    """

    name: str
    text: str = field(repr=False)

    def line(self, number: int) -> str:
        """The line with this number, counted from 1, without its line end; "" past the end."""
        lines = self.text.split("\n")
        return lines[number - 1].rstrip("\r") if 0 < number <= len(lines) else ""


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
        """The text that the span covers, its first line only."""
        line = self.source.line(self.line)
        if self.end_line == self.line:
            return line[self.column - 1 : self.end_column - 1]
        return line[self.column - 1 :]

    def to(self, other: Span) -> Span:
        """From where this span begins to where the other one ends."""
        return Span(self.source, self.line, self.column, other.end_line, other.end_column)
