"""`play --watch` shows a game and ends by itself; on a terminal turn by turn, elsewhere the last of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

ROOT = Path(__file__).parents[3]
GAME = ROOT / "games" / "carolus_magnus" / "playthroughs" / "game_ten_castles.play"
SHORT = ROOT / "games" / "tutorial" / "playthroughs" / "pig_complete_game.play"


def play(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *map(str, arguments)], input=typed, env={"COLUMNS": "100"})


def test_a_game_that_is_over_is_shown_by_its_end_without_a_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    shown = play("--load", GAME, "--watch")
    assert shown.exit_code == 0, shown.output
    lines = shown.output.splitlines()
    assert lines[0].startswith("Anna: ")
    assert "Boris: blue to court, yellow to court, yellow to court, emperor 1" in lines
    assert shown.output.count("region ") == 1
    assert lines[-5:] == [
        "Boris wins. Anna 5, Boris 10.", "", "To play it yourself, and to read its rules:",
        "  rulewright play carolus_magnus --seats Anna=human,Boris=random", "  rulewright rulebook carolus_magnus"]
    assert ">" not in shown.output.replace("->", "")
    # What is compiled for the first time is kept; no game is.
    assert [path for path in tmp_path.iterdir() if path.name != ".cache"] == []


def test_as_many_turns_are_told_as_are_asked_for() -> None:
    told = [[line for line in play("--load", GAME, "--watch", "--last", last).output.splitlines()
             if line.startswith(("Anna: ", "Boris: "))] for last in (1, 3)]
    assert len(told[0]) == 1
    assert len(told[1]) > 2
    assert told[1][-1] == told[0][0]


def test_a_game_in_which_nobody_plays_is_played_and_shown_without_a_question(tmp_path: Path) -> None:
    save = tmp_path / "game.play"
    shown = play("pig", "--auto", "--watch", "--seed", "1", "--save", save)
    assert shown.exit_code == 0, shown.output
    assert "wins." in shown.output
    assert "rulewright play pig --seats P1=human,P2=random" in shown.output
    assert CliRunner().invoke(main, ["test", str(save)]).exit_code == 0


def test_a_game_that_is_not_over_goes_on_with_those_who_play(tmp_path: Path) -> None:
    begun = tmp_path / "begun.play"
    begun.write_text("game tic_tac_toe\nplayers Anna, Boris\nAnna: a1\n")
    shown = play("--load", begun, "--watch", "--save", tmp_path / "on.play", typed="b2\nquit\n")
    assert shown.output.startswith("Anna: a1\n")
    assert "Boris: b2" in shown.output
    assert shown.output.count("Anna: a1\n") == 1


def test_what_is_watched_has_to_be_named() -> None:
    assert play("pig", "--watch").exit_code == 2


def test_the_last_move_is_told_once_at_the_end(tmp_path: Path) -> None:
    shown = play("tic_tac_toe", "--save", tmp_path / "game.play", typed="a1\na2\nb1\nb2\nc1\nquit\n").output
    assert shown.count("x: c1\n") == 1
    shown = play("tic_tac_toe", "--auto", "--seed", "1").output
    moves = [line for line in shown.splitlines() if line.startswith(("x: ", "o: "))]
    assert len(moves) == len(set(moves))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_terminal_is_shown_turn_after_turn_at_the_pace_that_is_asked_for() -> None:
    import pty

    screen, other = pty.openpty()
    command = [sys.executable, "-m", "rulewright", "play", "--load", str(SHORT), "--watch", "--last", "3", "--pace", "0.1"]
    size = {**os.environ, "COLUMNS": "80", "LINES": "24"}
    with subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=size) as process:
        os.close(other)
        shown = b""
        try:
            while part := os.read(screen, 10_000):
                shown += part
        except OSError:  # Nothing more comes when the process has ended.
            pass
    os.close(screen)
    assert process.returncode == 0
    assert shown.count(b"Enter: go on; q and Enter: to the end") == 2
    assert shown.decode().rstrip().endswith("rulebook pig --set goal=20")
