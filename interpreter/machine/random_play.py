"""A machine and dice -> random choices and rolls, and whole games that are played out."""

from __future__ import annotations

from functools import cached_property

from ..backends.backend import BLOCK, ENDED, RandomRun, Vector
from ..runtime.chance import Dice
from ..runtime.faults import Fault
from .machine import Machine
from .point_building import is_simple
from .points import NO_COMPARISON, NO_HOOKS, Chosen, DecisionPoint, Hooks, PlayedOut

# In a game that is only counted, the first choices and every `EVERY_WRITTEN`th are checked for moves that are written alike.
FIRST_WRITTEN, EVERY_WRITTEN = 8, 16


class RandomPlay:
    """Random choices in the games of one machine, and games that are played by them to their end."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self._counter = machine, machine.counter
        self._simple = [point is not None and is_simple(machine.program, point) for point in machine.points]

    @cached_property
    def run(self) -> RandomRun | None:
        """Makes random choices at the simple points, one after the other; None where there are no such points, or no loop."""
        simple = tuple(number for number, is_simple in enumerate(self._simple) if is_simple)
        return None if self.machine.record or not simple else self.machine.functions.random_run(simple)

    def choice(self, s: Vector, point: DecisionPoint, dice: Dice) -> Chosen:
        """The code of a random legal move, how many moves were legal, and the kind of the move.

        One kind of move is taken among those that are possible, each equally likely, and then
        one move of that kind.
        """
        kinds = point.kinds
        kind = kinds[0]
        self._counter.begin()
        try:
            if len(kinds) == 1:
                codes = kind.legal(s)
                count = len(codes)
            else:
                lists = [(item, codes) for item in kinds if (codes := item.legal(s))] if point.listed is None else \
                    [pair for pair in zip(kinds, point.listed(s), strict=True) if pair[1]]
                count = sum([len(codes) for _, codes in lists])
                kind, codes = lists[int(dice.random() * len(lists))] if lists else (kind, [])
        except Fault as fault:
            raise self.machine.fault(fault) from None
        if not codes:
            raise self.machine.fault(Fault(point.site))
        return codes[int(dice.random() * len(codes))], count, kind

    def uniform_choice(self, s: Vector, point: DecisionPoint, dice: Dice) -> Chosen:
        """As `choice`, with each legal move equally likely, whatever its kind."""
        codes = self.machine.legal(s, point)
        code = codes[int(dice.random() * len(codes))]
        return code, len(codes), point.kind_of(code)

    def outcome(self, s: Vector, point: DecisionPoint, dice: Dice) -> int:
        """The code of an outcome of chance, each as likely as it is heavy."""
        codes, weights = self.machine.outcomes(s, point)
        return codes[int(dice.random() * len(codes))] if weights is None else codes[dice.weighted(weights)]

    def play_out(self, dice: Dice, limit: int, hooks: Hooks = NO_HOOKS, start: Vector | None = None) -> PlayedOut:
        """Play a game, or on from a state, cut off after `limit` choices and rolls: at random, or as `hooks` say.

        Raises RulebookFault, also for moves that are written alike at one of the choices that are checked for this.
        """
        machine, watch, note = self.machine, hooks.watch, hooks.note
        s, points = machine.start() if start is None else list(start), machine.points
        choose, enter = hooks.choose or self.choice, hooks.enter or machine.enter
        simple, run = self._simple, self.run if hooks is NO_COMPARISON or hooks is NO_HOOKS or hooks.are_none else None
        choices = offered = widest = steps = 0
        while steps < limit:
            if watch is not None:
                watch(s)
            if s[ENDED]:
                break
            if run is not None and simple[s[BLOCK]]:
                steps_made, chosen, more, most = self._run_at_random(run, s, dice, limit - steps)
                if steps_made:
                    steps += steps_made
                    choices += chosen
                    offered += more
                    if most > widest:
                        widest = most
                    continue
            steps += 1
            point = points[s[BLOCK]]
            assert point is not None, "a game that goes on waits at a point"
            if point.player is None:
                code, kind = self.outcome(s, point, dice), point.kinds[0]
                if note is not None:
                    note(s, kind, code, None)
                enter(s, kind, code)
                continue
            code, count, kind = choose(s, point, dice)
            # Writing all moves takes longer than playing one, so it is a sample: the first choices, and then one in
            # EVERY_WRITTEN. A rulebook that writes two moves alike does so again and again, and a series of games finds it.
            if hooks.compare and count > 1 and (choices < FIRST_WRITTEN or choices % EVERY_WRITTEN == 0):
                machine.require_distinct(s, point, point.legal(s))
            choices += 1
            offered += count
            # Written out, and not as `max`: a call of a built-in function for each choice shows in the time of a game.
            if count > widest:
                widest = count
            if note is not None:
                note(s, kind, code, point.player(s))
            enter(s, kind, code)
        return PlayedOut(s, choices, offered, widest)

    def _run_at_random(self, run: RandomRun, s: Vector, dice: Dice, limit: int) -> tuple[int, int, int, int]:
        """Make random choices and rolls from a simple point on, as far as they come.

        Gives the steps made, the choices among them, the moves offered in these together, and in the widest.
        """
        try:
            steps, block, end, left, choices, offered, widest = run(s, dice.random, limit)
        except Fault as fault:
            raise self.machine.fault(fault) from None
        if end >= 0:
            self.machine.finish(s, end)
        elif steps:
            self.machine.wait_at(s, block, left)
        return steps, choices, offered, widest
