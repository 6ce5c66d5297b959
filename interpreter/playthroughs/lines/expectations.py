"""A line of a playthrough that begins with `expect` -> the expectation, or what is wrong with it."""

from __future__ import annotations

import difflib
import re

from ....dsl.source.fixes import instead, on_next_line
from .guesses import EXPECTED, NEVER_EXPECTED, guessed
from .head import NAME
from .rows import NumberedLine, Problems, parts_of
from .syntax import Expect, ExpectKind, Part

# How each kind of expectation is written. The first pattern that matches all of a line counts: a condition, which matches
# everything, stands last.
EXPECTATIONS: tuple[tuple[ExpectKind, str], ...] = (
    ("to move", r"(?P<subject>.+?) to move"),
    ("choice count", r"choices (?P<value>\d+)"),
    ("choices include", r"choices include (?P<words>.+)"),
    ("choices exclude", r"choices exclude (?P<words>.+)"),
    ("choices", r"choices (?P<words>.+)"),
    ("not over", r"not over"),
    ("over", r"over(?: by (?P<subject>\w+))?(?:, (?:won by (?P<words>.+)|(?P<value>drawn)))?"),
    ("score", r"score (?P<subject>[^=]+?) = (?P<value>-?\d+)"),
    ("no events", r"no events"),
    ("events include", r"events include (?P<words>.+)"),
    ("events", r"events (?P<words>.+)"),
    ("applied", r"applied (?P<words>.+)"),
    ("not applied", r"not applied (?P<words>.+)"),
    ("sees events", r"(?P<subject>\w+) sees events (?P<words>.+)"),
    ("sees events", r"(?P<subject>\w+) sees no events"),
    ("sees", r"(?P<subject>.+?) sees (?P<words>.+)"),
    ("cannot see", r"(?P<subject>.+?) cannot see (?P<words>.+)"),
    ("at", r"at (?P<subject>\w+)"),
    ("invariants", r"invariants"),
    ("holds", r"(?P<subject>.+)"),
)

# How what begins with these words goes on.
FORMS: dict[str, str] = {
    "choices": "expect choices a, b`, `expect choices include a` or, how many there are, `expect choices 12",
    "events": "expect events built(red)`, `expect events include built` or `expect no events",
    "score": "expect score Anna = 12", "applied": "expect applied clause", "at": "expect at clause",
    "over": "expect over by clause, won by Anna", "invariants": "expect invariants",
}
# A name that another name follows is no condition.
_NO_CONDITION = re.compile(
    r"(?!(?:the|not|some|every|no|sum|max|min|count|first)\b)[\w.\[\]]+\s+(?!(?:in|not|and|or|if|else|div|mod|starting)\b)\w")
# How a game ended, without the end.
_ENDED = re.compile(rf"won by (?P<by>{NAME}(?:\s*,\s*{NAME})*)|(?P<who>{NAME}) (?:won|wins|has won)|it (?:is|was) a draw")
_BARE_LIST = re.compile(rf"([^=,]+?)\s*=\s*({NAME}(?:\s*,\s*{NAME})+)")


def expectation(row: NumberedLine, problems: Problems, seats: tuple[str, ...] | None) -> Expect | None:
    """Return the expectation of a line; None, and recorded, if it cannot be read."""
    if not row.rest:
        problems.add(row, "nothing is expected", "for example `expect Anna to move`")
        return None
    if problems.is_guessed(row, guessed(NEVER_EXPECTED, row.text, seats), f"`{row.rest}` cannot be expected"):
        return None
    for kind, pattern in EXPECTATIONS:
        match = re.fullmatch(pattern, row.rest)
        if match is not None:
            if kind == "holds" and not _is_condition(row, problems, seats):
                return None
            groups = {name: Part(text, row.rest_column + match.start(name))
                      for name, text in match.groupdict().items() if text is not None}
            words = groups.get("words")
            parts = tuple(parts_of(words.text, words.column)) if words is not None else ()
            if kind in ("applied", "not applied") and not _are_clauses(row, parts, problems):
                return None
            return Expect(row.number, kind, groups.get("subject"), groups.get("value"), parts)
    raise AssertionError("the last pattern matches everything")


def _are_clauses(row: NumberedLine, parts: tuple[Part, ...], problems: Problems) -> bool:
    """Return whether parts of an expectation can be names of clauses; recorded if not."""
    strange = next((part for part in parts if " " in part.text), None)
    if strange is not None:
        problems.add(row, f"`{strange.text}` names no clause",
                     f"write each expectation on a line of its own: `expect {strange.text}`",
                     fixes=() if strange is parts[0] else (
                         on_next_line(problems.span(row, strange), " " * row.indent, "expect "),))
    return strange is None


def _is_condition(row: NumberedLine, problems: Problems, seats: tuple[str, ...] | None) -> bool:
    """Return whether an expectation of no other kind can be a condition; recorded if not."""
    word = row.rest.split()[0]
    bare = _BARE_LIST.fullmatch(row.rest)
    if bare is not None:
        listed = f"{bare[1]} = [{bare[2]}]"
        problems.add(row, f"`{row.rest}` is not a condition", f"put a list in brackets: `expect {listed}`",
                     fixes=instead(problems.span(row), row.rest, listed))
        return False
    if not _NO_CONDITION.match(row.rest) and row.rest not in FORMS:
        return True
    if problems.is_guessed(row, guessed(EXPECTED, row.text, seats), f"`{row.rest}` cannot be expected"):
        return False
    ended = _ENDED.fullmatch(row.rest)
    if ended is not None:
        how = f"won by {ended['by'] or ended['who']}" if ended["by"] or ended["who"] else "drawn"
        problems.add(row, f"`{row.rest}` does not say which end is meant",
                     f"write `expect over by clause, {how}`, with the name of the end")
        return False
    near = next(iter(difflib.get_close_matches(word, FORMS, n=1, cutoff=0.7)), None)
    help = f"write `{FORMS[near]}`" if near is not None else (
        f"write `expect Anna to move`, a condition such as `expect {word} = value`, or begin with {', '.join(FORMS)}")
    problems.add(row, f"`{row.rest}` cannot be expected", help)
    return False
