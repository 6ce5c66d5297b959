"""`ambiguities` ranks what a rulebook leaves open by the games in which it makes a difference; publishers get the list."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

GAME = """
rulebook crossing
    "The crossing"
    players 2

parameter steps: 1..3 = 2
    "How far a player may go."

parameter unused: flag = no
    "Whether the ferry is painted."

constants
    goal = 6 assumed "the text does not say" "Who is {goal} steps away has crossed."

state
    turn: player = P1

each player has
    at: 0..20

note paint
    "The ferry is blue."
    assumed "the picture is in black and white"

play
    "The players walk in turn."
    repeat
        walk(turn)
        check crossed
        turn becomes next(turn)

rule walk(p: player)
    "{p} walks."
    choose steps_to_go by p
        "The player walks one step or more."
        move "goes {n}" for n in 1..3
            require not_too_far: n <= steps
                "{p} may go {steps} steps"
            p.at gains n
            if unused and n > 5
                p.at becomes 0

end crossed
    "Who has crossed first wins."
    when some p in players: p.at >= goal
    ranking p in players by p.at
"""


@pytest.fixture(scope="module")
def crossing(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("crossing") / "crossing.rules"
    path.write_text(GAME.lstrip(), encoding="utf-8")
    return str(path)


def answer(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, [*arguments])
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


def report(crossing: str, *more: str) -> Any:
    return json.loads(answer("ambiguities", crossing, "--games", "12", "--json", *more))


@pytest.fixture(scope="module")
def found(crossing: str) -> Any:
    return report(crossing)


def test_questions_come_in_the_order_of_their_weight(found: Any) -> None:
    questions = found["questions"]
    assert [question["rank"] for question in questions] == [1, 2, 3]
    assert {question["clause"]: question["kind"] for question in questions} == {
        "steps": "parameter", "goal": "assumed", "unused": "parameter"}
    assert questions[-1]["clause"] == "unused"
    last = questions[-1]["answers"][0]
    assert (last["games_parted"], last["games_with_other_winners"], last["playthrough"]) == (0, 0, None)
    weights = [question["answers"][0]["games_with_other_winners"] for question in questions]
    assert weights == sorted(weights, reverse=True)
    assert weights[0] > 0


def test_other_moves_are_counted_apart_from_other_differences(found: Any) -> None:
    by_clause = {question["clause"]: question["answers"] for question in found["questions"]}
    assert {each["other"] for each in by_clause["steps"]} == {1, 3}
    assert all(each["games_with_other_moves"] == each["games_parted"] == 12 for each in by_clause["steps"])
    assert all(each["first_difference_after"] == 0 for each in by_clause["steps"])
    assert all(each["games_with_other_moves"] == 0 for each in by_clause["goal"])
    assert all(each["first_difference_after"] > 0 for each in by_clause["goal"])


def test_a_playthrough_passes_as_it_is_and_fails_with_the_other_value(crossing: str, tmp_path: Path) -> None:
    folder = tmp_path / "shown"
    text = answer("ambiguities", crossing, "--games", "4", "--only", "steps", "--output", str(folder))
    files = sorted(folder.glob("*.play"))
    assert files
    assert all(str(file) in text for file in files)
    for file in files:
        assert CliRunner().invoke(main, ["test", str(file)]).exit_code == 0
        varied = file.read_text(encoding="utf-8").replace("players P1, P2", "players P1, P2\nset steps = 1", 1)
        file.write_text(varied.replace("rules ", "# rules "), encoding="utf-8")
    assert [CliRunner().invoke(main, ["test", str(file)]).exit_code for file in files].count(1) >= 1


def test_what_cannot_be_tried_is_named(crossing: str, found: Any) -> None:
    assert [entry["clause"] for entry in found["untried"]] == ["paint"]
    assert "assumed, without a value that could be another: paint" in answer("ambiguities", crossing, "--games", "1")


def test_an_unknown_clause_is_wrong_usage(crossing: str) -> None:
    assert "no clause" in answer("ambiguities", crossing, "--only", "step", code=2)


def test_more_processes_find_the_same(crossing: str) -> None:
    assert report(crossing, "--only", "steps", "--jobs", "2") == report(crossing, "--only", "steps")


def test_a_publisher_is_asked_first_what_matters_most(crossing: str, found: Any, tmp_path: Path) -> None:
    weighed, document = tmp_path / "weighed.json", tmp_path / "rules.txt"
    weighed.write_text(json.dumps(found), encoding="utf-8")
    document.write_text("The players walk in turn. The player walks one step or more.\n", encoding="utf-8")
    arguments = ("document", "questions", crossing, "--document", str(document), "--lang", "en")
    plain = answer(*arguments).splitlines()
    asked = answer(*arguments, "--weighed", str(weighed)).splitlines()
    assert sorted([*plain, *(line for line in asked if ",ambiguity/" in line)]) == sorted(asked)
    first = next(line for line in asked[1:] if ",ambiguity/" in line)
    assert asked[1] == first
    assert first.split(",")[0] == json.loads(weighed.read_text(encoding="utf-8"))["questions"][0]["clause"]


@pytest.mark.parametrize("text", ["[]", "{}", "no json", '{"rulebook": "nim", "questions": []}'])
def test_what_is_no_report_on_the_game_is_wrong_usage(crossing: str, tmp_path: Path, text: str) -> None:
    weighed, document = tmp_path / "weighed.json", tmp_path / "rules.txt"
    weighed.write_text(text, encoding="utf-8")
    document.write_text("The players walk in turn.\n", encoding="utf-8")
    answer("document", "questions", crossing, "--document", str(document), "--lang", "en", "--weighed", str(weighed), code=2)


def test_a_module_weighs_as_python_does(crossing: str) -> None:
    pytest.importorskip("wasmtime")
    assert report(crossing, "--machine", "wasm", "--no-cache") == report(crossing, "--machine", "python")
