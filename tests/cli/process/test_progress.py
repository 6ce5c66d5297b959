"""How far work has come is told on standard error where that is no terminal: in lines, now and then."""

from __future__ import annotations

import time

import pytest

from rulewright.cli.shared.process.progress import LINES_APART, Progress


@pytest.mark.parametrize(("seconds", "told"), [
    (1.0, ""), (LINES_APART, "playing: 1 of 4 after 30 s\nplaying: 2 of 4 after 60 s\nplaying: 3 of 4 after 90 s\n"),
    (LINES_APART / 2, "playing: 2 of 4 after 30 s\n"),
])
def test_work_that_takes_long_is_told_in_lines(
        seconds: float, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with Progress(4, "playing") as bar:
        for _ in range(4):
            now[0] += seconds
            bar.update(1)
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", told)
