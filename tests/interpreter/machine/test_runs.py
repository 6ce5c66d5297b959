"""The loop of random choices plays as the machine does step by step: positions, counts, phases, draws, and faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

import rulewright
from rulewright import RulebookError, RulebookFault, open_files
from rulewright.dsl.load.loader import find, read, shipped
from rulewright.dsl.tools.mutation_operators import mutants, mutated
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.machine.points import Hooks
from rulewright.interpreter.runtime.series import SeriesDice, chances

TESTS = Path(__file__).parents[2]
OTHERS = sorted(str(path) for folder in ("games/marches", "games/skirmish", "backends/cases", "secrets/rulebooks")
                for path in (TESTS / folder).glob("*.rules"))


def played(rules: Rules, number: int, step_by_step: bool, limit: int = 80) -> tuple[object, ...]:
    """All that can be told of a game: its last position, counts, entries into phases, the chance after it, or the fault."""
    machine, play, dice = rules.machines.plain, rules.machines.random_play, SeriesDice(4, number)
    hooks = Hooks(choose=play.choice) if step_by_step else Hooks()
    before = list(machine.notes.entries)
    try:
        of = play.play_out(dice, limit, hooks)
        told: tuple[object, ...] = tuple(of.state), of.choices, of.offered, of.widest, dice.counter
    except RulebookFault as fault:
        told = str(fault), fault.span, fault.clauses
    return (*told, [now - then for now, then in zip(machine.notes.entries, before, strict=True)])


def is_the_same(rules: Rules, games: int) -> bool:
    """Play both ways; gives whether a game went wrong."""
    told = [played(rules, number, step_by_step=False) for number in range(games)]
    assert told == [played(rules, number, step_by_step=True) for number in range(games)]
    return any(isinstance(item[0], str) for item in told)


@pytest.mark.parametrize("name", [*(game for game, _ in shipped()), *OTHERS], ids=lambda name: Path(name).stem)
def test_a_run_is_as_step_by_step(name: str) -> None:
    is_the_same(rulewright.load(name).rules(), 4 if "cases" in Path(name).parts else 2)


# A game, and of how many of its mutants one is played; in each case some mutant goes wrong.
MUTANTS = [("breakthrough", 9), ("connect_four", 10), ("pig", 9)]
MORE = [pytest.param(name, 3, marks=pytest.mark.slow) for name, _ in MUTANTS]


@pytest.mark.parametrize(("name", "each"), [*MUTANTS, *MORE])
def test_faults_in_a_run_name_the_clauses_that_were_being_applied(name: str, each: int) -> None:
    files = read(find(name))
    wrong = 0
    for mutant in mutants(files.declarations)[::each]:
        try:
            rules = open_files(evolve(files, declarations=mutated(files.declarations, mutant))).rules()
        except RulebookError:
            continue
        wrong += is_the_same(rules, 2)
    assert wrong > 0


def test_chances_of_a_series_are_those_of_each_game_alone() -> None:
    numbers = [*range(-3, 60), 1 << 65, 7]
    for dice, number in zip(chances(-9, numbers), numbers, strict=True):
        alone = SeriesDice(-9, number)
        for _ in range(50):
            assert (dice.counter, dice.random()) == (alone.counter, alone.random())
