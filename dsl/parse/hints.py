"""Guess the intention behind a misplaced word: help for common mistakes.

A hint is a pattern for the line up to its end, and a help in which the groups of the pattern are filled in.
The first hint that fits the line where the mistake is counts. In `_PLACED` a NUL in the pattern stands before
the place that does not fit, and a hint counts only where the word that it names would fit there.
Words and signs of other languages are in `habits`.
"""

from __future__ import annotations

import re

from attrs import frozen

from ..source.fixes import Fix
from ..source.span import Span

_NAME = r"[^\W\d]\w*"
_TARGET = rf"{_NAME}(?:\.{_NAME})*"
_KINDS = (
    "rule", "phase", "play", "function", "end", "enum", "board", "table", "rows", "note", "parameter", "constants", "state",
    "each", "sides", "pieces", "event", "invariant", "symmetry", "score", "require", "exception", "move", "choose", "section",
)


@frozen
class Hint:
    """A help for a line, and what to write in the place of a part of it: from one column to another, from 1."""

    help: str
    begin: int
    end: int
    instead: str | None

    def fixes(self, at: Span) -> tuple[Fix, ...]:
        """Return the change of the line of a place."""
        if self.instead is None:
            return ()
        title = f"write `{self.instead}`" if self.instead else "leave it out"
        return (Fix(title, Span(at.source, at.line, self.begin, at.line, self.end), self.instead),)


# A pattern, a help, and what stands in the place of the group `_` of the pattern, where that helps by itself.
_Row = tuple[re.Pattern[str], str, str | None]
_HINTS: tuple[_Row, ...] = tuple((re.compile(row[0]), row[1], None if len(row) < 3 else row[2]) for row in (
    (r'because\s+"[^"]*"\s*$', "the changes that the reason is for stand below it, indented by four spaces"),
    (r'\s*because\b(?!\s*")',
     "a reason is a text in quotes; the changes that it is for stand below it, indented by four spaces"),
    (rf"\s*(?P<_>remove\s+(?:rows?\s+of|{_NAME})\s+({_TARGET}))\s*$", "write only the name: `remove {2}`", "remove {2}"),
    (rf"\s*(?P<_>set\s+({_TARGET})\s+(?:to\s+|becomes\s+)?([^=\s]+))\s*$", "write `set {2} = {3}`", "set {2} = {3}"),
    (rf"\s*add\s+(?!to\b|before\b|after\b)({_TARGET})", "write `add to {1}`, `add before {1}` or `add after {1}`"),
    (rf"\s*replace\s+(?!(?:{'|'.join(_KINDS)})\b)({_NAME})",
     "say what it is, as in `replace rule {1}` or `replace require {1}`"),
    (rf'.*\bamount\s+(?:"[^"]*"\s+)?of\s+(?P<_>({_NAME}))\s+from\b', "name the kinds: `amount of k in {2} from ...`",
     "k in {2}"),
    (rf"\s*enum\s+{_NAME}\s*(?:of\s+each\s+{_NAME}\s*)?:.*\bfor\b",
     "a text at the end makes words: `\"{{s}}_{{r}}\" for s in suit, r in rank`"),
    (rf"\s+row\s+{_NAME}\s+(?:\"[^\"]*\"\s*)?for\b", "`for` stands behind the values of the row"),
    (r"(?:change|modify|alter|override|update|delete|extend|without|instead)\b",
     "a variant changes a rulebook with `set`, `replace`, `remove` and `add`"),
    (rf"\s+(?P<_>roll\s+(?:an?|one|the)\s+({_NAME}))\s*$", "name the values: `roll {2} from 1..6`", "roll {2} from 1..6"),
    (r"\s+(?P<_>for\s+each\s+(player|side))\s*$", "name each of them: `for each p in {2}s`", "for each p in {2}s"),
    (rf"\s+(choose\s+{_NAME})\s*$", "say who chooses: `{1} by p`"),
    (rf"\s+(?P<_>({_NAME}\s*:)\s*(\d+)\s*(?:to|-)\s*(\d+))\s*(?:$|=)", "write `{2} {3}..{4}`", "{2} {3}..{4}"),
))


