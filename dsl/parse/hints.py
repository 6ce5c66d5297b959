"""Guess the intention behind a misplaced word: help for common mistakes.

A hint is a pattern for the line up to its end, and a help in which the groups of the pattern are filled in.
The first hint that fits the line where the mistake is counts. In `_PLACED` a NUL in the pattern stands before
the place that does not fit, and a hint counts only where the word that it names would fit there.
Words and signs of other languages are in `habits`.
"""

from __future__ import annotations

import re

_NAME = r"[^\W\d]\w*"
_TARGET = rf"{_NAME}(?:\.{_NAME})*"
_KINDS = (
    "rule", "phase", "play", "function", "end", "enum", "board", "table", "rows", "note", "parameter", "constants", "state",
    "each", "sides", "pieces", "event", "invariant", "symmetry", "score", "require", "exception", "move", "choose", "section",
)
_HINTS: tuple[tuple[re.Pattern[str], str], ...] = tuple((re.compile(pattern), help) for pattern, help in (
    (r'because\s+"[^"]*"\s*$', "the changes that the reason is for stand below it, indented by four spaces"),
    (r'\s*because\b(?!\s*")',
     "a reason is a text in quotes; the changes that it is for stand below it, indented by four spaces"),
    (rf"\s*remove\s+(?:rows?\s+of|{_NAME})\s+({_TARGET})\s*$", "write only the name: `remove {1}`"),
    (rf"\s*set\s+({_TARGET})\s+(?:to\s+|becomes\s+)?([^=\s]+)\s*$", "write `set {1} = {2}`"),
    (rf"\s*add\s+(?!to\b|before\b|after\b)({_TARGET})", "write `add to {1}`, `add before {1}` or `add after {1}`"),
    (rf"\s*replace\s+(?!(?:{'|'.join(_KINDS)})\b)({_NAME})",
     "say what it is, as in `replace rule {1}` or `replace require {1}`"),
    (r"(?:change|modify|alter|override|update|delete|extend|without|instead)\b",
     "a variant changes a rulebook with `set`, `replace`, `remove` and `add`"),
))


_PLACED: tuple[tuple[re.Pattern[str], str, str], ...] = tuple((re.compile(pattern), word, help) for pattern, word, help in (
    (rf"\s+({_TARGET}(?:\[[^=]*\])?)\s*\0=(?!=)\s*(.+)$", "BECOMES", "write `{1} becomes {2}`: `=` compares two values"),
    (rf"(variant\s+{_NAME}\s+of)\s+([^\s\0]*)\0([./\\-]\S*)", "_NL", "a path stands in quotes: `{1} \"{2}{3}\"`"),
    (rf"(variant\s+{_NAME}\s+of)\s+\0([./\\]\S*)", "STRING", "a path stands in quotes: `{1} \"{2}\"`"),
    (r"\s+the\s+\0([^=]*?)\.(\w+)\s+(becomes|gains|loses)\b", "BECOMES", "write `(the {1}).{2} {3} ...`"),
    (rf"\s*(for\s+each\s+{_NAME})\s+\0of\b", "IN", "write `{1} in`"),
    (r"[^\0]*\0:\s*$", "_NL", "leave out the `:`: a block is only indented"),
))


def hint(line: str, column: int, expected: set[str]) -> str | None:
    """Return the help for a line, without its comment, that does not fit from a column on; `expected` would fit there."""
    for pattern, help in _HINTS:
        found = pattern.match(line)
        if found is not None:
            return help.format(found[0], *found.groups())
    marked = f"{line[: column - 1]}\0{line[column - 1 :]}"
    for pattern, word, help in _PLACED:
        found = pattern.match(marked)
        if found is not None and word in expected:
            return help.format(found[0], *found.groups())
    return None
