"""Any rulebook as a Python game of OpenSpiel: `pyspiel.load_game("rulewright(rulebook=lancaster,players=3)")`.

Values of the rulebook's parameters are written with colons and semicolons: `parameters=cards:3;steps:exactly`.

The extra `rulewright[openspiel]` installs it; importing this module registers the game. Chance is explicit, secret choices are
made one after the other, and an information state is the game as its player has seen it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("`rulewright.adapters.openspiel` needs OpenSpiel; install `rulewright[openspiel]`") from missing
import numpy as np
from attrs import frozen

from .. import load
from ..dsl import ir
from ..dsl.types.types import size
from ..interpreter.game.rules import Rules
from ..interpreter.game.state import State
from ..interpreter.game.table.decisions import CHANCE
from ..interpreter.game.game_log import ViewedStep, log_seen_by
from ..interpreter.game.viewing.event_log import PlayedStep
from ..interpreter.game.viewing.observation import SPECTATOR
from .actions import Actions
from .lane import LONGEST
from .observations import Observations
from .rewards import rewards_of

__all__ = ["NAME", "RulebookGame", "RulebookObserver", "RulebookState"]

NAME = "rulewright"
# The parameters of the game, with what they are if they are not given.
DEFAULTS: dict[str, str | int] = {"rulebook": "tic_tac_toe", "parameters": "", "players": 0, "limit": LONGEST}
# Players that a game of OpenSpiel is registered for.
MOST_PLAYERS = 64


def _type(rules: Rules | None = None) -> pyspiel.GameType:
    """The type of the game of these rules; without rules, of all rulebooks."""
    program = None if rules is None else rules.program
    rolls = program is None or any(isinstance(block.end, ir.RollValue) for block in program.blocks)
    hides = rules is None or rules.observer.keeps_secrets
    alone = program is not None and program.players == 1
    return pyspiel.GameType(
        short_name=NAME, long_name="Rulewright",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC if rolls else pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=(pyspiel.GameType.Information.IMPERFECT_INFORMATION if hides
                     else pyspiel.GameType.Information.PERFECT_INFORMATION),
        utility=pyspiel.GameType.Utility.GENERAL_SUM if alone or program is None else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS, min_num_players=1,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True, provides_factored_observation_string=False,
        default_loadable=True,
        parameter_specification=DEFAULTS)


class _GameParts:
    """The rules, actions and observations that all states of a game share. It never changes, so a copy of a state keeps it as it is."""

    def __init__(self, rulebook: str, parameters: str, players: int | None) -> None:
        self.rulebook, self.parameters = rulebook, parameters
        self.rules = load(rulebook, _values(parameters)).rules(players)
        self.actions = Actions(self.rules)
        self.observations = Observations(self.rules, self.actions)

    def __deepcopy__(self, memo: object) -> _GameParts:
        return self

    def __reduce__(self) -> tuple[Callable[[str, str, int | None], _GameParts], tuple[str, str, int]]:
        return _shared, (self.rulebook, self.parameters, self.rules.program.players)


@lru_cache(maxsize=16)
def _shared(rulebook: str, parameters: str, players: int | None) -> _GameParts:
    """Return the same object for the same rulebook, parameters and number of players."""
    return _GameParts(rulebook, parameters, players)


def _values(parameters: str) -> dict[str, str]:
    """The values of parameters, `cards:3;steps:exactly`. Raises ValueError."""
    values: dict[str, str] = {}
    for part in filter(None, parameters.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise ValueError(f"`{part}` gives no parameter a value; write `name:value`, with `;` between several")
        values[name.strip()] = value.strip()
    return values


@frozen
class _PositionPath:
    """The slots of a position, and the codes that led to it. OpenSpiel copies states deeply, and this never changes."""

    slots: tuple[int, ...]
    codes: tuple[int, ...]

    def __deepcopy__(self, memo: object) -> _PositionPath:
        return self


class RulebookGame(pyspiel.Game):
    """A rulebook for a number of players.

    Parameters: `rulebook` (a name, or a path to a file or folder, with variants after colons), `parameters` of the rulebook
    (`cards:3;steps:exactly`), `players` (0 for the fewest), `limit`, after how many moves and rolls together a game is cut off,
    with 0 for all. Players get what `rewards_of` says by places. Raises NoSuchRulebook, RulebookError, WrongPlayers and ValueError.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = {**DEFAULTS, **(params or {})}
        self.limit = int(parameters["limit"])
        self.shared = _shared(str(parameters["rulebook"]), str(parameters["parameters"]), int(parameters["players"]) or None)
        program = self.shared.rules.program
        rolls = [size(block.end.bound.type) for block in program.blocks if isinstance(block.end, ir.RollValue)]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.shared.actions.n, max_chance_outcomes=max(rolls, default=0), num_players=program.players,
            min_utility=-1.0, max_utility=1.0, utility_sum=None if program.players == 1 else 0.0, max_game_length=self.limit)
        super().__init__(_type(self.shared.rules), info, params or {})

    def new_initial_state(self) -> RulebookState:
        """A new game, run up to its first choice or roll."""
        return RulebookState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> RulebookObserver:
        """An observer, which turns states into observations of a player."""
        return RulebookObserver(self.shared, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class RulebookState(pyspiel.State):
    """A position of a rulebook, with the game so far."""

    def __init__(self, game: RulebookGame) -> None:
        super().__init__(game)
        self.shared, self.limit = game.shared, game.limit
        self.at = _PositionPath(game.shared.rules.initial().slots, ())

    @property
    def position(self) -> State:
        """The position, as Rulewright has it."""
        return State(self.shared.rules, self.at.slots)

    def current_player(self) -> int:
        """The seat that chooses, or what OpenSpiel has for chance and for the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        mover = self.shared.rules.decisions.to_move(self.position)
        return mover if isinstance(mover, int) else int(pyspiel.PlayerId.CHANCE)

    def _block(self) -> int:
        point = self.shared.rules.decisions.point(self.position)
        assert point is not None, "the game goes on"
        return point.block

    def _legal_actions(self, player: int) -> list[int]:
        """The legal actions of a player, in ascending order; none for a player who does not choose."""
        if self.current_player() != player:
            return []
        block = self._block()
        return sorted(self.shared.actions.of_code(block, code) for code in self.shared.rules.decisions.legal_codes(self.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, with their probabilities."""
        assert self.shared.rules.decisions.to_move(self.position) is CHANCE, "it is chance's turn"
        outcomes = self.shared.rules.decisions.choices(self.position)
        total = sum(outcome.weight for outcome in outcomes)
        return sorted((outcome.code, outcome.weight / total) for outcome in outcomes)

    def _apply_action(self, action: int) -> None:
        code = self._code(action)
        self.at = _PositionPath(self.shared.rules.step(self.position, code).slots, (*self.at.codes, code))

    def _code(self, action: int) -> int:
        """The code of an action here. Raises ValueError where no choice has it."""
        if self.is_chance_node():
            return action
        code = self.shared.actions.code_of(self._block(), action)
        if code is None:
            raise ValueError(f"{self.shared.actions.name(action)} is no move of this choice")
        return code

    def _action_to_string(self, player: int, action: int) -> str:
        """An action as it is written here; for one that is not legal here, the name of its number."""
        rules, code = self.shared.rules, None if self.is_terminal() else self._code(action)
        if code is None or code not in rules.decisions.legal_codes(self.position):
            return self.shared.actions.name(action)
        return rules.decisions.choice(self.position, code).notation

    def is_terminal(self) -> bool:
        """Return whether the game is over, or was cut off."""
        return self.position.is_over or len(self.at.codes) >= self.limit

    def returns(self) -> list[float]:
        """The rewards of the seats; 0 for all while the game goes on, and for a game that was cut off."""
        outcome, players = self.shared.rules.endings.outcome(self.position), self.shared.rules.program.players
        return [0.0] * players if outcome is None else list(rewards_of(outcome, players, "places"))

    def __str__(self) -> str:
        """The position, with all that is hidden from players."""
        return str(self.position)

    def played(self) -> list[PlayedStep]:
        """The game so far, with what happened in each step. Plays it again."""
        rules = self.shared.rules
        state, _ = rules.recording.initial()
        out: list[PlayedStep] = []
        for code in self.at.codes:
            choice = rules.decisions.choice(state, code)
            state, trace = rules.recording.step(state, choice)
            out.append(PlayedStep(choice.player, trace.written(choice), trace))
        return out


class RulebookObserver:
    """States as numbers and as text for one player: what the player may know, and with perfect recall the game so far.

    What is asked for without private information is what all see. With perfect recall there is text only.
    """

    def __init__(self, shared: _GameParts, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observers take no parameters, not {', '.join(params)}")
        self.shared, self.remembers = shared, bool(kind.perfect_recall)
        self.is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(0 if self.remembers else shared.observations.n, np.float32)
        self.dict = {} if self.remembers else {"observation": self.tensor}

    def set_from(self, state: RulebookState, player: int) -> None:
        """Write the observation of a player into `tensor`."""
        if self.remembers:
            return
        mover = self.shared.rules.decisions.to_move(state.position)
        self.tensor[:] = self.shared.observations.of(
            np.array([state.at.slots]), np.array([mover if isinstance(mover, int) else -1]), -1 if self.is_public else player)[0]

    def string_from(self, state: RulebookState, player: int) -> str:
        """The view of a player on a state as text; with perfect recall the game as they have seen it."""
        viewer = SPECTATOR if self.is_public else player
        view = self.shared.rules.state_text.write_view(state.position, viewer)
        if not self.remembers:
            return view
        steps = log_seen_by(state.played(), state.position, viewer)
        return "".join(f"{self._line(step)}\n" for step in steps) + view

    def _line(self, step: ViewedStep) -> str:
        seats = self.shared.rules.seats
        revealed = [f"{seats[choice.player]} chose {choice.notation}" for choice in step.revealed]
        return "; ".join([f"{'chance' if step.seat is None else seats[step.seat]}: {step.notation}", *revealed, *step.events])


pyspiel.register_game(_type(), RulebookGame)
