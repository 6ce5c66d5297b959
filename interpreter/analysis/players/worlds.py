"""A game so far, as one seat has seen it, to positions that may be the present one.

Each world is the game played again from the last position that the seat knew in full: what the seat saw is carried
out, what it did not see is drawn. Where what it saw next does not fit, hidden values are changed until it does
(`guesses`). So nothing that is hidden from the seat is ever read: two games that look the same to a seat give it the
same worlds. Determinization: Ginsberg, "GIB", JAIR 14, 2001; Cowling, Powley, Whitehouse, IEEE TCIAIG 4(2), 2012.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....dsl.types.types import width
from ...backends.backend import BLOCK, ENDED
from ...game.rules import Rules
from ...game.state import State
from ...machine.machine import DecisionPoint, Machine
from ...runtime.chance import Dice
from ...runtime.faults import RulebookFault
from ...runtime.series import SeriesDice
from .course import Course, Eyes, Sight
from .guesses import changed

# How often hidden values are changed to fit what was seen; the first part of them only by exchanges.
TRIES, EXCHANGES, STRICT = 240, 120, 180
MOST_WORLDS = 24

Slots = list[int]


class Worlds:
    """Positions that may be the present one for a seat."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules, self.seat, self.eyes = rules, seat, Eyes(rules, seat)
        self.machine: Machine = rules.seated(tuple(rules.seats)).machine
        self.start = tuple(self.machine.start())

    def of(self, course: Course, seed: int) -> list[tuple[int, ...]]:
        """Return positions that may be the present one, several if anything is hidden; none if none was found."""
        if not self.rules.observer.keeps_secrets:
            return [course.present]
        arranged = course.positions[0] != self.start and (bool(self.eyes.hidden_cells) or self._is_in_secret(course))
        first = 0 if arranged else self.eyes.first_hidden(course)
        if first is None:
            return [course.present]
        sights = self.eyes.sights(course, first)
        offered = self.machine.legal(list(course.present), self._point(list(course.present)))
        worlds = [self._began(course, seed, number) if arranged else list(course.positions[first])
                  for number in range(MOST_WORLDS)]
        alive = [world for world in worlds if world is not None]
        for place, sight in enumerate(sights):
            alive = self._all_after(alive, sight, seed, place)
        last = self.eyes.of(course.present)
        fits = (self._fitting(world, self._may_be(offered, last), self._dice(seed, len(sights) + 1, number))
                for number, world in enumerate(alive))
        return [tuple(world) for world in fits if world is not None]

    def _point(self, s: Slots) -> DecisionPoint:
        point = self.machine.points[s[BLOCK]]
        assert point is not None, "the game goes on"
        return point

    def _dice(self, seed: int, place: int, number: int) -> Dice:
        return SeriesDice(seed, place * MOST_WORLDS + number)

    # -- one decision after another --------------------------------------------------------------

    def _all_after(self, worlds: list[Slots], sight: Sight, seed: int, place: int) -> list[Slots]:
        """All worlds after a decision; one that cannot be there gives way to a copy of another."""
        found = [self._after(world, sight, self._dice(seed, place, number)) for number, world in enumerate(worlds)]
        alive = [world for world in found if world is not None]
        return [world if world is not None else list(alive[number % len(alive)])
                for number, world in enumerate(found) if alive]

    def _after(self, world: Slots, sight: Sight, dice: Dice) -> Slots | None:
        """A world after a decision, or one changed in what is hidden; None if none fits what was seen."""
        after = self._carried_out(world, sight, dice)
        if after is not None:
            return after
        cells = self.eyes.hidden_cells
        for attempt in range(TRIES):
            other = changed(world, cells, dice, attempt >= EXCHANGES) if cells else world
            after = self._carried_out(other, sight, dice)
            if after is not None and (attempt >= STRICT or self._holds(after)):
                return after
        return None

    def _carried_out(self, world: Slots, sight: Sight, dice: Dice) -> Slots | None:
        """A world after a decision that was seen, or a random one where it was not; None if it does not fit."""
        after, point = list(world), self._point(world)
        try:
            if sight.code is None:
                code = self.machine.random_outcome(after, point, dice) if point.player is None \
                    else self.machine.random_choice(after, point, dice)[0]
            else:
                code = sight.code
                codes = self.machine.outcomes(after, point)[0] if point.player is None else self.machine.legal(after, point)
                if code not in codes:
                    return None
            self.machine.apply(after, point, code)
        except RulebookFault:
            return None
        return after if self.eyes.of(after) == sight.after else None

    def _holds(self, world: Slots) -> bool:
        """Return whether the declared invariants hold."""
        return self._broken(world) == 0

    def _broken(self, world: Slots) -> int:
        try:
            return len(self.rules.invariants.broken(State(self.rules, tuple(world))))
        except RulebookFault:
            return len(self.rules.program.invariants) + 1

    # -- the present position, and one that was set up ---------------------------------------------

    def _may_be(self, offered: Sequence[int], seen: tuple[int, ...]) -> Callable[[Slots], bool]:
        """The test of a world as the present position: it looks the same, and offers the same."""
        def may_be(world: Slots) -> bool:
            if self.eyes.of(world) != seen or world[ENDED]:
                return False
            try:
                return self.machine.legal(world, self._point(world)) == offered
            except RulebookFault:
                return False

        return may_be

    def _fitting(self, world: Slots, test: Callable[[Slots], bool], dice: Dice) -> Slots | None:
        """A world that passes a test, by changes in what is hidden; None if none was found."""
        if test(world):
            return world
        cells = self.eyes.hidden_cells
        for attempt in range(TRIES if cells else 0):
            other = changed(world, cells, dice, attempt >= EXCHANGES)
            if test(other) and (attempt >= STRICT or self._holds(other)):
                return other
        return None

    def _began(self, course: Course, seed: int, number: int) -> Slots | None:
        """A position that was set up, as the seat may know it: what is hidden is guessed, as the invariants allow."""
        dice, world = SeriesDice(~seed, number), list(course.positions[0])
        start = self.rules.program.start
        for cell in self.eyes.hidden_cells:
            world[cell.base : cell.base + width(cell.type)] = start[cell.base : cell.base + width(cell.type)]
        made = self._secretly(world, dice)
        return None if made is None else self._spread(made, dice)

    def _spread(self, world: Slots, dice: Dice) -> Slots:
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
        point = self.machine.points[course.positions[0][BLOCK]]
        return point is not None and point.secret is not None

    def _secretly(self, world: Slots, dice: Dice) -> Slots | None:
        """A position within a round of secret choices, with those of others chosen anew; None if that fails."""
        point = self.machine.points[world[BLOCK]]
        if point is None or point.secret is None or not world[point.secret.place]:
            return world
        kept, now, own = point.secret, list(world), list(world)
        for place in range(now[kept.place]):
            if now[kept.order + 1 + place] == self.seat:
                continue
            own[kept.place], own[kept.player] = place, now[kept.order + 1 + place]
            own[kept.kinds + place] = 0
            try:
                self.machine.apply(own, point, self.machine.random_choice(own, point, dice)[0])
            except RulebookFault:
                return None
            if own[BLOCK] != now[BLOCK]:
                return None
        own[kept.place], own[kept.player] = now[kept.place], now[kept.player]
        return own


