"""A kind of move with its open values -> the things that it speaks of, named as pictures name what they draw."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from attrs import frozen

from ....dsl import ir
from ....dsl.types.types import AMOUNT, EnumType, IntType, ListType, SetType, Type, UnionType, set_values
from ....interpreter.game.moves.notation import bounds_of, text_of
from ....interpreter.game.table.names import ValueNames
from ....interpreter.machine.machine import DecisionPoint
from ....interpreter.runtime.cells import write
from ....interpreter.runtime.move_codes import decode
from .order_groups import together

# A thing is written `type|value`, as the attributes `data-type` and `data-value` of a picture; a number in a field of a player
# `|value|field|owner`. The script of the page writes the same. A number that no picture shows is `|value|#name`, by the name of
# the open value: the page has a button for it.
Key = str


@frozen
class SpokenMove:
    """A legal move: its code and notation, and the things that it speaks of, in the order in which it does.

    Those with the same number in `groups` belong together: their order says nothing.
    """

    code: int
    notation: str
    keys: tuple[Key, ...]
    groups: tuple[int, ...]


class Speech:
    """The things that the moves of one point speak of, in a position."""

    def __init__(self, names: ValueNames, point: DecisionPoint, seat: int | None, slots: list[int]) -> None:
        self.names, self.point, self._slots = names, point, slots
        self._bounds = [bounds_of(names.program, point, number) for number in range(len(point.kinds))]
        self._groups = [together(bounds) for bounds in self._bounds]
        self._numbered = (
            []
            if seat is None
            else [
                (field.name, element, names.seats[seat])
                for field in names.program.fields
                if field.owner == names.program.player and (element := _element_type(field.type)) is not None
            ]
        )
        # Of numbers that lie before all players, such as dice, a move speaks only while they lie there. A hidden field would
        # tell by this what it holds.
        self._lying = (
            []
            if seat is None
            else [
                (field.name, element, _numbers(field.type, slots[field.base :]))
                for field in names.program.fields
                if field.owner is None and field.seen_by is None and (element := _element_type(field.type)) is not None
            ]
        )

    def moves(self, codes: Iterable[int]) -> list[SpokenMove]:
        """The moves with these codes, which are legal. Raises RulebookFault."""
        return [self._move(code, self._slots) for code in codes]

    def _move(self, code: int, slots: list[int]) -> SpokenMove:
        kind = self.point.kind_of(code)
        number = self.point.kinds.index(kind)
        notation = kind.written(slots, code - kind.first)
        bounds = self._bounds[number]
        if not bounds:
            # The code of a move without open values says nothing more: what it names stands in its notation alone.
            named = tuple(self._in_words(number, notation))
            return SpokenMove(code, notation, named, tuple(range(len(named))))
        values = zip(self._groups[number], decode(bounds, code - kind.first), strict=True)
        keys = [(part, group) for place, (group, value) in enumerate(values) for part in self.keys_at(number, place, value)]
        return SpokenMove(code, notation, tuple(part for part, _ in keys), tuple(group for _, group in keys))

    def bounds(self, number: int) -> tuple[ir.Bound, ...]:
        """The open values of a kind of move."""
        return self._bounds[number]

    def keys_at(self, number: int, place: int, value: int) -> list[Key]:
        """The things that the value at a place of a kind of move stands for; else the number that no picture shows."""
        type_ = self._bounds[number][place].type
        return list(self.keys(type_, value)) or [
            f"|{shown}|#{_plain(self._bounds[number][self._groups[number][place]].name)}" for shown in _number(type_, value)
        ]

    def word_before(self, key: Key) -> str:
        """The word before a number that no picture shows in the notation of moves; nothing where notations differ."""
        last_words = {
            _last_word(before)
            for number, bounds in enumerate(self._bounds)
            for before, part in pairwise(("", *text_of(self.names.program, self.point, number).parts))
            if isinstance(part, ir.TextPart) and isinstance(part.value, ir.Temp)
            if f"|#{_plain(part.value.name)}" == type_of(key) and part.value.name in {bound.name for bound in bounds}
        }
        return last_words.pop() if len(last_words) == 1 else ""

    def keys(self, type_: Type, value: int) -> Iterator[Key]:
        """The things that a value stands for: one, or for a number each field of the seat that may hold it.

        Where the seat has no such field, it is each field of all players that holds the number.
        """
        match type_:
            case EnumType(kind=kind) if kind == AMOUNT:
                # A number of a kind speaks of the kind; none of it speaks of nothing.
                if value and type_.owner is not None:
                    yield key(type_.owner.name, write(type_, value, self.names.seats).lstrip("0123456789"))
            case EnumType():
                yield key(type_.name, write(type_, value, self.names.seats))
            case UnionType() if (part := type_.part(value)) is not None:
                yield from self.keys(*part)
            case IntType():
                own = [f"|{value}|{field}|{owner}" for field, element, owner in self._numbered if element == type_]
                lying = [f"|{value}|{field}|" for field, element, members in self._lying if element == type_
                         and value in members]
                # One click on such a number is enough, wherever it lies.
                yield from own or lying[:1]
            case _:
                # A flag, and a value of no type of a union, stand for no thing on the table.
                return

    def types(self) -> tuple[str, ...]:
        """The types of things that the moves of this point may speak of, and fields with numbers as `|field`."""
        types: dict[str, None] = {}
        for number in range(len(self.point.kinds)):
            for bound in self._bounds[number]:
                types |= dict.fromkeys(self._types(bound.type))
        return tuple(types)

    def _types(self, type_: Type) -> Iterator[str]:
        match type_:
            case EnumType(kind=kind) if kind == AMOUNT:
                yield from () if type_.owner is None else (type_.owner.name,)
            case EnumType():
                yield type_.name
            case UnionType():
                for base in type_.bases:
                    yield from self._types(base)
            case IntType():
                own = [f"|{field}" for field, element, _ in self._numbered if element == type_]
                yield from own or (f"|{field}" for field, element, _ in self._lying if element == type_)
            case _:
                # A flag stands for no thing on the table.
                return

    def _in_words(self, number: int, notation: str) -> Iterator[Key]:
        """The things that a move without open values names, such as the county of `accepts the reward of Kent`."""
        parts = text_of(self.names.program, self.point, number).parts
        match = re.fullmatch("".join(re.escape(part) if isinstance(part, str) else "(.+?)" for part in parts), notation)
        types = [part.type for part in parts if isinstance(part, ir.TextPart)]
        for type_, word in zip(types, match.groups() if match is not None else (), strict=False):
            for base in type_.bases if isinstance(type_, UnionType) else (type_,):
                if isinstance(base, EnumType) and word in base.members:
                    yield key(base.name, word)


def key(type_: str, value: str) -> Key:
    """The key of a thing: its type and its value."""
    return f"{type_}|{value}"


def is_number(key: Key) -> bool:
    """Return whether a key stands for a number."""
    return key.startswith("|")


def is_undrawn(key: Key) -> bool:
    """Return whether a key stands for a number that no picture shows."""
    return type_of(key).startswith("|#")


def type_of(key: Key) -> str:
    """The type of the thing that a key stands for; of a number its field, as `|field`."""
    type_, _, field, *_ = (*key.split("|"), "", "")
    return type_ or f"|{field}"


def _number(type_: Type, value: int) -> Iterator[int]:
    """The number that a value is, if it is one."""
    match type_:
        case IntType():
            yield value
        case UnionType() if (part := type_.part(value)) is not None:
            yield from _number(*part)
        case _:
            # Flags, words, and words that stand for no value are no numbers.
            return


def _plain(name: str) -> str:
    """The name that the rulebook gives an open value: the compiler numbers those of the same name."""
    return re.sub(r"_\d+$", "", name)


def _last_word(before: str | ir.TextPart) -> str:
    match = re.search(r"([^\W\d_]+)\s+$", before) if isinstance(before, str) else None
    return "" if match is None else match[1]


def _numbers(type_: Type, slots: list[int]) -> tuple[int, ...]:
    """The numbers in a set or list of them, whose slots begin here."""
    match type_:
        case SetType(element):
            return set_values(element, slots[0])
        case ListType():
            return tuple(slots[1 : 1 + slots[0]])
        case _:
            # Only fields with a set or list of numbers are asked for.
            return ()


def _element_type(type_: Type) -> IntType | None:
    """The numbers in a field that holds a set or list of them."""
    return type_.element if isinstance(type_, SetType | ListType) and isinstance(type_.element, IntType) else None
