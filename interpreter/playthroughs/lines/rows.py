"""Lines of a playthrough that say something, their parts, and the reports of those that cannot be read."""

from __future__ import annotations

from attrs import frozen

from ....dsl.source.diagnostics import Diagnostics
from ....dsl.source.fixes import Fix, in_place
from ....dsl.source.span import Source, Span
from .guesses import Guess
from .syntax import Part


@frozen
class NumberedLine:
    """A line that says something: its number, and its text without a comment."""

    number: int
    text: str

    @property
    def indent(self) -> int:
        """The number of spaces before the text."""
        return len(self.text) - len(self.text.lstrip())

    @property
    def word(self) -> str:
        """The first word."""
        return self.text.split()[0]

    @property
    def rest(self) -> str:
        """The text behind the first word."""
        return self.text.strip()[len(self.word):].strip()

    @property
    def column(self) -> int:
        """The column of the first word."""
        return self.indent + 1

    @property
    def rest_column(self) -> int:
        """The column of what follows the first word."""
        after = self.text[self.indent + len(self.word):]
        return self.column + len(self.word) + len(after) - len(after.lstrip())


@frozen
class Problems:
    """The reports of lines that cannot be read."""

    source: Source
    diagnostics: Diagnostics

    def add(self, row: NumberedLine, message: str, help: str | None = None, part: Part | None = None,
                fixes: tuple[Fix, ...] = ()) -> None:
        """Record that a line cannot be read: a part of it, or all of it."""
        self.diagnostics.add("E601", message, self.span(row, part), help=help, fixes=fixes)

    def span(self, row: NumberedLine, part: Part | None = None) -> Span:
        """Return where a line is, or a part of it."""
        column, end = (row.column, len(row.text) + 1) if part is None else (part.column, part.column + len(part.text))
        return Span(self.source, row.number, column, row.number, end)

    def is_guessed(self, row: NumberedLine, guess: Guess | None, message: str) -> bool:
        """Return whether it is known what an author means by a line; recorded if so."""
        if guess is not None:
            self.add(row, message, guess.help, fixes=(in_place(self.span(row), guess.line),))
        return guess is not None


def parts_of(text: str, column: int) -> list[Part]:
    """The parts of a list with commas; commas in brackets do not part."""
    out: list[Part] = []
    depth = start = 0
    for i, character in enumerate(text + ","):
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == "," and (depth <= 0 or i == len(text)):
            piece = text[start:i]
            if piece.strip():
                out.append(Part(" ".join(piece.split()), column + start + len(piece) - len(piece.lstrip())))
            start = i + 1
    return out
