"""Codes of moves to items: the kind of move, and each value of it that is a row, a piece, a word, a flag or a number.

Players, sides and spaces are no items: which of them a move names says where it is made, and not what is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from attrs import frozen

from ....dsl import ir
from ....dsl.types.types import EnumType, FlagType, IntType, Type, UnionType, name_of, size, values
from ...game.moves.notation import bounds_of
from ...machine.machine import Machine

# A type with more values than this is not a list of things to choose from, so its values are no items.
MOST_VALUES = 200
COUNTED_KINDS = ("enum", "row", "piece")


@frozen(order=True)
class Item:
    """A kind of move, or a value in it. `of` is `move` or the type of the value, `name` what the value is called there."""

    kind: str
    of: str = "move"
    name: str = ""
    value: str = ""

    def __str__(self) -> str:
        return self.kind if self.of == "move" else f"{self.kind}: {self.name} = {self.value}"


@frozen(eq=False)
class _OpenValue:
    """An open value of a kind of move: how its place is read off a code, and the item of each place."""

    stride: int
    size: int
    items: tuple[Item, ...]


@frozen(eq=False)
class _Kind:
    item: Item
    first: int
    parts: tuple[_OpenValue, ...]

    def offered(self, codes: Iterable[int]) -> Iterator[Item]:
        """Yield the items of some codes of this kind, each once; there is at least one code."""
        yield self.item
        places = [code - self.first for code in codes]
        for part in self.parts:
            # A digit of a number in mixed radix. Distinct digits first, as there are far more codes than values.
            for place in sorted({place // part.stride % part.size for place in places}):
                yield part.items[place]

    def parts_with(self, item: Item) -> Iterator[tuple[int, tuple[bool, ...]]]:
        """Yield the open values in which an item may stand: the stride, and for each place whether it stands there."""
        if item == self.item:
            yield 1, (True,)
        for part in self.parts:
            if item in part.items:
                yield part.stride, tuple(other == item for other in part.items)


class Items:
    """The items of the moves of some rules."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._kinds: dict[int, tuple[_Kind, ...]] = {}

    @cached_property
    def all(self) -> tuple[Item, ...]:
        """All items, in the order of the rulebook, also those that are never offered."""
        items: dict[Item, None] = {}
        for point in self._machine.points:
            if point is not None and point.player is not None:
                for kind in self._kinds_at(point.block):
                    items.update(dict.fromkeys((kind.item, *(item for part in kind.parts for item in part.items))))
        return tuple(items)

    def offered(self, block: int, lists: Sequence[Sequence[int]]) -> list[Item]:
        """Return the items that the legal codes of each kind of move offer in a block."""
        return list(dict.fromkeys(item for kind, codes in zip(self._kinds_at(block), lists, strict=True) if codes
                                  for item in kind.offered(codes)))

    def of(self, block: int, code: int) -> list[Item]:
        """Return the items of one code in a block."""
        # Kinds lie in the order of their first codes, so the last that begins at or before a code has it.
        kind = [kind for kind in self._kinds_at(block) if kind.first <= code][-1]
        return list(dict.fromkeys(kind.offered((code,))))

    def parts(self, item: Item) -> tuple[tuple[tuple[int, tuple[bool, ...]], ...], ...]:
        """Return, for each kind of move and roll in the order of the program, the open values in which an item may stand.

        Each is given by its stride in the codes of the kind and, for each of its places, whether the item stands there.
        """
        points = [point for point in self._machine.points if point is not None]
        return tuple(parts for point in points for parts in (
            [tuple(kind.parts_with(item)) for kind in self._kinds_at(point.block)] if point.player is not None
            else [()] * len(point.kinds)))

    def _kinds_at(self, block: int) -> tuple[_Kind, ...]:
        if block not in self._kinds:
            point = self._machine.points[block]
            assert point is not None, "a choice is made here"
            self._kinds[block] = tuple(
                _Kind(Item(kind.id), kind.first, tuple(_parts(kind.id, bounds_of(self._machine.program, point, number))))
                for number, kind in enumerate(point.kinds))
        return self._kinds[block]


def _parts(kind: str, bounds: tuple[ir.Bound, ...]) -> Iterator[_OpenValue]:
    """Yield the open values of a kind of move that have items; codes are mixed radix, the last value changes fastest."""
    stride = 1
    for bound in reversed(bounds):
        count = size(bound.type)
        if _is_counted(bound.type) and count <= MOST_VALUES:
            items = tuple(Item(kind, _type_name(bound.type), _own_name(bound), _written(bound.type, value))
                          for value in values(bound.type))
            yield _OpenValue(stride, count, items)
        stride *= count


def _is_counted(type_: Type) -> bool:
    match type_:
        case EnumType():
            return type_.kind in COUNTED_KINDS
        case UnionType(bases, _):
            return all(map(_is_counted, bases))
        case IntType() | FlagType():
            return True
        case _:
            # An open value of another type is no item of its own.
            return False


def _type_name(type_: Type) -> str:
    return "number" if isinstance(type_, IntType) else str(type_)


def _own_name(bound: ir.Bound) -> str:
    """Return an open value as the rulebook calls it, without the number by which a program tells names apart."""
    return re.sub(r"_[0-9]+$", "", bound.name)


def _written(type_: Type, value: int) -> str:
    """Return a value as the rulebook writes it; a piece without its owner, so that equal pieces count together."""
    match type_:
        case UnionType():
            part = type_.part(value)
            return name_of(type_, value) if part is None else _written(*part)
        case EnumType() if type_.owner is not None:
            return type_.members[value].rpartition(".")[2]
        case _:
            # Other values are written as everywhere.
            return name_of(type_, value)
