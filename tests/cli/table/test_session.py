"""Taking back and making again: behind what was loaded, past chance on demand, and with the same chance as before."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

TIC = "game tic_tac_toe\nplayers Anna, Boris\n"
PIG = "game pig\nplayers Anna, Boris\nseed 3\n"


def run(*arguments: str, stdin: str) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def go_on(folder: Path, text: str, typed: str, **others: str) -> tuple[str, str]:
    """Take a playthrough up and type lines: what is shown, and what is kept."""
    for name, other in others.items():
        (folder / f"{name}.play").write_text(other, encoding="utf-8")
    (folder / "before.play").write_text(text, encoding="utf-8")
    (folder / "after.play").unlink(missing_ok=True)
    result = run("play", "--load", str(folder / "before.play"), "--save", str(folder / "after.play"), stdin=typed)
    assert result.exit_code == 0, result.output
    assert run("test", str(folder / "after.play"), stdin="").exit_code == 0
    return result.output, (folder / "after.play").read_text(encoding="utf-8")


def end_of(path: Path) -> str:
    return run("legal", str(path), "--json", stdin="").stdout


# ---- Behind what was loaded ----------------------------------------------------------------


def test_a_move_that_was_loaded_is_taken_back(tmp_path: Path) -> None:
    shown, kept = go_on(tmp_path, TIC + "Anna: a1\nBoris: b2\nexpect choices 7\n", "undo\nb3\nquit\n")
    assert "taken back:\n  Boris: b2" in shown
    assert kept == TIC + "Anna: a1\nBoris: b3\n"


def test_taking_back_goes_to_the_beginning_and_no_further(tmp_path: Path) -> None:
    shown, kept = go_on(tmp_path, TIC + "Anna: a1\nBoris: b2\n", "undo\nundo\nundo\nquit\n")
    assert "there is nothing to take back" in shown
    assert kept == TIC


def test_what_was_loaded_and_taken_back_is_made_again(tmp_path: Path) -> None:
    shown, kept = go_on(tmp_path, TIC + "Anna: a1\nBoris: b2\n", "undo\nundo\nredo\nredo\nredo\nquit\n")
    assert "made again:\n  Anna: a1" in shown
    assert "there is nothing to make again" in shown
    assert kept == TIC + "Anna: a1\nBoris: b2\n"


def test_a_line_of_several_moves_is_opened(tmp_path: Path) -> None:
    text = "game connect_four\nplayers Anna, Boris\nAnna: d\nBoris: d\n"
    assert go_on(tmp_path, text, "undo\nquit\n")[1] == "game connect_four\nplayers Anna, Boris\nAnna: d\n"
    magnus = (Path(__file__).parents[3] / "games/carolus_magnus/playthroughs/game_ten_castles.play").read_text(encoding="utf-8")
    lines = magnus.split("\n")
    place = next(i for i, line in enumerate(lines) if line.startswith("Anna: ") and line.count(",") == 2)
    _, kept = go_on(tmp_path, "\n".join(lines[: place + 1]) + "\n", "undo!\nquit\n")  # what was forced goes with it
    who, _, moves = lines[place].partition("#")[0].strip().partition(": ")
    assert kept == "\n".join([*lines[:place], *(f"{who}: {move}" for move in moves.split(", ")[:2])]) + "\n"


def test_moves_that_were_played_on_at_random_are_written_out(tmp_path: Path) -> None:
    _, kept = go_on(tmp_path, TIC + "seed 5\nauto 4\n", "undo\nquit\n")
    assert kept.startswith(TIC + "seed 5\n")
    assert [line.partition(":")[0] for line in kept.splitlines()[3:]] == ["Anna", "Boris", "Anna"]


def test_a_position_is_not_left_by_taking_back(tmp_path: Path) -> None:
    text = TIC + "position\n    a1.mark = Anna\n    turn = Boris\nBoris: b1\nAnna: c1\n"
    shown, kept = go_on(tmp_path, text, "undo\nundo\nundo\nquit\n")
    assert "there is nothing to take back" in shown
    assert kept == TIC + "position\n    a1.mark = Anna\n    turn = Boris\n"


def test_moves_of_a_file_that_is_used_are_taken_back(tmp_path: Path) -> None:
    part = TIC + "Anna: a1\nBoris: b1\n"
    _, kept = go_on(tmp_path, TIC + 'use "part.play"\nAnna: c1\n', "undo\nundo\nquit\n", part=part)
    assert kept == TIC + "Anna: a1\n"
    arranged = TIC + "position\n    a1.mark = Anna\n    turn = Boris\nBoris: b1\n"
    shown, kept = go_on(tmp_path, TIC + 'use "part.play"\n', "undo\nquit\n", part=arranged)
    assert "the position was set up together with this move" in shown
    assert kept == TIC + 'use "part.play"\n'


def test_going_back_to_a_mark_is_kept_when_a_move_after_it_is_taken_back(tmp_path: Path) -> None:
    text = TIC + 'Anna: a1\nmark "one"\nBoris: b1\nback to "one"\nBoris: c1\n'
    assert go_on(tmp_path, text, "undo\nquit\n")[1] == TIC + 'Anna: a1\nmark "one"\nBoris: b1\nback to "one"\n'
    assert go_on(tmp_path, text, "undo\nundo\nquit\n")[1] == TIC


# ---- Chance --------------------------------------------------------------------------------


def test_chance_that_was_loaded_is_taken_back_on_demand_only(tmp_path: Path) -> None:
    text = PIG + "chance: rolls 4\nAnna: roll\nchance: rolls 2\n"
    shown, kept = go_on(tmp_path, text, "undo\nquit\n")
    assert "chance has decided since; `undo!` takes it back anyway" in shown
    assert kept == text
    assert go_on(tmp_path, text, "undo!\nquit\n")[1] == PIG + "chance: rolls 4\n"


def test_a_roll_that_is_taken_back_falls_again_as_it_did(tmp_path: Path) -> None:
    path = tmp_path / "p.play"
    run("play", "pig", "--players", "2", "--seed", "2", "--save", str(path), stdin="roll\nquit\n")
    once = path.read_text()
    path.unlink()
    run("play", "pig", "--players", "2", "--seed", "2", "--save", str(path), stdin="roll\nundo!\nhint\nroll\nquit\n")
    assert path.read_text() == once
    assert once.count("chance: ") >= 2


def test_a_game_that_is_taken_up_again_goes_on_with_the_same_chance(tmp_path: Path) -> None:
    whole, first, second = tmp_path / "whole.play", tmp_path / "first.play", tmp_path / "second.play"
    moves = "roll\nroll\nhold\nroll\nhold\n"
    run("play", "pig", "--players", "2", "--seed", "8", "--save", str(whole), stdin=moves + "quit\n")
    run("play", "pig", "--players", "2", "--seed", "8", "--save", str(first), stdin="roll\nroll\nquit\n")
    run("play", "--load", str(first), "--save", str(second), stdin="hold\nroll\nhold\nquit\n")
    assert second.read_text() == whole.read_text()


def test_against_a_random_player_a_persons_own_move_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "p.play"
    result = run("play", "tic_tac_toe", "--seats", "Anna=human,Boris=random", "--seed", "1", "--save", str(path),
                 stdin="a1\nundo\nquit\n")
    assert "taken back:\n  Anna: a1\n  Boris: " in result.output
    assert "Anna:" not in path.read_text()


@pytest.mark.parametrize("typed", [
    "undo\n", pytest.param("undo\nundo!\n", marks=pytest.mark.slow), "undo!\nundo!\nundo!\n", "redo\n"])
def test_whatever_is_taken_back_the_file_that_is_kept_holds(tmp_path: Path, typed: str) -> None:
    folder = Path(__file__).parents[3] / "games"
    for name in ("tutorial/playthroughs/race_moves.play", "carolus_magnus/playthroughs/figure_6_counterattack.play"):
        target = tmp_path / Path(name).name
        target.unlink(missing_ok=True)
        run("play", "--load", str(folder / name), "--save", str(target), stdin=typed + "quit\n")
        assert run("test", str(target), stdin="").exit_code == 0, target.read_text()


# ---- Where the rulebook goes wrong -------------------------------------------------------------

DEAD_END = """rulebook dead_end
    players 2

