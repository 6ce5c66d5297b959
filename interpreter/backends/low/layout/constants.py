"""Tables and lists of a rulebook as bytes in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ..language import tree
from ..language.values import ListShape, ListVal, NumShape, Shape, Unsupported, joined
from .memory import MemoryLayout

# Values of lists that are looked up bit by bit.
MOST_BIT = 62


class Constants:
    """Puts tables and lists into memory, each once."""

    def __init__(self, memory: MemoryLayout, tables: Mapping[str, tuple[object, ...]]) -> None:
        self.memory, self.tables = memory, dict(tables)
        self._shapes: dict[str, Shape] = {}
        self._placed: dict[tuple[str, int, str], tuple[int, int]] = {}

    def listed(self, values: Sequence[object]) -> ListVal:
        """A known list."""
        shape = _shape(values)
        return ListVal(tree.Mark(self._list(values)), len(values), shape, fixed=True, known=tuple(values))

    def shape(self, table: str) -> Shape:
        """Return the shape of the cells of a table."""
        if table not in self._shapes:
            self._shapes[table] = _shape(self.tables[table])
        return self._shapes[table]

    def numbers(self, table: str, before: int) -> tuple[int, int]:
        """The address of the first cell of a table, and its bytes; before it stand the cells that negative indices reach."""
        shape = self.shape(table)
        assert isinstance(shape, NumShape)
        # The smallest cells that hold all numbers: a module of many tables stays small.
        size = next(size for size in (1, 2, 4, 8) if -(1 << 8 * size - 1) <= shape.low and shape.high < 1 << 8 * size - 1)
        return self._table(table, before, "cells", [_bytes(as_number(cell), size) for cell in self.tables[table]]), size

    def lists(self, table: str, before: int) -> int:
        """The address of the first cell of a table of lists; each cell is an address."""
        key = (table, before, "lists")
        if key not in self._placed:
            cells = [_bytes(self._list(cell), 4) for cell in self.tables[table] if isinstance(cell, tuple)]
            self._placed[key] = (self._table(table, before, "cells", cells), 4)
        return self._placed[key][0]

    def masks(self, table: str, before: int) -> int:
        """The address of the first cell of a table of the sets of what the lists of a table hold, 8 bytes each."""
        cells = [_bytes(mask_of(cell), 8) for cell in self.tables[table] if isinstance(cell, tuple)]
        return self._table(table, before, "masks", cells)

    def bytes_of(self, values: Sequence[int], size: int) -> int:
        """The address of these numbers, each of this many bytes."""
        return self.memory.constant(b"".join(_bytes(value, size) for value in values), size)

    def _table(self, table: str, before: int, kind: Literal["cells", "masks"], cells: Sequence[bytes]) -> int:
        key = (table, before, kind)
        if key not in self._placed:
            size = len(cells[0])
            # An index below 0 counts from the end of a table. The cells that it can reach stand before the first as well, so
            # that the address is worked out without a test of its sign.
            content = b"".join((*cells[len(cells) - before :], *cells))
            self._placed[key] = (self.memory.constant(content, size) + before * size, size)
        return self._placed[key][0]

    def _list(self, values: Sequence[object]) -> int:
        width = self.memory.width
        # The entries of a list of lists are addresses: the lists inside get theirs first.
        words = [len(values), *(self._list(value) if isinstance(value, tuple) else as_number(value) for value in values)]
        return self.memory.constant(b"".join(_bytes(word, width) for word in words), width)


def _shape(values: Sequence[object]) -> Shape:
    """Return the shape that covers values of one table or list."""
    numbers = [as_number(value) for value in values if not isinstance(value, tuple)]
    lists = [value for value in values if isinstance(value, tuple)]
    if numbers and lists:
        raise Unsupported("a table of numbers and lists")
    if not lists:
        return NumShape(min(numbers, default=0), max(numbers, default=0))
    shape: Shape | None = None
    for pair in lists:
        if pair:
            shape = _shape(pair) if shape is None else joined(shape, _shape(pair))
    return ListShape(max(map(len, lists)), shape or NumShape(0, 0))


def mask_of(values: Sequence[object]) -> int:
    """The set of the numbers in a list."""
    mask = 0
    for value in values:
        mask |= 1 << as_number(value)
    return mask


def are_bits(shape: Shape) -> bool:
    """Return whether numbers can be bits of a word."""
    return isinstance(shape, NumShape) and shape.low >= 0 and shape.high <= MOST_BIT


def as_number(value: object) -> int:
    """A cell of a table that is a number. Raises Unsupported for what is none."""
    if not isinstance(value, int):
        raise Unsupported("a table of what is neither number nor list")
    return int(value)


def _bytes(value: int, size: int) -> bytes:
    if not -(1 << 8 * size - 1) <= value < 1 << 8 * size - 1:
        raise TooNarrow
    return value.to_bytes(size, "little", signed=True)


class TooNarrow(Exception):
    """A number that does not fit into a word of memory; with wider words it will."""
