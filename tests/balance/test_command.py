"""`rulewright balance`: its report, the same for any number of processes, and what it says of too few games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

from .game import GAME


@pytest.fixture
def metals(tmp_path: Path) -> str:
    path = tmp_path / "metals.rules"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def answer(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["balance", *arguments])
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


def report(*arguments: str) -> Any:
    return json.loads(answer(*arguments, "--json"))


def test_a_report_says_what_wins(metals: str) -> None:
    found = report(metals, "--games", "60")
    verdicts = {(item["move"], item["value"]): item["verdict"] for item in found["items"]}
    assert verdicts == {("takes", None): "always", ("takes", "gold"): "better", ("takes", "lead"): "worse",
                        ("takes", "tin"): "not offered"}
    assert found["course"]["ends"]["all_taken"]["value"] == 1
    assert found["course"]["metrics"]["forced_share"]["mean"]["value"] == 0.5
    never = {use["clause"]: use["share"]["high"] for use in found["clauses"] if not use["games"]}
    assert never.keys() == {"never_refuses", "nobody_can"}
    assert never["nobody_can"] == pytest.approx(1 - 0.05 ** (1 / 60))
    text = answer(metals, "--games", "60")
    assert "    worth it: takes: m = gold\n    not worth it: takes: m = lead\n" in text
    assert "never in 60 games (so in at most 4.9 % of games):\n        never_refuses (requirement)" in text


def test_more_processes_and_other_machines_report_the_same() -> None:
    asked = ("pig", "--set", "goal=20", "--games", "21", "--seed", "4", "--tries", "2", "--json")
    plain = answer(*asked)
    assert answer(*asked, "--jobs", "2") == plain
    assert answer(*asked, "--machine", "python") == plain


def test_too_few_games_are_said_to_be_too_few(metals: str) -> None:
    found = report(metals, "--games", "5")
    assert (found["too_few_games"], found["fairness"], found["items"], found["course"]["metrics"]) == (True, None, [], {})
    text = answer(metals, "--games", "5")
    assert "too few games for a statement: 5 of 5 ended within 20,000 choices and rolls, and 20 are needed" in text
    assert "Fairness" not in text


def test_games_that_do_not_end_are_reported() -> None:
    found = report("pig", "--games", "20", "--limit", "3")
    assert found["course"]["not_ended"]["value"] == 1
    assert found["fairness"] is None
    assert "too few games for a statement: 0 of 20 ended within 3 choices" in answer("pig", "--games", "20", "--limit", "3")


def test_a_seat_that_cannot_move_is_named_by_its_clause(tmp_path: Path) -> None:
    path = tmp_path / "metals.rules"
    path.write_text(GAME.replace("m != tin", "m = tin"), encoding="utf-8")
    assert "metal_to_take" in answer(str(path), code=1)


def test_a_seat_that_never_chooses_is_named(tmp_path: Path) -> None:
    path = tmp_path / "metals.rules"
    path.write_text(GAME.replace("for each p in players\n        pick(p)", "pick(P1)").replace("when every p", "when some p"),
                    encoding="utf-8")
    assert "never choose anything: P2" in answer(str(path), "--games", "20")


def test_players_are_named_as_for_simulate(metals: str) -> None:
    found = report(metals, "--games", "20", "--players-by", "mcts:20,random")
    assert found["players_by"] == "mcts:20,random"
    assert found["fairness"]["seats"]["P1"]["wins"]["value"] == 1
    assert "is not a player" in answer(metals, "--players-by", "clever", code=2)
    assert "for 2 players" in answer(metals, "--players", "3", code=2)


@pytest.mark.parametrize("options", [("--csv", "--html"), ("--resume", "--csv"), ("--resume", "--html")])
def test_one_file_for_two_outputs_is_refused_before_any_game(options: tuple[str, str], tmp_path: Path) -> None:
    file = str(tmp_path / "games")
    first, second = options
    said = answer("pig", "--games", "100000000", first, file, second, str(tmp_path / "." / "games"), code=2)
    assert f"{first} and {second} name the same file" in said
    assert list(tmp_path.iterdir()) == []
