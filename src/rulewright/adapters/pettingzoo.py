"""Games for several agents, as environments of PettingZoo: `env` one agent after the other, `parallel_env` all at once.

The extra `rulewright[pettingzoo]` installs it. Agents are called `player_0`, `player_1` and so on, in the order of the seats.
"""

from __future__ import annotations

from typing import Any

try:
    from pettingzoo.utils.env import AECEnv, ParallelEnv
except ImportError as missing:
    raise ImportError("`rulewright.adapters.pettingzoo` needs PettingZoo; install `rulewright[pettingzoo]`") from missing
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..interpreter.game.game import Game
from .lane import LONGEST, RENDER_MODES, Lane, render_mode_of
from .rewards import Rewards
from .rounds import asked_together, not_simultaneous

__all__ = ["RoundEnv", "TurnEnv", "env", "parallel_env"]

Observation = dict[str, NDArray[Any]]


def env(game: Game | str, players: int | None = None, *, rewards: Rewards | None = None, limit: int = LONGEST,
        render_mode: str | None = None) -> TurnEnv:
    """A game whose agents act one after the other; a secret choice asks them in turn, and shows none of them what others chose.

    `players` is the fewest, if none is given; a game is truncated after `limit` actions. See `TurnEnv`.
    Raises NoSuchRulebook, RulebookError, WrongPlayers, ImportError without NumPy or wasmtime, and ValueError.
    """
    return TurnEnv(game, players, rewards=rewards, limit=limit, render_mode=render_mode)


def parallel_env(game: Game | str, players: int | None = None, *, rewards: Rewards | None = None, limit: int = LONGEST,
                 render_mode: str | None = None) -> RoundEnv:
    """A game whose agents always act at once: one in which every choice is simultaneous. See `RoundEnv`.

    Raises as `env` does, and ValueError for a game with a choice that players make one after the other.
    """
    return RoundEnv(game, players, rewards=rewards, limit=limit, render_mode=render_mode)


class _Spaces:
    """The spaces of all agents, which are alike, but are objects of their own, so that each has a seed of its own."""

    def __init__(self, lane: Lane) -> None:
        self.agents = [f"player_{seat}" for seat in range(lane.players)]
        observation, n = lane.observations, lane.actions.n
        self.observed: dict[str, spaces.Space[Any]] = {agent: spaces.Dict({
            "observation": spaces.Box(observation.low, observation.high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (n,), np.int8)}) for agent in self.agents}
        self.acted: dict[str, spaces.Space[Any]] = {agent: spaces.Discrete(n) for agent in self.agents}


class _Seats:
    """The spaces of agents and the position, which both kinds of environment have alike."""

    lane: Lane
    _spaces: _Spaces
    render_mode: str | None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, always the same object."""
        return self._spaces.observed[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, always the same object."""
        return self._spaces.acted[agent]

    def render(self) -> Any:
        """The position in the mode of the environment, with all that is hidden from players."""
        return self.lane.render(self.render_mode)

    def close(self) -> None:
        """Close the environment; it holds nothing that has to be released."""

    def state(self) -> NDArray[np.float32]:
        """The whole position, with all that is hidden from players, for training that may see it; shape (slots,)."""
        return np.array(self.lane.state.slots, np.float32)


