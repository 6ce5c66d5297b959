"""Players who think on the command line: `play --seats`, `simulate` and `record --players-by`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.dsl.load.loader import find


def answer(*arguments: str, code: int = 0, typed: str = "") -> str:
    result = CliRunner().invoke(main, [*arguments], input=typed)
    assert result.exit_code == code, result.output
    return result.output


def test_a_seat_is_played_by_tree_search_and_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    games = []
    for number in range(2):
        file = tmp_path / f"{number}.play"
        answer("play", "tic_tac_toe", "--seats", "Anna=mcts:60,Boris=random", "--seed", "5", "--save", str(file))
        games.append(file.read_text(encoding="utf-8"))
    assert games[0] == games[1]
    assert answer("test", str(tmp_path / "0.play"))
    assert games[0].count("Anna: ") >= 3


def test_a_person_plays_against_tree_search_and_asks_for_a_hint(tmp_path: Path) -> None:
    said = answer("play", "nim", "--seats", "Anna=human,Boris=mcts:40", "--seed", "1", "--save", str(tmp_path / "x.play"),
                  typed="hint\nheap 1 take 3\nquit\n")
    assert "hint: heap" in said
    assert "expected: " in said
    assert "Boris: heap" in said


def test_a_game_goes_on_as_if_it_had_not_been_left(tmp_path: Path) -> None:
    file = tmp_path / "x.play"
    seats = ("--seats", "Anna=human,Boris=mcts:40", "--seed", "1")
    answer("play", "nim", *seats, "--save", str(file), typed="heap 1 take 3\nheap 3 take 1\nquit\n")
    whole = file.read_text(encoding="utf-8")
    file.unlink()
    answer("play", "nim", *seats, "--save", str(file), typed="heap 1 take 3\nquit\n")
    answer("play", "--load", str(file), "--save", str(file), "--seats", "Anna=human,Boris=mcts:40",
           typed="heap 3 take 1\nquit\n")
    assert file.read_text(encoding="utf-8") == whole


@pytest.mark.parametrize("kind", ["human", "random", "ahead", "mcts:50", "mcts:2s"])
def test_a_kind_without_a_name_is_no_name_of_a_person(kind: str) -> None:
    said = answer("play", "tic_tac_toe", "--seats", f"Anna,{kind}", code=2)
    assert f"`{kind}` is a kind of player; name the seat too: NAME={kind}" in said


@pytest.mark.parametrize("seats", ["Anna=fish", "Anna=mcts", "Anna=mcts:0,Boris=random", "Anna=mcts:2m",
                                   "Anna=ahead,Boris=random", "Anna=mcts:5:few,Boris=random"])
def test_a_wrong_player_is_wrong_usage(seats: str) -> None:
    assert "--seats" in answer("play", "tic_tac_toe", "--seats", seats, code=2)


@pytest.mark.parametrize("by", ["fish", "mcts:5,random,random", "mcts", "ahead", ""])
@pytest.mark.parametrize("command", ["simulate", "record"])
def test_wrong_players_of_many_games_are_wrong_usage(command: str, by: str) -> None:
    answer(command, "tic_tac_toe", "--players-by", by, code=2)


def test_players_exclude_a_policy() -> None:
    assert "excludes" in answer("simulate", "tic_tac_toe", "--players-by", "random", "--policy", "uniform", code=2)


def test_the_report_is_the_same_for_any_machine_and_number_of_processes() -> None:
    asked = ("simulate", "tic_tac_toe", "--games", "6", "--seed", "2", "--players-by", "mcts:25,random", "--json")
    report = answer(*asked)
    assert report == answer(*asked, "--machine", "python")
    assert report == answer(*asked, "--jobs", "2")
    assert json.loads(report)["players_by"] == "mcts:25,random"


def test_a_recorded_game_passes(tmp_path: Path) -> None:
    file = tmp_path / "x.play"
    answer("record", "pig", "--players-by", "mcts:15,random", "--seed", "3", "--limit", "60", "--output", str(file))
    answer("test", str(file))


def test_a_search_by_an_evaluation_plays_the_same_game_again(tmp_path: Path) -> None:
    main_file = tmp_path / "nim.rules"
    main_file.write_text(find("nim").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "evaluations").mkdir()
    (tmp_path / "evaluations" / "few.evaluation").write_text("0 - counters[1]", encoding="utf-8")
    asked = ("simulate", str(main_file), "--games", "3", "--seed", "2", "--players-by", "mcts:25:few,random", "--json")
    report = answer(*asked)
    assert report == answer(*asked, "--machine", "python")
    assert json.loads(report)["players_by"] == "mcts:25:few,random"
