"""Values to words, as Python text: what generated code calls to write a value as the rulebook does."""

from __future__ import annotations

from typing import assert_never

from .....dsl.types.types import (
    AMOUNT,
    Base,
    DomainType,
    EnumType,
    FlagType,
    IntType,
    ListType,
    PerType,
    SetType,
    TupleType,
    Type,
    UnionType,
    UnknownType,
    first_bit,
    values,
)
from . import naming

SEATED = ("player", "lone side")


class WordCode:
    """Writes the words for values. Words that depend on the names of seats are kept in lists of their own."""

    def __init__(self) -> None:
        self.lists: dict[str, str] = {}

    def written(self, value: str, type_: Type, spoken: bool = False) -> str:
        """The expression for a value's word; the words of enums without `_` where they are `spoken`."""
        match type_:
            case EnumType() | UnionType():
                return self._word(value, type_, spoken)
            case FlagType():
                return f"('no', 'yes')[{value}]"
            case SetType(element):
                inner = self.written("x", element, spoken)
                return f"'{{' + ', '.join([{inner} for x in members({value}, {first_bit(element)})]) + '}}'"
            case PerType(_, index):
                return f"amounts({value}, {self._listed((index,), ()) if isinstance(index, EnumType) else _names(index)})"
            case ListType(element):
                return f"'[' + ', '.join([{self.written('x', element, spoken)} for x in {value}]) + ']'"
            case IntType() | TupleType() | DomainType() | UnknownType():
                return f"str({value})"
            case _:
                assert_never(type_)

    def _word(self, value: str, type_: EnumType | UnionType, spoken: bool) -> str:
        """A word by its place; the words of a union are counted from the end, as their numbers are."""
        bases = type_.bases if isinstance(type_, UnionType) else (type_,)
        bases = tuple(map(_spoken, bases)) if spoken else bases
        extras = type_.extras if isinstance(type_, UnionType) else ()
        numbers = bases[0] if bases and isinstance(bases[0], IntType) else None
        listed = self._listed(bases if numbers is None else bases[1:], extras)
        if numbers is None:
            return f"{listed}[{value}]"
        end = numbers.high + 1
        beyond = f"{value} - {end} if {value} >= 0 else {value}" if len(bases) > 1 else value
        return f"(str({value}) if 0 <= {value} < {end} else {listed}[{beyond}])"

    def _listed(self, bases: tuple[Base, ...], extras: tuple[str, ...]) -> str:
        """A sequence of the words of these types, and of the words after them in reverse."""
        if any(map(_is_seated, bases)):
            if bases == bases[:1] and not extras and _starred(bases[0]) == f"*{naming.SEATS}":
                return naming.SEATS
            parts = [_starred(base) for base in bases] + [repr(word) for word in reversed(extras)]
            return self.lists.setdefault(f"[{', '.join(parts)}]", naming.words(len(self.lists)))
        return repr((*(word for base in bases for word in _words(base)), *reversed(extras)))


def _spoken(base: Base) -> Base:
    """A type with its words as they are spoken; names of anything but words of an enum are typed, and stay."""
    if not isinstance(base, EnumType) or base.kind != "enum":
        return base
    return EnumType(base.name, tuple(word.replace("_", " ") for word in base.members), base.kind, base.owner)


def _is_seated(base: Base) -> bool:
    """Return whether the words for the values of a type depend on the names of the seats."""
    if not isinstance(base, EnumType):
        return False
    return base.kind in SEATED or (base.owner is not None and _is_seated(base.owner))


def _starred(base: Base) -> str:
    if not _is_seated(base) or not isinstance(base, EnumType):
        return f"*{_words(base)!r}"
    if base.owner is None:
        return f"*{naming.SEATS}"
    if base.kind == AMOUNT:
        # The words are the number and the seat; the first, for 0, is empty.
        seat = base.owner.members.index(base.members[-1].removeprefix(str(len(base.members) - 1)))
        return f"*['', *[f'{{number}}{{{naming.SEATS}[{seat}]}}' for number in range(1, {len(base.members)})]]"
    own = tuple(dict.fromkeys(name.rpartition(".")[2] for name in base.members))
    return f"*[f'{{owner}}.{{name}}' for owner in [{_starred(base.owner)}] for name in {own!r}]"


def _names(index: IntType) -> str:
    return repr(tuple(str(number) for number in values(index)))


def _words(base: Base) -> tuple[str, ...]:
    return base.members if isinstance(base, EnumType) else ("no", "yes")