class TurnEnv(_Seats, AECEnv[str, Observation, int]):
    """A game whose agents act one after the other.

    An observation is a dict: `observation` are the numbers of `observations` (a vector of float32), `action_mask` the
    legal actions of the agent that acts, and zeros for all others. Rewards come at the end of the game.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012  # PettingZoo's own type

    def __init__(self, game: Game | str, players: int | None, *, rewards: Rewards | None, limit: int,
                 render_mode: str | None) -> None:
        super().__init__()
        self.render_mode = render_mode_of(render_mode)
        self.lane = Lane(game, players, rewards, limit)
        self.actions, self.observations = self.lane.actions, self.lane.observations
        self.metadata = {**self.metadata, "name": f"rulewright_{self.lane.game.name}_v0"}
        self._spaces = _Spaces(self.lane)
        self.possible_agents = list(self._spaces.agents)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game, or the first of the series `seed`; there are no options. Raises RulebookFault."""
        self.lane.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """The observation of an agent, and the mask of its legal actions."""
        seat = self.possible_agents.index(agent)
        mask = self.lane.mask() if seat == self.lane.mover else np.zeros(self.actions.n, np.int8)
        return {"observation": self.lane.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent that acts; None for an agent whose game is over.

        Raises IllegalChoice with the clause that refuses it, ValueError for a number that is no action, and RulebookFault.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]  # it wants None, against its own type
            return
        if action is None:
            raise ValueError(f"{agent} has to act")
        self.lane.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Hand over to who acts next, or end the game."""
        if self.lane.mover is None:
            self.rewards = dict(zip(self.possible_agents, self.lane.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.lane.cut_off:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.lane.mover]


class RoundEnv(_Seats, ParallelEnv[str, Observation, int]):
    """A game whose agents always act at once.

    Observations are those of `TurnEnv`. An agent that a round does not ask has a mask of zeros, and its action is ignored.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012  # PettingZoo's own type

    def __init__(self, game: Game | str, players: int | None, *, rewards: Rewards | None, limit: int,
                 render_mode: str | None) -> None:
        self.render_mode = render_mode_of(render_mode)
        self.lane = Lane(game, players, rewards, limit)
        by_turns = not_simultaneous(self.lane.rules.program)
        if by_turns is not None:
            raise ValueError(f"{self.lane.game.name} is no simultaneous game: players make the choice `{by_turns}` one after "
                             "the other; use `env`")
        self.actions, self.observations = self.lane.actions, self.lane.observations
        self.metadata = {**self.metadata, "name": f"rulewright_{self.lane.game.name}_v0"}
        self._spaces = _Spaces(self.lane)
        self.possible_agents = list(self._spaces.agents)
        self.agents: list[str] = []
        self._asked: dict[int, NDArray[np.int8]] = {}

    def reset(self, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin the next game, or the first of the series `seed`; there are no options. Raises RulebookFault."""
        self.lane.begin(seed)
        self.agents = list(self.possible_agents)
        return self._look(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool],
                                                     dict[str, bool], dict[str, dict[str, Any]]]:
        """Carry out the actions of all agents that the round asks.

        Raises ValueError when one of them has no action, IllegalChoice with the clause that refuses one, and RulebookFault; the
        game then stands where it stood before the round.
        """
        agents = list(self.agents)
        chosen = [self._chosen(seat, actions) for seat in self._asked]
        for action in chosen:
            self.lane.step(action)
        observed = self._look()
        over, cut_off = self.lane.mover is None, self.lane.cut_off
        rewards = dict(zip(self.possible_agents, self.lane.rewards(), strict=True))
        if over or cut_off:
            self.agents = []
        return (observed, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut_off),
                {agent: {} for agent in agents})

    def _chosen(self, seat: int, actions: dict[str, int]) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise ValueError(f"{agent} has to act")
        action = int(actions[agent])
        if not self._asked[seat][action : action + 1].any():
            raise ValueError(f"{agent}: {self.actions.name(action)} is not legal here")
        return action

    def _look(self) -> dict[str, Observation]:
        """Work out who is asked, and what each agent observes."""
        lane, self._asked = self.lane, {}
        if lane.mover is not None:
            for seat, codes in asked_together(lane.rules, lane.state).items():
                self._asked[seat] = np.zeros(self.actions.n, np.int8)
                self._asked[seat][[self.actions.of_code(lane.block, code) for code in codes]] = 1
        nothing = np.zeros(self.actions.n, np.int8)
        return {agent: {"observation": lane.observation(seat), "action_mask": self._asked.get(seat, nothing)}
                for seat, agent in enumerate(self.possible_agents)}
