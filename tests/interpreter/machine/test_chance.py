"""Chance is the same everywhere."""

from __future__ import annotations

from collections import Counter

from rulewright.interpreter.runtime.chance import Dice


def test_the_first_draws_of_a_seed_never_change() -> None:
    # The numbers of the Mersenne Twister seeded with 7: saved games depend on them.
    dice = Dice(7)
    assert [dice.below(100) for _ in range(8)] == [32, 15, 65, 7, 53, 36, 5, 50]


def test_weights_are_respected() -> None:
    dice = Dice(1)
    drawn = Counter(dice.weighted([1, 0, 3]) for _ in range(4000))
    assert drawn[1] == 0
    assert 800 < drawn[0] < 1200
