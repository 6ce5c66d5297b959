"""A traced move does what the move does, and its steps say why: changes in order, conditions, events."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import open_files
from rulewright.cli.main import main
from rulewright.cli.tracing.at_table import hides, traced
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.rules import State as Placed
from rulewright.interpreter.runtime.chance import Dice
from rulewright.interpreter.tracing import recorder
from rulewright.interpreter.tracing.tape import Tape
from rulewright.interpreter.tracing.tracer import Tracer

from ..shipped import shipped_rules

ROOT = Path(__file__).parents[2]
CASES = sorted((Path(__file__).parent / "cases").glob("*.txt"))
LISTS = """rulebook lists
    "Lists"
    players 2

enum colour: red, blue

state
    seen: list of colour up to 3
    total: 0..9

play
    "Colours are picked."
    repeat
        choose pick by P1
            "A colour is picked."
            move "take {c}" for c in colour
                require not_full: size(seen) < 3
                    "the row is full"
                noted(c)
                check ends

rule noted(c: colour)
    "A colour is noted."
    seen gains c
    total becomes size(seen)

end over
    "Three are seen."
    when size(seen) = 3
    winners p in players where p = P1
"""


def after(tape: Tape, rules: Rules) -> dict[str, str]:
    """The values of all cells that a tape ends with, by its changes alone."""
    values = {name: rules.cells.value(Placed(rules, tape.before), name) for name, cell in rules.cells.items() if not cell.local}
    for step in tape.steps:
        for change in step.changes:
            assert values[change.cell] == change.before
            values[change.cell] = change.after
    return values


@pytest.mark.parametrize("name", ["tic_tac_toe", "goofspiel", "pig", "connect_four", "carolus_magnus"])
def test_a_tape_leads_where_the_move_leads_change_by_change(name: str) -> None:
    rules = shipped_rules(name)
    tracer, state, dice = Tracer(rules), rules.initial(), Dice(5)
    begun = tracer.beginning()
    assert after(begun, rules) == {name: rules.cells.value(state, name) for name, cell in rules.cells.items() if not cell.local}
    for _ in range(60):
        if state.is_over:
            break
        choice = rules.random_choice(state, dice)
        tape, (then, trace) = tracer.trace(state, choice), rules.recording.step(state, choice)
        assert tape.refusals == ()
        assert tape.notation == choice.notation
        cells = {name: cell for name, cell in rules.cells.items() if not cell.local}
        assert after(tape, rules) == {name: rules.cells.value(then, name) for name in cells}
        assert tuple(event for step in tape.steps for event in step.events) == trace.events
        assert {step.clause for step in tape.steps if step.kind == "clause"} <= trace.clauses
        assert [step.values for step in tape.steps if len(dict(step.values)) < len(step.values)] == []
        # Only a statement about a name changes it.
        assert [step.span.text for step in tape.steps for change in step.assigned if change.cell not in step.span.text] == []
        assert (tape.ended is not None) == then.is_over
        state = then


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_the_command_prints_the_case(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    command, _, expected = case.read_text(encoding="utf-8").partition("\n")
    result = CliRunner().invoke(main, shlex.split(command.removeprefix("$ rulewright ")))
    assert result.output == expected


def test_json_has_the_same_steps_as_the_text() -> None:
    file = str(ROOT / "games" / "tutorial" / "playthroughs" / "nim_three_heaps.play")
    (move,) = json.loads(CliRunner().invoke(main, ["trace", file, "--at", "11", "--json"]).output)
    assert (move["by"], move["choice"], move["line"]) == ("Anna", "heap 1 take 1", 11)
    assert [(step["kind"], step["line"]) for step in move["steps"]] == [
        ("move", 43), ("statement", 50), ("statement", 51), ("statement", 52), ("statement", 43)]
    assert move["steps"][1]["values"] == {"h": 1, "n": 1}
    assert move["steps"][1]["changes"] == [{"value": "counters[1]", "before": 3, "after": 2}]
    assert [test["holds"] for test in move["steps"][0]["tests"]] == [True, True]


@pytest.mark.parametrize(("line", "requirement", "says"), [
    ("P2: take red", "size(seen) < 3", "refused: it is the turn of P1: A colour is picked.  [pick]"),
    ("P1: drop red", "size(seen) < 3", "refused: no move here begins with `drop`"),
    # This requirement asks for an entry that is not there yet.
    ("P1: take red", "seen[1] = red", "rulebook fault: the list has no such entry"),
])
def test_a_move_that_no_rule_carries_out_has_one_step(tmp_path: Path, line: str, requirement: str, says: str) -> None:
    (tmp_path / "lists.rules").write_text(LISTS.replace("size(seen) < 3", requirement), encoding="utf-8")
    play = tmp_path / "game.play"
    play.write_text(f"game lists\nplayers 2\n{line}\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["trace", str(play), "--at", "3"])
    assert result.exit_code == 1
    assert says in result.output
    (move,) = json.loads(CliRunner().invoke(main, ["trace", str(play), "--at", "3", "--json"]).stdout)
    assert (move["by"], move["line"], len(move["steps"])) == (line[:2], 3, 1)


COUNTS = """rulebook counts
    players 2

