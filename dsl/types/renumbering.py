"""Values of a type -> the numbers that they are kept as where enumerated types in it have other members."""

from __future__ import annotations

from collections.abc import Collection

from .types import EnumType, FlagType, IntType, ListType, PerType, SetType, Type, UnionType, first_bit, set_values


def speaks_of(type_: Type, names: Collection[str]) -> bool:
    """Return whether a value of a type may be a member of one of some types."""
    match type_:
        case EnumType():
            return type_.name in names
        case UnionType():
            return any(speaks_of(base, names) for base in type_.bases)
        case SetType() | ListType():
            return speaks_of(type_.element, names)
        case PerType():
            return speaks_of(type_.value, names) or speaks_of(type_.index, names)
        case _:
            # Numbers and flags are of no type with members; domains and tuples are no values that are kept.
            return False


def renumbered(old: Type, new: Type, values: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return values as they are kept where the types in their type have other members; None where one is a member no more."""
    out = [_renumbered(old, new, value) for value in values]
    return None if None in out else tuple(value for value in out if value is not None)


def _renumbered(old: Type, new: Type, value: int) -> int | None:
    match old, new:
        case EnumType(), EnumType():
            member = old.members[value]
            return new.members.index(member) if member in new.members else None
        case (IntType(), IntType()) | (FlagType(), FlagType()):
            return value
        case UnionType(), UnionType():
            if value < 0:
                return value
            number = max(number for number, (_, shift) in enumerate(old.shifts()) if value >= shift)
            (base, shift), (base_now, shift_now) = old.shifts()[number], new.shifts()[number]
            inside = _renumbered(base, base_now, value - shift)
            return None if inside is None else inside + shift_now
        case SetType(), SetType():
            members = [_renumbered(old.element, new.element, member) for member in set_values(old.element, value)]
            return None if None in members else sum(
                1 << member - first_bit(new.element) for member in members if member is not None)
        case _:
            # A list has a length before its values.
            return None
