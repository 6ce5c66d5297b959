"""A position to what may come next, a step, or a game played on at random: what a search needs of a machine.

Every machine gives the same answers: chance is that of a game of a series, and positions are the same vectors as bytes.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from typing import Literal, Protocol

from ....backends.backend import BLOCK, ENDED
from ....backends.evaluation import LOST
from ....game.rules import Rules
from ....game.state import State
from ....machine.machine import DecisionPoint
from ....runtime.faults import RulebookFault
from ....runtime.series import SeriesDice
from ...playouts.search import Evaluator, GreedyPlayer

# Who decides: a seat from 0, or one of these.
BY_CHANCE, OVER = -1, -2


class HandedOver(Exception):
    """A machine does not say what comes next; the Python machine does."""


class GoesWrong(Exception):
    """A fault of the rulebook, as the Python machine would report it too."""


class Simulator(Protocol):
    """A machine that is in one position at a time.

    Methods raise HandedOver where only the Python machine can say what comes. Where the rulebook has a fault they raise
    GoesWrong; the Python machine raises RulebookFault.
    """

    def begin(self, seed: int, number: int) -> None:
        """Let chance be that of a game of a series; the position is open after this."""
        ...

    def put(self, position: bytes) -> None:
        """Go to a position."""
        ...

    def snapshot(self) -> bytes:
        """Return the position."""
        ...

    def mover(self) -> int:
        """Return the seat that decides, BY_CHANCE or OVER."""
        ...

    def legal(self) -> list[int]:
        """Return the codes of what may come next."""
        ...

    def step(self, code: int) -> None:
        """Carry out a legal code."""
        ...

    def draw(self) -> int:
        """Choose or roll at random, and carry that out; return the code."""
        ...

    def play_on(self, limit: int) -> None:
        """Play on at random, for at most `limit` choices and rolls."""
        ...

    # By the evaluation of the machine, where it has one.

    def settle(self, block: int) -> None:
        """Play on at random until what a choice in a block led to is done, as a player does who looks a move ahead."""
        ...

    def evaluations(self) -> tuple[int, ...]:
        """Return the evaluation of the position for each seat; who has won is no part of it."""
        ...

    def weigh(self) -> list[float]:
        """Return the evaluation of each legal move for who makes it, in the order of the codes; the position stays as it is."""
        ...


class PositionBytes:
    """Positions as bytes, and the numbers in them."""

    def __init__(self, width: int) -> None:
        self._type: Literal["i", "q"] = "i" if width == 4 else "q"

    def position(self, slots: Sequence[int]) -> bytes:
        """Return slots as a position."""
        return array(self._type, slots).tobytes()

    def slot(self, position: bytes, number: int) -> int:
        """Return one slot of a position."""
        return self.view(position)[number]

    def view(self, position: bytes) -> Sequence[int]:
        """Return the slots of a position, to look at some of them."""
        return memoryview(position).cast(self._type)

    def slots(self, position: bytes) -> list[int]:
        """Return the slots of a position."""
        return array(self._type, position).tolist()


class PythonSimulator:
    """The Python machine as a simulator: the reference. It has a machine of its own, so no table notices what is tried."""

    def __init__(self, rules: Rules, words: PositionBytes, evaluator: Evaluator | None = None) -> None:
        own = rules.seated(tuple(rules.seats))
        self.rules, self.machine, self.random_play = own, own.machines.plain, own.machines.random_play
        self._greedy = None if evaluator is None else GreedyPlayer(own, evaluator)
        self._words, self._dice = words, SeriesDice(0, 0)
        self._s: list[int] = []
        # After this time (of `time.monotonic`) playouts are cut off, and no more moves are weighed.
        self.deadline: float | None = None

    def begin(self, seed: int, number: int) -> None:
        self._dice = SeriesDice(seed, number)

    def put(self, position: bytes) -> None:
        self._s = self._words.slots(position)

    def snapshot(self) -> bytes:
        return self._words.position(self._s)

    def _point(self) -> DecisionPoint:
        point = self.machine.points[self._s[BLOCK]]
        assert point is not None, "a game that goes on waits at a point"
        return point

    def mover(self) -> int:
        if self._s[ENDED]:
            return OVER
        point = self._point()
        return BY_CHANCE if point.player is None else point.player(self._s)

    def legal(self) -> list[int]:
        point = self._point()
        if point.player is None:
            return self.machine.outcomes(self._s, point)[0]
        return self.machine.legal(self._s, point)

    def step(self, code: int) -> None:
        self.machine.apply(self._s, self._point(), code)

    def draw(self) -> int:
        point = self._point()
        if point.player is None:
            code = self.random_play.outcome(self._s, point, self._dice)
        else:
            code = self.random_play.choice(self._s, point, self._dice)[0]
        self.machine.apply(self._s, point, code)
        return code

    def play_on(self, limit: int) -> None:
        for _ in range(limit):
            if self._s[ENDED] or self._is_late():
                return
            self.draw()

    def _is_late(self) -> bool:
        return self.deadline is not None and time.monotonic() > self.deadline

    @property
    def _ahead(self) -> GreedyPlayer:
        assert self._greedy is not None, "the machine has an evaluation"
        return self._greedy

    def settle(self, block: int) -> None:
        point = self.machine.points[block]
        assert point is not None, "a choice was made there"
        self._ahead.settled_after(self._s, point, self._dice)

    def evaluations(self) -> tuple[int, ...]:
        state = State(self.rules, tuple(self._s))
        return tuple(self._ahead.evaluator.to(seat, state) for seat in range(len(self.rules.seats)))

    def weigh(self) -> list[float]:
        point, values = self._point(), list[float]()
        assert point.player is not None, "a player is to move"
        seat = point.player(self._s)
        for code in self.machine.legal(self._s, point):
            # Moves that are not weighed in time come last.
            late = bool(values) and self._is_late()
            values.append(min(values) if late else self._weighed(point, code, seat))
        return values

    def _weighed(self, point: DecisionPoint, code: int, seat: int) -> float:
        """Return the evaluation of a move; one in which the rulebook raises a fault counts as a defeat."""
        try:
            return self._ahead.evaluate_move(self._s, point, code, seat, self._dice)
        except RulebookFault:
            return LOST
