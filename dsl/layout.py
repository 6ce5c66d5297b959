"""Text to declarations: cut a file where a line begins in the first column.

Each declaration is parsed alone, so a mistake in one never hides a mistake in the next.
"""

from __future__ import annotations

from attrs import frozen

from .diagnostics import Diagnostics
from .spans import Source, Span

MAX_FILE = 2_000_000
MAX_DEPTH = 40


@frozen
class Chunk:
    """The text of one declaration and the number of the line it begins on."""

    text: str
    line: int


def cut(source: Source, found: Diagnostics) -> list[Chunk]:
    """The declarations of a file in order.

    Tabs in an indentation, and nesting deeper than the limit, are recorded; the declarations
    that hold them are left out.
    """
    if len(source.text) > MAX_FILE:
        found.add("E106", f"the file is longer than {MAX_FILE} characters", Span(source, 1, 1, 1, 1))
        return []
    chunks: list[Chunk] = []
    lines: list[str] = []
    start = 0
    for number, line in enumerate(source.text.replace("\r\n", "\n").split("\n"), 1):
        begins = bool(line) and not line[0].isspace() and not line.startswith("#")
        if begins or not lines:
            if lines:
                chunks.append(Chunk("\n".join(lines) + "\n", start))
                lines = []
            if not begins:
                if line.strip() and not line.lstrip().startswith("#"):
                    found.add("E102", "this line is indented, but nothing above it opens a block",
                              Span(source, number, 1, number, len(line) + 1))
                continue
            start = number
        lines.append(line)
    if lines:
        chunks.append(Chunk("\n".join(lines) + "\n", start))
    return [chunk for chunk in chunks if _is_sound(chunk, source, found)]


def _is_sound(chunk: Chunk, source: Source, found: Diagnostics) -> bool:
    sound = True
    for number, line in enumerate(chunk.text.split("\n"), chunk.line):
        indentation = line[: len(line) - len(line.lstrip())]
        if "\t" in indentation and line.strip():
            found.add("E102", "a tab in the indentation", Span(source, number, 1, number, len(indentation) + 1),
                      help="indent with spaces, four for each level")
            sound = False
        elif len(indentation) > 8 * MAX_DEPTH or _nesting(line) > MAX_DEPTH:
            found.add("E106", f"nested deeper than {MAX_DEPTH} levels", Span(source, number, 1, number, len(line) + 1))
            sound = False
    return sound


def _nesting(line: str) -> int:
    deepest = depth = 0
    for character in line:
        if character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]}":
            depth -= 1
    return deepest
