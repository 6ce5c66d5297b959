"""Changes of the text that mend mistakes: a place, and the text to put there; what the help of a diagnostic says to write."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath

from attrs import frozen

from .span import Source, Span, code_of, indent_of

# More texts than these are a list to read, not changes to pick from.
MOST_OFFERED = 4
# A block of more lines is indented up to this number of them.
MOST_MOVED = 1_000


@frozen
class Fix:
    """A change that mends a mistake: `text` stands in the place of what `span` covers, which may be nothing."""

    title: str
    span: Span
    text: str


class Meant(str):
    """A help that says what to write in place of a word: `written` is the word, `meant` the text for it."""

    written: str
    meant: str

    def __new__(cls, help: str, written: str, meant: str) -> Meant:
        """Return a help with what it says to write."""
        help_text = super().__new__(cls, help)
        help_text.written, help_text.meant = written, meant
        return help_text

    def fixes(self, span: Span) -> tuple[Fix, ...]:
        """Return the change of the place of a diagnostic: of the word in it, if that stands there once."""
        return instead(span, self.written, self.meant)


class Redundant(str):
    """A help that says that the line of a diagnostic can be left out."""

    def fixes(self, span: Span) -> tuple[Fix, ...]:
        """Return the change that leaves the line out."""
        return (without_line(span),)


def instead(span: Span, written: str, text: str) -> tuple[Fix, ...]:
    """Return the change of a word of a place to a text, if the word stands there once."""
    title = f"write `{text}`" if text.strip() else "leave it out" if not text else "write a space"
    if span.text == written and span.line == span.end_line:
        return (Fix(title, span, text),)
    matches = [*re.finditer(rf"(?<!\w){re.escape(written)}(?!\w)", span.text)]
    if len(matches) != 1 or not written:
        return ()
    begin, end = (span.column + offset for offset in matches[0].span())
    return (Fix(title, Span(span.source, span.line, begin, span.line, end), text),)


def in_place(span: Span, text: str) -> Fix:
    """Return the change that writes a text in the place of another."""
    return Fix(f"write `{text}`", span, text)


def one_of(span: Span, texts: Iterable[str]) -> tuple[Fix, ...]:
    """Return a change for each text that can stand in a place, where they are few enough to pick from."""
    known = tuple(texts)
    return tuple(in_place(span, text) for text in known) if len(known) <= MOST_OFFERED else ()


def in_front(span: Span, text: str) -> Fix:
    """Return the change that adds a text where a place begins."""
    return Fix(f"add `{text.strip()}`", Span(span.source, span.line, span.column, span.line, span.column), text)


def behind(span: Span, text: str) -> Fix:
    """Return the change that adds a text where a place ends."""
    return Fix(f"add `{text.strip()}`", Span(span.source, span.end_line, span.end_column, span.end_line, span.end_column), text)


def line_in_front(span: Span, text: str) -> Fix:
    """Return the change that adds a line before that of a place, indented like it."""
    line = span.source.line(span.line)
    indent = line[: len(line) - len(line.lstrip())]
    return Fix(f"add `{text}`", Span(span.source, span.line, 1, span.line, 1), f"{indent}{text}\n")


def indented(span: Span, width: int) -> Fix:
    """Return the change of the blanks before the first text of a line."""
    return Fix(f"indent by {width} spaces", Span(span.source, span.line, 1, span.line, span.column), " " * width)


def block_indented(span: Span, level: int) -> Fix:
    """Return the change of the blanks before a line, and before those that stand as deep or deeper below it."""
    source, depth = span.source, indent_of(span.source.line(span.line))
    last = span.line
    for number in range(span.line + 1, min(len(source.lines), span.line + MOST_MOVED) + 1):
        code = code_of(source.line(number))
        if code and indent_of(code) < depth:
            break
        last = number if code else last
    lines = (source.line(number) for number in range(span.line, last + 1))
    newline = "\r\n" if "\r\n" in source.text else "\n"
    # A remark may stand less deep: it stays where it is.
    text = newline.join(f"{' ' * (level + indent_of(line) - depth)}{line.lstrip(' ')}"
                        if line.strip() and indent_of(line) >= depth else line for line in lines)
    return Fix(f"indent by {level} spaces", Span(source, span.line, 1, last, len(source.line(last)) + 1), text)


def in_parentheses(span: Span, line: str, begin: int) -> Fix:
    """Return the change that puts a line in parentheses, from a column (from 0) to its end or the end of the bracket around."""
    depth, end = 0, len(line.rstrip())
    for column in range(begin, end):
        depth += (line[column] in "([{") - (line[column] in ")]}")
        if depth < 0:
            end = column
            break
    inside = Span(span.source, span.line, begin + 1, span.line, end + 1)
    return Fix("put it in parentheses", inside, f"({inside.text})")


def on_next_line(span: Span, indent: str, begin: str = "") -> Fix:
    """Return the change that puts a text, and what it begins with there, on a line below; a comma before it goes."""
    before = span.source.line(span.line)[: span.column - 1].rstrip().removesuffix(",")
    tail = Span(span.source, span.line, len(before) + 1, span.end_line, span.end_column)
    return Fix("write it on a line below", tail, f"\n{indent}{begin}{span.text}")


def line_behind(span: Span, text: str) -> Fix:
    """Return the change that adds a line behind the last line of a place, indented like its first."""
    column = len(span.source.line(span.end_line)) + 1
    end = Span(span.source, span.end_line, column, span.end_line, column)
    return Fix(f"add `{text}`", end, f"\n{' ' * (span.column - 1)}{text}")


def declared_below(span: Span, title: str, text: str) -> Fix:
    """Return the change that adds a declaration at the end of the file of a place."""
    lines = span.source.text.rstrip().split("\n")
    end = Span(span.source, len(lines), len(lines[-1]) + 1, len(lines), len(lines[-1]) + 1)
    return Fix(title, end, f"\n\n{text}")


def without_line(span: Span) -> Fix:
    """Return the change that takes the line of a place away."""
    return Fix("leave the line out", Span(span.source, span.line, 1, span.line + 1, 1), "")


def header_in_front(source: Source) -> Fix:
    """Return the change that begins a file with the header of a rulebook, named after the file."""
    stem = PurePath(source.name).stem
    name = stem if stem.isidentifier() else "name"
    return Fix("begin a rulebook", Span(source, 1, 1, 1, 1), f"rulebook {name}\n    players 2..4\n\n")


def without(span: Span) -> Fix:
    """Return the change that takes a text away, with the blanks before it."""
    before = span.source.line(span.line)[: span.column - 1]
    begin = len(before.rstrip()) + 1
    return Fix(f"leave `{span.text}` out", Span(span.source, span.line, begin, span.end_line, span.end_column), "")
