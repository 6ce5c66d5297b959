"""The lines of a playthrough as data. Lines and columns are counted from 1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from ....dsl.source.diagnostics import Diagnostic
from ....dsl.source.records import frozen
from ....dsl.source.span import Source, Span, code_of
from .head import Head


@frozen
class Part:
    """One move, roll or word of a line, and the column it begins in."""

    text: str
    column: int


@frozen
class Moves:
    """`Anna: disc 3, ...`; `seat` is None for what chance brings."""

    line: int
    seat: Part | None
    parts: tuple[Part, ...]


@frozen
class Refuse:
    """`refuse Anna: disc 3 because clause`: the move must be illegal, and for this reason."""

    line: int
    seat: Part
    move: Part
    because: Part | None


@frozen
class Reveal:
    """`reveal for with 2, ...`: the move before revealed secret choices, these if any are named."""

    line: int
    parts: tuple[Part, ...]


# Closed: mypy reports the places that check an expectation and do not know a new kind.
ExpectKind = Literal[
    "to move", "choice count", "choices include", "choices exclude", "choices", "not over", "over", "score", "no events",
    "events include", "events", "applied", "not applied", "sees events", "sees", "cannot see", "at", "invariants", "holds"]


@frozen
class Expect:
    """An expectation; `kind` says how to read the rest (see `expectations.EXPECTATIONS`).

    `subject` is whom or what it is about, `value` what that should be, `words` a list of words.
    """

    line: int
    kind: ExpectKind
    subject: Part | None
    value: Part | None
    words: tuple[Part, ...]


@frozen
class Auto:
    """`auto 40 seed 7`, or `play until condition at most 100 seed 7`: let chance play on; with `rolls` only for nobody."""

    line: int
    count: int | None
    until: Part | None
    seed: int | None
    rolls: bool = False


@frozen
class PositionBlock:
    """A block that sets a position up, line by line."""

    line: int
    name: str | None
    lines: tuple[tuple[int, str], ...]


@frozen
class MarkLine:
    """`mark "name"`: remember this position; with `back`, go back to it."""

    line: int
    name: str
    back: bool


@frozen
class BranchBlock:
    """`branch "what if" ... end`: lines that are played from here, and then forgotten. `end` is its last line."""

    line: int
    name: str
    body: tuple[Line, ...]
    end: int


@frozen
class UseLine:
    """`use "file.play"`: begin as another playthrough does."""

    line: int
    path: str


@frozen
class Unread:
    """A line of moves that cannot be read; where the game stands after it is not known."""

    line: int


Line = Moves | Refuse | Reveal | Expect | Auto | PositionBlock | MarkLine | BranchBlock | UseLine | Unread


@frozen
class Playthrough:
    """A whole file: its head, its lines, what is wrong with them, and whether it was cut off in its last line."""

    source: Source
    head: Head
    lines: tuple[Line, ...]
    problems: tuple[Diagnostic, ...]
    cut_off: bool

    @property
    def name(self) -> str:
        """The path of the file as the author would recognise it."""
        return self.source.name

    @property
    def text(self) -> str:
        """All that the file holds."""
        return self.source.text

    def line_at(self, line: int) -> Line | None:
        """The content of a line, in branches too; None where nothing begins on it."""
        return _line_at(self.lines, line)

    @property
    def drawn(self) -> tuple[int, ...]:
        """The lines at which chance plays on, in branches too."""
        return tuple(_drawn(self.lines))


def _drawn(lines: tuple[Line, ...]) -> Iterator[int]:
    for line in lines:
        if isinstance(line, Auto):
            yield line.line
        elif isinstance(line, BranchBlock):
            yield from _drawn(line.body)


def _line_at(lines: tuple[Line, ...], number: int) -> Line | None:
    for line in lines:
        if line.line == number:
            return line
        if isinstance(line, BranchBlock) and line.line < number <= line.end:
            return _line_at(line.body, number)
    return None


def line_span(source: Source, line: int) -> Span:
    """Return the span of the text in a line, without the spaces and the comment around it."""
    text = code_of(source.line(line))
    return Span(source, line, len(text) - len(text.lstrip()) + 1, line, len(text) + 1)


def part_span(source: Source, line: int, part: Part) -> Span:
    """Return the span of a part of a line, which may have more blanks in the file than in its text."""
    written = re.compile(r"\s+".join(map(re.escape, part.text.split()))).match(source.line(line), part.column - 1)
    return Span(source, line, part.column, line, part.column + len(part.text) if written is None else written.end() + 1)
