"""A playthrough's text with some of its lines rewritten; all others stay as they are."""

from __future__ import annotations

from collections.abc import Mapping

from ....dsl.source.span import code_of

# Of a comment; a line of a playthrough has at most 10,000 characters.
LONGEST = 9_000


def rewritten(text: str, changes: Mapping[int, tuple[str, ...]]) -> str:
    """The text with lines replaced: by their numbers, each by one line or several.

    New lines are indented as the old one was; its comment goes to the first that is no comment itself.
    """
    out = []
    for number, line in enumerate(text.split("\n"), 1):
        out += _instead(line, changes[number]) if number in changes else [line]
    return "\n".join(out)


def commented(text: str) -> str:
    """A text as a comment on one line, cut where the line would be too long to be read again."""
    words = " ".join(text.split())
    return f"# {words if len(words) < LONGEST else words[:LONGEST] + ' ...'}"


def _instead(line: str, lines: tuple[str, ...]) -> list[str]:
    # A file keeps the ends of lines that its author's editor writes.
    ending = "\r" if line.endswith("\r") else ""
    code = code_of(line)
    indent = code[: len(code) - len(code.lstrip())]
    comment = line[len(code):].strip()
    out = [f"{indent}{text}" for text in lines]
    place = next((i for i, text in enumerate(lines) if not text.startswith("#")), None)
    if comment and place is not None:
        out[place] += f"  {comment}"
    return [f"{text}{ending}" for text in out]
