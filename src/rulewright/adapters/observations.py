"""Positions -> the numbers that a seat may know, each with a name.

Everything comes from what `observe` shows this seat: the fields that are not hidden from it, which choice is to be made, who
chooses, and in a secret choice who has chosen. What waiting rules remember is left out, because nobody says who may know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from ..dsl import ir
from ..dsl.types.types import EnumType, FlagType, IntType, ListType, SetType, Type, UnionType, first_bit, size, values
from ..interpreter.backends.backend import BLOCK, ENDED
from ..interpreter.game.rules import Rules
from ..interpreter.game.viewing.observation import SPECTATOR, secret_name
from ..interpreter.runtime.cells import Cell, write
from ..interpreter.runtime.move_codes import encode
from .actions import Actions

__all__ = ["MOST_WORDS", "Observations"]

# A value with more words than these is one number, and not a flag for each word.
MOST_WORDS = 64
# How a number is read from its slot: as it stands, as a flag of one value, as a bit of a set.
_PLAIN, _EQUAL, _BIT = range(3)
# Slot 0 with a place below 0: a condition that always holds, since no block has a negative number.
_ALWAYS = (0, -1)


@frozen
class _Number:
    """A number of an observation: its name, its range, and how it is read.

    It is 0 unless slot `over[0]` holds more than `over[1]` (the length of a list), and slot `root[0]` holds `root[1]` (the
    region that the space lies in), where these are given.
    """

    name: str
    low: int
    high: int
    slot: int
    how: int = _PLAIN
    argument: int = 0
    over: tuple[int, int] = _ALWAYS
    root: tuple[int, int] | None = None


class Observations:
    """The observations of a game: `n` numbers, called `names`, between `low` and `high`, the same for every seat.

    A cell that a seat may not see is 0 in its observations, so all seats have numbers of the same names. Cells that nobody
    ever sees are left out.
    """

    def __init__(self, rules: Rules, actions: Actions | None = None) -> None:
        self.rules, self.actions = rules, actions or Actions(rules)
        program, seats = rules.program, rules.seats
        players = range(program.players)
        hidden = [rules.observer.hidden(seat) for seat in players]
        cells = [cell for cell in rules.cells.values() if not cell.local
                 and any(cell.name not in names for names in hidden)]
        read = [(number, cell.name) for cell in cells for number in self._of_cell(cell)]
        self._read = [number for number, _ in read]
        # Which numbers each seat sees, and in the last row who sits nowhere; shape (players + 1, numbers read from slots).
        hidden.append(rules.observer.hidden(SPECTATOR))
        self._seen = np.array([[name not in names for _, name in read] for names in hidden], np.bool_).reshape(len(hidden), -1)
        points = [point for point in rules.decisions.points if point.player is not None]
        self._asked = [point.block for point in points]
        self._secret = [(point.block, point.secret) for point in points if point.secret is not None]
        flags = [f"me={seat}" for seat in seats] + [f"to move={seat}" for seat in seats]
        flags += [f"asked={point.label}" for point in points]
        flags += [f"chosen: {secret_name(rules.seats, point.clause, seat)}" for point in points if point.secret is not None
                  for seat in players]
        own = [f"my choice: {point.clause}" for point in points if point.secret is not None]
        self.names: tuple[str, ...] = (*flags, *own, *(number.name for number in self._read))
        self.n = len(self.names)
        self.low = np.array([0] * (len(flags) + len(own)) + [min(number.low, 0) for number in self._read], np.float32)
        self.high = np.array([1] * len(flags) + [self.actions.n] * len(own) + [max(number.high, 0) for number in self._read],
                             np.float32)
        self._slots, self._how, self._arguments, self._lengths, self._places = (
            np.array([getattr(number, name) for number in self._read], np.int64) if isinstance(name, str)
            else np.array([number.over[name] for number in self._read], np.int64)
            for name in ("slot", "how", "argument", 0, 1))
        roots = [(i, *number.root) for i, number in enumerate(self._read) if number.root is not None]
        self._rooted, self._roots, self._owners = (np.array([row[i] for row in roots], np.int64) for i in range(3))

    def of(self, states: NDArray[Any], movers: NDArray[Any], viewers: int | NDArray[Any]) -> NDArray[np.float32]:
        """The observations of positions, one in each row; shape (rows, n).

        `states` are positions as `State.slots` has them, shape (rows, slots); `movers` the seats that choose, below 0 for
        nobody; `viewers` is the seat that sees them, -1 for who sees what all see, or one for each row.
        """
        rows = len(states)
        states = np.asarray(states, np.int64)
        seats = np.broadcast_to(np.asarray(viewers, np.int64), (rows,))
        players = np.arange(self.rules.program.players)
        goes_on = states[:, ENDED] == 0
        is_at_choice = (states[:, BLOCK, None] == np.array(self._asked, np.int64)) & goes_on[:, None]
        parts = [seats[:, None] == players, np.asarray(movers)[:, None] == players, is_at_choice]
        chosen = [self._chosen(states, seats, goes_on, block, secret) for block, secret in self._secret]
        parts += [choices for choices, _ in chosen]
        parts += [own[:, None] for _, own in chosen]
        return np.concatenate([*parts, self._fields(states, seats)], axis=1, dtype=np.float32, casting="unsafe")

    def _fields(self, states: NDArray[np.int64], seats: NDArray[np.int64]) -> NDArray[np.int64]:
        values = states[:, self._slots]
        values = np.where(self._how == _EQUAL, values == self._arguments, values)
        values = np.where(self._how == _BIT, values >> np.where(self._how == _BIT, self._arguments, 0) & 1, values)
        shown = self._seen[seats] & (states[:, self._lengths] > self._places)
        shown[:, self._rooted] &= states[:, self._roots] == self._owners
        return np.where(shown, values, 0)

    def _chosen(self, states: NDArray[np.int64], seats: NDArray[np.int64], goes_on: NDArray[np.bool_], block: int,
                secret: ir.SecretRound) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """The seats that have chosen in a secret choice, shape (rows, players); one more than the action that the viewer chose."""
        choices = np.zeros((len(states), self.rules.program.players), np.bool_)
        own = np.zeros(len(states), np.int64)
        waits = goes_on & (states[:, BLOCK] == block)
        for place in range(secret.most):
            rows = np.flatnonzero(waits & (states[:, secret.place] > place))
            player = states[rows, secret.order + 1 + place]
            choices[rows, player] = True
            for row in rows[player == seats[rows]]:
                own[row] = self._own(states[row], block, secret, place)
        return choices, own

    def _own(self, s: NDArray[np.int64], block: int, secret: ir.SecretRound, place: int) -> int:
        """One more than the number of the move that was chosen at a place of a secret choice; 0 for nothing to choose."""
        end = self.rules.program.blocks[block].end
        assert isinstance(end, ir.ChooseMove), "a secret is chosen"
        kind = int(s[secret.kinds + place])
        if not 0 < kind <= len(end.moves):
            return 0
        option = end.moves[kind - 1]
        code = encode(option.bound, tuple(int(s[base + place]) for base in secret.values[kind - 1]))
        return 1 + self.actions.of_code(block, option.first + code)

    # -- the numbers of cells ----------------------------------------------------------------------

    def _of_cell(self, cell: Cell) -> Iterator[_Number]:
        root = self.rules.cells.root_of(cell)
        if not isinstance(cell.type, ListType):
            yield from self._of_value(cell.name, cell.type, cell.base, _ALWAYS, root)
            return
        if cell.type.limit:
            yield _Number(f"{cell.name}: length", 0, cell.type.limit, cell.base, root=root)
        for place in range(cell.type.limit):
            yield from self._of_value(f"{cell.name}[{place + 1}]", cell.type.element, cell.base + 1 + place,
                                      (cell.base, place), root)

    def _of_value(self, name: str, type_: Type, slot: int, over: tuple[int, int],
                  root: tuple[int, int] | None) -> Iterator[_Number]:
        seats = self.rules.seats
        match type_:
            case IntType(low, high):
                if low < high:
                    yield _Number(name, low, high, slot, over=over, root=root)
            case FlagType():
                yield _Number(name, 0, 1, slot, over=over, root=root)
            case SetType(element):
                for value in sorted(values(element)):
                    word = write(element, value, seats)
                    yield _Number(f"{name} has {word}", 0, 1, slot, _BIT, value - first_bit(element), over, root)
            case EnumType() | UnionType() if size(type_) > MOST_WORDS:
                yield _Number(name, min(values(type_)), max(values(type_)), slot, over=over, root=root)
            case EnumType() | UnionType():
                for value in values(type_) if size(type_) > 1 else ():
                    yield _Number(f"{name}={write(type_, value, seats)}", 0, 1, slot, _EQUAL, value, over, root)
            case _:
                # Of a list or a value for each key, each entry has a cell of its own.
                raise AssertionError(f"no cell holds a value of {type_}")
