"""CONTRIBUTING names each match that mypy reports for a new statement or a new board shape, and no other."""

from __future__ import annotations

import ast
import re

import pytest

from ..imports import LAYERS, ROOT, modules, text
from ..test_closed_matches import found_in

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
# A member of each closed type that every closed match over the type names, as its patterns write it.
MEMBERS = {"A statement": "ast.Leave", "A board shape": "'hex'"}
REPORTED = re.compile(r"It reports (?P<number>\w+) matches:\n(?P<places>(?:    .*\n)+)")
MODULE = re.compile(r"`([\w/]+\.py)`")


def matches(member: str) -> list[str]:
    """The modules with a closed match that names this member, once for each such match."""
    return [path.relative_to(ROOT).as_posix() for folder in LAYERS for path in modules(folder) if "assert_never" in text(path)
            for match in found_in(text(path)) if match.has_default and match.is_closed and any(
                ast.unparse(part.cls if isinstance(part, ast.MatchClass) else part.value) == member
                for case in match.node.cases for part in ast.walk(case.pattern)
                if isinstance(part, ast.MatchClass | ast.MatchValue))]


@pytest.mark.parametrize("section", MEMBERS)
def test_each_match_that_a_new_member_fails_is_named(section: str) -> None:
    steps = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split(f"### {section}\n")[1].split("\n### ")[0]
    reported = REPORTED.search(steps)
    assert reported is not None
    found = matches(MEMBERS[section])
    # The first module of a point has the match; a point goes on to say what else depends on it.
    named = [MODULE.findall(point)[0] for point in reported["places"].split("    - ")[1:]]
    assert (NUMBERS.index(reported["number"]), sorted(named)) == (len(found), sorted(set(found)))
