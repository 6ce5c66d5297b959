"""Games played by both machines at once: at every position they must say and do the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from rulewright import Game
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.machine.machine import DecisionPoint
from rulewright.interpreter.runtime.faults import Fault, RulebookFault
from rulewright.interpreter.runtime.series import SeriesDice

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from rulewright.interpreter.backends.low.writing.building import BEYOND, FAULT
from rulewright.interpreter.backends.wasm.build import built
from rulewright.interpreter.backends.wasm.instance import Instance, ModuleTrap
from rulewright.interpreter.backends.wasm.modules import compiled


class Both:
    """The same rules in Python and in WebAssembly; with `described`, the module has its description in it."""

    def __init__(self, rules: Rules, described: bool = True) -> None:
        self.rules, self.machine = rules, rules.machines.plain
        self.instance: Instance = compiled(built(rules.program, described)).instance()
        self.handed_over = 0

    def play(self, seed: int, numbers: Iterable[int], limit: int = 5000) -> int:
        """Play games of a series; gives how many steps were compared."""
        return sum(self.game(seed, number, limit) for number in numbers)

    def game(self, seed: int, number: int, limit: int) -> int:
        """Play a game of a series in both machines, up to its end or a fault; gives how many steps were compared."""
        dice = SeriesDice(seed, number)
        try:
            s = self.machine.start()
        except RulebookFault:
            self.must_stop("start", seed, number)
            return 1
        self.instance.call("start", seed, number)
        assert self.instance.state() == tuple(s)
        for steps in range(limit):
            if s[1]:
                self.same_end(s, seed, number)
                return steps
            try:
                code = self.offered_and_drawn(s, dice)
                after = list(s)
                self.machine.apply(after, self.point(s), code)
            except RulebookFault as fault:
                self.same_fault(fault)
                return steps + 1
            try:
                assert self.instance.call("draw") == code
            except ModuleTrap as stopped:
                self.looks_ahead(after, stopped)
                return steps + 1
            assert self.instance.state() == tuple(after)
            s = after
        return limit

    def point(self, s: list[int]) -> DecisionPoint:
        point = self.machine.points[s[0]]
        assert point is not None
        return point

    def offered_and_drawn(self, s: list[int], dice: SeriesDice) -> int:
        """What both offer here, and what Python draws."""
        machine, point = self.machine, self.point(s)
        codes = machine.outcomes(s, point)[0] if point.player is None else machine.legal(s, point)
        assert self.instance.legal() == codes
        self.same_mover(s, point)
        play = self.rules.machines.random_play
        return play.outcome(s, point, dice) if point.player is None else play.choice(s, point, dice)[0]

    def same_mover(self, s: list[int], point: DecisionPoint) -> None:
        """Both say who decides, or go wrong at the same place in working it out; to draw, nobody needs to know."""
        site, mover = None, -1
        try:
            mover = -1 if point.player is None else point.player(s)
        except Fault as fault:
            site = fault.site
        if site is None:
            assert self.instance.call("mover") == mover
            return
        with pytest.raises(ModuleTrap) as stopped:
            self.instance.call("mover")
        assert stopped.value.site == site
        self.instance.put_state(s)

    def same_end(self, s: list[int], seed: int, number: int) -> None:
        """Both say who has won, and with which scores."""
        try:
            outcome = self.rules.endings.outcome(State(self.rules, tuple(s)))
        except RulebookFault:
            # Who has won, or what somebody has scored, cannot be said; scores are worked out where many games are played.
            self.must_stop("playouts", seed, number, 1, 1 << 40)
            return
        assert outcome is not None
        won = self.instance.call("winners")
        assert tuple(seat for seat in range(self.rules.program.players) if won >> seat & 1) == tuple(sorted(outcome.winners))

    def same_fault(self, fault: RulebookFault) -> None:
        """WebAssembly stops at the same place, or hands the game over."""
        with pytest.raises(ModuleTrap) as stopped:
            self.instance.call("draw")
        if stopped.value.kind == FAULT:
            assert self.rules.program.sites[stopped.value.site].span == fault.span
        else:
            assert stopped.value.kind != 0
            self.handed_over += stopped.value.kind == BEYOND

    def looks_ahead(self, s: list[int], stopped: ModuleTrap) -> None:
        """WebAssembly lists the moves of a choice with an `otherwise` before it waits; Python goes wrong in listing them."""
        point = self.point(s)
        assert point.otherwise is not None
        with pytest.raises(RulebookFault) as fault:
            self.machine.legal(s, point)
        assert stopped.kind == FAULT
        assert self.rules.program.sites[stopped.site].span == fault.value.span

    def must_stop(self, name: str, *arguments: int) -> None:
        with pytest.raises(ModuleTrap):
            self.instance.call(name, *arguments)


def tables(game: Game) -> Iterator[Rules]:
    """The rules of a game for each number of players."""
    for players in range(game.fewest, game.most + 1):
        yield game.rules(players)


