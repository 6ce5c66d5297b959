"""Numbers that `simulate` reports because they were asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

from .compare.test_diff_plays import DEALT


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_simulate_reports_figures_that_are_asked_for() -> None:
    arguments = ("simulate", "pig", "--games", "60", "--json", "--metric", "both=P1.score + P2.score", "--metric", "one=1")
    record, two = (json.loads(run(*arguments, "--jobs", jobs).output) for jobs in ("1", "2"))
    assert record["figures"] == two["figures"]
    assert record["figures"]["both"]["mean"] == pytest.approx(sum(record["scores"].values()))
    assert record["figures"]["both"]["min"] < record["figures"]["both"]["mean"] < record["figures"]["both"]["max"]
    assert record["figures"]["one"] == {"mean": 1, "min": 1, "max": 1}
    assert "figures" not in json.loads(run("simulate", "pig", "--games", "2", "--json").output)


@pytest.mark.parametrize(("figure", "code", "told"), [
    ("points", 2, "write NAME=EXPR"),
    ("points=", 2, "write NAME=EXPR"),
    ("points=P1.scores", 1, "did you mean `score`?"),
    ("points=P1.score = 3", 1, "E301"),
])
def test_a_figure_that_cannot_be_reported_is_explained(figure: str, code: int, told: str) -> None:
    result = run("simulate", "pig", "--games", "2", "--metric", figure)
    assert result.exit_code == code
    assert told in result.output


def test_what_is_chosen_and_rolled_is_counted_with_the_wins_of_who_chose_it() -> None:
    arguments = ("simulate", "pig", "--games", "60", "--json", "--count", "rolls {}", "--count", "{}", "--count", "never {}")
    record = json.loads(run(*arguments).output)
    two = json.loads(run(*arguments, "--jobs", "2").output)
    assert record["counts"] == two["counts"]
    rolls = record["counts"]["rolls {}"]
    assert set(rolls) == {"1", "2", "3", "4", "5", "6"}
    assert all(face["players"] == 0 and "won_percent" not in face for face in rolls.values())
    moves = record["counts"]["{}"]
    assert sum(move["made"] for move in moves.values()) == record["choices_per_game"]["mean"] * 60
    # Both roll in every game, and one of the two wins.
    assert (moves["roll"]["players"], moves["roll"]["won"], moves["roll"]["won_percent"]) == (120, 60, 50)
    assert record["counts"]["never {}"] == {}


@pytest.mark.parametrize("game", ["dealt", pytest.param("emperor_4", marks=pytest.mark.slow)])
def test_a_seat_that_chance_names_is_counted_with_its_wins(tmp_path: Path, game: str) -> None:
    (tmp_path / "dealt.rules").write_text(DEALT, encoding="utf-8")
    arguments = ("simulate", str(tmp_path / "dealt.rules") if game == "dealt" else game, "--games", "1", "--count", "{} begins")
    assert "count of {} begins: never" not in run(*arguments).output
    counted = json.loads(run(*arguments, "--json").output)["counts"]
    assert sum(seat["players"] for seat in counted["{} begins"].values()) == 1


@pytest.mark.parametrize("pattern", ["rolls", "{} and {}"])
def test_a_pattern_without_one_place_to_count_is_explained(pattern: str) -> None:
    result = run("simulate", "pig", "--games", "2", "--count", pattern)
    assert result.exit_code == 2
    assert "write a notation with one `{}` for what is counted" in result.output


def test_players_look_a_move_ahead_by_an_evaluation(tmp_path: Path) -> None:
    file = tmp_path / "careful.evaluation"
    file.write_text("# Points that are written down count most.\n3 * me.score + at_stake\n", encoding="utf-8")
    arguments = ("simulate", "pig", "--games", "6", "--json", "--count", "{}")
    random, careful = (json.loads(run(*arguments, *more).output) for more in ((), ("--evaluate", str(file))))
    assert (random["players_by"], careful["players_by"]) == ("random", "ahead:careful")
    assert careful["choices_per_game"]["mean"] < random["choices_per_game"]["mean"]
    assert careful == {**json.loads(run(*arguments, "--evaluate", str(file), "--jobs", "2").output),
                       **{key: value for key, value in careful.items() if "second" in key}}


@pytest.mark.parametrize(("name", "code", "told"), [
    ("warlik", 2, "did you mean `warlike`?"),
    ("peaceful", 2, "there are warlike"),
    ("empty.evaluation", 2, "write numbers, one on a line"),
    ("wrong.evaluation", 1, "wrong.evaluation:2:1"),
])
def test_what_cannot_be_an_evaluation_is_explained(tmp_path: Path, name: str, code: int, told: str) -> None:
    (tmp_path / "empty.evaluation").write_text("# nothing\n", encoding="utf-8")
    (tmp_path / "wrong.evaluation").write_text("1\nme.fold\n", encoding="utf-8")
    path = tmp_path / name
    result = run("simulate", "emperor_4", "--games", "1", "--evaluate", str(path) if path.is_file() else name)
    assert result.exit_code == code
    assert told in result.output
