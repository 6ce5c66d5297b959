"""Split a file into lines of code and comments, each with its level."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator

from attrs import evolve, frozen

from ...parse.grammar import tokens
from ...source.span import Source, code_of


@frozen
class LineWord:
    """A word or sign as the grammar sees it: its kind, its text, and where it stands."""

    kind: str
    text: str
    line: int
    column: int


@frozen
class Comment:
    """A comment with its `#`. `above` says that it stands on a line of its own."""

    text: str
    above: bool


@frozen
class CodeLine:
    """A line of code: one or, inside brackets, several lines of the file.

    `inner` are comments inside its brackets, each with the number of the word it stands before;
    `comment` is the one at its end. `blank` says that there is a blank line above.
    """

    level: int
    words: tuple[LineWord, ...]
    blank: bool = False
    inner: tuple[tuple[int, Comment], ...] = ()
    comment: str | None = None

    @property
    def first(self) -> int:
        """The number of its first line in the file."""
        return self.words[0].line

    @property
    def last(self) -> int:
        """The number of its last line in the file."""
        return self.words[-1].line


@frozen
class Remark:
    """A comment on a line of its own, outside brackets."""

    level: int
    text: str
    blank: bool


Entry = CodeLine | Remark


def entries(source: Source) -> list[Entry]:
    """Return all lines of code and comments of a file that parses, in their order."""
    comments = comments_of(source)
    code = [_with_comments(line, source, comments) for line in code_lines(source)]
    inside = {number for line in code for number in range(line.first, line.last + 1)}
    alone = deque(number for number in comments if number not in inside)
    out: list[Entry] = []
    above: list[CodeLine] = []
    for line in code:
        while alone and alone[0] < line.first:
            out.append(_remark(alone.popleft(), source, comments, above, line, out))
        # The chain of lines that open the blocks around this one: each of them has a lower level than the next.
        above = [item for item in above if item.level < line.level] + [line]
        out.append(line)
    for number in alone:
        out.append(_remark(number, source, comments, above, None, out))
    return out


def code_lines(source: Source) -> Iterator[CodeLine]:
    """Yield the lines of code of a file that parses, with their levels and without comments."""
    level = 0
    words: list[LineWord] = []
    for line, column, kind, text in tokens(source):
        match kind:
            case "_INDENT":
                level += 1
            case "_DEDENT":
                level -= 1
            case "_NL":
                yield CodeLine(level, tuple(words))
                words = []
            case _:
                words.append(LineWord(kind, text, line, column))


def comments_of(source: Source) -> dict[int, str]:
    """Return the comments of a file by the number of their line, without tabs and without spaces at their ends."""
    comments = ((number, line[len(code_of(line)):].strip()) for number, line in enumerate(source.lines, 1))
    return {number: text.expandtabs(4) for number, text in comments if text}


def _with_comments(line: CodeLine, source: Source, comments: dict[int, str]) -> CodeLine:
    inner = []
    for number in range(line.first, line.last):
        if number in comments:
            before = bisect_right(line.words, number, key=lambda word: word.line)
            inner.append((before, Comment(comments[number], not code_of(source.line(number)).strip())))
    return evolve(line, blank=_is_below_blank(source, line.first), inner=tuple(inner), comment=comments.get(line.last))


def _remark(number: int, source: Source, comments: dict[int, str], above: list[CodeLine], below: CodeLine | None,
            before: list[Entry]) -> Remark:
    """Return a comment with the level of what follows; one that is indented deeper stays in the block above it.

    `above` are the line of code above and those whose blocks it stands in. Below a comment that
    has left a block, none goes back into it.
    """
    written = source.line(number)
    column = len(written) - len(written.lstrip()) + 1
    level = 0 if below is None else below.level
    if below is None or column > below.words[0].column:
        # By columns, since the author's indents need not be those of the formatter. A
        # comment goes into the deepest block that begins no further right.
        level = max([level, *(line.level for line in above if line.words[0].column <= column)])
    if before and isinstance(before[-1], Remark):
        level = min(level, max(before[-1].level, 0 if below is None else below.level))
    return Remark(level, comments[number], _is_below_blank(source, number))


def _is_below_blank(source: Source, number: int) -> bool:
    return number > 1 and not source.line(number - 1).strip()
