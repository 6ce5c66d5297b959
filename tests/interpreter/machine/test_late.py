"""Code that is written only when it is called plays the same games, and fails in the same places."""

from __future__ import annotations

import re

import pytest

from rulewright.dsl import syntax as ast
from rulewright.dsl.driver.compilation import Compilation
from rulewright.dsl.incremental.cached import ids_of
from rulewright.dsl.load.loader import read, read_text
from rulewright.dsl.source.search_path import find
from rulewright.interpreter.analysis.playouts.short_games import trouble
from rulewright.interpreter.backends.python.late import LateScript
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice

from ...shipped import shipped_rules

FAULTY = """rulebook faulty
    "Faulty"
    players 2

state
    left: 0..3 = 3

play
    "Stones are taken, and nobody looks whether any are left."
    repeat
        for each p in players
            choose stone_to_take by p
                "{p} takes a stone."
                move "take"
                    left loses 1
                    check ends

end too_late
    "This never comes."
    when left > 3
    draw
"""


def briefly(rules: Rules) -> Rules:
    return Rules(rules.compilation, tuple(rules.seats), briefly=True)


@pytest.mark.parametrize("name", ["tic_tac_toe", "goofspiel", "race", "connect_four", "carolus_magnus"])
def test_games_are_the_same(name: str) -> None:
    rules = shipped_rules(name)
    late = briefly(rules)
    for seed in range(2):
        state, other, dice, others = rules.initial(), late.initial(), Dice(seed), Dice(seed)
        for _ in range(60):
            assert state.slots == other.slots
            if state.is_over:
                assert rules.endings.outcome(state) == late.endings.outcome(other)
                break
            choice, again = rules.random_choice(state, dice, written=True), late.random_choice(other, others, written=True)
            assert choice == again
            state, other = rules.step(state, choice), late.step(other, again)


def test_a_fault_is_the_same() -> None:
    files = read_text("faulty.rules", FAULTY)
    rules = Rules(Compilation(files, 2, {}))
    found, late = trouble(rules), trouble(briefly(rules))
    assert found is not None
    assert late is not None
    assert (str(found.fault), found.fault.clauses, found.moves) == (str(late.fault), late.fault.clauses, late.moves)


def test_only_what_is_called_is_written() -> None:
    rules = shipped_rules("carolus_magnus")
    late = briefly(rules)
    late.decisions.choices(late.initial())
    names = late.machines.plain.functions.names  # type: ignore[attr-defined]  # it is the reference generator's
    waiting = [name for name, function in names.items() if getattr(function, "__name__", "") == "late"]
    assert len(waiting) > 100
    # Listing the moves of a choice writes neither its refusals nor its messages.
    assert {name for name in names if re.fullmatch(r"[gm]\d+(_\d+)+", name)} <= set(waiting)
    assert isinstance(late.machines.plain.functions.script, LateScript)  # type: ignore[attr-defined]  # the same


@pytest.mark.parametrize("name", ["goofspiel", "race", "hearts", "carolus_magnus"])
def test_each_rule_with_a_clause_that_is_applied_was_called(name: str) -> None:
    rules = shipped_rules(name)
    late, state, dice, others, applied = briefly(rules), rules.initial(), Dice(1), Dice(1), set[str]()
    assert late.machines.called == frozenset()
    other = late.initial()
    for _ in range(60):
        if state.is_over:
            break
        choice = rules.random_choice(state, dice)
        applied |= rules.recording.clauses(state, choice)
        state, other = rules.step(state, choice), late.step(other, late.random_choice(other, others))
    # Functions are also applied by invariants, which are not looked at while games are played briefly.
    declarations = [ids_of(node) for node in read(find(name)).declarations if isinstance(node, ast.Rule)]
    called = late.machines.called
    assert applied
    assert called is not None
    missed = [ids & applied for ids in declarations if ids & applied and not ids & called]
    assert missed == []
