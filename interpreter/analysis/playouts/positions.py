"""Positions of one game as bytes, in either machine: what is legal, the result of each code, and random games on from there.

For those who look at many positions: players who search, batches, comparisons. The bytes are those of a module's memory
(`docs/wasm.md`); equal bytes are equal positions. What a module cannot say, Python says, which also raises its faults.
`faster.positions_of` opens them.
"""

from __future__ import annotations

from array import array
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Protocol

from ....dsl import ir
from ...backends.backend import BLOCK, ENDED
from ...game.rules import Rules
from ...game.state import State
from ...machine.machine import DecisionPoint
from ...machine.points import Hooks
from ...runtime.series import SeriesDice
from .simulate import MAX_STEPS, Playout, playout_of

if TYPE_CHECKING:
    from ...backends.wasm.games import GameResult, ModuleGames

# Who decides, besides seats.
BY_CHANCE, NOBODY = -1, -2
# A slot has 4 or 8 bytes in a module; where there is none, as many as any module needs.
TYPES = {4: "i", 8: "q"}
WIDEST = 8


class Positions(Protocol):
    """Plays in positions given as bytes. One thread at a time may use it. All methods raise RulebookFault."""

    rules: Rules

    def start(self) -> bytes:
        """The position before the first choice or roll."""
        ...

    def packed(self, state: State) -> bytes:
        """A position as bytes."""
        ...

    def state(self, position: bytes) -> State:
        """A position that bytes give."""
        ...

    def mover(self, position: bytes) -> int:
        """The seat that decides next; BY_CHANCE, or NOBODY when the game is over."""
        ...

    def legal(self, position: bytes) -> list[int]:
        """The codes of what may come next, in the order of the rulebook; none when the game is over."""
        ...

    def step(self, position: bytes, code: int) -> bytes:
        """The position after a code. Raises ValueError for one that is not legal."""
        ...

    def draw(self, position: bytes, seed: int, number: int) -> tuple[int, bytes]:
        """A random choice or roll, the first of this number of a series: its code, and the position after it.

        Raises ValueError when the game is over.
        """
        ...

    def playouts(self, position: bytes, seed: int, numbers: range, limit: int = MAX_STEPS) -> list[Playout]:
        """Random games on from a position with the chance of these numbers of a series, each cut off after `limit` steps.

        Their choices and moves count from the position.
        """
        ...


class PlainPositions:
    """Positions in which generated Python plays."""

    def __init__(self, rules: Rules, width: int = WIDEST) -> None:
        self.rules, self.machine, self.type = rules, rules.machines.plain, TYPES[width]
        self.random_play = rules.machines.random_play

    def start(self) -> bytes:
        """As `Positions.start`."""
        return self._bytes(self.machine.start())

    def packed(self, state: State) -> bytes:
        """As `Positions.packed`."""
        return self._bytes(state.slots)

    def state(self, position: bytes) -> State:
        """As `Positions.state`."""
        return State(self.rules, tuple(self._slots(position)))

    def mover(self, position: bytes) -> int:
        """As `Positions.mover`."""
        s = self._slots(position)
        point = self._point(s)
        if point is None:
            return NOBODY
        if point.player is None:
            return BY_CHANCE
        with self.rules.machines.plain.locating_faults():
            return point.player(s)

    def legal(self, position: bytes) -> list[int]:
        """As `Positions.legal`."""
        return self._legal(self._slots(position))

    def _legal(self, s: list[int]) -> list[int]:
        point = self._point(s)
        if point is None:
            return []
        return self.machine.outcomes(s, point)[0] if point.player is None else self.machine.legal(s, point)

    def step(self, position: bytes, code: int) -> bytes:
        """As `Positions.step`."""
        s = self._slots(position)
        point = self._point(s)
        if point is None or code not in self._legal(s):
            raise illegal(code)
        self.machine.apply(s, point, code)
        return self._bytes(s)

    def draw(self, position: bytes, seed: int, number: int) -> tuple[int, bytes]:
        """As `Positions.draw`."""
        s, dice = self._slots(position), SeriesDice(seed, number)
        point = self._point(s)
        if point is None:
            raise over()
        chance = point.player is None
        code = self.random_play.outcome(s, point, dice) if chance else self.random_play.choice(s, point, dice)[0]
        self.machine.apply(s, point, code)
        return code, self._bytes(s)

    def playouts(self, position: bytes, seed: int, numbers: range, limit: int = MAX_STEPS) -> list[Playout]:
        """As `Positions.playouts`."""
        s, hooks, play_out = self._slots(position), Hooks(compare=False), self.random_play.play_out
        return [playout_of(self.rules.endings, play_out(SeriesDice(seed, number), limit, hooks, s)) for number in numbers]

    def _point(self, s: list[int]) -> DecisionPoint | None:
        return None if s[ENDED] else self.machine.points[s[BLOCK]]

    def _slots(self, position: bytes) -> list[int]:
        return array(self.type, position).tolist()

    def _bytes(self, slots: tuple[int, ...] | list[int]) -> bytes:
        return array(self.type, slots).tobytes()


