"""One agent at one seat, as environments of Gymnasium: `SeatEnv` plays one game, `SeatVectorEnv` many side by side.

The extra `rulewright[gymnasium]` installs it. `gymnasium.make("rulewright/Seat-v0", game="shut_the_box")` works after this
module is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

try:
    import gymnasium
except ImportError as missing:
    raise ImportError("`rulewright.adapters.gymnasium` needs Gymnasium; install `rulewright[gymnasium]`") from missing
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from ..interpreter.backends.backend import BLOCK
from ..interpreter.game.game import Game
from ..interpreter.runtime.faults import IllegalChoice
from .. import batch
from .actions import Actions
from .lane import LONGEST, RENDER_MODES, Lane, game_of, render_mode_of, series_of
from .observations import Observations
from .rewards import Rewards, chosen_rewards, rewards_of

__all__ = ["Policy", "SeatEnv", "SeatVectorEnv"]

Observation = dict[str, NDArray[Any]]
# Observations and legal actions of the seats that choose, one in each row -> their actions; shapes (rows, n) -> (rows,).
Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], NDArray[Any]]


def _space(observations: Observations, actions: Actions) -> spaces.Dict:
    return spaces.Dict({"observation": spaces.Box(observations.low, observations.high, dtype=np.float32),
                        "action_mask": spaces.Box(0, 1, (actions.n,), np.int8)})


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game seen from one seat; a game of one player, or one in which others play by a policy.

    `seat` counts from 0; `others` chooses for all other seats, at random where it is None (a random kind of move, then a move of
    that kind). An observation has `observation`, what the seat may know, and `action_mask`, the legal actions. The reward is
    that of the seat at the end of the game, by `rewards`; a game is truncated after `limit` actions of all seats. An action that
    is not legal raises IllegalChoice, or, with `illegal="lose"`, ends the game with a reward of -1.

    Raises as `rulewright.adapters.pettingzoo.env` does, and ValueError for a seat that there is not.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # Gymnasium's own type

    def __init__(self, game: Game | str, players: int | None = None, seat: int = 0, others: Policy | None = None, *,
                 rewards: Rewards | None = None, limit: int = LONGEST, illegal: Literal["raise", "lose"] = "raise",
                 render_mode: str | None = None) -> None:
        self.render_mode = render_mode_of(render_mode)
        self.lane = Lane(game, players, rewards, limit)
        self.seat, self.others, self.illegal = _seat_of(seat, self.lane.players), others, illegal
        if illegal not in ("raise", "lose"):
            raise ValueError(f"an illegal action makes the environment `raise` or the seat `lose`, not `{illegal}`")
        self.actions, self.observations = self.lane.actions, self.lane.observations
        self.observation_space = _space(self.observations, self.actions)
        self.action_space = spaces.Discrete(self.actions.n)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin the next game, or the first of the series `seed`, and play on to the seat's first choice.

        There are no options. Raises RulebookFault.
        """
        super().reset(seed=seed)
        self.lane.begin(seed)
        self._play_others()
        return self._look(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action of the seat, and play on to its next choice or to the end of the game.

        Raises IllegalChoice with the clause that refuses it, ValueError for a number that is no action, and RulebookFault.
        """
        try:
            self.lane.step(int(action))
        except IllegalChoice as refused:
            if self.illegal == "raise":
                raise
            return self._look(), -1.0, True, False, {"refused": str(refused), "clause": refused.clause}
        self._play_others()
        return self._look(), self.lane.rewards()[self.seat], self.lane.mover is None, self.lane.cut_off, {}

    def _play_others(self) -> None:
        lane = self.lane
        while lane.mover not in (self.seat, None) and not lane.cut_off:
            if self.others is None:
                lane.draw()
            else:
                observation = lane.observation(lane.mover or 0)[None]
                lane.step(int(self.others(observation, lane.mask()[None])[0]))

    def _look(self) -> Observation:
        mask = self.lane.mask() if self.lane.mover == self.seat else np.zeros(self.actions.n, np.int8)
        return {"observation": self.lane.observation(self.seat), "action_mask": mask}

    def render(self) -> Any:
        """The position in the mode of the environment, with all that is hidden from players."""
        return self.lane.render(self.render_mode)


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games seen from one seat and carried on together; see `SeatEnv` for what it takes and gives.

    A game that is over begins again at the next step, whose action in it does not matter (`AutoresetMode.NEXT_STEP`). The games
    are those of one series: the first row plays game 0 first, and so on. Raises as `SeatEnv` does, and ValueError for masks that
    are too large together.
    """

    def __init__(self, game: Game | str, num_envs: int, players: int | None = None, seat: int = 0,
                 others: Policy | None = None, *, rewards: Rewards | None = None, limit: int = LONGEST) -> None:
        self.game = game_of(game)
        self.rules = self.game.rules(players)
        program = self.rules.program
        self.seat, self.others, self.limit, self.num_envs = _seat_of(seat, program.players), others, limit, num_envs
        self.by: Rewards = chosen_rewards(program, rewards)
        self.actions = Actions(self.rules)
        self.observations = Observations(self.rules, self.actions)
        self.single_observation_space = _space(self.observations, self.actions)
        self.single_action_space = spaces.Discrete(self.actions.n)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self._batch = batch(self.game, program.players, num_envs, seed=series_of(None))
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin all games again, those of the series `seed` if one is given. There are no options. Raises RulebookFault."""
        super().reset(seed=seed)
        if seed is None:
            self._batch.begin(np.arange(self.num_envs))
        else:
            self._batch.seed = series_of(seed)
            self._batch.begin()
        self._steps[:], self._ended[:] = 0, False
        self._play_others()
        return self._look(), {}

    def step(self, actions: NDArray[np.int64]) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Carry out an action in each game that goes on, and restart those that were over.

        Raises `IllegalCodes`, which names the games whose actions are not legal, after all others have gone on; and RulebookFault.
        """
        going, begun = np.flatnonzero(~self._ended), np.flatnonzero(self._ended)
        self._take(np.asarray(actions, np.int64), going)
        if len(begun):
            self._batch.begin(begun)
            self._steps[begun] = 0
        self._play_others()
        terminated = self._batch.over & ~self._ended
        truncated = (self._steps >= self.limit) & ~self._batch.over & ~self._ended
        # A game that ends before the seat has a choice ends in the step that begins it.
        terminated[begun], truncated[begun] = self._batch.over[begun], False
        rewards = np.zeros(self.num_envs, np.float64)
        for lane in np.flatnonzero(terminated):
            outcome = self.rules.endings.outcome(self._batch.state(int(lane)))
            assert outcome is not None, "the game is over"
            rewards[lane] = rewards_of(outcome, self.rules.program.players, self.by)[self.seat]
        self._ended = terminated | truncated
        return self._look(), rewards, terminated, truncated, {}

    def _take(self, actions: NDArray[np.int64], lanes: NDArray[np.intp]) -> None:
        """Carry out actions in these lanes."""
        codes = self.actions.codes(self._batch.states[:, BLOCK], actions)
        self._steps[lanes] += 1
        self._batch.step(codes, lanes)

    def _play_others(self) -> None:
        """Play all games on to a choice of the seat, or to their ends."""
        batch = self._batch
        while True:
            waiting = ~batch.over & (batch.movers != self.seat) & (self._steps < self.limit)
            lanes = np.flatnonzero(waiting)
            if not len(lanes):
                return
            if self.others is None:
                self._steps[lanes] += 1
                batch.draw(lanes)
                continue
            movers = batch.movers[lanes]
            observation = self.observations.of(batch.states[lanes], movers, movers)
            chosen = np.zeros(self.num_envs, np.int64)
            chosen[lanes] = self.others(observation, self.actions.masks(batch.states[lanes, BLOCK], batch.masks[lanes]))
            self._take(chosen, lanes)

    def _look(self) -> Observation:
        batch = self._batch
        masks = self.actions.masks(batch.states[:, BLOCK], batch.masks)
        masks[batch.movers != self.seat] = 0
        return {"observation": self.observations.of(batch.states, batch.movers, self.seat), "action_mask": masks}


def _seat_of(seat: int, players: int) -> int:
    if not 0 <= seat < players:
        raise ValueError(f"seats of {players} players are 0 to {players - 1}, not {seat}")
    return seat


gymnasium.register(id="rulewright/Seat-v0", entry_point=f"{__name__}:SeatEnv", vector_entry_point=f"{__name__}:SeatVectorEnv")
