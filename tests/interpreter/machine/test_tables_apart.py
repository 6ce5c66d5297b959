"""Tables at which one rulebook is played: they share what is compiled, and nothing that is said or noted at them."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright import open_files
from rulewright.dsl.load.loader import find, read
from rulewright.dsl.source.diagnostics import RulebookError
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.backends.python.functions import PythonFunctions
from rulewright.interpreter.runtime.chance import Dice

RACE = """rulebook race
    players 2

state
    n: 0..9

function near(k: 0..9): flag
    "Close by."
    gives k < 3

play
    for each p in players
        choose step by p
            "Somebody goes."
            move "{p} goes {k}" for k in 1..4
                require not_far: near(k)
                    "too far"
                n becomes k
            move "{p} waits"
    check over

end over
    when yes
    draw
"""


def test_names_of_seats_stay_at_their_table() -> None:
    game = open_files(read(find("tic_tac_toe")))
    item, two = game.rules(2, ("Anna", "Boris")), game.rules(2, ("Carla", "Dino"))
    scripts = [functions.script for rules in (item, two)
               if isinstance(functions := rules.machines.plain.functions, PythonFunctions)]
    assert len(scripts) == 2
    assert scripts[0] is scripts[1]
    assert [rules.decisions.mover(rules.initial()) for rules in (item, two)] == ["Anna", "Carla"]
    after = item.step(item.initial(), "b2")
    assert [item.decisions.mover(after), two.decisions.mover(two.initial())] == ["Boris", "Carla"]


def test_what_is_noted_at_one_table_is_not_noted_at_another() -> None:
    game = open_files(read(find("tic_tac_toe")))
    rules, two = game.rules(2, ("Anna", "Boris")), game.rules(2, ("Carla", "Dino"))
    rules.recording.step(rules.initial(), "b2")
    noted = set(rules.machines.recorder.notes.clauses)
    assert noted
    two.machines.recorder.notes.forget()
    assert set(rules.machines.recorder.notes.clauses) == noted
    two.recording.step(two.initial(), "a1")
    assert set(rules.machines.recorder.notes.clauses) == noted


def test_what_is_asked_between_moves_is_not_noted_in_them(tmp_path: Path) -> None:
    (tmp_path / "race.rules").write_text(RACE, encoding="utf-8")
    rules = rulewright.load(str(tmp_path / "race.rules")).rules().seated(("P1", "P2"), notes=True)
    start, _ = rules.recording.initial()
    assert rules.machines.plain is rules.machines.recorder
    assert rules.explainer.explain(start, "P1 goes 4") is not None
    assert "near" in rules.recording.step(start, "P1 goes 1")[1].clauses
    assert "near" not in rules.recording.step(start, "P1 waits")[1].clauses


def test_a_game_that_is_opened_again_is_the_same_as_long_as_its_file_is(tmp_path: Path) -> None:
    path = tmp_path / "race.rules"
    path.write_text(RACE, encoding="utf-8")
    first = rulewright.load(str(path))
    assert rulewright.load(str(path)) is first
    path.write_text(RACE.replace("k < 3", "k < 2"), encoding="utf-8")
    changed = rulewright.load(str(path))
    assert [len(game.choices(game.initial())) for game in (first, changed)] == [3, 2]


def test_who_plays_on_after_a_step_was_traced_notes_nothing() -> None:
    rules = open_files(read(find("pig"))).rules()
    rules.recording.initial()
    noted = len(rules.machines.recorder.notes.events), len(rules.machines.recorder.notes.clauses)
    assert not rules.machines.plain.record
    assert play_out(rules, Dice(1)).end is not None
    assert (len(rules.machines.recorder.notes.events), len(rules.machines.recorder.notes.clauses)) == noted


def test_tables_that_nobody_has_asked_for_lately_are_not_kept() -> None:
    game = open_files(read(find("tic_tac_toe")))
    first = game.rules(2, ("Anna", "Boris"))
    assert game.rules(2, ("Anna", "Boris")) is first
    for number in range(20):
        game.rules(2, ("Anna", f"Boris {number}"))
    assert game.rules(2, ("Anna", "Boris")) is not first


@pytest.mark.parametrize("options", [{"cards": 3}, {"cards": "3"}])
def test_other_options_are_another_game(options: dict[str, str | int]) -> None:
    assert rulewright.load("goofspiel", options) is not rulewright.load("goofspiel")
    assert rulewright.load("goofspiel", options) is rulewright.load("goofspiel", dict(options))


def test_flags_are_options_as_python_writes_them_and_one_is_no_flag() -> None:
    options = rulewright.load("lancaster", {"lord_is_a_noble": True}).rules().program.parameters
    assert dict(options)["lord_is_a_noble"] == "yes"
    with pytest.raises(RulebookError, match="E308"):
        rulewright.load("lancaster", {"lord_is_a_noble": 1})


def test_rules_with_brief_code_share_the_compilation_and_play_alike() -> None:
    game = rulewright.load("pig")
    brief, whole = game.rules(2, briefly=True), game.rules(2)
    assert brief is not whole
    assert brief.compilation is whole.compilation
    assert game.rules(2, ("Ada", "Bob"), briefly=True).machines.generated is brief.machines.generated
    moves = [choice.notation for choice in game.choices(game.initial())]
    assert [choice.notation for choice in brief.decisions.choices(brief.initial())] == moves
    # Some function was called, and not all code is written.
    assert brief.machines.called
    assert whole.machines.called is None
