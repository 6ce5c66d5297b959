"""Each row of the tables of guesses has a case, and what a row says to write stands in its help."""

from __future__ import annotations

import re

import pytest

from rulewright.dsl.parse import guesses, hints, parse
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.span import Source

from .test_errors import CASES

ROWS = {row[0].pattern: row for row in (*guesses.LINES, *(row for _, row in (*guesses.PLACES, *guesses.LAST)))}


def test_each_row_has_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    used, known = set[str](), hints._hint

    def noted(found: re.Match[str], help: str, instead: str | None) -> hints.Hint:
        used.add(found.re.pattern)
        return known(found, help, instead)

    monkeypatch.setattr(hints, "_hint", noted)
    for path in CASES:
        if path.stem.startswith("E101"):
            parse(Source(path.name, path.read_text()), Diagnostics())
    assert sorted(set(ROWS) - used) == []


@pytest.mark.parametrize("pattern", ROWS)
def test_a_row_has_a_place_for_its_text(pattern: str) -> None:
    compiled, help, instead = ROWS[pattern]
    assert help
    assert ("_" in compiled.groupindex) == (instead is not None)
