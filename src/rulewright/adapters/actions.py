"""The moves of a game as numbers: the codes of each choice -> numbers that mean the same move at every choice, with names."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from ..dsl import ir
from ..dsl.types.types import Type
from ..interpreter.game.rules import Rules
from ..interpreter.runtime.cells import write
from ..interpreter.runtime.move_codes import decode, word_of

__all__ = ["ActionKind", "Actions"]


@frozen
class ActionKind:
    """A kind of move: the numbers `first` to `first + count - 1` stand for the combinations of its open values."""

    id: str
    bounds: tuple[ir.Bound, ...]
    first: int
    count: int


@frozen
class _Share:
    """The codes from `code` on of a choice, `count` of them, and the number of the first of these moves."""

    code: int
    count: int
    first: int


class Actions:
    """The moves of a game, numbered 0 to `n - 1` in the order of the rulebook.

    A code means a move only together with the choice at which it is legal. A number here means the same kind of move with the
    same open values at every choice, so that what is learnt about a move holds wherever it is offered.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.kinds: list[ActionKind] = []
        self._shares: dict[int, tuple[_Share, ...]] = {}
        known: dict[tuple[str, tuple[Type, ...]], ActionKind] = {}
        for block in rules.program.blocks:
            if isinstance(block.end, ir.ChooseMove):
                self._shares[block.id] = tuple(self._share(option, known) for option in block.end.moves)

    def _share(self, option: ir.MoveOption, known: dict[tuple[str, tuple[Type, ...]], ActionKind]) -> _Share:
        key = option.id, tuple(bound.type for bound in option.bound)
        if key not in known:
            known[key] = ActionKind(option.id, option.bound, self.n, option.count)
            self.kinds.append(known[key])
        return _Share(option.first, option.count, known[key].first)

    @property
    def n(self) -> int:
        """The number of actions."""
        return self.kinds[-1].first + self.kinds[-1].count if self.kinds else 0

    def of_code(self, block: int, code: int) -> int:
        """Return the number of the move that has a code at the choice of a block."""
        share = next(share for share in self._shares[block] if share.code <= code < share.code + share.count)
        return share.first + code - share.code

    def code_of(self, block: int, action: int) -> int | None:
        """Return the code of a move at the choice of a block; None where the choice has no such kind of move."""
        for share in self._shares.get(block, ()):
            if share.first <= action < share.first + share.count:
                return share.code + action - share.first
        return None

    def mask(self, block: int, codes: NDArray[np.bool_]) -> NDArray[np.int8]:
        """The legal moves at the choice of a block, 1 for each, from the mask of its legal codes; shape (n,)."""
        mask = np.zeros(self.n, np.int8)
        for share in self._shares.get(block, ()):
            mask[share.first : share.first + share.count] |= codes[share.code : share.code + share.count]
        return mask

    def masks(self, blocks: NDArray[Any], codes: NDArray[np.bool_]) -> NDArray[np.int8]:
        """As `mask`, for a position in each row; shapes (rows,) and (rows, codes) -> (rows, n)."""
        out = np.zeros((len(blocks), self.n), np.int8)
        for block in np.unique(blocks):
            rows = np.flatnonzero(blocks == block)
            for share in self._shares.get(int(block), ()):
                out[rows, share.first : share.first + share.count] |= codes[rows, share.code : share.code + share.count]
        return out

    def codes(self, blocks: NDArray[Any], actions: NDArray[Any]) -> NDArray[np.int64]:
        """As `code_of`, for a position in each row; -1 where the choice has no such kind of move."""
        out = np.full(len(blocks), -1, np.int64)
        for block in np.unique(blocks):
            for share in self._shares.get(int(block), ()):
                fits = (blocks == block) & (actions >= share.first) & (actions < share.first + share.count)
                out[fits] = actions[fits] - share.first + share.code
        return out

    def name(self, action: int) -> str:
        """Return how a number is called: the id of the kind of move with its open values, `cell_to_mark(c=b2)`.

        Raises ValueError for a number that stands for no move.
        """
        if not 0 <= action < self.n:
            raise ValueError(f"{action} is no action: there are {self.n}, from 0 on")
        kind = self.kinds[bisect_right([kind.first for kind in self.kinds], action) - 1]
        values = zip(kind.bounds, decode(kind.bounds, action - kind.first), strict=True)
        inside = ", ".join(f"{word_of(bound)}={write(bound.type, value, self.rules.seats)}" for bound, value in values)
        return f"{kind.id}({inside})" if inside else kind.id
