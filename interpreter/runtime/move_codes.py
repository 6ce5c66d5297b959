"""Moves as numbers: each combination of open values of a kind of move has a code."""

from __future__ import annotations

from ...dsl import ir
from ...dsl.types.conversion import extras_of
from ...dsl.types.types import lowest, size


def decode(bounds: tuple[ir.Bound, ...], code: int) -> tuple[int, ...]:
    """The open values that a code (counted from the kind's first) stands for."""
    out: list[int] = []
    for bound in reversed(bounds):
        # Mixed radix, from the last value, which changes fastest. So codes lie in the order in which moves are listed.
        code, place = divmod(code, size(bound.type))
        out.append(_value(bound, place))
    return tuple(reversed(out))


def encode(bounds: tuple[ir.Bound, ...], values: tuple[int, ...]) -> int:
    """The code of a combination of open values, counted from the kind's first."""
    code = 0
    for bound, value in zip(bounds, values, strict=True):
        code = code * size(bound.type) + _place(bound, value)
    return code


def word_of(bound: ir.Bound) -> str:
    """The name of an open value as the rulebook has it, without the number that makes it unique in the program."""
    return bound.name.rpartition("_")[0]


def out_of_domain_place(number: int, is_condition: bool, count: int) -> int:
    """The place of an open value (one of `count`) that is out of its domain: below 0, greater the later it is tested.

    It is not in its domain, or does not meet its condition.
    """
    # Two places for each value: its domain, and right behind it its condition, which is tested only if the domain has it.
    return 2 * (number - count) + is_condition


def out_of_domain_at(place: int, count: int) -> tuple[int, bool]:
    """The open value (one of `count`) of a place below 0, and whether it fails its condition."""
    number, is_condition = divmod(place + 2 * count, 2)
    return number, bool(is_condition)


def _value(bound: ir.Bound, place: int) -> int:
    # In a code, the words of a type, which are -1, -2, ... as values, come behind its other values.
    plain = size(bound.type) - len(extras_of(bound.type))
    return place + lowest(bound.type) if place < plain else plain - 1 - place


def _place(bound: ir.Bound, value: int) -> int:
    plain = size(bound.type) - len(extras_of(bound.type))
    return plain - 1 - value if value < 0 and extras_of(bound.type) else value - lowest(bound.type)
