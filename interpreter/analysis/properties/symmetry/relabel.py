"""Positions, choices and events with other labels: players in other seats, spaces and words with other names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from .....dsl import ir
from .....dsl.types.types import (
    AMOUNT,
    EnumType,
    ListType,
    PerType,
    SetType,
    Type,
    UnionType,
    first_bit,
    lowest,
    set_values,
    values,
    width,
)
from ....game.moves.notation import bounds_of
from ....game.state import State
from ....machine.machine import DecisionPoint
from ....runtime.cells import write
from ....runtime.move_codes import decode, encode

Event = tuple[int, tuple[int, ...]]
"""An event that has happened: its number, and its values."""


@frozen
class Relabelling:
    """The new label of each member of some types, and its description in words."""

    of: tuple[tuple[EnumType, tuple[int, ...]], ...]
    description: str

    def member(self, type_: EnumType, value: int) -> int:
        """Return the new label of a member of a type; an enum that an owner has is relabelled with its owner."""
        for enum_type, places in self.of:
            # Types are equal when their names are; the members distinguish two of one name.
            if enum_type == type_ and enum_type.members == type_.members:
                return places[value]
        if type_.kind != "enum" or type_.owner is None:
            return value
        # Members with owners are numbered owner by owner, each owner's in the same order.
        of_owner = len(type_.members) // len(type_.owner.members)
        return self.member(type_.owner, value // of_owner) * of_owner + value % of_owner

    def value(self, type_: Type, value: int) -> int:
        """Relabel a value in one slot."""
        match type_:
            case EnumType():
                return self.member(type_, value)
            case UnionType():
                part = type_.part(value)
                # A word of the union stays. Another value keeps its offset
                # in the union, which is what `value - part[1]` leaves.
                return value if part is None else value - part[1] + self.value(*part)
            case SetType(element):
                return sum(1 << self.value(element, number) - first_bit(element) for number in set_values(element, value))
            case _:
                # Numbers and flags have no labels; lists and values by index are relabelled slot by slot (`slots`).
                return value

    def slots(self, type_: Type, old: Sequence[int]) -> Iterator[int]:
        """Relabel the slots of a value."""
        match type_:
            case ListType(element):
                yield old[0]
                yield from (self.value(element, number) for number in old[1 : 1 + old[0]])
                # Behind the last entry stand zeros, which are no values.
                yield from old[1 + old[0] :]
            case PerType(part, index):
                yield from self.parts(index, part, old)
            case _:
                # Values of other types have one slot.
                yield self.value(type_, old[0])

    def parts(self, index: Type, part: Type, old: Sequence[int]) -> list[int]:
        """Relabel the slots of a value for each member of a type."""
        part_width, out, stays = width(part), list(old), self.leaves(part)
        for place, value in enumerate(values(index)):
            to = (self.value(index, value) - lowest(index)) * part_width
            sequence = old[place * part_width : (place + 1) * part_width]
            out[to : to + part_width] = sequence if stays else self.slots(part, sequence)
        return out

    def leaves(self, type_: Type) -> bool:
        """Return whether every value of a type stays what it is."""
        match type_:
            case EnumType():
                owned = type_.kind == "enum" and type_.owner is not None and not self.leaves(type_.owner)
                return not owned and all(enum_type != type_ for enum_type, _ in self.of)
            case UnionType(bases):
                return all(map(self.leaves, bases))
            case SetType(element) | ListType(element):
                return self.leaves(element)
            case PerType(part, index):
                return self.leaves(part) and self.leaves(index)
            case _:
                # Numbers and flags have no labels.
                return True

    def state(self, state: State) -> State:
        """The position with the labels changed."""
        program, out = state.rules.program, list(state.slots)
        for field in program.fields:
            slots = slice(field.base, field.base + field.width)
            out[slots] = (self.slots(field.type, out[slots]) if field.owner is None
                         else self.parts(field.owner, field.type, out[slots]))
        for local in program.locals:
            slots = slice(local.base, local.base + local.width)
            out[slots] = self.slots(local.type, out[slots])
        return State(state.rules, tuple(out))

    def code(self, program: ir.Program, point: DecisionPoint, code: int) -> int:
        """The number of the same choice with the labels changed."""
        number = next(i for i, kind in enumerate(point.kinds) if code < kind.first + kind.count)
        bounds, first = bounds_of(program, point, number), point.kinds[number].first
        old = decode(bounds, code - first)
        new = [self.value(bound.type, value) for bound, value in zip(bounds, old, strict=True)]
        return first + encode(bounds, tuple(self.amounts([bound.type for bound in bounds], new)))

    def amounts(self, types: Sequence[Type], values: Sequence[int]) -> list[int]:
        """Put the numbers of amounts, which stand in the order of their kinds, to the kinds with the new labels."""
        out, place = list(values), 0
        while place < len(types):
            type_ = types[place]
            kinds = type_.owner if isinstance(type_, EnumType) and type_.kind == AMOUNT else None
            if kinds is None:
                place += 1
                continue
            for kind in range(len(kinds.members)):
                out[place + self.member(kinds, kind)] = values[place + kind]
            place += len(kinds.members)
        return out

    def event(self, program: ir.Program, event: Event) -> Event:
        """The same event with the labels changed."""
        number, old = event
        types = (type_ for _, type_ in program.events[number].params)
        return number, tuple(self.value(type_, value) for type_, value in zip(types, old, strict=True))


def written_event(program: ir.Program, seats: list[str], event: Event) -> str:
    """An event as it is written."""
    number, old = event
    shape = program.events[number]
    words = (write(type_, value, seats) for (_, type_), value in zip(shape.params, old, strict=True))
    return f"{shape.name}({', '.join(words)})"
