"""The chance of a game of a series depends on the seed and the number of the game, and on nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

import rulewright
from rulewright.interpreter.analysis.playouts.simulate import simulate
from rulewright.interpreter.runtime.series import GAMMA, WORD, SeriesDice, key_of, mixed


def test_a_counter_is_mixed_as_in_splitmix64() -> None:
    # The first values that the authors' program gives for the seed 1234567.
    assert [mixed(1234567 + GAMMA * i & WORD) for i in range(1, 6)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]


def test_the_first_draws_of_a_game_never_change() -> None:
    dice = SeriesDice(7, 12345)
    assert [dice.below(100) for _ in range(8)] == [33, 53, 79, 48, 58, 13, 60, 2]
    assert dice.copy().random() == dice.random()


def test_games_and_seeds_have_chances_of_their_own() -> None:
    keys = {key_of(seed, number) for seed in range(-50, 50) for number in range(100)}
    assert len(keys) == 100 * 100
    drawn = Counter(SeriesDice(seed, number).below(6) for seed in range(30) for number in range(40))
    assert all(160 < drawn[face] < 240 for face in range(6))
    weighed = Counter(SeriesDice(1, number).weighted([1, 0, 3]) for number in range(800))
    assert weighed[1] == 0
    assert 160 < weighed[0] < 240


@pytest.mark.parametrize("name", ["pig", "carolus_magnus"])
def test_a_game_of_a_series_can_be_played_alone(name: str) -> None:
    rules = rulewright.load(name).rules()
    together = simulate(rules, range(30), 5).playouts
    assert [simulate(rules, [number], 5).playouts[0] for number in (29, 7, 0)] == [together[29], together[7], together[0]]
