"""`check` plays a few short random games of rulebooks and variants, and reports what goes wrong in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.checking import short_games
from rulewright.cli.checking.file_checks import check_file
from rulewright.cli.checking.result import CheckedFile
from rulewright.cli.main import main
from rulewright.dsl.source.cache import CacheStore
from rulewright.interpreter.analysis.playouts.short_games import Trouble, trouble
from rulewright.interpreter.game.rules import Rules

RULEBOOK = """rulebook bank
    "Bank"
    players 2..4

constants
    stock = 12 "The bank begins with {stock}."

each player has
    gold: 0..3

state
    left: 0..stock = stock

phase set_up
    "Each player gets 3."
    for each p in players
        p.gold gains 3
        left loses 3

play
    set_up()
    repeat
        for each p in players
            choose paying by p
                "{p} pays."
                move pay "pays {n}" for n in 0..3
                    require has_it: n <= p.gold
                        "{p} has too little"
                    p.gold loses n
        check over

invariant bank_is_bounded: left + P1.gold <= stock
    "The bank and {P1} together never have more than {stock}."

end over
    "When nobody has anything the game is over."
    when every p in players: p.gold = 0
    draw
"""
ALIKE = RULEBOOK.replace('"pays {n}" for n in 0..3', '"pays {half(n)}" for n in 0..3') + """
function half(n: 0..3): 0..1
    "Half of it."
    gives n div 2
"""


def diagnostics(path: Path, *arguments: str) -> list[Any]:
    result = CliRunner().invoke(main, ["check", str(path), "--format", "json", *arguments])
    found: list[Any] = json.loads(result.output)["diagnostics"]
    return found


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_variant_that_goes_wrong_in_set_up_for_one_number_of_players_is_reported(tmp_path: Path) -> None:
    path = written(tmp_path, "bank", RULEBOOK)
    written(tmp_path, "poor", "variant poor of bank\n\nset stock = 11\n")
    (record,) = diagnostics(path)
    assert (record["code"], record["message"], record["line"], record["clause"]) == (
        "E409", "rulebook fault: a value out of range: -1", 18, "set_up")
    assert record["help"] == "a random game with 4 players reaches it at its beginning"
    assert CliRunner().invoke(main, ["check", str(path)]).exit_code == 1
    assert diagnostics(path, "--variant", "poor") == [record]


def test_what_goes_wrong_later_is_reported_with_the_moves_before_it(tmp_path: Path) -> None:
    pays = "                    p.gold loses n\n"
    broken = RULEBOOK.replace(pays, pays + pays.replace("p.gold", "left"))
    found = diagnostics(written(tmp_path, "bank", broken.replace("players 2..4", "players 4")))
    assert [(record["code"], record["clause"]) for record in found] == [("E409", "pay")]
    assert found[0]["help"].startswith("a random game with 4 players reaches it after `pays ")


def test_a_rulebook_with_mistakes_is_not_played(tmp_path: Path) -> None:
    found = diagnostics(written(tmp_path, "bank", RULEBOOK.replace("left: 0..stock = stock", "left: 0..stock = 13")))
    assert "E409" not in {record["code"] for record in found}
    assert found


@pytest.mark.parametrize("arguments", [
    ["check"], ["simulate", "--games", "1"], ["record", "--seed", "1"], ["perft", "--depth", "1"],
    ["play", "--seats", "P1=random,P2=random", "--seed", "1"], ["test"]])
def test_all_commands_report_the_same_of_moves_that_are_written_alike(tmp_path: Path, arguments: list[str],
                                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = written(tmp_path, "bank", ALIKE)
    playthrough = tmp_path / "one.play"
    playthrough.write_text("game bank\nplayers Anna, Boris\n\nAnna: pays 1\n", encoding="utf-8")
    asked = playthrough if arguments == ["test"] else path
    result = CliRunner().invoke(main, [arguments[0], str(asked), *arguments[1:]])
    assert result.exit_code == 1, result.output
    assert "two moves that are not the same are both written `pays " in result.output
    assert "bank.rules:26:22" in result.output
    assert not isinstance(result.exception, AssertionError)


def test_an_error_in_a_line_of_the_rulebook_names_the_variant_that_brings_it(tmp_path: Path) -> None:
    path = written(tmp_path, "bank", RULEBOOK)
    written(tmp_path, "poor", "variant poor of bank\n\nset stock = 11\n")
    report = CliRunner().invoke(main, ["check", str(path)], prog_name="rulewright").output
    assert "  note: with this variant\n" in report
    assert "| variant poor of bank\n" in report


def test_variants_beside_a_large_rulebook_are_played_when_they_are_named(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.cli.checking.result.MOST_BLOCKS", 10)
    path = written(tmp_path, "bank", RULEBOOK)
    poor = written(tmp_path, "poor", "variant poor of bank\n\nset stock = 11\n")
    assert diagnostics(path) == []
    assert f"{poor}: no mistakes, no games played" in CliRunner().invoke(main, ["check", str(path)]).output
    assert [diagnostic["code"] for diagnostic in diagnostics(poor)] == ["E409"]


def test_a_program_without_a_fault_is_played_again_when_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[int] = []
    store = CacheStore(tmp_path / "played", 100)
    monkeypatch.setattr(short_games, "_store", lambda: store)

    def noted(rules: Rules) -> Trouble | None:
        games.append(rules.program.players)
        return trouble(rules)

    monkeypatch.setattr(short_games, "trouble", noted)
    path = tmp_path / "bank.rules"

    def played(text: str, keep: bool = True) -> tuple[list[int], list[str]]:
        path.write_text(text, encoding="utf-8")
        games.clear()
        found = check_file(CheckedFile(str(path), (), (), 0), keep).diagnostics
        return list(games), [diagnostic.code for diagnostic in found]

    sound = RULEBOOK.replace("stock = 12", "stock = 10").replace("players 2..4", "players 2..3")
    assert played(sound) == ([2, 3], [])
    assert played("# A bank\n" + sound.replace("Each player gets 3.", "Each of them gets 3.")) == ([], [])
    assert played(sound, keep=False) == ([2, 3], [])
    assert played(sound.replace("loses 3", "loses 2"))[0] == [2, 3]
    faulty = sound.replace("left loses 3", "left loses 6")
    assert played(faulty) == played(faulty) == ([2, 3], ["E409"])
