"""A diagnostic and a change that it proposes -> whether the change leaves fewer mistakes, found by making it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from attrs import define, field

from ....dsl.source import disk
from ....dsl.source.diagnostics import Diagnostic
from ....dsl.source.span import Source, Span
from ..files.memo import Memo
from ..files.problems import Depth, problems_of
from ..files.rulebooks import Rulebooks
from .edits import Edit, changed_texts

# Changes whose outcomes are kept: an editor asks again wherever the cursor goes.
MOST_CACHED = 64
# Mistakes in the order of the passes that find them: one that is mended may show others of later passes. Each line of a
# playthrough or a file of texts is read before what it names is looked for.
# The parser's mistakes come before that of a rulebook that lacks a part.
ORDER = ("E101", "E10", "E7", "E2", "E3", "E4", "E8", "E90", "E501", "E504", "E5", "E601", "E602", "E611", "E6", "W")
_WORD = re.compile(r"\w+")


@define
class Attempts:
    """The changes that were tried last, with their outcomes."""

    _memo: Memo[bool] = field(factory=lambda: Memo(MOST_CACHED))

    def mends(self, path: Path, problem: Diagnostic, edit: Edit, rulebooks: Rulebooks) -> bool:
        """Return whether a change that a diagnostic of a file proposes leaves fewer mistakes in the file."""
        # A move that the game knows is no mistake in a playthrough any more, and looking for moves like the others takes long.
        if problem.code == "E604":
            return True
        key = (path, problem.code, problem.message, str(problem.span), *_place(edit.span), edit.text)
        return self._memo.get(key, lambda: _mends(path, problem, edit, rulebooks))


def _mends(path: Path, problem: Diagnostic, edit: Edit, rulebooks: Rulebooks) -> bool:
    # The compiler alone is several times faster than the checks of texts and examples.
    depth = Depth.COMPILED if problem in problems_of(path, rulebooks, Depth.COMPILED) else Depth.TEXTS
    before = problems_of(path, rulebooks, depth)
    with disk.looking_at(disk.laid_over(changed_texts([edit]))):
        after = problems_of(path, rulebooks.like(), depth)
    new = Counter(map(_stated, after)) - Counter(map(_stated, before))
    return (_stated(problem) in Counter(map(_stated, before)) - Counter(map(_stated, after))
            and _counted(other for other in after if _stated(other) not in new or not _is_behind(other, problem, edit))
            < _counted(before)
            and not any(_stated(other) in new and _is_still_at(other, problem, edit) and not _is_of_author(other, problem)
                        for other in after))


def _is_behind(other: Diagnostic, problem: Diagnostic, edit: Edit) -> bool:
    """Return whether an error stands behind a mended one, which kept the parser from reading on in the declaration.

    On the same line it stands at the end: the parser has read all of the line.
    """
    if not (_is_of_parser(other) and _is_of_parser(problem)):
        return False
    changed = max(problem.span.line, edit.span.end_line) + edit.text.count("\n")
    return other.span.line > changed or (other.span.line == changed and _is_at_an_end(other))


def _is_at_an_end(problem: Diagnostic) -> bool:
    """Return whether an error is that a line, a block or the text ends; its place is the last character before it."""
    return problem.code == "E101" and problem.message.startswith("the end of the ")


def _is_of_parser(problem: Diagnostic) -> bool:
    return problem.code.startswith("E10")


def _is_of_author(other: Diagnostic, problem: Diagnostic) -> bool:
    """Return whether an error is about words of a line that the parser could not read before, but for the one that kept it."""
    read = Counter(_WORD.findall(problem.span.source.line(problem.span.line)))
    read.subtract(_WORD.findall(problem.span.text))
    is_read = _is_of_parser(problem) and not _is_of_parser(other)
    return is_read and all(read[word] > 0 for word in _WORD.findall(other.span.text))


def _counted(diagnostics: Iterable[Diagnostic]) -> tuple[int, ...]:
    """Return the number of diagnostics of each pass, in the order of the passes."""
    of_pass = Counter(next((begin for begin in ORDER if diagnostic.code.startswith(begin)), "") for diagnostic in diagnostics)
    return tuple(of_pass[begin] for begin in ORDER)


def _stated(diagnostic: Diagnostic) -> tuple[str, str]:
    return diagnostic.code, diagnostic.message


def _is_still_at(other: Diagnostic, problem: Diagnostic, edit: Edit) -> bool:
    """Return whether an error found after a change lies in what the change writes, or begins where the mended mistake did."""
    if other.level != "error" or other.span.source.name != edit.span.source.name:
        return False
    begin, end = (_offset(edit.span.source, line, column) for line, column in _place(edit.span)[1:])
    written = begin + len(edit.text)
    first = _offset(other.span.source, other.span.line, other.span.column)
    last = _offset(other.span.source, other.span.end_line, other.span.end_column)
    # What is missing at an end is missing behind what the change writes.
    if first < written and begin < max(last, first + 1) and not (_is_at_an_end(other) and last == written):
        return True
    offset = _offset(problem.span.source, problem.span.line, problem.span.column)
    return first == (offset if offset < begin else max(begin, offset - end + written))


def _place(span: Span) -> tuple[str, tuple[int, int], tuple[int, int]]:
    return span.source.name, (span.line, span.column), (span.end_line, span.end_column)


def _offset(source: Source, line: int, column: int) -> int:
    """Return how many characters stand before a place."""
    return sum(len(text) + 1 for text in source.lines[: line - 1]) + column - 1
