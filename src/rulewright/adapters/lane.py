"""One game for an environment: actions in, and out come positions, masks, observations and rewards; chance is decided."""

from __future__ import annotations

from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..interpreter.backends.backend import BLOCK
from ..interpreter.game.game import Game
from ..interpreter.game.state import State
from ..interpreter.runtime.faults import IllegalChoice
from .. import batch, load
from .actions import Actions
from .observations import Observations
from .rewards import Rewards, chosen_rewards, rewards_of

__all__ = ["LONGEST", "RENDER_MODES", "Lane", "game_of", "render_mode_of", "series_of"]

# How positions can be rendered: as text, or as SVG.
RENDER_MODES = ("ansi", "svg")
# After this number of actions a game is cut off, if no other limit is given.
LONGEST = 10_000


def game_of(game: Game | str) -> Game:
    """Return a game, or the game of a rulebook. Raises NoSuchRulebook and RulebookError."""
    return load(game) if isinstance(game, str) else game


def series_of(seed: int | None) -> int:
    """Return the number of the series of games that a seed asks for; a random one for None."""
    return randbits(62) if seed is None else seed & (1 << 63) - 1


def render_mode_of(mode: str | None) -> str | None:
    """Return a mode of `render`. Raises ValueError for one that there is not."""
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"positions are rendered as `{'` or `'.join(RENDER_MODES)}`, not as `{mode}`")
    return mode


class Lane:
    """A game that is played again and again: the games of a series, one after the other.

    Raises ImportError without NumPy or wasmtime, WrongPlayers, and ValueError for rewards that the rulebook does not have.
    """

    def __init__(self, game: Game | str, players: int | None, rewards: Rewards | None, limit: int) -> None:
        self.game = game_of(game)
        self.rules = self.game.rules(players)
        self.players = self.rules.program.players
        self.by: Rewards = chosen_rewards(self.rules.program, rewards)
        if limit < 1:
            raise ValueError(f"a game is cut off after 1 action or more, not after {limit}")
        self.limit, self.steps = limit, 0
        self.actions = Actions(self.rules)
        self.observations = Observations(self.rules, self.actions)
        self._batch = batch(self.game, self.players, 1, seed=series_of(None))

    def begin(self, seed: int | None = None) -> None:
        """Begin the next game of the series, or the first of another. Raises RulebookFault."""
        self.steps = 0
        if seed is None:
            self._batch.begin([0])
        else:
            self._batch.seed = series_of(seed)
            self._batch.begin()

    @property
    def mover(self) -> int | None:
        """The seat that chooses next; None when the game is over."""
        return None if self._batch.over[0] else int(self._batch.movers[0])

    @property
    def cut_off(self) -> bool:
        """Whether the game goes on, but was cut off because it is too long."""
        return self.steps >= self.limit and self.mover is not None

    @property
    def state(self) -> State:
        """The position."""
        return self._batch.state(0)

    @property
    def block(self) -> int:
        """The block that waits."""
        return int(self._batch.states[0, BLOCK])

    def mask(self) -> NDArray[np.int8]:
        """The legal actions of the seat that chooses, 1 for each; shape (actions.n,)."""
        if self.mover is None:
            return np.zeros(self.actions.n, np.int8)
        return self.actions.mask(self.block, self._batch.masks[0])

    def observation(self, seat: int) -> NDArray[np.float32]:
        """The observation of a seat; shape (observations.n,)."""
        return self.observations.of(self._batch.states, self._batch.movers, seat).reshape(-1)

    def step(self, action: int) -> None:
        """Carry out an action of the seat that chooses.

        Raises ValueError for a number that is no action, IllegalChoice with the clause that refuses a move, and RulebookFault.
        """
        code = self.actions.code_of(self.block, action)
        if code is None or not self._batch.masks[0, code]:
            raise self._refused(action, code)
        self._batch.step([code])
        self.steps += 1

    def draw(self) -> None:
        """Choose at random for the seat that chooses: first a kind of move, then a move. Raises RulebookFault."""
        self._batch.draw()
        self.steps += 1

    def _refused(self, action: int, code: int | None) -> IllegalChoice:
        """Return why an action is refused. Raises ValueError for a number that is no action."""
        name, state = self.actions.name(action), self.state
        point = self.rules.decisions.point(state)
        assert point is not None, "an action is refused while the game goes on"
        clause, message = point.clause, f"{name} is no move of this choice"
        if code is not None:
            choice = self.rules.decisions.choice(state, code)
            refusals = self.rules.explainer.explain(state, choice)
            clause, message = (refusals[0].clause, f"{name}: {refusals[0].message}") if refusals else (
                clause, f"{name} is not legal here")
        known = self.rules.clauses.get(clause)
        return IllegalChoice(clause, message, known.span if known else None)

    def rewards(self) -> tuple[float, ...]:
        """The reward of each seat for a game that is over; 0 for all while it goes on. Raises RulebookFault."""
        outcome = self.rules.endings.outcome(self.state)
        return (0.0,) * self.players if outcome is None else rewards_of(outcome, self.players, self.by)

    def render(self, mode: str | None) -> Any:
        """The position as text (`ansi`) or as SVG (`svg`), all of it; None without a mode."""
        return None if mode is None else self.state.picture() if mode == "svg" else str(self.state)
