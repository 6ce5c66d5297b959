"""The state in the game's words: a name for every cell, and values as the rulebook writes them.

A *cell* is the smallest part of the state that has a name of its own: `P1.reserve[red]`,
`marker[blue]`, `order`. It is one slot, or a list with its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

import attrs
from attrs import frozen

from ...dsl import ir
from ...dsl.types.types import (
    AMOUNT,
    EnumType,
    FlagType,
    IntType,
    ListType,
    PerType,
    SetType,
    Type,
    UnionType,
    all_bits,
    first_bit,
    name_of,
    set_values,
    size,
    values,
    width,
)


class BadValue(ValueError):
    """A text that is no value of the type asked for; the message says what would be.

    `help` says what to write. Else `written` is a word that is none of the `known` ones.
    """

    def __init__(self, message: str, help: str | None = None, written: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.help, self.written, self.known = help, written, known


# A set or a number may have more values than there is room for their words.
WORDS_KEPT = 4096


@frozen
class Cell:
    """A cell: its name, its type, its first slot, and what it belongs to: the field and its owner, or else a rule.

    `slots` is where it lies in a state.
    """

    name: str
    type: Type
    base: int
    part_of: str
    owner: int | None
    field: ir.FieldSlots | None
    slots: slice = attrs.field(init=False, eq=False, repr=False, default=attrs.Factory(
        lambda self: slice(self.base, self.base + width(self.type)), takes_self=True))

    @property
    def local(self) -> bool:
        """Whether a rule that waits remembers it, and no field holds it."""
        return self.field is None


def cells(program: ir.Program, seats: list[str]) -> tuple[Cell, ...]:
    """Every cell of the state, in the order of its slots."""
    out: list[Cell] = []
    for field in program.fields:
        out += cells_of(field, seats)
    # A rule may give one name to several things, each with slots of its own.
    times: dict[str, int] = {}
    for local in program.locals:
        name = f"{local.rule}.{local.name}"
        times[name] = times.get(name, 0) + 1
        if times[name] > 1:
            name = f"{name}#{times[name]}"
        out += _cells(name, local.type, local.base, local.rule, None, None, seats)
    return tuple(out)


def cells_of(field: ir.FieldSlots, seats: list[str]) -> Iterator[Cell]:
    """Yield the cells of a field, in the order of their slots."""
    if field.owner is None:
        yield from _cells(field.name, field.type, field.base, field.name, None, field, seats)
        return
    members = list(names_of(field.owner, seats))
    for i in range(size(field.owner)):
        base = field.base + i * width(field.type)
        yield from _cells(f"{members[i]}.{field.name}", field.type, base, field.name, i, field, seats)


def _cells(name: str, type_: Type, base: int, part_of: str, owner: int | None,
           field: ir.FieldSlots | None, seats: list[str]) -> Iterator[Cell]:
    if isinstance(type_, PerType):
        for i, value in enumerate(values(type_.index)):
            key = write(type_.index, value, seats)
            yield from _cells(f"{name}[{key}]", type_.value, base + i * width(type_.value), part_of, owner, field, seats)
    else:
        yield Cell(name, type_, base, part_of, owner, field)


def names_of(type_: EnumType, seats: list[str]) -> Sequence[str]:
    """The names of a type's values: players, and sides of one player each, go by their seats' names."""
    if type_.kind in ("player", "lone side"):
        return seats
    return type_.members if type_.owner is None else [_name(type_, value, seats) for value in range(len(type_.members))]


def _name(type_: EnumType, value: int, seats: list[str]) -> str:
    if type_.kind == AMOUNT:
        return _of_kind(type_, value, seats)
    owner = type_.owner_of(value)
    if type_.owner is None or owner is None:
        return names_of(type_, seats)[value]
    return f"{_name(type_.owner, owner, seats)}.{type_.members[value].rpartition('.')[2]}"


def _of_kind(type_: EnumType, value: int, seats: list[str]) -> str:
    """The number of a kind in an amount; where the kinds are seats, by the seat's name."""
    word = type_.members[value]
    if not value or type_.owner is None or type_.owner.kind not in ("player", "lone side"):
        return word
    seat = word.removeprefix(str(value))
    return f"{value}{seats[type_.owner.members.index(seat)]}"


