"""PettingZoo: its own tests pass for every game that ships, and what is refused says why."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from rulewright import IllegalChoice
from rulewright.cli.shared.games.names import shipped_names

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
pytest.importorskip("wasmtime", reason="wasmtime is not installed")

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, seed_test

from rulewright.adapters import pettingzoo
from rulewright.adapters.pettingzoo import Observation, TurnEnv

from ..shipped import shipped

SMALL = [("tic_tac_toe", 2), ("nim", 2), ("nim", 6), ("pig", 2), ("pig", 10), ("race", 2), ("race", 4), ("connect_four", 2),
         ("breakthrough", 2), ("goofspiel", 2), ("goofspiel", 3), ("shut_the_box", 2), ("shut_the_box", 4),
         ("carolus_magnus", 2), ("carolus_magnus", 3), ("carolus_magnus", 4), ("lancaster", 2), ("lancaster", 5)]
LARGE = [("lancaster", 3), ("lancaster", 4), ("emperor_4", 2)]
# What PettingZoo remarks of every game with masks that is not in its own list of such games.
REMARKS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@contextmanager
def remarks_expected() -> Iterator[None]:
    with warnings.catch_warnings():
        for remark in REMARKS:
            warnings.filterwarnings("ignore", remark)
        yield


def test_the_games_are_all_that_ship() -> None:
    """No game is left out, with the fewest and the most players: one that is new needs a line here."""
    tested = {(name, players) for name, players in [*SMALL, *LARGE]}
    for name in {name for name, _ in tested}:
        game = shipped(name)
        assert {(name, game.fewest), (name, game.most)} <= tested
    assert set(shipped_names()) == {name for name, _ in tested}


@pytest.mark.parametrize(("name", "players"), SMALL)
def test_the_tests_of_pettingzoo_pass(name: str, players: int) -> None:
    made = partial(pettingzoo.env, shipped(name), players)
    with remarks_expected():
        api_test(made(), num_cycles=20)
        seed_test(made, num_cycles=10)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [*SMALL, *LARGE])
def test_the_tests_of_pettingzoo_pass_for_a_thousand_steps(name: str, players: int) -> None:
    made = partial(pettingzoo.env, shipped(name), players)
    with remarks_expected():
        api_test(made(), num_cycles=1000)
        seed_test(made, num_cycles=500)


@pytest.mark.parametrize("players", [2, 3])
def test_the_parallel_tests_of_pettingzoo_pass(players: int) -> None:
    made = partial(pettingzoo.parallel_env, shipped("goofspiel"), players)
    parallel_api_test(made(), num_cycles=30)


def test_rounds_with_the_same_seed_are_the_same() -> None:
    def constructed() -> pettingzoo.RoundEnv:
        return pettingzoo.parallel_env(shipped("goofspiel"), 2)

    def played(seed: int) -> list[float]:
        env = constructed()
        observed, _ = env.reset(seed=seed)
        out = [float(number) for agent in observed for number in observed[agent]["observation"]]
        while env.agents:
            observed, rewards, *_ = env.step({agent: first(seen) for agent, seen in observed.items()})
            out += [float(number) for agent in observed for number in observed[agent]["observation"]] + list(rewards.values())
        return out

    assert played(5) == played(5) != played(6)


def first(seen: Observation) -> int:
    return int(np.flatnonzero(seen["action_mask"])[0])


def game_of(env: TurnEnv, seed: int) -> list[str]:
    """The names of the actions of a game in which the agents take one of their legal actions."""
    rng, out = np.random.default_rng(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        assert seen is not None
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        out.append(f"{agent} {env.actions.name(action)}")
        env.step(action)
    return out


def test_an_environment_plays_the_game_of_the_rulebook() -> None:
    """The same actions in the safe face of Python lead to the same end."""
    env = pettingzoo.env(shipped("tic_tac_toe"))
    rules = env.lane.rules
    for seed in range(5):
        made, state = game_of(env, seed), rules.initial()
        for number, action in enumerate(made):
            agent, _, name = action.partition(" ")
            assert agent == f"player_{rules.decisions.to_move(state)}" == f"player_{number % 2}"
            state = rules.step(state, name.removeprefix("cell_to_mark(c=").removesuffix(")"))
        outcome = rules.endings.outcome(state)
        assert outcome is not None
        first_gets = 0.0 if outcome.is_draw else 1.0 if outcome.winners == (0,) else -1.0
        assert env.lane.rewards() == (first_gets, -first_gets)


def test_an_agent_that_does_not_act_is_offered_nothing() -> None:
    """The legal actions of another agent may tell what that agent holds."""
    env = pettingzoo.env(shipped("tic_tac_toe"))
    env.reset(seed=1)
    env.step(4)
    assert env.observe("player_1")["action_mask"].sum() == 8
    assert env.observe("player_0")["action_mask"].sum() == 0


def test_rounds_are_cut_off_at_the_limit() -> None:
    env = pettingzoo.parallel_env(shipped("goofspiel"), 2, limit=5)
    observed, _ = env.reset(seed=1)
    cut_off: list[bool] = []
    while env.agents:
        observed, _, terminated, truncated, _ = env.step({agent: first(seen) for agent, seen in observed.items()})
        assert not any(terminated.values())
        cut_off += [all(truncated.values())]
    # Two choices a round: the third passes the limit.
    assert cut_off == [False, False, True]


def test_an_illegal_action_is_refused_with_its_clause_and_changes_nothing() -> None:
    env = pettingzoo.env(shipped("tic_tac_toe"))
    env.reset(seed=1)
    env.step(4)
    with pytest.raises(IllegalChoice, match="b2 is marked already") as refused:
        env.step(4)
    assert refused.value.clause == "cell_is_empty"
    assert env.agent_selection == "player_1"
    with pytest.raises(ValueError, match="no action"):
        env.step(9)
    with pytest.raises(ValueError, match="player_1 has to act"):
        env.step(None)
    env.step(0)
    assert env.agent_selection == "player_0"


def test_a_long_game_is_truncated() -> None:
    env = pettingzoo.env(shipped("pig"), limit=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(first(env.observe(env.agent_selection)))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_a_round_is_refused_as_a_whole() -> None:
    env = pettingzoo.parallel_env(shipped("goofspiel"), 2)
    env.reset(seed=1)
    state = env.lane.state
    with pytest.raises(ValueError, match="player_1 has to act"):
        env.step({"player_0": 0})
    with pytest.raises(ValueError, match="13 is no action"):
        env.step({"player_0": 0, "player_1": 13})
    assert env.lane.state == state


def test_only_simultaneous_games_are_parallel() -> None:
    with pytest.raises(ValueError, match="no simultaneous game: players make the choice `cell_to_mark` one after the other"):
        pettingzoo.parallel_env(shipped("tic_tac_toe"))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="counts no scores"):
        pettingzoo.env(shipped("tic_tac_toe"), rewards="scores")
    with pytest.raises(ValueError, match="`places` or `scores`, not by `luck`"):
        pettingzoo.env(shipped("tic_tac_toe"), rewards="luck")  # type: ignore[arg-type]  # a wrong name
    with pytest.raises(ValueError, match="rendered as `ansi` or `svg`, not as `human`"):
        pettingzoo.env(shipped("tic_tac_toe"), render_mode="human")
    with pytest.raises(ValueError, match="cut off after 1 action or more"):
        pettingzoo.env(shipped("tic_tac_toe"), limit=0)
    with pytest.raises(ValueError, match="is for 2 players, not 5"):
        pettingzoo.env(shipped("tic_tac_toe"), 5)


def test_positions_are_rendered_as_text_and_pictures() -> None:
    env = pettingzoo.env(shipped("tic_tac_toe"), render_mode="ansi")
    env.reset(seed=1)
    env.step(4)
    assert "b2.mark = x" in env.render()
    assert pettingzoo.env(shipped("tic_tac_toe")).render() is None
