"""`rulewright laws`: what it says of a game that keeps all laws, and of one that breaks one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

BROKEN = '''
rulebook leaking
    "A leaking pot"
    players 2..3

state
    pot: 0..9 = 4

play
    repeat 5 times
        for each p in players
            choose stir by p
                "{p} stirs the pot."
                move "stirs"
                    pot loses 1
                move "waits"
                    pot gains 0
    check it_is_done

invariant full_enough: pot >= 3
    "There is always enough in the pot."

end it_is_done
    "After five rounds nobody has won."
    when yes
    draw
'''


def run(*arguments: str) -> Result:
    """Run a command, with few games for the laws of codes where their number is not given."""
    few = ["--code-games", "5"] if arguments[0] == "laws" and "--code-games" not in arguments else []
    return CliRunner().invoke(main, [*arguments, *few])


@pytest.fixture
def leaking(tmp_path: Path) -> str:
    path = tmp_path / "leaking.rules"
    path.write_text(BROKEN, encoding="utf-8")
    return str(path)


def test_a_game_that_keeps_all_laws() -> None:
    result = run("laws", "goofspiel", "--games", "2")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].startswith("4 random games for 2, 3 players, ")
    assert "came to an end" not in lines[1]
    assert lines[1].startswith("10 more games tested by codes alone, ")
    says = {line.split()[1]: line.split()[0] for line in lines[2:]}
    assert {law for law, said in says.items() if said != "holds"} == {"nothing_is_lost", "symmetries_hold"}
    assert says["nothing_is_lost"] == says["symmetries_hold"] == "-"


def test_a_law_that_says_nothing_of_a_game_is_not_said_to_hold() -> None:
    line = next(line for line in run("laws", "nim", "--games", "1").output.splitlines() if "secrets_are_kept" in line)
    assert line.split()[:3] == ["-", "secrets_are_kept", "0"]


def test_a_broken_law_is_told_with_the_shortest_playthrough(leaking: str) -> None:
    result = run("laws", leaking, "--games", "3", "--json")
    assert result.exit_code == 1
    report = json.loads(result.output)
    assert (report["players"], report["games"]) == ([2, 3], 6)
    assert report["ended"] < 6
    assert f"\n{report['ended']} of 6 came to an end; the others were left" in run("laws", leaking, "--games", "3").output
    assert {record["law"] for record in report["laws"] if not record["holds"]} == {"invariants_hold"}
    (broken,) = report["broken"]
    assert (broken["law"], broken["clauses"], broken["players"]) == ("invariants_hold", ["full_enough"], 2)
    assert broken["playthrough"].endswith("P1: stirs\nP2: stirs\nexpect invariants\n")


def test_the_playthrough_is_written_and_fails_as_the_law_does(leaking: str, tmp_path: Path) -> None:
    result = run("laws", leaking, "--games", "3", "--players", "2", "--output", str(tmp_path / "found"))
    assert result.exit_code == 1
    assert str(tmp_path / "found" / "invariants_hold.play") in result.output
    again = run("test", str(tmp_path / "found"))
    assert again.exit_code == 1
    assert "the invariant `full_enough` does not hold" in again.output


def test_several_processes_come_to_the_same(leaking: str) -> None:
    assert run("laws", leaking, "--games", "6", "--jobs", "2").output == run("laws", leaking, "--games", "6").output


OPTIONS = BROKEN.replace("state\n", """parameter spoon: flag = no
    "A spoon takes more."

parameter ladle: 1..3 = 1
    "So much a ladle takes."

parameter three_only: flag = no
    "For three."
    when player_count = 3

state
""", 1).replace("pot loses 1", "pot loses 1 if not spoon else 4").replace("pot >= 3", "pot >= 0").replace(
    "0..9 = 4", "0..9 = 6").replace("5 times", "2 times").replace(
    "pot gains 0", "pot becomes max(pot, 0 if three_only else ladle)")


def test_vary_parameters_is_looked_at_at_its_other_values(tmp_path: Path) -> None:
    path = tmp_path / "leaking.rules"
    path.write_text(OPTIONS, encoding="utf-8")
    assert run("laws", str(path), "--games", "1", "--players", "2", "--seed", "4").exit_code == 0
    result = run("laws", str(path), "--games", "3", "--players", "2", "--vary-parameters", "--json")
    report = json.loads(result.output)
    # With two players the last one cannot be set.
    assert report["options"] == [{"spoon": True}, {"ladle": 3}]
    assert result.exit_code == 1
    (broken,) = report["broken"]
    assert broken["settings"] == {"spoon": True}
    assert "\nset spoon = yes\n" in broken["playthrough"]
    text = run("laws", str(path), "--games", "3", "--players", "2", "--vary-parameters").output
    assert text.startswith("9 random games for 2 players, and with 2 other values of parameters, ")
    assert "with 2 players and spoon = yes: " in text
    with_three = json.loads(run("laws", str(path), "--games", "1", "--vary-parameters", "--set", "ladle=2", "--json").output)
    assert with_three["options"] == [{"ladle": 2, "spoon": True}, {"ladle": 1}, {"ladle": 3},
                                     {"ladle": 2, "three_only": True}]


def test_wrong_usage() -> None:
    assert run("laws", "no_such_game").exit_code == 2
    assert run("laws", "nim", "--players", "40").exit_code == 2
    assert run("laws", "nim", "--games", "0").exit_code == 2


def test_long_games_are_left_at_the_limit() -> None:
    lines = run("laws", "pig", "--players", "2", "--games", "2", "--limit", "30").output.splitlines()
    assert lines[0] == "2 random games for 2 players, 62 positions"
    assert lines[1] == "0 of 2 came to an end; the others were left, where a law is broken or after 30 steps"


def test_both_machines_report_the_same(leaking: str) -> None:
    pytest.importorskip("wasmtime")
    for game in ("goofspiel", leaking):
        asked = ("laws", game, "--players", "2", "--games", "1", "--code-games", "20", "--no-cache")
        outputs = {run(*asked, "--machine", machine).output for machine in ("python", "wasm", "auto")}
        assert len(outputs) == 1


def test_what_only_the_further_games_break_is_reported_with_a_playthrough(leaking: str) -> None:
    result = run("laws", leaking, "--players", "2", "--games", "1", "--limit", "1", "--code-games", "0")
    assert result.exit_code == 0
    assert "more games" not in result.output
    result = run("laws", leaking, "--players", "2", "--games", "1", "--code-games", "30", "--seed", "5", "--json")
    report = json.loads(result.output)
    assert report["code_games"] == 30
    assert report["broken"][0]["playthrough"].endswith("expect invariants\n")
