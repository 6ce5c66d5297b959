"""Each row of the tables of guesses has a case, and what a row says to write stands in its help."""

from __future__ import annotations

import re

import pytest

from rulewright.dsl.parse import guesses, hints, parse
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.span import Source
from rulewright.interpreter.playthroughs.lines import guesses as play_guesses

from .test_errors import CASES

ROWS = {row[0].pattern: row for row in (*guesses.LINES, *(row for _, row in (*guesses.PLACES, *guesses.LAST)))}


def test_each_row_has_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    used, known = set[str](), hints._hint

    def noted(match: re.Match[str], help: str, instead: str | None) -> hints.Hint:
        used.add(match.re.pattern)
        return known(match, help, instead)

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


LINES = (*play_guesses.NEVER_EXPECTED, *play_guesses.EXPECTED, *play_guesses.REFUSED, *play_guesses.PLAYED,
         *play_guesses.MOVED, *play_guesses.OTHERS)


@pytest.mark.parametrize("row", LINES, ids=lambda row: row[0])
def test_each_row_for_playthroughs_has_a_case(row: tuple[str, str]) -> None:
    cases = (path.read_text() for path in CASES if path.suffix == ".play" and path.stem.endswith("guesses"))
    lines = [line.partition(" #")[0].strip() for text in cases for line in text.split("\n")]
    guesses = (play_guesses.guessed((row,), line, ("Anna", "Boris")) for line in lines)
    assert any(guess is not None and guess.line not in lines for guess in guesses)


def test_a_long_line_of_blanks_is_not_searched_for_guesses() -> None:
    diagnostics = Diagnostics()
    # Searched, it would take minutes.
    parse(Source("long.rules", f"rule long\n    if {' ' * 9_000}!\n"), diagnostics)
    assert [problem.code for problem in diagnostics.sorted()] == ["E101"]
    assert hints.hint("    roll d6", 9, set(), in_variant=False) is not None
    assert hints.hint("    roll d6" + " " * hints.LONGEST, 9, set(), in_variant=False) is None
