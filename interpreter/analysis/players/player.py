"""A game so far to a move: players who choose at random, look a move ahead, or search."""

from __future__ import annotations

import time
from typing import Protocol, assert_never

from attrs import field, frozen

from ...backends.backend import BLOCK
from ...game.rules import Rules
from ...machine.machine import DecisionPoint, Machine
from ...machine.random_play import RandomPlay
from ...runtime.chance import Dice
from ..playouts.search import Evaluator, GreedyPlayer
from .knowledge.course import Course
from .knowledge.worlds import Worlds
from .machines import Supply
from .search.search import MoveEstimate, Search
from .spec import Spec

# Of the time for a move, what is left for answering.
RESERVE = 0.05


class Player(Protocol):
    """Chooses moves for seats. The same course and the same dice give the same move, unless time decides."""

    def choose(self, course: Course, dice: Dice) -> int:
        """Return the code of a legal move for the seat to move. Raises RulebookFault."""
        ...


def point_of(machine: Machine, course: Course) -> tuple[DecisionPoint, int]:
    """Return where a course stands, and the seat to move."""
    point = machine.points[course.present[BLOCK]]
    assert point is not None, "the game goes on"
    assert point.player is not None, "a player is to move"
    return point, point.player(list(course.present))


@frozen
class RandomPlayer:
    """Takes a kind of move that is possible, each equally likely, and then a move of that kind."""

    random_play: RandomPlay

    @property
    def machine(self) -> Machine:
        """The machine that plays."""
        return self.random_play.machine

    def choose(self, course: Course, dice: Dice) -> int:
        """Return a random legal move."""
        return self.random_play.choice(list(course.present), point_of(self.machine, course)[0], dice)[0]


@frozen
class AheadPlayer:
    """Takes the move with the highest evaluation, one move ahead."""

    greedy: GreedyPlayer

    @property
    def machine(self) -> Machine:
        """The machine that plays."""
        return self.greedy.machine

    def choose(self, course: Course, dice: Dice) -> int:
        """Return the move with the highest evaluation."""
        return self.greedy.choose(list(course.present), point_of(self.machine, course)[0], dice)[0]


@frozen
class Thoughts:
    """The moves that a search tried, those tried most first; the number of tries, and of positions that may be the present one.

    `moves` is empty where nothing was tried: there is one legal move, or no position fits what was seen. Leads are by the
    evaluation `by`, of which `per` points are written as one.
    """

    moves: tuple[MoveEstimate, ...]
    tries: int
    worlds: int
    by: str = ""
    per: int = 1


@frozen(eq=False)
class SearchPlayer:
    """Takes the move that Monte-Carlo tree search tried most, within a number of tries or a time."""

    rules: Rules
    tries: int | None
    seconds: float | None
    supply: Supply
    _worlds: dict[int, Worlds] = field(factory=dict, init=False)

    def choose(self, course: Course, dice: Dice) -> int:
        """Return the move that was tried most; a random one where no position fits what the seat has seen."""
        point, _ = point_of(self.rules.machines.plain, course)
        codes = self.rules.machines.plain.legal(list(course.present), point)
        if len(codes) == 1:
            return codes[0]
        thoughts = self.think(course, dice)
        return thoughts.moves[0].code if thoughts.moves else dice.one_of(codes)

    def think(self, course: Course, dice: Dice) -> Thoughts:
        """Search, and return what was found.

        Raises RulebookFault where the present position is known, and raises a fault.
        """
        began = time.monotonic()
        seed = dice.below(1 << 48)
        machines = self.supply.best() if self.seconds is None else self.supply.now()
        _, seat = point_of(self.rules.machines.plain, course)
        if seat not in self._worlds:
            self._worlds[seat] = Worlds(self.rules, seat)
        # Guesses at what is hidden take half of the time at most, so that the search has the rest.
        half = None if self.seconds is None else began + self.seconds / 2
        worlds = self._worlds[seat].of(course, machines, half)
        if not worlds:
            return Thoughts((), 0, 0)
        # A search looks at the moves as soon as it is made.
        machines.python.deadline = None if self.seconds is None else began + self.seconds - RESERVE
        search = Search(machines, worlds, seat, seed)
        search.run(_Budget(self.tries, None if self.seconds is None else began + self.seconds))
        if search.fault is not None and not search.results and worlds == [machines.words.position(course.present)]:
            raise search.fault
        guide = machines.guide
        return Thoughts(tuple(search.moves()), search.tries, len(worlds), guide.name, guide.per)


class _Budget:
    """Says whether a search goes on: up to a number of tries, and while another try fits into the time."""

    def __init__(self, tries: int | None, deadline: float | None) -> None:
        self.tries, self.deadline = tries, deadline
        self._last, self._longest = time.monotonic(), RESERVE

    def __call__(self, tries: int) -> bool:
        if self.tries is not None and tries >= self.tries:
            return False
        if self.deadline is None:
            return True
        time_now = time.monotonic()
        # The next try may take as long as the longest so far: it begins only if it would end in time.
        self._longest = max(self._longest, time_now - self._last)
        self._last = time_now
        return tries == 0 or time_now + self._longest < self.deadline


def player_for(spec: Spec, rules: Rules, supply: Supply, evaluator: Evaluator | None = None) -> Player:
    """Return the player of a spec; `ahead` needs an evaluation. The supply has the evaluation that a search goes by."""
    match spec.kind:
        case "random":
            return RandomPlayer(rules.machines.random_play)
        case "ahead":
            assert evaluator is not None, "there is an evaluation"
            return AheadPlayer(GreedyPlayer(rules, evaluator))
        case "mcts":
            return SearchPlayer(rules, spec.tries, spec.seconds, supply)
        case _:
            assert_never(spec.kind)
