"""Fixtures of the tests of commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.checking import cache, rechecks
from rulewright.cli.checking.result import Answers, CheckResult
from rulewright.cli.main import main
from rulewright.dsl.incremental.cached import CachedRulebook
from rulewright.dsl.source.cache import CacheStore

# What checks a text of a rulebook, with further options, and gives the report.
Report = Callable[..., str]


@pytest.fixture
def left_alone(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the rest of each rulebook that is checked again was left alone."""
    found, done = list[bool](), rechecks.checked_again

    def noted(played: int, answers: Answers, result: CheckResult,
              kept: CachedRulebook) -> tuple[Answers, CheckResult] | None:
        one = done(played, answers, result, kept)
        found.append(one is not None)
        return one

    monkeypatch.setattr(rechecks, "checked_again", noted)
    return found


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    """What checks a text as `dice.rules`, in a folder of its own; what is kept lies there too, in `cache`."""
    monkeypatch.setattr(cache, "user_store", lambda kind, most: CacheStore(tmp_path / "cache" / kind, most))
    monkeypatch.chdir(tmp_path)

    def of(text: str, *more: str) -> str:
        (tmp_path / "dice.rules").write_text(text, encoding="utf-8")
        return CliRunner().invoke(main, ["check", *more, "dice.rules"], catch_exceptions=False).output

    return of
