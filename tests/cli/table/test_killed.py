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

from rulewright.cli.main import main
from rulewright.cli.shared.files import files
from rulewright.cli.table.session import saving
from rulewright.cli.table.session.saving import append_line


@pytest.mark.parametrize("moves", [15, *(pytest.param(moves, marks=pytest.mark.slow) for moves in (1, 60))])
def test_a_game_killed_while_it_is_played_loads(tmp_path: Path, moves: int) -> None:
    save, on = tmp_path / "killed.play", tmp_path / "on.play"
    process = subprocess.Popen(
        [sys.executable, "-m", "rulewright", "play", "carolus_magnus", "--auto", "--seed", "9", "--save", str(save)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while len(moves_in(save)) < moves and time.monotonic() < deadline:
        time.sleep(0.002)
    running = process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert running, "the game was still being played"
    text = save.read_text()
    assert text.startswith("game carolus_magnus\n")
    result = CliRunner().invoke(main, ["play", "--load", str(save), "--save", str(on)], input="quit\n")
    assert result.exit_code == 0, result.output
    assert len(moves_in(save)) >= moves
    assert moves_in(on)[: len(moves_in(save))] == moves_in(save)


def moves_in(path: Path) -> list[str]:
    """The whole lines of moves in a saved game."""
    text = path.read_text() if path.exists() else ""
    return [line for line in text[: text.rfind("\n") + 1].splitlines() if ": " in line]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        files.write_whole(path, "new")
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["old.txt"]


GAME = "game tic_tac_toe\nrules 000000000000\nplayers Anna, Boris\nAnna: b2\nBoris: a1\nexpect Anna to move\n"


@pytest.mark.parametrize(("command", "name", "text"), [
    ("fmt", "race.rules", "rulebook race\n    players   2\n\nplay\n    check over\n\nend over\n    when   yes\n    draw\n"),
    ("migrate", "old.play", GAME), ("test --bless", "wrong.play", GAME.replace("Anna to move", "Boris to move")),
])
def test_a_file_system_that_takes_no_more_leaves_every_file_as_it_was(
        tmp_path: Path, command: str, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    code, said = with_small_files(*command.split(), str(path))
    assert (code, "file too large" in said.lower()) == ("1", True), said
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {name: text}


def with_small_files(*words: str) -> tuple[str, str]:
    """The exit code of a command, and its errors, in a process in which no file may become larger than 64 bytes."""
    resource = pytest.importorskip("resource", reason="only there can a file system be made small")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            # Python would keep the first 64 bytes of a module that it compiles here, and fail to read them the next time.
            sys.dont_write_bytecode = True
            resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
            result = CliRunner().invoke(main, words)
            os.write(writing, f"{result.exit_code} {result.stderr}".encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as answer:
        code, _, said = answer.read().partition(" ")
    os.waitpid(child, 0)
    return code, said


def test_a_line_that_cannot_be_written_leaves_no_part_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.play"
    path.write_text("Anna: b2\n")
    write = os.write

    def full(handle: int, data: bytes) -> int:
        if len(data) < 9:
            raise OSError(28, "No space left on device")
        return write(handle, data[:3])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        append_line(path, "Boris: a1\n")
    assert path.read_text() == "Anna: b2\n"


def test_a_full_disk_is_told_at_the_table_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save, copy = tmp_path / "game.play", tmp_path / "copy.play"
    left = [2]

    def full(path: Path, line: str) -> None:
        if not left[0]:
            raise OSError(28, "No space left on device")
        left[0] -= 1
        append_line(path, line)

    monkeypatch.setattr(saving, "append_line", full)
    result = CliRunner().invoke(main, ["play", "tic_tac_toe", "--save", str(save)], input=f"a1\nb1\nc1\nsave {copy}\nquit\n")
    assert result.exit_code == 0
    assert "cannot save the move, so it was not played: no space left on device" in result.output
    assert "the game continues in it" in result.output
    assert save.read_text() == copy.read_text()
    assert save.read_text().endswith("x: a1\no: b1\n")


def test_a_file_that_cannot_be_written_any_more_does_not_end_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, line: str) -> None:
        if line.startswith("Boris"):
            raise OSError(28, "No space left on device")
        append_line(path, line)

    monkeypatch.setattr(saving, "append_line", full)
    save = tmp_path / "game.play"
    result = CliRunner().invoke(main, ["play", "tic_tac_toe", "--seats", "Anna=human,Boris=random", "--seed", "1",
                                       "--save", str(save)], input="a1\nquit\n")
    assert result.exit_code == 1, result.output
    assert f"{save} can no longer be written: no space left on device." in result.output
    assert "Boris: " in result.output
    assert save.read_text().endswith("Anna: a1\n")
