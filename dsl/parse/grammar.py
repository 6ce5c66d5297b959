"""Parse text by `grammar/rulebook.lark`: lark's tree, or a report of why there is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from ..source.chunks import cut, line_span, without_brackets
from ..source.diagnostics import Diagnostics
from ..source.fixes import indented
from ..source.records import frozen
from ..source.span import Source, indent_of
from .words import JoinedWords, Word, blocks, lark

# Every pass recurs over the tree; Python's own limit must never be what stops it.
MAX_TREE_DEPTH = 64
# The words that a terminal stands for which looks at what comes behind them, as `(first|last)(?=...)`.
_AHEAD = re.compile(r"\(?([a-z|]+)\)?\(\?=")
# Declarations that were read last: a file is read several times while it is laid out, and its variants again and again.
CHUNKS_KEPT = 512


@frozen
class AcceptedWords:
    """The words of the language that the grammar accepts at a place, and whether it accepts a name."""

    words: frozenset[str]
    name: bool


def accepted_at(text: str, word: str, start: str) -> AcceptedWords | None:
    """Return the words that can stand in place of the first such word; None where the text before it does not parse."""
    parser = lark().parse_interactive(text, start=start)
    try:
        for token in parser.iter_parse():
            if token == word:
                break
        else:
            return None
    except (UnexpectedToken, UnexpectedCharacters) as error:
        if error.pos_in_stream is None or not text.startswith(word, error.pos_in_stream):
            return None
    except (UnexpectedInput, DedentError):
        return None
    kinds: set[str] = parser.accepts()  # type: ignore[no-untyped-call]  # lark has no types for it
    return AcceptedWords(frozenset(literal for kind in kinds for literal in _words_of(kind)), "NAME" in kinds)


def _words_of(kind: str) -> tuple[str, ...]:
    """Return the words of the language that a kind of word has."""
    pattern = next((terminal.pattern.value for terminal in lark().terminals if terminal.name == kind), "")
    ahead = _AHEAD.match(pattern)
    return tuple(ahead[1].split("|")) if ahead is not None else (pattern,) if pattern.isalpha() else ()


def tokens(source: Source) -> Iterator[Word]:
    """Yield the words of a file as the grammar sees them: line, column, kind, text.

    A declaration that does not parse is left at the word that does not fit.
    """
    for chunk in cut(source, Diagnostics()):
        for line, column, kind, text in _tokens_of(chunk.text):
            yield line + chunk.line - 1, column, kind, text


def _tokens_of(text: str) -> tuple[Word, ...]:
    """Return the words of a declaration: line, column, kind, text."""
    try:
        return _tree(text, "declaration")[1]
    except (UnexpectedInput, DedentError):
        return _tokens_before_the_mistake(text)


@lru_cache(maxsize=CHUNKS_KEPT)
def _tokens_before_the_mistake(text: str) -> tuple[Word, ...]:
    words: list[Word] = []
    with suppress(UnexpectedInput, DedentError):
        words += ((token.line or 0, token.column or 0, token.type, str(token))
                  for token in lark().parse_interactive(text, start="declaration").iter_parse())
    return tuple(words)


@lru_cache(maxsize=CHUNKS_KEPT)
def _tree(text: str, start: str) -> tuple[Tree[Token], tuple[Word, ...]]:
    """Return the tree of a text, which nobody changes, and its words. Raises what lark raises."""
    tree = lark().parse(text, start=start)
    return tree, tuple(blocks().words)


def tree_of(text: str, start: str, source: Source, line: int, column: int, diagnostics: Diagnostics) -> Tree[Token] | None:
    """Return the tree of a text that stands in `source` from this line and column on, or None."""
    try:
        tree, _ = _tree(text, start)
    except (JoinedWords, UnexpectedToken, UnexpectedCharacters) as error:
        # Loading the guesses at what is meant takes longer than to parse a declaration, and most declarations parse.
        from .misplaced import report

        report(error, source, line, column, diagnostics)
    except DedentError:
        number, levels = _misindented(text)
        span = line_span(source, number + line)
        diagnostics.add("E102", "this line is not indented like any block it could belong to", span,
                        help="indent each level by four spaces", fixes=tuple(indented(span, level) for level in levels))
    else:
        deep = _too_deep(tree)
        if deep is None:
            return tree
        diagnostics.add("E106", f"nested deeper than {MAX_TREE_DEPTH} levels", line_span(source, deep + line - 1))
    return None


def _too_deep(tree: Tree[Token]) -> int | None:
    """The line, counted from 1, of what is nested too deep; an `else if` is a level, since it becomes an `if` in an `else`."""
    stack = [(tree, 1, 1)]
    while stack:
        node, depth, line = stack.pop()
        line = getattr(node.meta, "line", line)
        if depth > MAX_TREE_DEPTH:
            return line
        for child in node.children:
            if isinstance(child, Tree):
                depth += child.data == "else_if"
                stack.append((child, depth + 1, line))
    return None


def _misindented(text: str) -> tuple[int, tuple[int, ...]]:
    """Find the line, from 0, that is indented less than its block and unlike those around it, and its nearest levels."""
    levels = [0]
    for number, line in without_brackets(text):
        indent = indent_of(line)
        if indent > levels[-1]:
            levels.append(indent)
        deeper = levels[-1]
        while indent < levels[-1]:
            deeper = levels.pop()
        if indent != levels[-1]:
            return number, (levels[-1], deeper)
    return 0, ()
