"""Cut a file into its declarations, where a line begins in the first column: text to chunks.

Each declaration is parsed alone, so a mistake in one never hides a mistake in the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from .diagnostics import Diagnostics, is_too_long
from .fixes import Fix
from .letters import misleading
from .span import Source, Span, code_of

MAX_FILE = 2_000_000
MAX_FILES = 200
MAX_DEPTH = 40
MAX_INDENT = 8 * MAX_DEPTH

_NAME = re.compile(r"[^\W\d]\w*")
# A text that nobody closes goes on to the end of its line, so that its words are no names.
_STRING = re.compile(r'"[^"]*"?')


@frozen
class Chunk:
    """The text of one declaration, the number of the line it begins on, and whether it can be parsed."""

    text: str
    line: int
    sound: bool = True

    @property
    def words(self) -> tuple[str, ...]:
        """Its names and key words outside texts and comments, in order."""
        code = (_STRING.sub(" ", code_of(line)) for line in self.text.split("\n"))
        return tuple(_NAME.findall("\n".join(code)))


def cut(source: Source, diagnostics: Diagnostics) -> list[Chunk]:
    """Return the declarations of a file in order.

    Tabs in an indentation, lines longer and nesting deeper than the limit, are recorded; the
    declarations that hold them are not sound.
    """
    if len(source.text) > MAX_FILE:
        diagnostics.add("E106", f"the file is longer than {MAX_FILE} characters", Span(source, 1, 1, 1, 1))
        return []
    chunks: list[Chunk] = []
    lines: list[str] = []
    start = 0
    for number, line in enumerate(source.text.replace("\r\n", "\n").split("\n"), 1):
        if line and not line[0].isspace() and not line.startswith("#"):
            if lines:
                chunks.append(_chunk(lines, start, source, diagnostics))
            start, lines = number, [line]
        elif lines:
            lines.append(line)
        elif not _misleads(line, number, source, diagnostics) and code_of(line).strip():
            diagnostics.add("E102", "this line is indented, but nothing above it opens a block",
                      line_span(source, number))
    if lines:
        chunks.append(_chunk(lines, start, source, diagnostics))
    return chunks


def line_span(source: Source, number: int) -> Span:
    """Return the span of the text on a line, without its indentation and comment."""
    code = code_of(source.line(number))
    return Span(source, number, len(code) - len(code.lstrip()) + 1, number, len(code) + 1)


def without_brackets(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that begin a statement, with their numbers from 0: not empty, and outside brackets."""
    depth = 0
    for number, line in enumerate(text.split("\n")):
        code = code_of(line)
        if code.strip() and not depth:
            yield number, code
        plain = _STRING.sub("", code)
        # A closing bracket too many counts as none: below zero, all lines behind it would be passed over.
        depth = max(0, depth + sum(plain.count(c) for c in "([{") - sum(plain.count(c) for c in ")]}"))


def _chunk(lines: list[str], start: int, source: Source, diagnostics: Diagnostics) -> Chunk:
    faults = [number for number, line in enumerate(lines, start) if not _is_sound(line, number, source, diagnostics)]
    return Chunk("\n".join(lines) + "\n", start, not faults)


def _is_sound(line: str, number: int, source: Source, diagnostics: Diagnostics) -> bool:
    if is_too_long(line, number, source, diagnostics) or _misleads(line, number, source, diagnostics):
        return False
    indentation = line[: len(line) - len(line.lstrip())]
    if "\t" in indentation and line.strip():
        diagnostics.add("E102", "a tab in the indentation", Span(source, number, 1, number, len(indentation) + 1),
                        help="indent with spaces, four for each level", fixes=(_with_spaces(source, number, indentation),))
        return False
    # Brackets nest no deeper than there are some, and nearly all lines have few.
    if len(indentation) > MAX_INDENT or (sum(map(line.count, "([{")) > MAX_DEPTH and _nesting(line) > MAX_DEPTH):
        diagnostics.add("E106", f"nested deeper than {MAX_DEPTH} levels", line_span(source, number))
        return False
    return True


def _with_spaces(source: Source, number: int, indentation: str) -> Fix:
    """Return the change of an indentation with tabs to one with spaces, four for each tab."""
    return Fix("indent with spaces", Span(source, number, 1, number, len(indentation) + 1), indentation.expandtabs(4))


def _misleads(line: str, number: int, source: Source, diagnostics: Diagnostics) -> bool:
    """Return whether something on a line reads as something else than it is; recorded where it is."""
    # Only other letters can mislead, and nearly all lines have none.
    if line.isascii():
        return False
    # As many blanks as letters, so that the columns of what is left are those of the line.
    code = _STRING.sub(lambda text: " " * len(text[0]), code_of(line))
    places = list(misleading(code, line))
    for column, end, message, help in places:
        diagnostics.add("E101", message, Span(source, number, column, number, end), help=help)
    return bool(places)


def _nesting(line: str) -> int:
    deepest = depth = 0
    for character in line:
        if character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]}":
            depth -= 1
    return deepest
