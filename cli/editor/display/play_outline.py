"""A playthrough -> its outline, its folds, and the kinds of its words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....dsl.source.span import Source, Span
from ....interpreter.playthroughs.lines.head import BODY_WORDS, WORDS
from ....interpreter.playthroughs.lines.syntax import (
    BranchBlock,
    Expect,
    Line,
    MarkLine,
    Moves,
    Part,
    Playthrough,
    PositionBlock,
    Refuse,
    Reveal,
    part_span,
)
from .outline import Colour, EntryKind, OutlineEntry, comments

_WORD = re.compile(r"\s*([^\W\d]\w*)")
_TEXT = re.compile(r'"[^"]*"')
_BECAUSE = re.compile(r"\bbecause\b")


def outline_of(playthrough: Playthrough) -> tuple[OutlineEntry, ...]:
    """Return the positions, branches and marks of a playthrough; those in a branch stand inside it."""
    return tuple(_entries(playthrough.source, playthrough.lines))


def _entries(source: Source, lines: tuple[Line, ...]) -> Iterator[OutlineEntry]:
    for line in lines:
        match line:
            case PositionBlock(number, name, below):
                yield _entry(source, number, below[-1][0] if below else number, name or "position", "position")
            case BranchBlock(number, name, body, end):
                yield _entry(source, number, end, name or "branch", "branch", tuple(_entries(source, body)))
            case MarkLine(number, name, back=False):
                yield _entry(source, number, number, name, "mark")
            case _:
                # Other lines have no name.
                pass


def _entry(source: Source, line: int, last: int, name: str, kind: EntryKind,
           inside: tuple[OutlineEntry, ...] = ()) -> OutlineEntry:
    whole = Span(source, line, len(source.line(line)) - len(source.line(line).lstrip()) + 1, last, len(source.line(last)) + 1)
    return OutlineEntry(name, kind, whole, Span(source, line, whole.column, line, len(source.line(line)) + 1), inside)


def folds_of(playthrough: Playthrough) -> Iterator[tuple[int, int]]:
    """Yield the first and last line of each position, branch and block of comments; from 1."""
    yield from _blocks(playthrough.lines)
    yield from comments(playthrough.source)


def _blocks(lines: tuple[Line, ...]) -> Iterator[tuple[int, int]]:
    for line in lines:
        if isinstance(line, BranchBlock):
            yield line.line, line.end
            yield from _blocks(line.body)
        elif isinstance(line, PositionBlock) and line.lines:
            yield line.line, line.lines[-1][0]


def tokens_of(playthrough: Playthrough) -> tuple[tuple[Span, Colour, bool], ...]:
    """Return the place and kind of the words of a playthrough, in the order of the text; none of them is a declaration."""
    source = playthrough.source
    tokens = [*_head(playthrough), *(token for line in playthrough.lines for token in _line(source, line))]
    taken: set[tuple[int, int]] = set()
    out = []
    for span, kind in sorted(tokens, key=lambda token: (token[0].line, token[0].column)):
        places = {(span.line, column) for column in range(span.column, span.end_column)}
        if places and not places & taken:
            taken |= places
            out.append((span, kind, False))
    return tuple(out)


def _head(playthrough: Playthrough) -> Iterator[tuple[Span, Colour]]:
    for entry in playthrough.head.entries:
        yield from _word(playthrough.source, entry.span.line)
        yield from _texts(playthrough.source, entry.span.line)


def _line(source: Source, line: Line) -> Iterator[tuple[Span, Colour]]:
    match line:
        case Moves(number, seat, parts):
            yield from _parts(source, number, "enumMember", seat)
            yield from _parts(source, number, "event", *parts)
        case Refuse(number, seat, move, because):
            yield from _parts(source, number, "enumMember", seat)
            yield from _parts(source, number, "event", move)
            yield from _parts(source, number, "method", because)
            for match in _BECAUSE.finditer(source.line(number)):
                yield Span(source, number, match.start() + 1, number, match.end() + 1), "keyword"
        case Expect(number, kind, subject, _, words):
            moves = kind in ("choices", "choices include", "choices exclude")
            yield from _parts(source, number, "variable", subject)
            yield from _parts(source, number, "event" if moves else "variable", *words)
        case Reveal(number, parts):
            yield from _parts(source, number, "event", *parts)
        case BranchBlock(number, _, body, end):
            yield from _word(source, end)
            yield from (token for inner in body for token in _line(source, inner))
        case _:
            # Other lines are a word and a text, a number or a condition.
            number = line.line
    yield from _word(source, number)
    yield from _texts(source, number)


def _parts(source: Source, line: int, kind: Colour, *parts: Part | None) -> Iterator[tuple[Span, Colour]]:
    for part in parts:
        if part is not None and part.text:
            yield part_span(source, line, part), kind


def _word(source: Source, line: int) -> Iterator[tuple[Span, Colour]]:
    """Yield the word that a line begins with, if it is one of playthroughs."""
    match = _WORD.match(source.line(line))
    if match is not None and match[1] in (*BODY_WORDS, *WORDS):
        yield Span(source, line, match.start(1) + 1, line, match.end(1) + 1), "keyword"


def _texts(source: Source, line: int) -> Iterator[tuple[Span, Colour]]:
    for match in _TEXT.finditer(source.line(line)):
        yield Span(source, line, match.start() + 1, line, match.end() + 1), "string"
