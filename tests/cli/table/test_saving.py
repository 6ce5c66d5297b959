"""A game that is saved loses no move: not when its output is closed, and not to another process."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.cli.shared.files.files import WouldOverwrite
from rulewright.cli.table.session import saving
from rulewright.cli.table.session.saving import CHANGED, GONE, NotSaved, SaveFile, append_line
from rulewright.interpreter.playthroughs.lines.head import BODY_WORDS, WORDS

ROOT = Path(__file__).parents[3]
GAME = "game tic_tac_toe\nplayers Anna, Boris\n"
FULL = OSError(28, "No space left on device")


def play(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *map(str, arguments)], input=typed)


def moves_in(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith(("Anna: ", "Boris: ", "x: ", "o: "))]


# ---- Errors of printing are no errors of saving ----------------------------------------------------


def test_a_reader_who_goes_away_ends_the_game_and_every_move_until_then_is_saved(tmp_path: Path) -> None:
    save = tmp_path / "game.play"
    with subprocess.Popen(
            [sys.executable, "-m", "rulewright", "play", "carolus_magnus", "--auto", "--seed", "3", "--save", str(save)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        told = process.stderr.read()
    assert (process.returncode, told) == (1, "")
    assert play("--load", save, "--save", tmp_path / "on.play", typed="quit\n").exit_code == 0


def test_what_cannot_be_printed_is_not_taken_for_a_file_that_cannot_be_written(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = click.echo

    def echo(message: object = None, file: None = None, nl: bool = True, err: bool = False, color: bool | None = None) -> None:
        if str(message).startswith("x: a1"):
            raise OSError(5, "Input/output error")
        real(message, file, nl, err, color)

    monkeypatch.setattr(click, "echo", echo)
    save = tmp_path / "game.play"
    result = play("tic_tac_toe", "--save", save, typed="a1\nb1\nquit\n")
    assert result.exit_code == 1
    assert "Error: standard output cannot be written: input/output error" in result.output
    assert "cannot save" not in result.output
    assert moves_in(save) == ["x: a1"]


# ---- One process at a time -------------------------------------------------------------------------


def test_a_file_in_which_another_process_plays_is_left_alone(tmp_path: Path) -> None:
    save = tmp_path / "game.play"
    with SaveFile.made(save, GAME):
        result = play("--load", save, "--save", save, typed="b2\nquit\n")
        assert result.exit_code == 1
        assert "another process plays this game in the same file" in result.output
        assert save.read_text() == GAME
    assert play("--load", save, "--save", save, typed="b2\nquit\n").exit_code == 0
    assert moves_in(save) == ["Anna: b2"]


def test_a_file_is_still_locked_when_it_has_been_written_anew(tmp_path: Path) -> None:
    save = tmp_path / "game.play"
    with SaveFile.made(save, GAME) as file:
        file.append("Anna: b2\n")
        file.write(GAME)
        with pytest.raises(NotSaved, match="another process"):
            SaveFile.taken_up(save)
        file.append("Anna: a1\n")
    SaveFile.taken_up(save).close()
    assert save.read_text() == GAME + "Anna: a1\n"


def test_of_two_processes_that_begin_the_same_file_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = tmp_path / "game.play"
    real = Path.hardlink_to

    def meanwhile(self: Path, target: Path) -> None:
        self.write_text("another game\n")
        real(self, target)

    monkeypatch.setattr(Path, "hardlink_to", meanwhile)
    with pytest.raises(WouldOverwrite):
        SaveFile.made(save, GAME)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("game.play", "another game\n")]


@pytest.mark.parametrize("change", ["append", "replace", "remove"])
def test_a_file_that_another_program_has_changed_is_not_written(tmp_path: Path, change: str) -> None:
    save, other = tmp_path / "game.play", tmp_path / "other.play"
    other.write_text(GAME)
    with SaveFile.made(save, GAME) as file:
        match change:
            case "append":
                append_line(save, "Anna: c3\n")
            case "replace":
                other.replace(save)
            case "remove":
                save.unlink()
        before = save.read_text() if save.exists() else None
        for write in (file.append, file.write):
            with pytest.raises(NotSaved, match=GONE if change == "remove" else CHANGED):
                write("Anna: b2\n")
        assert (save.read_text() if save.exists() else None) == before


# ---- Nothing is done that is not saved -------------------------------------------------------------


def test_nothing_is_taken_back_that_cannot_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str) -> None:
        raise FULL

    save, copy = tmp_path / "game.play", tmp_path / "copy.play"
    monkeypatch.setattr(saving, "write_whole", full)
    result = play("tic_tac_toe", "--save", save, typed=f"a1\nundo\nsave {copy}\nquit\n")
    assert "cannot save the game, so nothing more is taken back: no space left on device" in result.output
    assert moves_in(save) == moves_in(copy) == ["x: a1"]


def test_a_game_goes_on_in_another_file_when_its_own_takes_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save, copy = tmp_path / "game.play", tmp_path / "copy.play"

    def full(path: Path, line: str) -> None:
        if path == save and "b1" in line:
            raise FULL
        append_line(path, line)

    monkeypatch.setattr(saving, "append_line", full)
    result = play("tic_tac_toe", "--save", save, typed=f"a1\nb1\nsave {copy}\nb1\nc1\nquit\n")
    assert result.exit_code == 0, result.output
    assert moves_in(copy) == ["x: a1", "o: b1", "x: c1"]
    assert f"rulewright play --load {copy}" in result.output
    assert play("tic_tac_toe", "--save", tmp_path / "game2.play", typed="a1\nquit\n").exit_code == 0


def test_a_game_that_could_not_be_saved_ends_with_an_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, line: str) -> None:
        raise FULL

    monkeypatch.setattr(saving, "append_line", full)
    for options in (["--auto"], []):
        save = tmp_path / f"game{len(options)}.play"
        result = play("tic_tac_toe", "--save", save, *options, typed="a1\nquit\n")
        assert result.exit_code == 1, result.output
        assert "no space left on device" in result.output
        assert "None" not in result.output


# ---- Strictly --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "made"), [
    ("a1\na1\nb1\n", 1), ("a1\nnothing\nb1\n", 1), ("a1, b9\nb1\n", 1), ("undo\na1\n", 0), ("77\na1\n", 0), ("save\na1\n", 0)])
def test_a_strict_game_ends_at_the_first_line_that_cannot_be_carried_out(tmp_path: Path, typed: str, made: int) -> None:
    strict, loose = tmp_path / "strict.play", tmp_path / "loose.play"
    result = play("tic_tac_toe", "--strict", "--save", strict, typed=typed)
    assert result.exit_code == 1, result.output
    assert len(moves_in(strict)) == made
    assert play("tic_tac_toe", "--save", loose, typed=typed).exit_code == 0
    assert len(moves_in(loose)) == made + 1


def test_a_strict_game_whose_lines_are_all_carried_out_is_fine(tmp_path: Path) -> None:
    result = play("tic_tac_toe", "--strict", "--save", tmp_path / "game.play", typed="a1\nb1\nwhy b1\nhint\nundo\nb2\n")
    assert result.exit_code == 0, result.output


# ---- Names that no saved game could be read with -----------------------------------------------------


@pytest.mark.parametrize("name", [*WORDS, *BODY_WORDS])
def test_a_name_that_begins_another_line_of_a_saved_game_is_refused_before_it_is_saved(tmp_path: Path, name: str) -> None:
    save = tmp_path / "game.play"
    result = play("tic_tac_toe", "--seats", f"{name}=human,anna=human", "--save", save, typed="b2\na1\nquit\n")
    assert result.exit_code == 2
    assert f"`{name}` is not a name for a player" in result.output
    assert not save.exists()


def test_such_a_name_in_a_rulebook_asks_for_other_names(tmp_path: Path) -> None:
    rules = (ROOT / "games" / "tutorial" / "tic_tac_toe.rules").read_text(encoding="utf-8")
    (tmp_path / "duel.rules").write_text(re.sub(r"\bx\b", "back", rules), encoding="utf-8")
    save = tmp_path / "game.play"
    assert "`back` is not a name for a player" in play(tmp_path / "duel.rules", "--save", save, typed="b2\n").output
    assert not save.exists()
    named = play(tmp_path / "duel.rules", "--seats", "Anna=human,Boris=human", "--save", save, typed="b2\nquit\n")
    assert named.exit_code == 0, named.output
    assert play("--load", save, "--save", tmp_path / "on.play", typed="quit\n").exit_code == 0


# ---- A file that is removed while it is played in ----------------------------------------------------


@pytest.mark.parametrize("typed", ["a1\n", "a1\nquit\n", "a1\nb2\nquit\n"])
def test_nobody_is_sent_to_a_file_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    save = tmp_path / "game.play"
    real = SaveFile.append

    def removed(file: SaveFile, line: str) -> None:
        real(file, line)
        save.unlink()

    monkeypatch.setattr(SaveFile, "append", removed)
    result = play("tic_tac_toe", "--save", save, typed=typed)
    assert result.exit_code == 1
    assert "The game is not saved" in result.output
    assert "is gone" in result.output
    assert "--load" not in result.output
