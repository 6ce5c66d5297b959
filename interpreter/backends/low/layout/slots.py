"""The slots of a state: the range of each, and the lists that are kept there."""

from __future__ import annotations

from .....dsl import ir
from .....dsl.types.types import FlagType, ListType, PerType, SetType, Type, UnionType, bit_count, lowest, size, width
from ..language.values import Unsupported

Range = tuple[int, int]


class SlotRanges:
    """The ranges of the slots of a program."""

    def __init__(self, program: ir.Program) -> None:
        # Slots of no field and no name: the next block, and the end of the game with its number from 1.
        self.ranges: list[Range] = [(0, max(len(program.blocks), len(program.ends) + 1))] * program.size
        self.spans: list[tuple[int, int]] = [(i, i + 1) for i in range(program.size)]
        self.lists: dict[int, tuple[int, int, int]] = {}
        self._around: dict[int, Range] = {}
        for field in program.fields:
            self._add(field.base, field.type, size(field.owner) if field.owner else 1)
        for local in program.locals:
            self._add(local.base, local.type, 1)
        for slot, value in enumerate(program.start):
            low, high = self.ranges[slot]
            self.ranges[slot] = min(low, value), max(high, value)
        for procedure in program.suspending:
            self.ranges[procedure.back] = 0, len(program.blocks)
        for frame in (loop for loop in program.loops if loop.value >= 0):
            # A loop over known numbers ends when its value has passed the last.
            low, high = self.ranges[frame.value]
            self.ranges[frame.value] = low, high + 1

    def of(self, slot: int) -> Range:
        """The range of one slot."""
        return self.ranges[slot]

    def around(self, slot: int) -> Range:
        """The range of all slots of the field that one belongs to."""
        first, end = self.spans[slot]
        if first not in self._around:
            ranges = self.ranges[first:end]
            self._around[first] = min(low for low, _ in ranges), max(high for _, high in ranges)
        return self._around[first]

    def list_at(self, slot: int) -> tuple[int, int, int]:
        """Return how many entries the list has that begins at a slot, or others of its field, and their range."""
        return self.lists[slot]

    def _add(self, base: int, type_: Type, copies: int) -> None:
        end = base + copies * width(type_)
        cell = type_
        while isinstance(cell, PerType):
            cell = cell.value
        self.spans[base:end] = [(base, end)] * (end - base)
        self.ranges[base:end] = _ranges(cell) * ((end - base) // width(cell))
        if isinstance(cell, ListType):
            low, high = range_of(cell.element)
            for slot in range(base, end, width(cell)):
                self.lists[slot] = cell.limit, low, high

    @property
    def widest(self) -> int:
        """The bits that a slot needs, one of them for the sign."""
        return 1 + max((max(abs(low), abs(high)).bit_length() for low, high in self.ranges), default=0)


def _ranges(cell: Type) -> list[Range]:
    """The ranges of the slots of one value; 0 is in all of them, because that is what is put where nothing is kept."""
    if isinstance(cell, ListType):
        return [(0, cell.limit), *[range_of(cell.element)] * cell.limit]
    return [range_of(cell)]


def range_of(cell: Type) -> Range:
    """The range of a value in a slot; 0 is in it."""
    match cell:
        case FlagType():
            return 0, 1
        case SetType(element):
            return 0, (1 << bit_count(element)) - 1
        case ListType() | PerType():
            raise Unsupported("lists within lists")
        case _:
            # Values of other types are numbered from their least one on.
            pass
    words = len(cell.extras) if isinstance(cell, UnionType) else 0
    low, plain = lowest(cell), size(cell) - words
    return min(0, low, -words), max(0, low + plain - 1)
