"""Conditions that are not tested again: what they depend on is all that they read, and nobody sees that they are not tested."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, SupportsIndex

import pytest

from rulewright.interpreter.backends.python.compared.watched import WatchedProgram
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import Choice, State
from rulewright.interpreter.game.viewing.invariants import Invariants
from rulewright.interpreter.game.viewing.trace import carried_out
from rulewright.interpreter.machine.dependencies import Dependencies
from rulewright.interpreter.runtime import step_counter
from rulewright.interpreter.runtime.chance import Dice
from rulewright.interpreter.runtime.faults import RulebookFault

from ...shipped import shipped_rules
from .test_step_invariants import INVARIANTS, rules_with

GAMES = ["emperor_4:extended:pocket:taxes", "carolus_magnus", "lancaster", "race"]


class Noting(list[int]):
    """A state that notes which of its slots are read."""

    def __init__(self, slots: tuple[int, ...], read: set[int]) -> None:
        super().__init__(slots)
        self.read = read

    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        self.read.update(range(*index.indices(len(self))) if isinstance(index, slice) else (index.__index__() % len(self),))
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[int]:
        self.read.update(range(len(self)))
        return super().__iter__()


@pytest.mark.parametrize("name", GAMES)
def test_a_condition_reads_no_slots_but_those_that_it_depends_on(name: str) -> None:
    rules, dice = shipped_rules(name), Dice(1)
    dependencies = Dependencies(rules.program, [condition for _, condition in rules.program.invariants])
    state = rules.initial()
    for step in range(120):
        if step % 8 == 0:
            functions = rules.machines.plain.functions.invariants
            for (id, _), holds, asked in zip(rules.program.invariants, functions, dependencies.of, strict=True):
                read = set[int]()
                assert holds(Noting(state.slots, read))
                assert asked is not None
                known = {slot for i in asked.places for slot in range(len(state.slots))[dependencies.places[i]]}
                assert read <= known, (id, sorted(read - known))
        if state.is_over:
            break
        state = rules.step(state, rules.random_choice(state, dice))


def test_invariants_of_positions_write_no_functions_that_record() -> None:
    rules = rules_with(*MOVED)
    rules.invariants.broken(rules.initial())
    assert "recorder" not in vars(rules.machines)


def forgetful(rules: Rules) -> Invariants:
    """Return the invariants of rules that remember nothing of what was asked before."""
    return Invariants(rules.compilation, rules.machines, rules.analyses, rules.decisions, rules.cells)


def test_few_of_the_invariants_of_a_large_game_are_tested_at_a_step() -> None:
    rules, dice = shipped_rules("emperor_4"), Dice(1)
    functions, state, tested = rules.machines.plain.functions.invariants, rules.initial(), list[int]()
    invariants = forgetful(rules)
    # A copy: other tests play with the same rules.
    invariants._played.functions = [noting(function, number, tested) for number, function in enumerate(functions)]
    for _ in range(60):
        assert invariants.broken(state) == ()
        state = rules.step(state, rules.random_choice(state, dice))
    assert len(functions) <= len(tested) < 60 * len(functions) / 2
    assert set(tested) == set(range(len(functions)))


def noting(function: Any, number: int, tested: list[int]) -> Any:
    def noted(s: list[int]) -> bool:
        tested.append(number)
        result: bool = function(s)
        return result

    return noted


# What happens with a purse, besides, in invariants that break now and then: loops that are counted, what is shown, functions.
OF_POSITIONS = [
    "anna.gold < 6", "every p in players: p.gold < 9", "richest() < 8", "robber = none or robber.gold > 2",
    "anna.court[1] != 2", "(sum a in 0..99, b in 0..99 where a * b > 9000: 1) >= anna.gold", "boris.gold > 1 or richest() > 9",
    "open(boris.court[2]) < 1",
]
MOVED = [f'invariant now_{i}: {condition}\n    "Now and then."' for i, condition in enumerate(OF_POSITIONS)]
MOVED += [f'invariant {name}_{way} of each step: {condition}\n    "Now and then."'
          for name, *both in INVARIANTS for way, condition in zip(("holds", "breaks"), both, strict=True)]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_broken_and_noted_is_what_comes_of_testing_all(seed: int) -> None:
    rules = rules_with(*MOVED)
    state, dice, seen = rules.initial(), Dice(seed), set[str]()
    while not state.is_over:
        choice = rules.random_choice(state, dice)
        after = rules.recording.step(state, choice)[0]
        kept = found(rules.invariants, state, choice, rules)
        assert kept == found(forgetful(rules), state, choice, rules)
        seen.update(kept[0])
        state = after
    assert len(seen) > 12


def found(invariants: Invariants, state: State, choice: Choice, rules: Rules) -> tuple[tuple[str, ...], object]:
    """The invariants that are broken after a step, and besides what is noted on the way, and those that break without notes."""
    point = rules.decisions.point(state)
    assert point is not None
    after = State(rules, tuple(carried_out(rules.machines.recorder, state.slots, point.block, choice.code)))
    broken = invariants.broken_in_trace(state, after)
    noted = set(rules.machines.recorder.notes.clauses), list(rules.machines.recorder.notes.opened)
    return broken, (noted, invariants.broken(after))


def test_nothing_is_known_after_a_fault_and_each_invariant_has_the_whole_loop_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    long = [f'invariant long_{i}: every a in 0..99: (every b in 0..99: a + b <= 201 - anna.gold)\n    "Long."' for i in (0, 1)]
    rules = rules_with('invariant three: anna.gold = 3\n    "She has three."', *long)
    monkeypatch.setattr(step_counter, "MAX_PASSES", 150)
    state = rules.initial()
    for _ in range(2):
        assert rules.invariants.broken(state) == ()
    monkeypatch.setattr(step_counter, "MAX_PASSES", 50)
    other = rules.step(state, "takes 1")
    for _ in range(2):
        with pytest.raises(RulebookFault, match="passes of loops") as fault:
            rules.invariants.broken(other)
        assert fault.value.clauses == ("long_0",)
    monkeypatch.setattr(step_counter, "MAX_PASSES", 150)
    assert rules.invariants.broken(state) == ()
    assert rules.invariants.broken(other) == ("three", "long_0", "long_1")


def test_each_call_is_made_where_calls_are_compared() -> None:
    rules = rules_with(*MOVED)
    watched = WatchedProgram(rules.program)
    table = Rules(rules.compilation, generated=watched, notes=True)
    state, made = table.initial(), list[int]()
    for _ in range(2):
        with watched.calls.collected() as calls:
            table.invariants.broken(state)
        made.append(len(calls))
    assert made == [len(OF_POSITIONS)] * 2
