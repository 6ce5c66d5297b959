"""Standard streams that are closed or full: nothing falls, and no output is lost without an error."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

# Each is a process: the ordinary run starts one for each way of going wrong, and the slow run others for more commands.
ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix closes the streams")


def run(redirected: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rulewright", *arguments]
    # As for most users, whose output is written when there is enough of it.
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(["sh", "-c", f'"$@" {redirected}', "sh", *command], capture_output=True, text=True, check=False,
                          input="b2\nquit\n", env=buffered)


def test_a_closed_input_has_nothing_to_read(tmp_path: Path) -> None:
    done = run("<&-", "play", "tic_tac_toe", "--save", str(tmp_path / "game.play"))
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert "x: The player" in done.stdout


@pytest.mark.parametrize("arguments", [
    ("explain", "E801"), *(pytest.param((command, "nim"), marks=pytest.mark.slow) for command in ("check", "show")),
    pytest.param(("test", "games/tutorial/playthroughs/nim_one_heap.play"), marks=pytest.mark.slow)])
def test_what_cannot_be_printed_on_a_closed_output_is_an_error(arguments: tuple[str, ...]) -> None:
    done = run(">&-", *(str(ROOT / argument) if "/" in argument else argument for argument in arguments))
    assert (done.returncode, done.stderr) == (1, "Error: standard output cannot be written: it is closed\n")


def test_a_game_with_a_closed_output_is_kept(tmp_path: Path) -> None:
    save = tmp_path / "game.play"
    done = run(">&-", "play", "tic_tac_toe", "--seed", "1", "--save", str(save))
    assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
    assert save.read_text(encoding="utf-8").startswith("game tic_tac_toe\n")


def test_messages_are_lost_on_a_closed_stream_of_errors() -> None:
    done = run("2>&-", "simulate", "nim", "--games", "2")
    assert (done.returncode, "games" in done.stdout) == (0, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize("arguments", [
    ("explain", "E801"), *(pytest.param(words, marks=pytest.mark.slow) for words in (
        ("show", "nim"), ("play", "tic_tac_toe", "--seed", "1", "--save", "{}")))])
def test_an_output_without_room_is_named(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run(">/dev/full", *(argument.format(tmp_path / "game.play") for argument in arguments))
    assert (done.returncode, done.stderr) == (1, "Error: standard output cannot be written: no space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_report_is_printed_also_where_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "short.play").write_text("game nim\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["test", str(tmp_path), "--json", "--junit", "/dev/full"])
    assert (done.exit_code, done.stderr) == (1, "Error: No space left on device: /dev/full\n")
    assert json.loads(done.stdout)["passed"] == 1
