"""Fixtures of the tests of commands."""

from __future__ import annotations

import pytest

from rulewright.cli.checking import again
from rulewright.cli.checking.result import Result
from rulewright.dsl.incremental.kept import KeptRulebook


@pytest.fixture
def left_alone(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the rest of each rulebook that is checked again was left alone."""
    found, done = list[bool](), again.checked_again

    def noted(played: int, answers: again.Answers, result: Result,
              kept: KeptRulebook) -> tuple[again.Answers, Result] | None:
        one = done(played, answers, result, kept)
        found.append(one is not None)
        return one

    monkeypatch.setattr(again, "checked_again", noted)
    return found