_PLACED: tuple[tuple[str, _Row], ...] = tuple((row[1], (re.compile(row[0]), row[2], row[3])) for row in (
    (rf"\s+(?P<_>({_TARGET}(?:\[[^=]*\])?)\s*\0=(?!=)\s*(.+))$", "BECOMES",
     "write `{2} becomes {3}`: `=` compares two values", "{2} becomes {3}"),
    (rf"(?P<_>(variant\s+{_NAME}\s+of)\s+([^\s\0]*)\0([./\\-]\S*))", "_NL",
     "put a path in quotes: `{2} \"{3}{4}\"`", "{2} \"{3}{4}\""),
    (rf"(?P<_>(variant\s+{_NAME}\s+of)\s+\0([./\\]\S*))", "STRING", "put a path in quotes: `{2} \"{3}\"`", "{2} \"{3}\""),
    (r"\s+(?P<_>the\s+\0([^=]*?)\.(\w+))\s+(becomes|gains|loses)\b", "BECOMES", "write `(the {2}).{3} {4} ...`",
     "(the {2}).{3}"),
    (rf"\s*(?P<_>(for\s+each\s+{_NAME})\s+\0of)\b", "IN", "write `{2} in`", "{2} in"),
    (r"[^\0]*(?P<_>\0:)\s*$", "_NL", "leave out the `:`: a block is only indented", ""),
    # Guesses at chance, and at loops.
    (rf"\s+(?P<_>(roll\s+{_NAME})\s*\0[:=]\s*)\S", "FROM", "write `{2} from ...`", "{2} from "),
    (rf"\s+(?P<_>(roll\s+{_NAME})\s+(?:in|of|is)\s+)\0", "FROM", "write `{2} from ...`", "{2} from "),
    (rf"\s+(?P<_>for\s+each\s+(player|side)\s+\0({_NAME}))\s*$", "IN", "write `for each {3} in {2}s`",
     "for each {3} in {2}s"),
    (rf"\s+(?P<_>for\s+each\s+({_NAME})\s+\0({_NAME}))\s*$", "IN", "write `for each {3} in {2}`", "for each {3} in {2}"),
    (r"\s+for\s+(?P<_>\0(?:all|every|any))\b", "EACH", "write `for each`", "each"),
    # Guesses at conditions, choices and ends.
    (r"\s+(?P<_>when)\s+\0", "BECOMES", "write `if`: `when` says when a part is there, and when the game ends", "if"),
    (r"\s+(?P<_>\0if)\b", "WHEN", "write `when`", "when"),
    (rf"\s+(?P<_>(winners|ranking)\s+({_NAME})\s+)\0(?:where|by)\b", "IN", "write `{2} {3} in players ...`",
     "{2} {3} in players "),
    (rf'\s+move\s+"[^"]*"\s+(?P<_>\0({_NAME})\s+in)\b', "FOR", "write `for {2} in ...`", "for {2} in"),
    # Guesses at numbers and their types.
    (r"\s+(?P<_>players\s+(\d+)\s*\0(?:-|to|or)\s*(\d+))", "_UPTO", "write `players {2}..{3}`", "players {2}..{3}"),
    (r"\s+(?P<_>players\s*\0[:=]\s*)\d", "INT", "leave out the sign: `players 2..4`", "players "),
    (rf"\s+(?P<_>({_NAME})\s*\0=)\s*\d+\s*\.\.", "COLON", "a type stands behind a colon: `{2}: 0..9`", "{2}:"),
    (rf"\s+(?P<_>(?:var|let|int|number)\s+\0({_NAME}))\s*:", "COLON", "a field begins with its name: `{2}: 0..9`", "{2}"),
))


def hint(line: str, column: int, expected: set[str]) -> Hint | None:
    """Return the hint for a line, without its comment, that does not fit from a column on; `expected` would fit there."""
    for pattern, help, instead in _HINTS:
        found = pattern.match(line)
        if found is not None:
            return _hint(found, help, instead)
    marked = f"{line[: column - 1]}\0{line[column - 1 :]}"
    for word, (pattern, help, instead) in _PLACED:
        found = pattern.match(marked)
        if found is not None and word in expected:
            return _hint(found, help, instead)
    return None


def _hint(found: re.Match[str], help: str, instead: str | None) -> Hint:
    """Fill in a hint for what a pattern found; the mark of the place is no part of the line."""
    groups = (found[0], *found.groups())
    begin, end = (0, 0) if instead is None else found.span("_")
    marks = found.string.count("\0", 0, end)
    return Hint(help.format(*groups), begin + 1, end - marks + 1, None if instead is None else instead.format(*groups))
