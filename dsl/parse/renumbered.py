"""The items of a declaration, and a text of it that differs in numbers alone -> the items of that text, without the grammar.

Loading the grammar takes longer than all else that a check of one declaration needs. A number is one token wherever it stands,
so another number makes no other tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from .. import syntax as ast
from ..source.chunks import Chunk
from ..source.records import evolve, frozen
from ..source.span import Source, Span

# Texts, remarks, words, numbers of a common length, and all else character by character.
_TOKEN = re.compile(r'"[^"]*"?|#.*|[^\W\d]\w*|(?:0|[1-9][0-9]{0,4})(?!\w)|\s+|.')
_NUMBER = re.compile(r"[0-9]+")


@frozen
class _Changed:
    """A number that has changed: the columns between which it stood, what it was, and the text that it is now."""

    begin: int
    end: int
    was: int
    now: str


def renumbered(items: tuple[ast.Item, ...], before: Chunk, now: Chunk, source: Source) -> tuple[ast.Item, ...] | None:
    """Return the items of a declaration as it is now, in its file; None where more than numbers has changed, or may have."""
    old, new = before.text.split("\n"), now.text.split("\n")
    if not before.sound or not now.sound or len(old) != len(new):
        return None
    changed: dict[int, tuple[_Changed, ...]] = {}
    for number, (line, other) in enumerate(zip(old, new, strict=True), before.line):
        if line != other:
            found = _changed_in(line, other)
            if found is None:
                return None
            changed[number] = found
    put = _Put(changed, now.line - before.line, source)
    # What is made of a node is a node of its class.
    made = cast("tuple[ast.Item, ...]", tuple(map(put.part, items)))
    return made if len(put.met) == sum(map(len, changed.values())) else None


def _changed_in(line: str, other: str) -> tuple[_Changed, ...] | None:
    """Return the numbers in a line that have changed; None where more has."""
    tokens, others = _TOKEN.findall(line), _TOKEN.findall(other)
    if len(tokens) != len(others):
        return None
    out: list[_Changed] = []
    column = 1
    for one, now in zip(tokens, others, strict=True):
        if one != now:
            if not _NUMBER.fullmatch(one) or not _NUMBER.fullmatch(now):
                return None
            out.append(_Changed(column, column + len(one), int(one), now))
        column += len(one)
    return tuple(out)


class _Put:
    """Copies nodes with other numbers, to the places where they stand now; `met` are the places of the numbers that it put."""

    def __init__(self, changed: Mapping[int, tuple[_Changed, ...]], lines: int, source: Source) -> None:
        self.changed, self.lines, self.source = changed, lines, source
        self.met: set[tuple[int, int]] = set()

    def part(self, part: object) -> object:
        """Return a part of a declaration as it is now."""
        match part:
            case Span():
                return self._span(part)
            case tuple():
                return type(part)(map(self.part, part))
            case ast.Integer() if (number := self._number(part)) is not None:
                return evolve(part, span=self._span(part.span), value=number)
            case ast.Node():
                parts: dict[str, Any] = {name: self.part(getattr(part, name)) for name in part.__match_args__}
                return type(part)(**parts)
        return part

    def _number(self, node: ast.Integer) -> int | None:
        """Return the number that a node is now, if it has changed."""
        at = node.span
        for found in self.changed.get(at.line, ()):
            if (at.column, at.end_column, node.value) == (found.begin, found.end, found.was) and at.end_line == at.line:
                self.met.add((at.line, at.column))
                return int(found.now)
        return None

    def _span(self, span: Span) -> Span:
        return Span(self.source, span.line + self.lines, self._column(span.line, span.column), span.end_line + self.lines,
                    self._column(span.end_line, span.end_column))

    def _column(self, line: int, column: int) -> int:
        return column + sum(len(found.now) - (found.end - found.begin) for found in self.changed.get(line, ())
                            if found.begin < column)
