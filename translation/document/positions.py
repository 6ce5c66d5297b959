"""Sentences and the text they come from -> where each begins and ends: line and column, both from 1."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from attrs import frozen

from .words import words

# How far behind one word of a sentence the next is looked for.
NEAR = 400
# What closes a sentence behind its last word.
_CLOSING = ".!?…:;,\"'”’»)]}*_"


@frozen(order=True)
class TextPosition:
    """A character of a text: its line and its column."""

    line: int
    column: int


@frozen
class Extent:
    """The place where a sentence begins, and the one right behind it."""

    begin: TextPosition
    end: TextPosition


def extents(text: str, sentences: Sequence[tuple[str, int]]) -> tuple[Extent, ...]:
    """The extent of each sentence of a text, from its words and the line on which it begins.

    Words that the reader joined or unmarked are passed over.
    """
    starts = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
    out = []
    last = 0
    for sentence, line in sentences:
        begin, end = _extent(text, sentence, max(last, starts[min(line, len(starts)) - 1]))
        last = end
        out.append(Extent(_place(starts, begin), _place(starts, end)))
    return tuple(out)


def _extent(text: str, sentence: str, start: int) -> tuple[int, int]:
    begin, cursor = None, start
    for word in words(sentence):
        position = text.find(word.written, cursor, cursor + NEAR)
        if position >= 0:
            begin = position if begin is None else begin
            cursor = position + len(word.written)
    while begin is not None and cursor < len(text) and text[cursor] in _CLOSING:
        cursor += 1
    return (start, start) if begin is None else (begin, cursor)


def _place(starts: Sequence[int], offset: int) -> TextPosition:
    line = bisect_right(starts, offset)
    return TextPosition(line, offset - starts[line - 1] + 1)
