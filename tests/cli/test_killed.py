"""A game that is killed while it is played loses at most the line that was being written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli import files
from rulewright.cli.main import main


@pytest.mark.parametrize("delay", [0.02, 0.06, 0.15])
def test_a_killed_game_loads(tmp_path: Path, delay: float) -> None:
    save = tmp_path / "killed.play"
    process = subprocess.Popen(
        [sys.executable, "-m", "rulewright", "play", "carolus_magnus", "--auto", "--seed", "9", "--save", str(save)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not save.exists() and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.005)
    time.sleep(delay)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    text = save.read_text()
    assert text.startswith("game carolus_magnus\n")
    whole = text[: text.rindex("\n") + 1]
    moves = [line for line in whole.splitlines() if ": " in line]
    on = tmp_path / "on.play"
    result = CliRunner().invoke(main, ["play", "--load", str(save), "--save", str(on)], input="quit\n")
    assert result.exit_code == 0, result.output
    if on.exists():
        assert [line for line in on.read_text().splitlines() if ": " in line][: len(moves)] == moves


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        files.write_whole(path, "new")
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["old.txt"]
