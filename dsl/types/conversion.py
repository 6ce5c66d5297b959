"""Convert between types: the type that holds the values of two, and a value of one as another."""

from __future__ import annotations

from collections.abc import Iterator

from .types import (
    UNKNOWN,
    Base,
    DomainType,
    EnumType,
    FlagType,
    IntType,
    ListType,
    PerType,
    Scalar,
    SetType,
    TupleType,
    Type,
    UnionType,
    UnknownType,
    lowest,
    size,
)


def bases_of(type_: Type) -> tuple[Base, ...]:
    """Return the types that a value may have; words have none."""
    match type_:
        case UnionType(bases):
            return bases
        case IntType() | FlagType() | EnumType():
            return (type_,)
        case _:
            # A value of any other type is no single one.
            return ()


def enums_within(type_: Type) -> Iterator[EnumType]:
    """Yield the types with named values that a type is made of."""
    match type_:
        case PerType(value, index):
            yield from enums_within(value)
            yield from enums_within(index)
        case SetType(element) | ListType(element):
            yield from enums_within(element)
        case _:
            # What is made of no other type is one type, or a union of some.
            yield from (base for base in bases_of(type_) if isinstance(base, EnumType))


def extras_of(type_: Type) -> tuple[str, ...]:
    """Return the words that a value may be."""
    return type_.extras if isinstance(type_, UnionType) else ()


def number_range(type_: Type) -> IntType | None:
    """Return the range of the numbers that a value may be."""
    return next((base for base in bases_of(type_) if isinstance(base, IntType)), None)


def alternatives(type_: Type) -> frozenset[str]:
    """Return the alternatives of a value: the names of its types (one for all ranges of numbers) and its words."""
    return frozenset((*map(_name_of, bases_of(type_)), *extras_of(type_)))


def _name_of(base: Base) -> str:
    return "#" if isinstance(base, IntType) else str(base)


def without(type_: UnionType, excluded: frozenset[str]) -> Type:
    """Return a union without what is excluded, which is named as in `alternatives`; itself, if nothing were left."""
    bases = tuple(base for base in type_.bases if _name_of(base) not in excluded)
    extras = tuple(word for word in type_.extras if word not in excluded)
    if not bases and not extras:
        return type_
    return bases[0] if len(bases) == 1 and not extras else UnionType(bases, extras)


# ---- Both --------------------------------------------------------------------------------------


def join(a: Type, b: Type) -> Type | None:
    """Return the smallest type that holds the values of both, or None."""
    if a == b:
        return a
    match a, b:
        case (UnknownType(), _):
            return b
        case (_, UnknownType()):
            return a
        case IntType(), IntType():
            return IntType(min(a.low, b.low), max(a.high, b.high))
        case (UnionType(), _) | (_, UnionType()) if isinstance(a, Scalar) and isinstance(b, Scalar):
            return _join_unions(a, b)
        case SetType(), SetType() if isinstance(a.element, IntType) and isinstance(b.element, IntType):
            # Sets of numbers share a bit for a number only when they begin at the same number.
            if a.element.low == b.element.low:
                return a if a.element.high >= b.element.high else b
        case ListType(), ListType():
            element = join(a.element, b.element)
            if isinstance(element, Scalar) and _kept_alike(a, b, element):
                return ListType(element, max(a.limit, b.limit))
        case TupleType(), TupleType() if len(a.items) == len(b.items):
            items = tuple(join(x, y) or UNKNOWN for x, y in zip(a.items, b.items, strict=True))
            if all(item != UNKNOWN for item in items):
                return TupleType(items)
        case _:
            # Two other types have no type that holds the values of both.
            pass
    return None


def _join_unions(a: Scalar, b: Scalar) -> Type | None:
    """Return the union of both, if the types of one are among those of the other, and they are not mere words of two kinds."""
    large, small = sorted((a, b), key=lambda node: len(bases_of(node)), reverse=True)
    bases = list(bases_of(large))
    for base in bases_of(small):
        index = next((i for i, node in enumerate(bases) if join(node, base) is not None), None)
        common = None if index is None else join(bases[index], base)
        if index is None or not isinstance(common, Base):
            return None
        bases[index] = common
    if any(isinstance(base, IntType) and base.low < 0 for base in bases):
        return None
    if not bases_of(small) and not set(extras_of(large)) & set(extras_of(small)):
        return None
    more, fewer = sorted((extras_of(a), extras_of(b)), key=len, reverse=True)
    return UnionType(tuple(bases), tuple(dict.fromkeys((*more, *fewer))))


