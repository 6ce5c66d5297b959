"""On a terminal of 80 x 24 the board is on the screen when a question is asked; and what questions and moves are told like."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import rulewright.cli.table.turn_viewer  # noqa: F401 - what is imported later would keep the size of these tests
from rulewright.cli.main import main
from rulewright.cli.shared.games.names import shipped_names
from rulewright.cli.table import table
from rulewright.cli.table.text import room
from rulewright.cli.table.text.speech import question_to

LINES = 24


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for module in (room, table):
        monkeypatch.setattr(module, "lines_of_terminal", lambda: LINES)


def screens(folder: Path, game: str, seats: str, typed: list[str]) -> list[str]:
    """What is on the screen at each question, with the line of the question last."""
    arguments = ["play", game, *(["--seats", seats] if seats else []), "--seed", "7", "--save", str(folder / "game.play")]
    result = CliRunner().invoke(main, arguments, input="\n".join([*typed, "quit", ""]))
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    asked = [place for place, line in enumerate(lines) if line.startswith(f"{seats.partition('=')[0]}> ")]
    return ["\n".join(lines[max(0, place - LINES + 1) : place + 1]) for place in asked]


@pytest.mark.usefixtures("small")
def test_the_map_of_a_large_game_is_on_the_screen_at_every_question(tmp_path: Path) -> None:
    typed = ["1", "1", "1", "1", "ends the turn", "1", "1", "ends the turn"]
    shown = screens(tmp_path, "emperor_4", "north=human,south=random", typed)
    assert len(shown) >= 8
    for screen in shown:
        assert "           a     b     c     d     e     f     g     h     i     j     k" in screen, screen
        assert "a8 lair" in screen
    assert any("f1 home walled south spearman swordsman" in text for text in shown)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("game", [name for name in shipped_names() if name not in ("lancaster", "emperor_4")])
def test_the_first_picture_and_its_question_fit_a_small_terminal(tmp_path: Path, game: str) -> None:
    arguments = ["play", game, "--seed", "7", "--save", str(tmp_path / "game.play")]
    lines = CliRunner().invoke(main, arguments, input="quit\n").output.splitlines()
    end = next(place for place, line in enumerate(lines) if line.endswith(("> quit", "press Enter quit")))
    begin = max(place for place, line in enumerate(lines[:end]) if line.startswith(("chance: ", "Type", lines[0])))
    assert end - begin <= LINES + 1, "\n".join(lines[begin : end + 1])


@pytest.mark.usefixtures("small")
def test_regions_are_told_in_short_where_their_table_does_not_fit(tmp_path: Path) -> None:
    screen = screens(tmp_path, "carolus_magnus", "Anna=human,Boris=random", ["1", "1", "1", "1"])[-1]
    assert "region   T0 (" in screen
    assert "T14 (pink 1)" in screen


ARMY = """rulebook army
    players 2
    seats white, black
enum kind: general, engineer, standard_bearer
board field: square 9 by 3 of cell
    shown as "{cell.side}{cell.piece}" when cell.piece != none
each cell has
    piece: kind or none
    side: player or none
state
    turn: player = white
phase set_up
    "Two stand there."
    a1.piece becomes general
    a1.side becomes white
    i3.piece becomes standard_bearer
    i3.side becomes black
play
    set_up()
    repeat
        choose stepping by turn
            "Somebody waits."
            move "wait"
            move "sleep"
        check over
end over
    "Somebody is gone."
    when a1.piece = none
    draw
"""


@pytest.mark.usefixtures("small")
def test_where_words_would_be_cut_a_board_has_letters_and_says_what_they_stand_for(tmp_path: Path) -> None:
    (tmp_path / "army.rules").write_text(ARMY)
    arguments = ["play", str(tmp_path / "army.rules"), "--save", str(tmp_path / "game.play")]
    shown = CliRunner().invoke(main, arguments, input="quit\n").output
    assert "  3   .   .   .   .   .   .   .   .  BSB" in shown
    assert "  1  WG   .   .   .   .   .   .   .   ." in shown
    assert "W white, B black; G general, SB standard_bearer" in shown
    assert "whitegeneral" not in shown


# ---- How it is told --------------------------------------------------------------------------------


def test_a_question_that_begins_with_the_players_name_has_it_once() -> None:
    assert question_to("Anna", "Anna plays.") == "Anna plays."
    assert question_to("Anna", "Annabel plays.") == "Anna: Annabel plays."
    assert question_to("Anna", "The player plays.", "card 2 of 3") == "Anna: The player plays. (card 2 of 3)"


def test_it_is_told_which_of_several_choices_is_due(tmp_path: Path) -> None:
    typed = ["1", "1", "1", "1", "1", "undo", "1", "1", "1"]
    shown = "\n".join(screens(tmp_path, "carolus_magnus", "Anna=human,Boris=random", typed))
    asked = [line.rpartition("(")[2] for line in shown.splitlines() if "(paladin " in line]
    assert list(dict.fromkeys(asked)) == ["paladin 1 of 3)", "paladin 2 of 3)", "paladin 3 of 3)"]
    loaded = CliRunner().invoke(main, ["play", "--load", str(tmp_path / "game.play"), "--save", str(tmp_path / "on.play")])
    assert "region" in loaded.output


def test_what_a_roll_has_brought_is_told_with_what_it_says(tmp_path: Path) -> None:
    typed = "1\n1\n1\n1\nh9 to g8\nall\nquit\n"
    shown = CliRunner().invoke(main, ["play", "emperor_4", "--seed", "7", "--seats", "north=human,south=random", "--save",
                                      str(tmp_path / "game.play")], input=typed).output
    assert "chance: h9 is gold_1\n    gold_1: Found: 1 gold; the token is discarded.\n" in shown


def test_a_noun_agrees_with_the_number_that_play_has_put_before_it(tmp_path: Path) -> None:
    script = tmp_path / "few.play"
    script.write_text("game lancaster\nplayers Anna, Boris, Clara\nseed 7\nauto 20\n")
    shown = "".join(CliRunner().invoke(main, ["play", "lancaster", "--seed", str(seed), "--seats", "A=human,B=random,C=random",
                                              "--save", str(tmp_path / f"{seed}.play")],
                                       input="1\n" * 12 + "for with 7\nfor with 2\nquit\n").output for seed in (7, 8))
    assert "has only 1 voting marker  [" in shown
    assert "1 voting markers" not in shown


def test_a_phase_is_called_by_what_it_is_carried_out_for_and_a_score_stands_once(tmp_path: Path) -> None:
    arguments = ["play", "pig", "--seed", "7", "--save", str(tmp_path / "game.play")]
    shown = CliRunner().invoke(main, arguments, input="quit\n").output
    assert "Turn of P1: In their turn" in shown
    assert "player  score\nP1      0\nP2      0\n" in shown
