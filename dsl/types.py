"""The types of the language: every one of them finite, every value a small integer (or a few).

How values are kept: a number as itself; a flag as 0 or 1; a member of an enumerated type as its
place in the declaration, from 0; the words of `T or a or b` as -1, -2; a set as a bit mask;
a list as its length and its entries.
"""

from __future__ import annotations

from attrs import field, frozen


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


@frozen
class EnumType:
    """Named values in a fixed order: an enum, players, sides, spaces, rows, pieces.

    Two of them are the same type when they have the same name.
    """

    name: str
    members: tuple[str, ...] = field(eq=False, repr=False)
    kind: str = field(default="enum", eq=False)

    def __str__(self) -> str:
        return self.name


@frozen
class UnionType:
    """A value of the base type, or one of a few words, such as `none`."""

    base: IntType | FlagType | EnumType
    extras: tuple[str, ...]

    def __str__(self) -> str:
        return " or ".join((str(self.base), *self.extras))


@frozen
class SetType:
    """A set of values of a base type."""

    element: IntType | EnumType

    def __str__(self) -> str:
        return f"set of {self.element}"


@frozen
class ListType:
    """At most `limit` values in an order."""

    element: Scalar
    limit: int

    def __str__(self) -> str:
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
    """The type of what is wrong already; fits everything, so that one mistake is told once."""

    def __str__(self) -> str:
        return "?"


Scalar = IntType | FlagType | EnumType | UnionType
Type = Scalar | SetType | ListType | PerType | TupleType | DomainType | UnknownType
UNKNOWN = UnknownType()
FLAG = FlagType()


def size(of: Type) -> int:
    """How many values a scalar type has."""
    match of:
        case IntType(low, high):
            return max(0, high - low + 1)
        case FlagType():
            return 2
        case EnumType():
            return len(of.members)
        case UnionType(base, extras):
            return size(base) + len(extras)
    raise AssertionError(f"{of} is not a scalar")


def lowest(of: Type) -> int:
    """The smallest integer that stands for a value of a base type."""
    return of.low if isinstance(of, IntType) else 0


def values(of: Type) -> tuple[int, ...]:
    """All values of a scalar type in their order, the words of a union last."""
    if isinstance(of, UnionType):
        return (*values(of.base), *range(-1, -len(of.extras) - 1, -1))
    return tuple(range(lowest(of), lowest(of) + size(of)))


def width(of: Type) -> int:
    """How many slots of the state a value takes."""
    match of:
        case ListType(_, limit):
            return 1 + limit
        case PerType(value, index):
            return size(index) * width(value)
    return 1


def name_of(of: Type, value: int) -> str:
    """The word for a value of a scalar or set type."""
    match of:
        case UnionType(base, extras):
            return name_of(base, value) if value >= 0 else extras[-1 - value]
        case EnumType():
            return of.members[value]
        case FlagType():
            return "yes" if value else "no"
        case SetType(element):
            inside = (name_of(element, i + lowest(element)) for i in range(size(element)) if value >> i & 1)
            return "{" + ", ".join(inside) + "}"
    return str(value)


def join(a: Type, b: Type) -> Type | None:
    """The smallest type that holds the values of both, or None."""
    if a == b:
        return a
    match a, b:
        case (UnknownType(), _):
            return b
        case (_, UnknownType()):
            return a
        case IntType(), IntType():
            return IntType(min(a.low, b.low), max(a.high, b.high))
        case UnionType(), UnionType():
            base = join(a.base, b.base)
            small, large = sorted((a.extras, b.extras), key=len)
            if large[: len(small)] == small and isinstance(base, IntType | FlagType | EnumType):
                return UnionType(base, large)
        case UnionType(), _:
            base = join(a.base, b)
            if isinstance(base, IntType | FlagType | EnumType):
                return UnionType(base, a.extras)
        case _, UnionType():
            return join(b, a)
        case SetType(), SetType() if isinstance(a.element, IntType) and isinstance(b.element, IntType):
            # Sets of numbers share a bit for a number only when they begin at the same number.
            if a.element.low == b.element.low:
                return a if a.element.high >= b.element.high else b
        case ListType(), ListType():
            element = join(a.element, b.element)
            if isinstance(element, IntType | FlagType | EnumType | UnionType):
                return ListType(element, max(a.limit, b.limit))
        case TupleType(), TupleType() if len(a.items) == len(b.items):
            items = tuple(join(x, y) or UNKNOWN for x, y in zip(a.items, b.items, strict=True))
            if all(item != UNKNOWN for item in items):
                return TupleType(items)
    return None


def fits(value: Type, into: Type) -> bool:
    """Whether a value of one type can be kept as another; ranges of numbers need only meet."""
    match value, into:
        case (UnknownType(), _) | (_, UnknownType()):
            return True
        case IntType(), IntType():
            return value.low <= into.high and into.low <= value.high
        case UnionType(), UnionType():
            return fits(value.base, into.base) and into.extras[: len(value.extras)] == value.extras
        case _, UnionType():
            return fits(value, into.base)
        case SetType(), SetType():
            return value.element == into.element or (
                isinstance(value.element, IntType) and isinstance(into.element, IntType)
                and value.element.low == into.element.low and value.element.high <= into.element.high)
        case ListType(), ListType():
            return fits(value.element, into.element)
        case DomainType(), ListType():
            return fits(value.element, into.element)
        case PerType(), PerType():
            return value.index == into.index and fits(value.value, into.value)
    return value == into
