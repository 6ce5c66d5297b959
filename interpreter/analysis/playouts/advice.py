"""A position to a move that is worth a look, and how it was found: by what positions are worth, by playouts, or at random.

An adviser is asked for a player, and looks at the position as that player sees it: what is hidden from
them is as it was at the beginning. Where no move can be tried so, it takes one at random and says why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from attrs import frozen

from ...game.observation import made_in_secret
from ...game.rules import Rules
from ...game.state import Choice, State
from ...machine.machine import DecisionPoint
from ...runtime.chance import Dice
from ...runtime.faults import RulebookFault
from .search import Evaluator, GreedyPlayer

# Of more moves than these some are tried, each in several playouts, which are cut off after a number of steps.
MOST_MOVES = 24
PLAYOUTS = 96
LEAST_PLAYOUTS = 4
MOST_STEPS = 300
# What a playout is worth that is drawn, or that was cut off where nobody has more points than others.
EVEN = 0.5


@frozen
class Advice:
    """A move, and how it was found."""

    choice: Choice
    how: str


class Adviser(Protocol):
    """Advises the player who is to move."""

    def advise(self, state: State, dice: Dice) -> Advice:
        """Return a move that is legal in this position, where a player is to move."""
        ...


def adviser_for(rules: Rules, worth: Evaluator | None = None, name: str = "") -> Adviser:
    """The best adviser there is: by what positions are worth, if that is said (in a file of this name), or by playouts."""
    return ByPlayouts(rules) if worth is None else ByEvaluation(rules, worth, name)


@frozen
class ByEvaluation:
    """Takes the move that leads to most worth, one move ahead."""

    rules: Rules
    worth: Evaluator
    name: str

    def advise(self, state: State, dice: Dice) -> Advice:
        """Return the move that leads to most worth."""
        def choose(s: list[int], point: DecisionPoint) -> tuple[int, str]:
            code, count, _ = GreedyPlayer(self.rules, self.worth).choose(s, point, dice)
            return code, f"of {count} moves it leads to most worth by {self.name}, one move ahead"

        return _advised(self.rules, state, dice, choose)


@frozen
class ByPlayouts:
    """Takes the move after which the player does best in short games that all play at random."""

    rules: Rules

    def advise(self, state: State, dice: Dice) -> Advice:
        """Return the move after which the player does best."""
        return _advised(self.rules, state, dice, lambda s, point: self._best(s, point, dice))

    def _best(self, s: list[int], point: DecisionPoint, dice: Dice) -> tuple[int, str]:
        assert point.player is not None, "a player is to move"
        codes, seat = self.rules.machine.legal(s, point), point.player(s)
        tried = _some(codes, dice)
        times = max(LEAST_PLAYOUTS, PLAYOUTS // len(tried))
        worths = [sum(self._played_out(s, point, code, seat, dice) for _ in range(times)) for code in tried]
        best = dice.one_of([code for code, worth in zip(tried, worths, strict=True) if worth == max(worths)])
        many = f"{len(tried)} of {len(codes)} moves" if len(tried) < len(codes) else f"{len(codes)} moves"
        return best, f"the best of {many} in {times} short random games each"

    def _played_out(self, s: list[int], point: DecisionPoint, code: int, seat: int, dice: Dice) -> float:
        """Return how a seat did in a game that goes on at random after a move: 1 for a win, 0 for a loss."""
        machine, after = self.rules.machine, list(s)
        machine.apply(after, point, code)
        for _ in range(MOST_STEPS):
            here = machine.points[after[0]]
            if after[1] or here is None:
                break
            outcome = here.player is None
            machine.apply(after, here, machine.random_outcome(after, here, dice) if outcome
                          else machine.random_choice(after, here, dice)[0])
        return _worth_to(seat, State(self.rules, tuple(after)))


def _some(codes: list[int], dice: Dice) -> list[int]:
    """The moves that are tried: all, or of many some at random."""
    left = list(codes)
    while len(left) > MOST_MOVES:
        del left[dice.below(len(left))]
    return left


def _worth_to(seat: int, state: State) -> float:
    """Return how a seat stands at the end of a game, or by the points where it was cut off."""
    outcome = state.rules.outcome(state)
    if outcome is not None:
        return EVEN if not outcome.winners else 1 / len(outcome.winners) if seat in outcome.winners else 0
    scores = state.rules.scores(state)
    if scores is None or len(scores) == 1:
        return EVEN
    return sum(EVEN if other == scores[seat] else float(other < scores[seat])
               for i, other in enumerate(scores) if i != seat) / (len(scores) - 1)


def _advised(rules: Rules, state: State, dice: Dice, choose: Callable[[list[int], DecisionPoint], tuple[int, str]]) -> Advice:
    """Choose a move in a position as the player who is to move sees it; at random where that cannot be tried."""
    point, mover = rules.point(state), rules.to_move(state)
    assert point is not None, "a player is to move"
    assert isinstance(mover, int), "a player is to move"
    choices = rules.choices(state)
    if len(choices) == 1:
        return Advice(choices[0], "nothing else is possible")
    machine, hidden = rules.machine, bool(rules.observer.hidden(mover))
    seen = list(rules.observer.as_seen(state, mover) if hidden else state.slots)
    entries = list(machine.notes.entries)
    try:
        if not made_in_secret(rules, state) and machine.legal(seen, point) == [other.code for other in choices]:
            code, how = choose(seen, point)
            choice = next(other for other in choices if other.code == code)
            return Advice(choice, f"{how}, with all that is hidden from you as at the beginning" if hidden else how)
    except RulebookFault:
        # What is seen may be no position that the rules can play on from.
        pass
    finally:
        # What is only tried is no part of the game: its entries into phases do not count.
        machine.notes.entries[:] = entries
    return Advice(rules.random_choice(state, dice), "taken at random, as too much is hidden from you to try moves")
