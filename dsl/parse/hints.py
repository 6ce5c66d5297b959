"""A word that does not fit to what its author may have meant: help for mistakes that many make.

A hint is a pattern for the line up to its end, and a help in which the groups of the pattern are filled in.
The first hint that fits the line where the mistake is counts.
"""

from __future__ import annotations

import re

from ..diagnostics import did_you_mean

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


def hint(line: str, word: str, expected: set[str]) -> str | None:
    """What helps with a line, without its comment, in which a word does not fit; `expected` are the words that would."""
    for pattern, help in _HINTS:
        found = pattern.match(line)
        if found is not None:
            return help.format(found[0], *found.groups())
    return did_you_mean(word, expected)