state
    counters: 0..5 = 5
    turn: player = P1

play
    repeat
        choose counters_to_take by turn
            move "take {n}" for n in 1..3
                require enough: n <= counters
                counters loses n
        check ends
        turn becomes next(turn)

end last_one
    when counters = 1
    winners p in players where p = turn
"""


def dead_end(folder: Path, typed: str, *options: str) -> Result:
    """Play a game in which nobody can move once all counters are taken."""
    return run("play", *options, "--save", str(folder / "kept.play"), stdin=typed)


def test_a_move_after_which_nobody_can_move_is_taken_back(tmp_path: Path) -> None:
    (tmp_path / "dead_end.rules").write_text(DEAD_END, encoding="utf-8")
    options = (str(tmp_path / "dead_end.rules"), "--seats", "Anna=human,Boris=human", "--seed", "1")
    left = dead_end(tmp_path, "take 3\ntake 2\nboard\nlog\nquit\n", *options)
    assert left.exit_code == 1
    assert left.stderr.count("rulebook fault: no player can move here") == 1
    assert left.stdout.count("turn Anna") == 2
    assert (tmp_path / "kept.play").read_text(encoding="utf-8").endswith("Anna: take 3\nBoris: take 2\n")
    on = dead_end(tmp_path, "undo\ntake 1\n", "--load", str(tmp_path / "kept.play"))
    assert on.exit_code == 0
    assert "taken back:\n  Boris: take 2" in on.stdout
    assert (tmp_path / "kept.play").read_text(encoding="utf-8").endswith("Anna: take 3\nBoris: take 1\n")


def test_without_a_person_a_rulebook_that_goes_wrong_ends_the_game(tmp_path: Path) -> None:
    (tmp_path / "dead_end.rules").write_text(DEAD_END.replace("when counters = 1", "when counters = 9"), encoding="utf-8")
    result = dead_end(tmp_path, "", str(tmp_path / "dead_end.rules"), "--auto", "--seed", "1")
    assert result.exit_code == 1
    assert "no player can move here" in result.output
