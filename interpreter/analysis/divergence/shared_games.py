"""Random games of a rulebook, kept to see quickly in which of them another rulebook plays as it does."""

from __future__ import annotations

from attrs import frozen

from ...game.rules import Rules
from ...game.state import State
from ...runtime.chance import Dice
from ...runtime.faults import RulebookFault
from ...runtime.series import SeriesDice
from .explore import MAX_POSITIONS


@frozen
class ReferenceGame:
    """A game: the code of each choice and roll with a hash of what it was chosen from, and a hash of where it ended."""

    steps: tuple[tuple[int, int], ...]
    last: int


class ReferenceGames:
    """Random games of a series, each played once, up to `MAX_POSITIONS` positions."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules, self.seed = rules, seed
        self.known: dict[int, ReferenceGame] = {}

    def length(self, number: int) -> int:
        """Return how many positions of a game of the series are compared. Raises RulebookFault."""
        return min(len(self._game(number).steps) + 1, MAX_POSITIONS)

    def is_alike(self, number: int, other: Rules) -> bool:
        """Return whether other rules, with cells and points as these have, come to the same positions and choices in a game."""
        try:
            state = other.initial()
            for code, hashed in self._game(number).steps:
                # The codes of the known game are carried out without a test: while all positions before were alike, they are
                # legal here too.
                if _hash(state) != hashed:
                    return False
                state = state.rules.after(state, code)
            return _hash(state) == self._game(number).last
        except RulebookFault:
            return False

    def _game(self, number: int) -> ReferenceGame:
        if number not in self.known:
            self.known[number] = self._played(SeriesDice(self.seed, number))
        return self.known[number]

    def _played(self, dice: Dice) -> ReferenceGame:
        state = self.rules.initial()
        steps: list[tuple[int, int]] = []
        # As many positions as the full comparison looks at, so a game counts as alike here exactly where that one would go on.
        while not state.is_over and len(steps) < MAX_POSITIONS:
            code = self.rules.random_choice(state, dice).code
            steps.append((code, _hash(state)))
            state = state.rules.after(state, code)
        return ReferenceGame(tuple(steps), _hash(state))


def _hash(state: State) -> int:
    """A hash of a position and of what may come next, or of how the game ended."""
    # Hashes are compared within one process only: that of a text, such as the end of a game, differs from process to process.
    rules, point = state.rules, state.rules.decisions.point(state)
    if point is None:
        return hash((state.slots, rules.endings.outcome(state)))
    if point.player is not None:
        return hash((state.slots, rules.decisions.to_move(state), tuple(rules.decisions.legal_codes(state))))
    codes, weights = rules.machines.plain.outcomes(list(state.slots), point)
    return hash((state.slots, tuple(codes), None if weights is None else tuple(weights)))
