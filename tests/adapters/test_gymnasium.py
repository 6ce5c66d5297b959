"""Gymnasium: its own checks pass, one game and many side by side are the same, and what is refused says why."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from rulewright import IllegalChoice

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
pytest.importorskip("wasmtime", reason="wasmtime is not installed")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from rulewright.adapters.gymnasium import SeatEnv, SeatVectorEnv
from rulewright.interpreter.analysis.playouts.batch import IllegalCodes

from ..shipped import shipped

ALONE = "games/gallery/yacht.rules"


@pytest.mark.parametrize(("name", "players", "seat"), [("tic_tac_toe", 2, 1), ("goofspiel", 3, 2), (ALONE, 1, 0)])
def test_the_checks_of_gymnasium_pass(name: str, players: int, seat: int) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*Not able to test alternative render modes")
        check_env(SeatEnv(shipped(name), players, seat, illegal="lose", render_mode="ansi"))


def first(masks: NDArray[Any]) -> NDArray[Any]:
    """The first legal action in each row."""
    return np.asarray(masks.argmax(axis=1))


def one_by_one(name: str, seat: int, seed: int, games: int) -> list[tuple[list[float], float]]:
    """What the seat saw last, and its reward, in games in which all take their first legal action."""
    env, out = SeatEnv(shipped(name), seat=seat, others=lambda seen, masks: first(masks)), []
    for number in range(games):
        seen, _ = env.reset(seed=seed if number == 0 else None)
        reward, over = 0.0, False
        while not over:
            seen, reward, over, _, _ = env.step(int(first(seen["action_mask"][None])[0]))
        out.append((seen["observation"].tolist(), reward))
    return out


def side_by_side(name: str, seat: int, seed: int, games: int) -> list[tuple[list[float], float]]:
    """The same games, each in a row of its own."""
    env = SeatVectorEnv(shipped(name), games, seat=seat, others=lambda seen, masks: first(masks))
    seen, _ = env.reset(seed=seed)
    by_lane: dict[int, tuple[list[float], float]] = {}
    while len(by_lane) < games:
        seen, rewards, terminated, _, _ = env.step(first(seen["action_mask"]))
        for lane in map(int, np.flatnonzero(terminated)):
            by_lane.setdefault(lane, (seen["observation"][lane].tolist(), float(rewards[lane])))
    return [by_lane[lane] for lane in range(games)]


# In pig, players who take their first legal action throw on, so a game is long.
@pytest.mark.parametrize(("name", "seat", "number"), [
    ("tic_tac_toe", 1, 4), ("goofspiel", 0, 4), ("pig", 1, 2), pytest.param("pig", 1, 4, marks=pytest.mark.slow)])
def test_many_games_side_by_side_are_the_games_one_by_one(name: str, seat: int, number: int) -> None:
    games = one_by_one(name, seat, 7, number)
    assert games == side_by_side(name, seat, 7, number)
    assert name != "pig" or len({tuple(seen) for seen, _ in games}) > 1


def test_a_game_that_is_over_begins_anew_at_the_next_step() -> None:
    env = SeatVectorEnv(shipped("tic_tac_toe"), 3, others=lambda seen, masks: first(masks))
    seen, _ = env.reset(seed=1)
    begun = seen["observation"][0].tolist()
    over = np.zeros(3, np.bool_)
    while not over.any():
        seen, _, over, _, _ = env.step(first(seen["action_mask"]))
    assert not seen["action_mask"][over].any()
    seen, rewards, over, _, _ = env.step(first(seen["action_mask"]))
    assert seen["observation"][0].tolist() == begun
    assert not rewards.any()
    assert not over.any()


def test_long_games_are_truncated_and_begin_anew() -> None:
    env = SeatVectorEnv(shipped("pig"), 2, limit=3)
    seen, _ = env.reset(seed=1)
    cut: NDArray[Any] = np.zeros(2, np.bool_)
    for _ in range(3):
        if not cut.any():
            seen, _, _, cut, _ = env.step(first(seen["action_mask"]))
    assert cut.any()
    seen, _, _, again, _ = env.step(first(seen["action_mask"]))
    assert not again[cut].any()
    # The new game has all its steps before it.
    _, _, _, again, _ = env.step(first(seen["action_mask"]))
    assert not again[cut].any()


def test_random_play_gives_both_seats_what_simulate_gives_them() -> None:
    """Of 400 random games of tic-tac-toe the first seat wins 0.585 in the long run, of whatever kind the environment."""
    env, rng, rewards = SeatVectorEnv(shipped("tic_tac_toe"), 400), np.random.default_rng(3), np.zeros(400)
    seen, _ = env.reset(seed=3)
    over = np.zeros(400, np.bool_)
    while not over.all():
        masks = seen["action_mask"]
        seen, gained, ended, _, _ = env.step((masks * rng.random(masks.shape)).argmax(axis=1))
        rewards[ended & ~over] = gained[ended & ~over]
        over |= ended
    assert abs((rewards > 0).mean() - 0.585) < 4 * (0.585 * 0.415 / 400) ** 0.5


def test_gymnasium_makes_both_kinds() -> None:
    single = gymnasium.make("rulewright/Seat-v0", game=shipped("tic_tac_toe"))
    many = gymnasium.make_vec("rulewright/Seat-v0", num_envs=2, game=shipped("tic_tac_toe"))
    assert isinstance(single.unwrapped, SeatEnv)
    assert isinstance(many, SeatVectorEnv)


def test_an_illegal_action_is_refused_or_loses() -> None:
    strict = SeatEnv(shipped("tic_tac_toe"), others=lambda seen, masks: first(masks))
    strict.reset(seed=1)
    strict.step(4)
    with pytest.raises(IllegalChoice, match="b2 is marked already"):
        strict.step(4)
    lenient = SeatEnv(shipped("tic_tac_toe"), others=lambda seen, masks: first(masks), illegal="lose")
    lenient.reset(seed=1)
    lenient.step(4)
    _, reward, over, _, info = lenient.step(4)
    assert (reward, over, info["clause"]) == (-1.0, True, "cell_is_empty")
    many = SeatVectorEnv(shipped("tic_tac_toe"), 2)
    many.reset(seed=1)
    with pytest.raises(IllegalCodes, match="lanes 1"):
        many.step(np.array([0, 9]))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="seats of 2 players are 0 to 1, not 2"):
        SeatEnv(shipped("tic_tac_toe"), seat=2)
    with pytest.raises(ValueError, match="`raise` or the seat `lose`, not `ignore`"):
        SeatEnv(shipped("tic_tac_toe"), illegal="ignore")  # type: ignore[arg-type]  # a wrong name
    with pytest.raises(ValueError, match="counts no scores"):
        SeatVectorEnv(shipped("tic_tac_toe"), 2, rewards="scores")
