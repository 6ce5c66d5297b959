"""Kinds of moves that never change anything are found; passes, and moves that are remembered for later, are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import open_files
from rulewright.cli.main import main
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.properties import Effects, positions
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice

from ...shipped import shipped
from .tables import each_name

POT = '''
rulebook pot
    "The pot"
    players 2

state
    pot: 0..99 = 3

play
    repeat 9 times
        for each p in players
            turn(p)
    check over

rule turn(p: player)
    var kept: flag = no
    choose deed by p
        move take "takes {n}" for n in 1..2
            pot gains n
        move IDLE
    if kept
        pot gains 1

end over
    "Nobody wins."
    when yes
    draw
'''


def effects(rules: Rules, games: int = 4) -> Effects:
    """What moves changed in random games."""
    whole = Effects()
    for seed in range(games):
        counted = Effects()
        for here in positions(rules, Dice(seed), 200):
            counted.see(here)
        whole.add(counted)
    return whole


@pytest.mark.parametrize(("move", "found"), [
    ('gather "gathers"\n            pot gains 0', ["gather"]),
    ('gather "gathers"\n            if pot > 98\n                pot gains 1', ["gather"]),
    ('"gathers"\n            pot gains 0', ["deed"]),
    ('gather "gathers" as pass\n            pot gains 0', []),
    ('gather "gathers {m}" for m in 1..2 as pass\n            pot gains 0 * m', []),
    ('gather "gathers"', []),
    ('gather "gathers"\n            kept becomes yes', []),
    ('gather "gathers"\n            roll d from 1..6 as "roll {d}"\n            pot gains d', []),
    ('gather "gathers"\n            roll d from 1..6 as "roll {d}"\n            pot gains 0 * d', ["gather"]),
])
def test_a_move_that_changes_no_field_is_found_unless_that_is_meant(move: str, found: list[str]) -> None:
    rules = open_files(read_text("pot", POT.replace("IDLE", move))).rules()
    assert [clause for clause, _ in effects(rules).without()] == found


def test_the_command_lists_it_with_an_example_and_breaks_no_law(tmp_path: Path) -> None:
    path = tmp_path / "pot.rules"
    path.write_text(POT.replace("IDLE", 'gather "gathers"\n            pot gains 0'), encoding="utf-8")
    told = CliRunner().invoke(main, ["laws", str(path), "--games", "4"])
    listed = json.loads(CliRunner().invoke(main, ["laws", str(path), "--games", "4", "--json"]).stdout)["without_effect"]
    assert told.exit_code == 0
    assert f"no effect: gather, as in `gathers`: made {listed[0]['made']} times, and no field changed" in told.output
    assert [record["clause"] for record in listed] == ["gather"]


@each_name
def test_games_that_ship_mark_their_passes(name: str) -> None:
    game = shipped(name)
    assert effects(game.rules(game.fewest), 3).without() == []
