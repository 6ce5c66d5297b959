"""The long comparison of both machines compares, and says what differs."""

from __future__ import annotations

import pytest

from ..shipped import shipped_rules

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from . import differential


@pytest.fixture(autouse=True)
def only_nim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns that take one small rulebook."""
    monkeypatch.setattr(differential, "TURNS", ("rulebook",))
    monkeypatch.setattr(differential, "KINDS", {"rulebook": lambda _chance: ("nim", lambda: shipped_rules("nim"))})


def test_games_are_compared_step_by_step_and_in_series() -> None:
    found = next(differential.turns(7, 1))
    assert found.steps > 0
    assert (found.series, found.refused, found.differences) == (4, 0, [])


def test_what_differs_is_said_with_what_plays_it_again(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(differential, "reported", lambda *_asked: ("one", "other"))
    assert differential.main(["0.0001", "7"]) == 1
    said = capsys.readouterr().out
    assert "seed 7" in said
    assert "rulebook nim" in said
    assert "series " in said
