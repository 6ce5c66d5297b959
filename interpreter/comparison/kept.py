"""Random games of a rulebook, kept to see quickly in which of them another rulebook plays as it does."""

from __future__ import annotations

from ..chance import Dice
from ..faults import RulebookFault
from ..rules import Rules
from ..simulate import seed_of
from ..state import State
from .explore import MAX_POSITIONS

Steps = tuple[tuple[int, int], ...]


class KeptGames:
    """Random games of a series, each played once: the code of each choice and roll, and a hash of what it was chosen from."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules, self.seed = rules, seed
        self.known: dict[int, Steps] = {}

    def length(self, number: int) -> int:
        """How many positions a game of the series has. Raises RulebookFault."""
        return len(self._steps(number))

    def is_alike(self, number: int, other: Rules) -> bool:
        """Whether other rules, with cells and points as these have, come to the same positions and choices in a game."""
        try:
            state = other.initial()
            for code, hashed in self._steps(number):
                if _hash(state) != hashed:
                    return False
                state = _after(state, code)
        except RulebookFault:
            return False
        return True

    def _steps(self, number: int) -> Steps:
        if number not in self.known:
            self.known[number] = tuple(self._played(number))
        return self.known[number]

    def _played(self, number: int) -> list[tuple[int, int]]:
        dice, state = Dice(seed_of(self.seed, number)), self.rules.initial()
        steps: list[tuple[int, int]] = []
        while not state.is_over and len(steps) < MAX_POSITIONS:
            choice = self.rules.random_choice(state, dice)
            steps.append((choice.code, _hash(state)))
            state = _after(state, choice.code)
        return [*steps, (0, _hash(state))]


def _after(state: State, code: int) -> State:
    point = state.rules.point(state)
    if point is None:
        return state
    s = list(state.slots)
    state.rules.machine.apply(s, point, code)
    return State(state.rules, tuple(s))


def _hash(state: State) -> int:
    """A hash of a position and of what may come next, or of how the game ended."""
    point = state.rules.point(state)
    if point is None:
        return hash((state.slots, state.rules.outcome(state)))
    s = list(state.slots)
    if point.player is not None:
        return hash((state.slots, point.player(s), tuple(state.rules.machine.legal(s, point))))
    codes, weights = state.rules.machine.outcomes(s, point)
    return hash((state.slots, tuple(codes), None if weights is None else tuple(weights)))