def write(type_: Type, value: int, seats: list[str]) -> str:
    """A value of a scalar or set type as the rulebook writes it; players by their seats' names."""
    match type_:
        case EnumType():
            return _name(type_, value, seats)
        case UnionType():
            part = type_.part(value)
            return type_.extras[-1 - value] if part is None else write(*part, seats)
        case SetType(element):
            inside = (write(element, part, seats) for part in set_values(element, value))
            return "{" + ", ".join(inside) + "}"
        case _:
            # Other values are written alike for all seats.
            return name_of(type_, value)


def read(type_: Type, text: str, seats: list[str]) -> int:
    """The value of a scalar or set type that a text stands for. Raises BadValue."""
    text = text.strip()
    match type_:
        case IntType(low, high):
            # `\d{1,9}` keeps `int` from very long texts, for which it takes long or raises ValueError.
            if re.fullmatch(r"-?\d{1,9}", text) and low <= int(text) <= high:
                return int(text)
            raise BadValue(f"`{text}` is not a number in {type_}")
        case FlagType():
            if text in ("yes", "no"):
                return int(text == "yes")
            raise BadValue(f"`{text}` is neither `yes` nor `no`")
        case SetType(element):
            if text == "all":
                return all_bits(element)
            inside = text.removeprefix("{").removesuffix("}").strip()
            if len(inside) + 2 > len(text) or not (text.startswith("{") and text.endswith("}")):
                raise BadValue(f"`{text}` is not a set; write `{{a, b}}`")
            mask = 0
            for part in inside.split(",") if inside else ():
                mask |= 1 << (read(element, part, seats) - first_bit(element))
            return mask
        case UnionType(_, extras):
            if text in extras:
                return -1 - extras.index(text)
            # Where several types of the union have a value with this name, the first of them is meant.
            for base, shift in type_.shifts():
                with suppress(BadValue):
                    return shift + read(base, text, seats)
            raise _unknown(type_, text, seats)
        case EnumType():
            known = list(names_of(type_, seats))
            # A seat may be called as the rulebook calls it too.
            for names in (known, type_.members if type_.kind in ("player", "lone side") else ()):
                if text in names:
                    return names.index(text)
            raise _unknown(type_, text, seats)
        case _:
            # Values of other types have several slots, each read by itself.
            raise BadValue(f"a value of {type_} cannot be written")


def _unknown(type_: Type, text: str, seats: list[str]) -> BadValue:
    words = tuple(write(type_, value, seats) for value in values(type_))
    known = ", ".join(words[:12]) + (", ..." if len(words) > 12 else "")
    return BadValue(f"`{text}` is not one of {known}", None, text, words)


class WrittenValues(dict[int, str]):
    """The values of a scalar or set type as `write` writes them; each is written once."""

    def __init__(self, type_: Type, seats: list[str]) -> None:
        super().__init__()
        self._type, self._seats = type_, seats

    def __missing__(self, value: int) -> str:
        word = write(self._type, value, self._seats)
        if len(self) < WORDS_KEPT:
            self[value] = word
        return word


def write_cell(s: tuple[int, ...] | list[int], cell: Cell, seats: list[str]) -> str:
    """The value of a cell in a state."""
    if isinstance(cell.type, ListType):
        entries = s[cell.base + 1 : cell.base + 1 + s[cell.base]]
        return "[" + ", ".join(write(cell.type.element, entry, seats) for entry in entries) + "]"
    return write(cell.type, s[cell.base], seats)


def read_cell(s: list[int], cell: Cell, text: str, seats: list[str]) -> None:
    """Put a value into a cell of a state. Raises BadValue."""
    if not isinstance(cell.type, ListType):
        s[cell.base] = read(cell.type, text, seats)
        return
    inside = text.strip().removeprefix("[").removesuffix("]").strip()
    entries = [read(cell.type.element, part, seats) for part in inside.split(",")] if inside else []
    if len(entries) > cell.type.limit:
        raise BadValue(f"{len(entries)} entries, and at most {cell.type.limit} fit")
    s[cell.base] = len(entries)
    # INVARIANT: behind its last entry a list has zeros, so that positions with equal lists are equal slot by slot.
    s[cell.base + 1 : cell.base + 1 + cell.type.limit] = entries + [0] * (cell.type.limit - len(entries))
