"""Small games that each show a part of the language: their playthroughs hold and exercise every clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.commands.test import run_file
from rulewright.cli.playthroughs.coverage import coverage_of
from rulewright.dsl.driver.compile import analyse
from rulewright.dsl.load.loader import read
from rulewright.dsl.source.diagnostics import Diagnostics

FOLDER = Path(__file__).parent
GAMES = ("roads",)


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_has_no_mistakes(name: str) -> None:
    files = read(FOLDER / name / f"{name}.rules")
    assert [diagnostic.message for diagnostic in analyse(files.declarations, 2, {}, Diagnostics()).diagnostics] == []


@pytest.mark.parametrize("name", GAMES)
def test_its_playthroughs_hold_and_exercise_every_clause(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER.parents[1])
    results = [run_file(str(path)) for path in sorted((FOLDER / name).glob("*.play"))]
    assert [f"{failure.line}: {failure.message} ({failure.actual})" for result in results for failure in result.failures] == []
    assert [coverage.missing for coverage in coverage_of(results).values()] == [[]]