def exceeded(actual: Type, expected: Type) -> tuple[int | None, int | None]:
    """Return the ends of a range that a number, or an entry of a list, may pass; None for an end that it cannot."""
    if isinstance(actual, ListType) and isinstance(expected, ListType):
        return exceeded(actual.element, expected.element)
    numbers, limits = number_range(actual), number_range(expected)
    if numbers is None or limits is None or len(bases_of(expected)) > 1:
        return None, None
    # A word such as `none` is kept below every number, so it passes no check of the lower end.
    are_unions = isinstance(actual, UnionType) and isinstance(expected, UnionType)
    low = limits.low if numbers.low < limits.low and not are_unions else None
    return low, limits.high if numbers.high > limits.high else None


def _kept_alike(a: ListType, b: ListType, element: Scalar) -> bool:
    return keeps_codes(a.element, element) and keeps_codes(b.element, element)


# ---- One as the other ----------------------------------------------------------------------------


def fits(value: Type, into: Type) -> bool:
    """Return whether a value of one type can be kept as another; ranges of numbers need only meet."""
    match value, into:
        case (UnknownType(), _) | (_, UnknownType()):
            return True
        case IntType(), IntType():
            return value.low <= into.high and into.low <= value.high
        case _, UnionType() if isinstance(value, Scalar):
            return set(extras_of(value)) <= set(into.extras) and all(
                any(_fits_among(base, other, into) for other in into.bases) for base in bases_of(value))
        case SetType(), SetType():
            return value.element == into.element or (
                isinstance(value.element, IntType) and isinstance(into.element, IntType)
                and value.element.low == into.element.low and value.element.high <= into.element.high)
        case PerType(), PerType():
            return value.index == into.index and fits(value.value, into.value)
        case ListType() | DomainType(), ListType():
            return fits(value.element, into.element) and keeps_codes(value.element, into.element)
        case _:
            # Other types have no values in common with any type but themselves.
            return value == into


def _fits_among(base: Base, other: Base, into: UnionType) -> bool:
    """Return whether a value fits one of the types of a union; what lies beyond its numbers are values of the next type."""
    if isinstance(base, IntType) and isinstance(other, IntType) and len(into.bases) > 1:
        return other.low <= base.low and base.high <= other.high
    return fits(base, other)


def converted(value: int, type_: Type, into: Type) -> int | None:
    """Return a value of one scalar type as a value of another; None where it is none of its values."""
    if not isinstance(type_, UnionType) and not isinstance(into, UnionType):
        return value if type_ == into or (isinstance(type_, IntType) and isinstance(into, IntType)) else None
    union = type_ if isinstance(type_, UnionType) else UnionType(bases_of(type_), ())
    # A number below 0 is no word where its type has none; and no union holds one, because words have these codes.
    part = union.part(value) if value >= 0 or union.extras else (union.bases[0], value)
    if part is None:
        word = union.extras[-1 - value]
        return -1 - extras_of(into).index(word) if word in extras_of(into) else None
    base, own = part
    target = into if isinstance(into, UnionType) else UnionType(bases_of(into), ())
    if own < 0 and target.extras:
        return None
    for other, shift in target.shifts():
        if other == base or (isinstance(base, IntType) and isinstance(other, IntType)):
            return own + shift
    return None


def keeps_codes(type_: Type, into: Type) -> bool:
    """Return whether the values of one scalar type are the same numbers in another, and those it lacks are none there."""
    if type_ == into or not (isinstance(type_, UnionType) or isinstance(into, UnionType)):
        return True
    source = type_ if isinstance(type_, UnionType) else UnionType(bases_of(type_), ())
    words = [-1 - i for i in range(len(source.extras))]
    firsts = [shift + lowest(base) for base, shift in source.shifts()]
    end = lowest(into) + size(into) - len(extras_of(into))
    conversions = {code: converted(code, type_, into) for code in (*firsts, *words)}
    start = -len(extras_of(into))
    return all(new == code or (new is None and not start <= code < end) for code, new in conversions.items())
