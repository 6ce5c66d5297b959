"""A generator that shares nothing with the reference but the wall plays the same games."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.runtime.series import SeriesDice

from .walked import Walked


def compare(ours: Rules, theirs: Rules, seed: int, limit: int = 150) -> int:
    """Play a random game by two generators of one program, step by step; gives the number of its steps."""
    dice, a, b = SeriesDice(seed, 0), ours.initial(), theirs.initial()
    for step in range(limit):
        same(a, b)
        choices = ours.decisions.choices(a)
        if not choices:
            return step
        notation = choices[int(dice.random() * len(choices))].notation
        a, b = ours.step(a, notation), theirs.step(b, notation)
    return limit


def same(a: State, b: State) -> None:
    assert a.slots == b.slots
    assert [(choice.code, choice.notation) for choice in a.rules.decisions.choices(a)] \
        == [(choice.code, choice.notation) for choice in b.rules.decisions.choices(b)]
    assert a.rules.endings.outcome(a) == b.rules.endings.outcome(b)
    assert a.rules.invariants.broken(a) == b.rules.invariants.broken(b)


@pytest.mark.parametrize("name", ["race", "pig", "carolus_magnus"])
def test_another_generator_behind_the_wall_plays_the_same_games(name: str) -> None:
    theirs = rulewright.load(name).rules()
    walked = Walked(theirs.program)
    ours = Rules(theirs.compilation, generated=walked)
    steps = sum(compare(ours, theirs, seed) for seed in range(3))
    assert steps > 10
    assert walked.steps > steps / 2
