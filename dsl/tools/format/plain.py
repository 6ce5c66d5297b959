"""Reduce code to a plain form, without comments and layout, to compare it with others."""

from __future__ import annotations

from collections.abc import Iterable

from ...source.chunks import cut
from ...source.diagnostics import Diagnostics
from ...source.span import Source, Span
from .lines import CodeLine, code_lines
from .spacing import INDENT, spaced


def canonical(text: str) -> str:
    """Declarations without comments, blank lines, tables and line breaks, to be compared with others.

    >>> canonical("enum  suit : red,blue   # two of them")
    'enum suit: red, blue'
    """
    return _plain(code_lines(Source("", text)))


def canonical_part(span: Span) -> str:
    """Return the same for what a span covers: a clause, a statement, or any other part of a declaration."""
    chunk = [item for item in cut(span.source, Diagnostics()) if item.line <= span.line][-1]
    begin = (span.line - chunk.line + 1, span.column)
    end = (span.end_line - chunk.line + 1, span.end_column)
    # Levels are known only of a whole declaration, so it is read whole, and the words outside the span are dropped.
    lines = ((line.level, tuple(word for word in line.words if begin <= (word.line, word.column) < end))
             for line in code_lines(Source("", chunk.text)))
    return _plain(CodeLine(level, words) for level, words in lines if words)


def _plain(lines: Iterable[CodeLine]) -> str:
    listed = list(lines)
    least = min((line.level for line in listed), default=0)
    return "\n".join(" " * INDENT * (line.level - least) + spaced(line.words) for line in listed)