state
    total: 0..9 = 0

play
    check ends
    for each p in players
        counts(p)

rule counts(p: player)
    "{p} counts."
    var added: 0..9 = 0
    for each n in 1..2
        var twice: 0..9 = n
        twice gains n
        added gains twice
    total becomes added
    choose go_on by p
        "They go on."
        move "goes on"

end never
    "Never."
    when no
    draw
"""


RESUMED = """rulebook resumed
    players 2

state
    total: 0..9 = 0

play
    check ends
    var kept: 0..9 = 1
    for each p in players
        asks(p)
        kept gains 1

rule asks(p: player)
    "{p} is asked."
    var kept: 0..9 = 5
    choose go_on by p
        "They go on."
        move "goes on"
            kept gains 2
    total becomes kept

end never
    "Never."
    when no
    draw
"""


def test_names_of_a_rule_change_where_a_statement_changes_them(tmp_path: Path) -> None:
    (tmp_path / "counts.rules").write_text(COUNTS, encoding="utf-8")
    play = tmp_path / "game.play"
    play.write_text("game counts\nplayers 2\nP1: goes on\n", encoding="utf-8")
    begun, move = json.loads(CliRunner().invoke(main, ["trace", str(play), "--json"]).stdout)
    for part in (begun, move):
        changed = [(step["line"], change["value"], change["before"], change["after"])
                   for step in part["steps"] for change in step["changes"]]
        # The loop and the declaration of `twice` change nothing: they name other values.
        assert changed == [
            (17, "twice", 1, 2), (18, "added", 0, 2), (17, "twice", 2, 4), (18, "added", 2, 6),
            *([(19, "total", 0, 6)] if part is begun else [])]


def test_a_name_of_the_rule_around_is_not_that_of_the_rule_that_ends(tmp_path: Path) -> None:
    (tmp_path / "resumed.rules").write_text(RESUMED, encoding="utf-8")
    play = tmp_path / "game.play"
    play.write_text("game resumed\nplayers 2\nP1: goes on\n", encoding="utf-8")
    _, move = json.loads(CliRunner().invoke(main, ["trace", str(play), "--json"]).stdout)
    changed = [(step["line"], change["value"], change["before"], change["after"])
               for step in move["steps"] for change in step["changes"]]
    assert changed == [(20, "kept", 5, 7), (21, "total", 0, 7), (12, "kept", 1, 2)]


def lists() -> Rules:
    return open_files(read_text("lists.rules", LISTS)).rules(2)


def test_a_rule_is_called_from_a_statement_and_lists_change() -> None:
    rules = lists()
    tape = Tracer(rules).trace(rules.initial(), "take red")
    inside = [step for step in tape.steps if step.clause == "noted" and step.kind == "statement"]
    assert [[(change.cell, change.before, change.after) for change in step.changes] for step in inside] == [
        [("seen", "[]", "[red]")], [("total", "0", "1")]]
    (caller,) = inside[0].callers
    assert tape.steps[caller].span.text == "noted(c)"
    assert inside[0].values == (("c", "red"),)


def test_a_tape_that_is_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "MOST_STEPS", 3)
    rules = lists()
    tape = Tracer(rules).trace(rules.initial(), "take red")
    assert tape.cut
    assert len(tape.steps) == 3
    assert after(tape, rules)["total"] == "1"


def test_what_a_move_does_stays_hidden_at_the_table_in_a_game_that_hides_values() -> None:
    rules = shipped_rules("goofspiel")
    state = rules.initial()
    while rules.decisions.point(state) is not None and rules.decisions.point(state).player is None:  # type: ignore[union-attr]  # asked just before
        state = rules.step(state, rules.decisions.choices(state)[0])
    assert hides(rules.program)
    shown = "\n".join(traced(state, rules.decisions.choices(state)[0].notation))
    assert "->" not in shown
    assert "not shown before it is made" in shown


def test_the_table_traces_a_move_without_playing_it(tmp_path: Path) -> None:
    kept = tmp_path / "m.play"
    result = CliRunner().invoke(main, ["play", "tic_tac_toe", "--seats", "A=human,B=human", "--save", str(kept)],
                                input="trace b2\nquit\n")
    assert "b2.mark: none -> A" in result.output
    assert "A: b2" not in kept.read_text(encoding="utf-8")


def test_a_whole_playthrough_begins_with_what_comes_before_the_first_choice(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    play.write_text("game nim\nplayers Anna, Boris\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["trace", str(play), "--json"])
    (begun,) = json.loads(result.output)
    assert (begun["by"], begun["choice"], begun["line"]) == (None, "the game begins", None)
    assert [step["clause"] for step in begun["steps"]][:1] == ["play"]
    assert any(step["changes"] for step in begun["steps"])
