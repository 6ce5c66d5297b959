"""Fields to the words of numbers in which a history keeps their values: each value takes the bits that its type needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..types.types import (
    EnumType,
    FlagType,
    IntType,
    ListType,
    PerType,
    SetType,
    Type,
    UnionType,
    UnknownType,
    bit_count,
    lowest,
    size,
)
from .symbols import FieldInfo, History, PackedSlot

WORD_BITS = 30


class TooWide(Exception):
    """A field with a value that does not fit into a word; holds the field."""

    def __init__(self, field: FieldInfo) -> None:
        super().__init__(field)
        self.field = field


def packed(fields: Iterable[FieldInfo], limit: int) -> History:
    """Return the words of a history of these fields. Raises TooWide."""
    words: list[list[PackedSlot]] = [[]]
    used = 0
    for field in fields:
        owners = 1 if field.owner is None else size(field.owner)
        cells = tuple(_cells(field.type))
        for slot in range(owners * len(cells)):
            low, count = cells[slot % len(cells)]
            bits = max(1, (count - 1).bit_length())
            if bits > WORD_BITS:
                raise TooWide(field)
            if used + bits > WORD_BITS:
                words.append([])
                used = 0
            words[-1].append(PackedSlot(field, slot, low, used))
            used += bits
    return History(tuple(map(tuple, words)), limit)


def _cells(type_: Type) -> Iterator[tuple[int, int]]:
    """Yield the least value of each slot of a type, and how many values the slot may have."""
    match type_:
        case PerType(value, index):
            for _ in range(size(index)):
                yield from _cells(value)
        case ListType(element, limit):
            yield 0, limit + 1
            (low, count), *_ = _cells(element)
            # An entry that is not there is 0.
            first = min(low, 0)
            for _ in range(limit):
                yield first, max(low + count, 1) - first
        case SetType(element):
            yield 0, 1 << bit_count(element)
        case UnionType(bases, extras):
            high = lowest(type_) + size(type_) - len(extras) if bases else 0
            yield -len(extras), high + len(extras)
        case IntType() | EnumType() | FlagType():
            yield lowest(type_), size(type_)
        case UnknownType():
            # Reported where the field is declared.
            yield 0, 1
        case _:
            # No field holds domains or values side by side.
            raise AssertionError(f"no field holds {type_}")
