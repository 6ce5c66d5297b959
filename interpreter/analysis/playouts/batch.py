"""Many games stepped together: rules -> NumPy arrays that are views of the memory of their module.

A *lane* is one of the games. Whatever carries the lanes on overwrites the arrays in place, so keep copies of what should
stay. Chance is decided on the way: the game in a lane is the game of this number of a series (`docs/wasm.md`), and the same
codes give the same game. What a module cannot say of a lane, Python says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ....dsl import ir
from ...backends.backend import BLOCK, ENDED
from ...backends.low.module.lanes import BEGIN, DRAW, FIELDS, LOOK, PLAYOUT, ROLL
from ...backends.wasm.instance import ModuleTrap
from ...game.rules import Rules
from ...game.state import State
from ...runtime.faults import RulebookFault
from ...runtime.series import SeriesDice
from .simulate import MAX_STEPS

if TYPE_CHECKING:
    from ...backends.wasm.modules import CompiledModule

__all__ = ["Batch", "IllegalCodes"]

# The mover of a game that is over.
NOBODY = -2
MOST_BYTES = 1 << 31


class IllegalCodes(ValueError):
    """Codes that are not legal in some lanes, or too few; `lanes` are the lanes, which stay as they were."""

    def __init__(self, message: str, lanes: tuple[int, ...]) -> None:
        super().__init__(message)
        self.lanes = lanes


class Batch:
    """`n` games of the same rules, carried on together. One thread at a time may use it.

    The arrays have a row for each lane, and are views:

    - `states` are the positions as `State.slots` has them, and `chances` the counters of their chance;
    - `games` are the numbers of the games in the series `seed`;
    - `movers` are the seats that choose next, -2 where a game is over;
    - `counts` are how many moves are legal, `masks` is True at the codes of these (left out with `masks=False`);
    - `codes` has the first `codes` legal codes of each lane, of which `counts` are meant;
    - `wins` has bit 0 for the first seat, `scores` the score of each seat; 0 while a game goes on.
    """

    def __init__(self, rules: Rules, module: CompiledModule, n: int, seed: int = 0, masks: bool = True, codes: int = 0) -> None:
        if n < 1 or codes < 0:
            raise ValueError(f"a batch has at least one lane, and no fewer than 0 codes, not {n} and {codes}")
        self.rules, self.seed, self.n = rules, seed, n
        self._instance = instance = module.instance()
        memory, self.code_count = instance.memory, _codes(rules.program)
        masks_row = self.code_count if masks else 0
        if n * masks_row > MOST_BYTES:
            raise ValueError(f"masks of {n:,} times {masks_row:,} codes are too large: ask for `codes` and masks=False")
        self._columns: dict[str, int] = {}
        word, code = ((np.int32, np.int64)[width == 8] for width in (memory.width, memory.code_width))
        self.states: NDArray[Any] = self._column("states", word, memory.slots)
        self.chances: NDArray[np.uint64] = self._column("chances", np.uint64)
        self.games: NDArray[np.int64] = self._column("games", np.int64)
        self._orders: NDArray[np.int64] = self._column("orders", np.int64)
        self._taken: NDArray[np.int32] = self._column("taken", np.int32)
        self.movers: NDArray[np.int32] = self._column("movers", np.int32)
        self.counts: NDArray[np.int32] = self._column("counts", np.int32)
        self.codes: NDArray[Any] = self._column("codes", code, codes)
        self.masks: NDArray[np.bool_] = self._column("masks", np.bool_, masks_row)
        self.wins: NDArray[np.int64] = self._column("winners", np.int64)
        self.scores: NDArray[np.int64] = self._column("scores", np.int64, rules.program.players)
        numbers = {**self._columns, "codes_row": codes, "masks_row": masks_row, "limit": MAX_STEPS, "flags": ROLL}
        self._table = instance.reserve(4 * len(FIELDS))
        self._view(self._table, np.int32, (len(FIELDS),))[:] = [numbers.get(name, 0) for name in FIELDS]
        self.begin()

    def _column(self, name: str, kind: DTypeLike, width: int | None = None) -> NDArray[Any]:
        shape = (self.n,) if width is None else (self.n, width)
        size = int(np.dtype(kind).itemsize * np.prod(shape))
        # Its address stays 0, by which the module knows that nobody wants the column (`low.lanes`).
        if size == 0:
            return np.empty(shape, kind)
        self._columns[name] = self._instance.reserve(size)
        return self._view(self._columns[name], kind, shape)

    def _view(self, address: int, kind: DTypeLike, shape: tuple[int, ...]) -> NDArray[Any]:
        size = int(np.dtype(kind).itemsize * np.prod(shape))
        return np.frombuffer(memoryview(self._instance.buffer(address, size)), dtype=kind).reshape(shape)

    def __len__(self) -> int:
        return self.n

    # -- carrying on -----------------------------------------------------------------------------

    def begin(self, lanes: ArrayLike | None = None) -> None:
        """Begin new games in all lanes, or in those that a mask or numbers name: the next games of the series.

        Raises RulebookFault, as `step` does.
        """
        chosen = self._chosen(lanes)
        first = 0 if lanes is None else int(self.games.max()) + 1
        self.games[chosen] = np.arange(first, first + len(chosen))
        self._carry_on(BEGIN, chosen)

    def step(self, codes: ArrayLike, lanes: ArrayLike | None = None) -> None:
        """Carry out a code in each lane, or in those that a mask or numbers name; there is still a code for each lane.

        The codes of games that are over do not matter. Raises IllegalCodes after all others were carried out, and RulebookFault
        for the first lane of which the rulebook raises a fault; the lane stays as it was.
        """
        chosen = np.asarray(codes)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise IllegalCodes(f"{self.n} codes are needed, as whole numbers", ())
        going = self._going(lanes)
        # Numbers below 0 are orders of other kinds (`low.lanes`). As codes they are none, so they become one that is never
        # legal.
        self._carry_on(np.where(chosen < 0, np.iinfo(np.int64).max, chosen), going)
        refused = going[self._taken[going] == 0]
        if len(refused):
            raise IllegalCodes(f"the codes of lanes {', '.join(map(str, refused))} are not legal", tuple(refused.tolist()))

    def draw(self, lanes: ArrayLike | None = None) -> None:
        """Choose at random in each lane whose game goes on: first a kind of move, then a move. Raises RulebookFault.

        With a mask or numbers of lanes, only in these.
        """
        self._carry_on(DRAW, self._going(lanes))

    def play_out(self, lanes: ArrayLike | None = None) -> None:
        """Play each game to its end at random, or those that a mask or numbers name. Raises RulebookFault."""
        self._carry_on(PLAYOUT, self._going(lanes))

    def look(self) -> None:
        """Compute again what is legal and who moves, after positions were written into `states`. Raises RulebookFault."""
        self._carry_on(LOOK, np.arange(0))

    def _chosen(self, lanes: ArrayLike | None) -> NDArray[np.intp]:
        """Return the numbers of the lanes that a mask or numbers name, or of all."""
        return np.arange(self.n) if lanes is None else np.arange(self.n)[np.asarray(lanes)]

    def _going(self, lanes: ArrayLike | None) -> NDArray[np.intp]:
        """Return which of these lanes hold games that go on."""
        going = np.zeros(self.n, np.bool_)
        going[self._chosen(lanes)] = True
        return np.flatnonzero(going & (self.movers != NOBODY))

    def _carry_on(self, orders: ArrayLike, lanes: NDArray[np.intp]) -> None:
        """Carry out orders in some lanes, and report on all."""
        self._orders[:] = LOOK
        self._orders[lanes] = np.broadcast_to(np.asarray(orders), (self.n,))[lanes]
        faults: list[RulebookFault] = []
        first = 0
        while first < self.n:
            try:
                first = self._instance.call("lanes", self._table, self.seed, first, self.n)
            except ModuleTrap:
                lane = self._instance.done
                try:
                    _Lane(self, lane).carry_on(int(self._orders[lane]))
                except RulebookFault as fault:
                    faults.append(fault)
                    # Not refused: for this lane the fault is raised.
                    self._taken[lane] = 1
                first = lane + 1
        if faults:
            raise faults[0]

    # -- looking ---------------------------------------------------------------------------------

    @property
    def over(self) -> NDArray[np.bool_]:
        """The lanes whose games are over."""
        return np.asarray(self.movers == NOBODY)

    @property
    def won(self) -> NDArray[np.bool_]:
        """The seats that have won in each lane; none while a game goes on, and none where it is drawn."""
        seats = np.arange(self.rules.program.players)
        return np.asarray(self.wins[:, None] >> seats & 1, dtype=np.bool_)

    def state(self, lane: int) -> State:
        """The position of a lane, for `game.choices`, `game.observe` and the like."""
        return State(self.rules, tuple(map(int, self.states[lane])))


class _Lane:
    """A lane in which Python plays: what its module does not say, and faults with their clauses."""

    def __init__(self, batch: Batch, lane: int) -> None:
        self.batch, self.lane = batch, lane
        self.machine, self.random_play = batch.rules.machines.plain, batch.rules.machines.random_play
        self.s = [int(value) for value in batch.states[lane]]
        self.dice = SeriesDice(batch.seed, int(batch.games[lane]))
        self.dice.go_to(int(batch.chances[lane]))

    def carry_on(self, order: int) -> None:
        """Carry out an order, and put back the result. Raises RulebookFault."""
        taken = True
        if order == BEGIN:
            self.s = self.machine.start()
            self.dice = SeriesDice(self.batch.seed, int(self.batch.games[self.lane]))
        elif order == PLAYOUT:
            self.s = self.random_play.play_out(self.dice, MAX_STEPS, start=self.s).state
        elif order != LOOK:
            taken = self._step(order)
        while not self.s[ENDED] and self._is_chance():
            self._draw()
        legal = self._legal()
        self._report(taken, legal)

    def _is_chance(self) -> bool:
        point = self.machine.points[self.s[BLOCK]]
        return point is not None and point.player is None

    def _legal(self) -> list[int]:
        point = self.machine.points[self.s[BLOCK]]
        return [] if self.s[ENDED] or point is None else self.machine.legal(self.s, point)

    def _step(self, code: int) -> bool:
        """Carry out a code, if it is legal."""
        if code == DRAW:
            return self._draw()
        point = self.machine.points[self.s[BLOCK]]
        if point is None or code not in self._legal():
            return False
        self.machine.apply(self.s, point, code)
        return True

    def _draw(self) -> bool:
        point = self.machine.points[self.s[BLOCK]]
        if self.s[ENDED] or point is None:
            return False
        code = self.random_play.outcome(self.s, point, self.dice) if point.player is None else \
            self.random_play.choice(self.s, point, self.dice)[0]
        self.machine.apply(self.s, point, code)
        return True

    def _report(self, taken: bool, legal: Sequence[int]) -> None:
        """Put down the position and what is so of it."""
        batch, lane = self.batch, self.lane
        point = self.machine.points[self.s[BLOCK]]
        position = State(batch.rules, tuple(self.s))
        outcome = batch.rules.endings.outcome(position)
        scores = batch.rules.endings.scores(position) if outcome is not None else None
        batch.states[lane], batch.chances[lane] = self.s, self.dice.counter
        batch._taken[lane], batch.counts[lane] = taken, len(legal)
        batch.movers[lane] = NOBODY if outcome is not None or point is None or point.player is None else point.player(self.s)
        batch.wins[lane] = 0 if outcome is None else sum(1 << seat for seat in outcome.winners)
        batch.scores[lane] = 0 if scores is None else scores
        columns = batch.codes.shape[1]
        batch.codes[lane, : min(columns, len(legal))] = legal[:columns]
        if batch.masks.shape[1]:
            batch.masks[lane] = False
            batch.masks[lane, legal] = True


def _codes(program: ir.Program) -> int:
    """One more than the greatest code of a choice."""
    choices = (block.end.moves for block in program.blocks if isinstance(block.end, ir.ChooseMove))
    return max((move.first + move.count for moves in choices for move in moves), default=0)
