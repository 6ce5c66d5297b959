"""Every playthrough that ships holds, and together they exercise every clause."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.cli.commands.test import run_file
from rulewright.cli.playthroughs.coverage import coverage_of
from rulewright.cli.playthroughs.file_result import FileResult

GAMES = Path(__file__).parent.parent.parent / "games"
FILES = sorted(str(path.relative_to(GAMES.parent)) for path in GAMES.rglob("*.play"))


@cache
def played(name: str) -> FileResult:
    """What came of a playthrough; each is played once in a run."""
    return run_file(name)


@pytest.mark.parametrize("name", FILES)
def test_the_playthrough_holds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GAMES.parent)
    result = played(name)
    assert [f"{failure.line}: {failure.message} ({failure.actual})" for failure in result.failures] == []


def test_playthroughs_exercise_every_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GAMES.parent)
    missing = {
        game: coverage.missing for game, coverage in coverage_of([played(name) for name in FILES]).items() if coverage.missing
    }
    assert missing == {}
