"""Players at a table who follow one game; `simulate` and `play_out` let them play it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...machine.machine import DecisionPoint, Machine, MoveKind
from ...runtime.chance import Dice, seed_of
from ...runtime.series import SeriesDice
from ..playouts.questions import PlayersOfSeats
from ..playouts.search import GreedyPlayer
from .knowledge.course import Course
from .player import AheadPlayer, Player, RandomPlayer


class Seats:
    """Players for the seats of a table, who follow one game: what a machine asks to choose moves, and to note decisions.

    Each player draws from dice of their own, so that how much one thinks changes no roll.
    """

    def __init__(self, machine: Machine, players: Sequence[Player], dice: Sequence[Dice]) -> None:
        self.machine, self.players, self.dice = machine, players, dice
        self._course: Course | None = None
        self._decided: int | None = None

    def choose(self, s: list[int], point: DecisionPoint, dice: Dice) -> tuple[int, int, MoveKind]:
        """Return the code that the player of the seat to move chooses, how many were legal, and its kind."""
        assert point.player is not None, "a player is to move"
        seat = point.player(s)
        course = self._course_of(s)
        code = self.players[seat].choose(course, self.dice[seat])
        return code, len(self.machine.legal(s, point)), point.kind_of(code)

    def note(self, s: list[int], kind: MoveKind, code: int, seat: int | None) -> None:
        """Note the decision made in a position."""
        self._course_of(s)
        self._decided = code

    def _course_of(self, s: list[int]) -> Course:
        """Return the course up to this position."""
        if self._course is None:
            self._course = Course([tuple(s)])
        elif self._decided is not None:
            self._course.add(self._decided, s)
            self._decided = None
        return self._course


def seats_for(machine: Machine, players: Sequence[Player], seed: int, number: int) -> Seats:
    """Return players who follow a game of a series; each has a series of their own, which no roll depends on."""
    return Seats(machine, players, [SeriesDice(seed_of(seed, 1 + seat), number) for seat in range(len(players))])


def table_of(players: Sequence[Player]) -> PlayersOfSeats | None:
    """Return players as a module can play them: each at random, or one move ahead. None where one of them cannot be."""
    seats: list[GreedyPlayer | None] = []
    for player in players:
        match player:
            case RandomPlayer():
                seats.append(None)
            case AheadPlayer(greedy=greedy):
                seats.append(greedy)
            case _:
                # Other players, such as searches, think in Python.
                return None
    machine = next(player.machine for player in players if isinstance(player, RandomPlayer | AheadPlayer))
    return PlayersOfSeats(tuple(seats), partial(seats_for, machine, players))
