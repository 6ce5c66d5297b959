"""Output is UTF-8 wherever it is kept, whatever encoding the system has; a terminal is sent only what it understands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# Each is a process, and only that of least letters is started in the ordinary run.
LEGACY = ["ascii", *(pytest.param(name, marks=pytest.mark.slow) for name in ("cp1252", "cp437"))]


def run(encoding: str, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    return subprocess.run([sys.executable, "-m", "rulewright", *arguments], input=stdin, capture_output=True, check=False,
                          env=environment)


@pytest.mark.parametrize("encoding", LEGACY)
def test_a_rulebook_in_other_letters_is_printed_under_a_legacy_encoding(encoding: str) -> None:
    done = run(encoding, "rulebook", "pig", "--lang", "ru", "--players", "2")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Побеждает" in done.stdout.decode("utf-8")


@pytest.mark.parametrize(("game", "seats"), [
    ("hex", "Anna=human,Boris=random"), pytest.param("emperor_4", "north=human,south=random", marks=pytest.mark.slow)])
def test_a_board_is_drawn_and_played_on_under_a_legacy_encoding(tmp_path: Path, game: str, seats: str) -> None:
    save = tmp_path / "game.play"
    done = run("cp1252", "play", game, "--seats", seats, "--seed", "1", "--save", str(save))
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr
    assert "│" in done.stdout.decode("utf-8")


def test_bytes_that_are_no_text_are_no_move(tmp_path: Path) -> None:
    done = run("utf-8", "play", "nim", "--save", str(tmp_path / "game.play"), stdin=b"\xff\xfe\nheap 1 take 1\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "is not a move of this game" in done.stdout.decode("utf-8")
    assert "P1: heap 1 take 1" in (tmp_path / "game.play").read_text()


def test_a_name_that_is_no_text_is_printed_with_escapes() -> None:
    command = [sys.executable.encode(), b"-m", b"rulewright", b"check", b"\xff.rules"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)
    assert rb"\udcff.rules" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_terminal_is_sent_escapes_for_letters_that_it_does_not_have() -> None:
    import pty

    main, other = pty.openpty()
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    process = subprocess.Popen([sys.executable, "-c", "from rulewright.cli.shared.process.encodings import speak_utf8\n"
                                "speak_utf8(); print('\\u0414\\u00e9')"], stdout=other, env=environment)
    assert process.wait() == 0
    os.close(other)
    shown = os.read(main, 100)
    os.close(main)
    assert shown == b"\\u0414\xe9\r\n"
