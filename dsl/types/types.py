"""The types of the language: every one of them finite, every value a small integer (or a few).

How values are kept: a number as itself; a flag as 0 or 1; a member of an enumerated type as its
place in the declaration, from 0; of `S or T or a or b` the values of S as in S, those of T after
them, and the words as -1, -2; a set as a bit mask, its words first; a list as its length and its entries.

Which types go together, and how a value of one is kept as another, is in `conversion`.
"""

from __future__ import annotations

from typing import Final, Literal

from attrs import field

from ..source.records import frozen


@frozen
class IntType:
    """The whole numbers from `low` to `high`, both included."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@frozen
class FlagType:
    """`yes` or `no`."""

    def __str__(self) -> str:
        return "flag"


# The kind of the types of the numbers that make up an amount, and of the text that stands between two parts, or not.
AMOUNT: Final = "amount"
BETWEEN: Final = "between"
# What the values of an enumerated type are. mypy reports a kind that is none of these wherever one is made or compared.
EnumKind = Literal["enum", "player", "side", "lone side", "space", "region", "row", "piece", "amount", "between"]


@frozen
class EnumType:
    """Named values in a fixed order: an enum, players, sides, spaces, rows, pieces.

    Two of them are the same type when they have the same name. Pieces may have an owner: each of the owner's
    values owns as many of them, those of the first come first, and they are called `owner.name`. The number of a kind in an
    amount is one too (`AMOUNT`): its owner is the type of the kinds, and its words, but for 0, end with the kind's.
    """

    name: str
    members: tuple[str, ...] = field(eq=False, repr=False)
    kind: EnumKind = field(default="enum", eq=False)
    owner: EnumType | None = field(default=None, eq=False, repr=False)

    def __str__(self) -> str:
        return self.name

    def owner_of(self, value: int) -> int | None:
        """Return who owns a piece; None for what nobody owns."""
        return None if self.owner is None else value * len(self.owner.members) // len(self.members)


@frozen
class UnionType:
    """A value of one of the base types, or one of a few words, such as `none`.

    Numbers and flags can only come first, and no number in a union is negative.
    """

    bases: tuple[Base, ...]
    extras: tuple[str, ...]

    def __str__(self) -> str:
        return " or ".join((*map(str, self.bases), *self.extras))

    def shifts(self) -> tuple[tuple[Base, int], ...]:
        """Return each base type, and what is added to its values here."""
        out: list[tuple[Base, int]] = []
        end = 0
        for base in self.bases:
            out.append((base, end))
            end += lowest(base) + size(base)
        return tuple(out)

    def part(self, value: int) -> tuple[Base, int] | None:
        """Return the base type of a value and what it is there; None for a word."""
        inside = [(base, value - shift) for base, shift in self.shifts() if value >= shift]
        return inside[-1] if inside and value >= 0 else None


@frozen
class SetType:
    """A set of values of a base type, or of a union: of words such as `none` too."""

    element: IntType | EnumType | UnionType

    def __str__(self) -> str:
        return f"set of ({self.element})" if isinstance(self.element, UnionType) else f"set of {self.element}"


@frozen
class ListType:
    """At most `limit` values in an order; of the sides of a tile there are no fewer."""

    element: Scalar
    limit: int
    is_sides: bool = field(default=False, eq=False)

    def __str__(self) -> str:
        if self.is_sides:
            return f"{self.limit} sides of {self.element}"
        return f"list of {self.element} up to {self.limit}"


@frozen
class PerType:
    """A value for each value of an index type."""

    value: Type
    index: IntType | EnumType

    def __str__(self) -> str:
        return f"{self.value} per {self.index}"


@frozen
class TupleType:
    """Values side by side; for comparing one after another."""

    items: tuple[Type, ...]

    def __str__(self) -> str:
        return "(" + ", ".join(map(str, self.items)) + ")"


@frozen
class DomainType:
    """Values to go through or choose from, in an order; not a value that can be stored."""

    element: Type

    def __str__(self) -> str:
        return f"values of {self.element}"


@frozen
class UnknownType:
    """The type of an expression with a mistake; fits everything, so that each mistake is reported once."""

    def __str__(self) -> str:
        return "?"


Base = IntType | FlagType | EnumType
Scalar = Base | UnionType
Type = Scalar | SetType | ListType | PerType | TupleType | DomainType | UnknownType
UNKNOWN = UnknownType()
FLAG = FlagType()


def size(type_: Type) -> int:
    """Return how many values a scalar type has."""
    match type_:
        # Asked most often, of types with names.
        case EnumType():
            return len(type_.members)
        case IntType():
            return max(0, type_.high - type_.low + 1)
        case FlagType():
            return 2
        case UnionType(bases, extras):
            return sum(map(size, bases)) + len(extras)
        case _:
            # How many values a set or list has is asked of the type of its values.
            raise AssertionError(f"{type_} is not a scalar")


def lowest(type_: Type) -> int:
    """Return the smallest integer that stands for a value that is not a word."""
    if isinstance(type_, UnionType) and type_.bases:
        return lowest(type_.bases[0])
    return type_.low if isinstance(type_, IntType) else 0


def first_bit(type_: Type) -> int:
    """Return the value of the first bit of a set of this type; words come before all others, the last word first."""
    return -len(type_.extras) if isinstance(type_, UnionType) and type_.extras else lowest(type_)


def bit_count(type_: Type) -> int:
    """Return how many bits a set of this type has: as many as it has values, but for numbers that it lacks below the first."""
    return max(values(type_), default=-1) + 1 - first_bit(type_)


def all_bits(type_: Type) -> int:
    """Return the set of all values of a type."""
    return sum(1 << value - first_bit(type_) for value in values(type_))


def set_values(type_: Type, mask: int) -> tuple[int, ...]:
    """Return the values in a set of this type, in the order of its bits."""
    return tuple(first_bit(type_) + i for i in range(mask.bit_length()) if mask >> i & 1)


def values(type_: Type) -> tuple[int, ...]:
    """Return all values of a scalar type in their order, the words of a union last."""
    if isinstance(type_, UnionType):
        plain = lowest(type_), lowest(type_) + size(type_) - len(type_.extras)
        return (*range(*plain), *range(-1, -len(type_.extras) - 1, -1))
    return tuple(range(lowest(type_), lowest(type_) + size(type_)))


def width(type_: Type) -> int:
    """Return how many slots of the state a value takes."""
    match type_:
        case ListType(_, limit):
            return 1 + limit
        case PerType(value, index):
            return size(index) * width(value)
        case _:
            # A single value, or a set of bits.
            return 1


def name_of(type_: Type, value: int) -> str:
    """Return the word for a value of a scalar or set type."""
    match type_:
        case UnionType():
            part = type_.part(value)
            return type_.extras[-1 - value] if part is None else name_of(*part)
        case EnumType():
            return type_.members[value]
        case FlagType():
            return "yes" if value else "no"
        case SetType(element):
            inside = (name_of(element, part) for part in set_values(element, value))
            return "{" + ", ".join(inside) + "}"
        case _:
            # The values of all other types are numbers.
            return str(value)


def members(type_: Type | None) -> tuple[str, ...]:
    """Return the words of a type."""
    match type_:
        case EnumType():
            return type_.members
        case UnionType():
            return (*(word for base in type_.bases for word in members(base)), *type_.extras)
        case FlagType():
            return ("no", "yes")
        case _:
            # Numbers, and values that are made of several, have no words.
            return ()


def member(type_: Type, name: str) -> int | None:
    """Return the value of a word in a type that is expected, if it is one of its words."""
    match type_:
        case EnumType() if name in type_.members:
            return type_.members.index(name)
        case FlagType() if name in ("yes", "no"):
            return int(name == "yes")
        case UnionType() if name in type_.extras:
            return -1 - type_.extras.index(name)
        case UnionType():
            inside = ((shift, member(base, name)) for base, shift in type_.shifts())
            return next((shift + value for shift, value in inside if value is not None), None)
        case _:
            # The type has no words, or this is none of them.
            return None
