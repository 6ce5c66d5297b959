"""The items of a declaration, and a text of it that differs in numbers, flags and words -> its items, without the grammar.

Loading the grammar takes longer than all else that a check of one declaration needs. A number is one token wherever it stands,
and so is a text. So another number, or other words of a text, make no other tree. Nor does `no` in place of the value `yes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

from attrs import evolve, field, frozen

from .. import syntax as ast
from ..source.chunks import Chunk
from ..source.span import Source, Span

# Texts, remarks, words, numbers of a common length, and all else character by character.
_TOKEN = re.compile(r'"[^"]*"?|#.*|[^\W\d]\w*|(?:0|[1-9][0-9]{0,4})(?!\w)|\s+|.')
# Declarations that are kept: the file that one stands in is read once more with a variant.
DECLARATIONS_KEPT = 256
_NUMBER = re.compile(r"[0-9]+")
_FLAGS = {"yes": True, "no": False}
# Expressions in braces, words, and braces without another, as the parser finds them between the quotes of a text.
_PIECE = re.compile(r"\{[^{}]*\}|[^{}]+|[{}]")


@frozen
class _TokenChange:
    """A number, flag or words that have changed: the columns between which they stood, what they were, and what they are."""

    begin: int
    end: int
    was: str
    after: str


def renumbered(items: tuple[ast.Item, ...], before: Chunk, current: Chunk, source: Source) -> tuple[ast.Item, ...] | None:
    """Return the items of a declaration as it is now, in its file; None where more than these may differ.

    `items` are those of its text before. The same texts give the same items.
    """
    return _renumbered(_TextPair(before, current, source, items))


@frozen
class _TextPair:
    """A declaration as it was and as it is. Its items follow from its text: where they were read again, they are others."""

    before: Chunk
    current: Chunk
    source: Source
    items: tuple[ast.Item, ...] = field(eq=False)


@lru_cache(maxsize=DECLARATIONS_KEPT)
def _renumbered(pair: _TextPair) -> tuple[ast.Item, ...] | None:
    items, before, current, source = pair.items, pair.before, pair.current, pair.source
    old, new = before.text.split("\n"), current.text.split("\n")
    if not before.sound or not current.sound or len(old) != len(new):
        return None
    changed: dict[int, tuple[_TokenChange, ...]] = {}
    for number, (line, other) in enumerate(zip(old, new, strict=True), before.line):
        if line != other:
            changes = _changed_in(line, other)
            if changes is None:
                return None
            changed[number] = changes
    renumbering = _Renumbering(changed, dict(enumerate(zip(old, new, strict=True), before.line)), current.line - before.line,
                               source)
    # What is made of a node is a node of its class.
    new_items = cast("tuple[ast.Item, ...]", tuple(map(renumbering.part, items)))
    return new_items if len(renumbering.met) == sum(map(len, changed.values())) else None


def _changed_in(line: str, other: str) -> tuple[_TokenChange, ...] | None:
    """Return the numbers, flags and words of texts in a line that have changed; None where more has."""
    tokens, others = _TOKEN.findall(line), _TOKEN.findall(other)
    if len(tokens) != len(others):
        return None
    out: list[_TokenChange] = []
    column = 1
    for token, current in zip(tokens, others, strict=True):
        if token != current:
            if _is_text(token) and _is_text(current):
                words = _words_changed(token, current, column)
                if words is None:
                    return None
                out += words
            elif (_NUMBER.fullmatch(token) and _NUMBER.fullmatch(current)) or (token in _FLAGS and current in _FLAGS):
                out.append(_TokenChange(column, column + len(token), token, current))
            else:
                return None
        column += len(token)
    return tuple(out)


def _is_text(token: str) -> bool:
    return len(token) > 1 and token[0] == token[-1] == '"'


def _words_changed(text: str, current: str, column: int) -> list[_TokenChange] | None:
    """Return the words that have changed in a text, which begins in this column; None where more has."""
    pieces, others = _PIECE.findall(text[1:-1]), _PIECE.findall(current[1:-1])
    if len(pieces) != len(others):
        return None
    out: list[_TokenChange] = []
    begin = column + 1
    for piece, other in zip(pieces, others, strict=True):
        if piece != other:
            if piece[0] in "{}" or other[0] in "{}":
                return None
            out.append(_TokenChange(begin, begin + len(piece), piece, other))
        begin += len(piece)
    return out


class _Renumbering:
    """Copies nodes with other numbers, flags and words, to where they stand now; `met` are the places of what it put.

    `written` are the lines of the declaration by their numbers, as they were and as they are.
    """

    def __init__(self, changed: Mapping[int, tuple[_TokenChange, ...]], written: Mapping[int, tuple[str, str]], lines: int,
                 source: Source) -> None:
        self.changed, self.written, self.lines, self.source = changed, written, lines, source
        self.met: set[tuple[int, int]] = set()

    def part(self, part: object) -> object:
        """Return a part of a declaration as it is now."""
        match part:
            case Span():
                return self._span(part)
            case tuple():
                return type(part)(map(self.part, part))
            case ast.Integer() if (number := self._changed_to(part.span, str(part.value))) is not None:
                return evolve(part, span=self._span(part.span), value=int(number))
            case ast.Flag() if (flag := self._changed_to(part.span, "yes" if part.value else "no")) is not None:
                return evolve(part, span=self._span(part.span), value=_FLAGS[flag])
            case ast.Text() if (words := self._words(part)) is not None:
                mentions = cast("tuple[ast.ClauseMention, ...]", self.part(part.says))
                return ast.Text(self._span(part.span), words, mentions, part.assumed)
            case ast.Node():
                parts: dict[str, Any] = {name: self.part(getattr(part, name)) for name in part.__match_args__}
                return type(part)(**parts)
            case _:
                # Words and numbers of a node stand in no place of their own.
                return part

    def _changed_to(self, span: Span, was: str) -> str | None:
        """Return the number or flag that now stands in the place of another, if it has changed."""
        for change in self.changed.get(span.line, ()):
            if (span.column, span.end_column, was) == (change.begin, change.end, change.was) and span.end_line == span.line:
                self.met.add((span.line, span.column))
                return change.after
        return None

    def _words(self, text: ast.Text) -> tuple[str | ast.Expr, ...] | None:
        """Return the parts of a text as they are now, if words in it have changed."""
        span = text.span
        changed = [(line, change) for line in range(span.line, span.end_line + 1) for change in self.changed.get(line, ())
                   if (span.line, span.column) < (line, change.begin) and (line, change.end) < (span.end_line, span.end_column)]
        if not changed:
            return None
        was, current = ([piece for line in range(span.line, span.end_line + 1) for piece in self._pieces(span, line, side)]
                    for side in (0, 1))
        # The last of them ends nothing.
        was, current = was[:-1], current[:-1]
        if was != [part if isinstance(part, str) else None for part in text.parts]:
            return None
        self.met.update((line, change.begin) for line, change in changed)
        return tuple(cast("ast.Expr", self.part(part)) if piece is None else piece
                     for part, piece in zip(text.parts, current, strict=True))

    def _pieces(self, span: Span, line: int, side: int) -> Iterator[str | None]:
        """Yield the words in the texts of a line within a place, None for an expression, and a blank behind each text."""
        begin = span.column if line == span.line else 1
        end = span.end_column if line == span.end_line else len(self.written[line][0]) + 1
        column = 1
        for token, other in zip(*map(_TOKEN.findall, self.written[line]), strict=True):
            if begin <= column and column + len(token) <= end and token.startswith('"'):
                yield from (None if piece.startswith("{") else piece for piece in _PIECE.findall((token, other)[side][1:-1]))
                yield " "
            column += len(token)

    def _span(self, span: Span) -> Span:
        return Span(self.source, span.line + self.lines, self._column(span.line, span.column), span.end_line + self.lines,
                    self._column(span.end_line, span.end_column))

    def _column(self, line: int, column: int) -> int:
        return column + sum(len(change.after) - (change.end - change.begin) for change in self.changed.get(line, ())
                            if change.begin < column)
