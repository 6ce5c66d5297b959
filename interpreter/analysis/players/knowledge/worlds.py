"""A game so far, as one seat has seen it, to positions that may be the present one.

Each world is the game played again from the last position that the seat knew in full: what the seat saw is carried
out, what it did not see is drawn. Where what it saw next does not fit, hidden values are changed until it does
(`guesses`). So nothing that is hidden from the seat is read: two games that look the same to a seat give it the same
worlds. Determinization: Ginsberg, "GIB", JAIR 14, 2001; Cowling, Powley, Whitehouse, IEEE TCIAIG 4(2), 2012.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from attrs import frozen

from .....dsl.types.types import width
from ....backends.backend import BLOCK
from ....game.rules import Rules
from ....game.state import State
from ....runtime.chance import Dice
from ....runtime.faults import RulebookFault
from ....runtime.series import SeriesDice
from ..search.search import SearchMachines
from ..search.simulator import GoesWrong, HandedOver, PositionBytes, Simulator
from .course import Course, Eyes, Sight
from .guesses import changed

# How often hidden values are changed to fit what was seen; the first part of them only by exchanges.
TRIES, EXCHANGES = 240, 80
MOST_WORLDS = 8

T = TypeVar("T")


@frozen
class _KnownWorlds:
    """The worlds after a number of decisions; None while the seat knows the position."""

    place: int
    worlds: list[bytes] | None


class Worlds:
    """Positions that may be the present one for a seat; what is worked out of a course is kept as the course goes on."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules, self.seat, self.eyes = rules, seat, Eyes(rules, seat)
        self.machines: SearchMachines | None = None
        self._course: Course | None = None
        self._known = _KnownWorlds(0, None)

    def of(self, course: Course, machines: SearchMachines, deadline: float | None = None) -> list[bytes]:
        """Return positions that may be the present one, several if anything is hidden; none if none was found.

        After the deadline (of `time.monotonic`) one is enough.
        """
        present = machines.words.position(course.present)
        if not self.rules.observer.keeps_secrets:
            return [present]
        if course is not self._course or machines is not self.machines:
            self.machines, self._course = machines, course
            self._known = _KnownWorlds(0, self._began_all(course))
        end = len(course.decided)
        settled = next((place for place in range(self._known.place, end) if not self.eyes.is_settled(course, place)), end)
        # A later reveal may change what the seat knows of the decisions from here on, so their worlds are not kept.
        self._known = self._gone_on(course, self._known, settled, deadline)
        worlds = self._gone_on(course, self._known, end, deadline).worlds
        if worlds is None:
            return [present]
        offered = self._by(lambda by: _legal(by, present))
        test = self._may_be(offered, self.eyes.of(course.present))
        fits = (self._fitting(world, test, self._dice(end + 1, number)) for number, world in enumerate(worlds))
        return [world for world in fits if world is not None]

    @property
    def _words(self) -> PositionBytes:
        assert self.machines is not None, "there is a course"
        return self.machines.words

    def _by(self, question: Callable[[Simulator], T]) -> T:
        """Return the answer of the faster machine, or of Python where it hands over. Raises RulebookFault."""
        assert self.machines is not None, "there is a course"
        if self.machines.fast is not None:
            try:
                return question(self.machines.fast)
            except HandedOver:
                pass
        return question(self.machines.python)

    def _gone_on(self, course: Course, known: _KnownWorlds, end: int, deadline: float | None) -> _KnownWorlds:
        """The worlds after the decisions up to a place."""
        worlds = known.worlds
        for place in range(known.place, end):
            sight = self.eyes.sees(course, place)
            if worlds is None and sight:
                continue
            if worlds is None:
                worlds = [self._words.position(course.positions[place])] * MOST_WORLDS
            if deadline is not None and time.monotonic() > deadline:
                worlds = worlds[:1]
            worlds = self._all_after(worlds, self.eyes.sight(course, place, sight), place) \
                or self._guessed(course.positions[place + 1])
        return _KnownWorlds(end, worlds)

    def _began_all(self, course: Course) -> list[bytes] | None:
        """The worlds at the beginning of a course; None where the seat knows all of it."""
        assert self.machines is not None, "there is a course"
        start = tuple(self.machines.machine.start())
        if course.positions[0] == start or not (self.eyes.hidden_cells or self._is_in_secret(course)):
            return None
        return self._guessed(course.positions[0])

    def _guessed(self, position: tuple[int, ...]) -> list[bytes]:
        """Worlds for a position of which the seat knows nothing but what it sees now."""
        began = (self._began(position, number) for number in range(MOST_WORLDS))
        return [self._words.position(world) for world in began if world is not None]

    def _dice(self, place: int, number: int) -> Dice:
        return SeriesDice(self.seat, place * MOST_WORLDS + number)

    # -- one decision after another --------------------------------------------------------------

    def _all_after(self, worlds: list[bytes], sight: Sight, place: int) -> list[bytes]:
        """All worlds after a decision; one that cannot be there gives way to a copy of another."""
        # A particle filter: what was seen rules worlds out, and copies of those that are left take their places (Gordon,
        # Salmond, Smith, "Novel approach to nonlinear/non-Gaussian Bayesian state estimation", IEE Proceedings F 140(2), 1993).
        worlds_after = [self._after(world, sight, self._dice(place, number)) for number, world in enumerate(worlds)]
        alive = [world for world in worlds_after if world is not None]
        return [world if world is not None else alive[number % len(alive)]
                for number, world in enumerate(worlds_after) if alive]

    def _after(self, world: bytes, sight: Sight, dice: Dice) -> bytes | None:
        """A world after a decision, or one changed in what is hidden; None if none fits what was seen."""
        after = self._carried_out(world, sight, dice)
        cells = self.eyes.hidden_cells
        if after is not None or not cells:
            return after
        # A guess may break invariants. A change must not break more of them, or worlds drift away from what the rules allow.
        broken = self._broken(self._words.slots(world))
        for attempt in range(TRIES):
            after = self._carried_out(self._changed(world, dice, attempt), sight, dice)
            if after is not None and self._broken(self._words.slots(after)) <= broken:
                return after
        return None

    def _changed(self, world: bytes, dice: Dice, attempt: int) -> bytes:
        slots = changed(self._words.slots(world), self.eyes.hidden_cells, dice, attempt >= EXCHANGES)
        return self._words.position(slots)

    def _carried_out(self, world: bytes, sight: Sight, dice: Dice) -> bytes | None:
        """A world after a decision that was seen, or a random one where it was not; None if it does not fit."""
        # One number for both machines: where the module hands over, Python makes the same random choice.
        number = dice.below(1 << 30)
        try:
            after = self._by(lambda by: _decided(by, world, sight.code, number))
        except (RulebookFault, GoesWrong):
            return None
        return after if after is not None and self.eyes.of(self._words.view(after)) == sight.after else None

    def _broken(self, world: list[int]) -> int:
        try:
            return len(self.rules.invariants.broken(State(self.rules, tuple(world))))
        except RulebookFault:
            return len(self.rules.program.invariants) + 1

    # -- the present position, and one that was set up ---------------------------------------------

    def _may_be(self, offered: Sequence[int], observation: tuple[int, ...]) -> Callable[[bytes], bool]:
        """The test of a world as the present position: it looks the same, and offers the same."""
        def may_be(world: bytes) -> bool:
            if self.eyes.of(self._words.view(world)) != observation:
                return False
            try:
                return self._by(lambda by: _legal(by, world)) == offered
            except (RulebookFault, GoesWrong):
                return False

        return may_be

    def _fitting(self, world: bytes, test: Callable[[bytes], bool], dice: Dice) -> bytes | None:
        """A world that passes a test, by changes in what is hidden; None if none was found."""
        if test(world):
            return world
        for attempt in range(TRIES if self.eyes.hidden_cells else 0):
            other = self._changed(world, dice, attempt)
            if test(other) and self._broken(self._words.slots(other)) == 0:
                return other
        return None

    def _began(self, position: tuple[int, ...], number: int) -> list[int] | None:
        """A position with what is hidden guessed, as the invariants allow."""
        # Seeds below 0, so that these numbers are not those of the decisions (`_dice`).
        dice, world = SeriesDice(~self.seat, number), list(position)
        start = self.rules.program.start
        # INVARIANT: nothing that is hidden from the seat is read. Whatever these cells hold, they begin as in a new game.
        for cell in self.eyes.hidden_cells:
            world[cell.base : cell.base + width(cell.type)] = start[cell.base : cell.base + width(cell.type)]
        choices = self._secretly(world, dice)
        return None if choices is None else self._spread(choices, dice)

    def _spread(self, world: list[int], dice: Dice) -> list[int]:
        """A world with what is hidden changed at random, such that as few invariants as possible are broken."""
        cells = self.eyes.hidden_cells
        broken = self._broken(world)
        for _ in range(TRIES if cells else 0):
            other = changed(world, cells, dice, replaces=True)
            worse = self._broken(other)
            if worse <= broken:
                world, broken = other, worse
        return world

    def _is_in_secret(self, course: Course) -> bool:
        point = self.rules.machines.plain.points[course.positions[0][BLOCK]]
        return point is not None and point.secret is not None

    def _secretly(self, world: list[int], dice: Dice) -> list[int] | None:
        """A position within a round of secret choices, with those of others chosen again; None if that fails."""
        point = self.rules.machines.plain.points[world[BLOCK]]
        if point is None or point.secret is None or not world[point.secret.place]:
            return world
        assert self.machines is not None, "there is a course"
        machine, random_play = self.machines.machine, self.machines.python.random_play
        secret, current, own = point.secret, list(world), list(world)
        for place in range(current[secret.place]):
            if current[secret.order + 1 + place] == self.seat:
                continue
            own[secret.place], own[secret.player] = place, current[secret.order + 1 + place]
            own[secret.kinds + place] = 0
            try:
                machine.apply(own, point, random_play.choice(own, point, dice)[0])
            except RulebookFault:
                return None
            if own[BLOCK] != current[BLOCK]:
                return None
        own[secret.place], own[secret.player] = current[secret.place], current[secret.player]
        return own


def _legal(by: Simulator, position: bytes) -> list[int]:
    by.put(position)
    return by.legal()


def _decided(by: Simulator, position: bytes, code: int | None, number: int) -> bytes | None:
    """The position after a code, or after a random one; None where it is not legal."""
    by.put(position)
    if code is None:
        by.begin(number, 0)
        by.draw()
    elif code not in by.legal():
        return None
    else:
        by.step(code)
    return by.snapshot()