# INVARIANT: every method puts its position into the instance first. Nothing that an earlier call left there counts.
class CompiledPositions:
    """Positions in which a module plays; `alone` is held while Python plays what the module hands over."""

    def __init__(self, rules: Rules, games: ModuleGames, alone: AbstractContextManager[object] | None = None) -> None:
        from ...backends.wasm.instance import ModuleTrap

        self.rules, self.games, self.instance = rules, games, games.instance
        self.plain = PlainPositions(rules, games.instance.memory.width)
        self.packed, self.state = self.plain.packed, self.plain.state
        self._alone, self._stopped = alone or nullcontext(), ModuleTrap

    def start(self) -> bytes:
        """As `Positions.start`."""
        try:
            self.instance.call("start", 0, 0)
        except self._stopped:
            with self._alone:
                return self.plain.start()
        return self.instance.packed()

    def mover(self, position: bytes) -> int:
        """As `Positions.mover`."""
        self.instance.put_packed(position)
        try:
            return self.instance.call("mover")
        except self._stopped:
            with self._alone:
                return self.plain.mover(position)

    def legal(self, position: bytes) -> list[int]:
        """As `Positions.legal`."""
        self.instance.put_packed(position)
        try:
            return self.instance.legal()
        except self._stopped:
            with self._alone:
                return self.plain.legal(position)

    def step(self, position: bytes, code: int) -> bytes:
        """As `Positions.step`."""
        self.instance.put_packed(position)
        try:
            taken = self.instance.call("step", code)
        except self._stopped:
            with self._alone:
                return self.plain.step(position, code)
        if not taken:
            raise illegal(code)
        return self.instance.packed()

    def draw(self, position: bytes, seed: int, number: int) -> tuple[int, bytes]:
        """As `Positions.draw`."""
        self.instance.put_packed(position)
        # The module draws by the same generator from the same seed, so both machines make the same choice.
        self.instance.call("chance", seed, number)
        try:
            code = self.instance.call("draw")
        except self._stopped:
            with self._alone:
                return self.plain.draw(position, seed, number)
        if code < 0:
            raise over()
        return code, self.instance.packed()

    def playouts(self, position: bytes, seed: int, numbers: range, limit: int = MAX_STEPS) -> list[Playout]:
        """As `Positions.playouts`."""
        playouts = list[Playout]()
        for played in self.games.play_from(position, seed, numbers, limit):
            if isinstance(played, int):
                with self._alone:
                    playouts += self.plain.playouts(position, seed, range(played, played + 1), limit)
            else:
                playouts.append(playout_of_module(self.rules.program, played))
        return playouts


def playout_of_module(program: ir.Program, played: GameResult) -> Playout:
    """A game that a module played, as reports have it."""
    if not played.end:
        return Playout(None, (), None, played.choices, played.offered, played.widest)
    # One bit for each seat; there are at most 12 seats.
    winners = tuple(seat for seat in range(program.players) if played.winners >> seat & 1)
    end = program.ends[played.end - 1].id
    return Playout(end, winners, played.scores, played.choices, played.offered, played.widest)


def illegal(code: int) -> ValueError:
    """The error for a code that is not legal."""
    return ValueError(f"the code {code} is not legal here")


def over() -> ValueError:
    """The error for a choice in a game that is over."""
    return ValueError("the game is over")
