"""Players at a table to a game that they played."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ...game.rules import Rules
from ...game.state import State
from ...machine.machine import DecisionPoint, Hooks, MoveKind
from ...runtime.chance import Dice
from .course import Course
from .player import Player


class Seats:
    """Players for the seats of a table, who follow one game: what a machine asks to choose moves, and to note decisions.

    Each player draws from dice of their own, so that how much one thinks changes no roll.
    """

    def __init__(self, rules: Rules, players: Sequence[Player], dice: Sequence[Dice]) -> None:
        self.rules, self.players, self.dice = rules, players, dice
        self._course: Course | None = None
        self._decided: int | None = None

    def choose(self, s: list[int], point: DecisionPoint, dice: Dice) -> tuple[int, int, MoveKind]:
        """Return the code that the player of the seat to move chooses, how many were legal, and its kind."""
        assert point.player is not None, "a player is to move"
        seat = point.player(s)
        course = self._at(s)
        code = self.players[seat].choose(course, self.dice[seat])
        return code, len(self.rules.machine.legal(s, point)), point.kind_of(code)

    def note(self, s: list[int], kind: MoveKind, code: int, seat: int | None) -> None:
        """Note what was decided in a position."""
        self._at(s)
        self._decided = code

    def _at(self, s: list[int]) -> Course:
        """Return the course up to this position."""
        if self._course is None:
            self._course = Course([tuple(s)])
        elif self._decided is not None:
            self._course.add(self._decided, s)
            self._decided = None
        return self._course


@frozen
class Match:
    """A game that was played: the end it came by (None: it was cut off), who won, the scores, and the number of choices."""

    end: str | None
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    choices: int


def played(rules: Rules, seats: Seats, dice: Dice, limit: int) -> Match:
    """Play one game to its end, or for `limit` choices and rolls. Raises RulebookFault."""
    done = rules.machine.play_out(dice, limit, Hooks(note=seats.note, choose=seats.choose))
    outcome = rules.outcome(State(rules, tuple(done.state)))
    if outcome is None:
        return Match(None, (), None, done.choices)
    return Match(outcome.clause, outcome.winners, outcome.scores, done.choices)
