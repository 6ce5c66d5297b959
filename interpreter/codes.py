"""Moves as numbers: each combination of open values of a kind of move has a code."""

from __future__ import annotations

from ..dsl import ir
from ..dsl.types import UnionType, lowest, size


def decode(bounds: tuple[ir.Bound, ...], code: int) -> tuple[int, ...]:
    """The open values that a code (counted from the kind's first) stands for."""
    out: list[int] = []
    for bound in reversed(bounds):
        code, place = divmod(code, size(bound.type))
        out.append(_value(bound, place))
    return tuple(reversed(out))


def encode(bounds: tuple[ir.Bound, ...], values: tuple[int, ...]) -> int:
    """The code of a combination of open values, counted from the kind's first."""
    code = 0
    for bound, value in zip(bounds, values, strict=True):
        code = code * size(bound.type) + _place(bound, value)
    return code


def _value(bound: ir.Bound, place: int) -> int:
    if isinstance(bound.type, UnionType):
        plain = size(bound.type.base)
        return place + lowest(bound.type.base) if place < plain else plain - 1 - place
    return place + lowest(bound.type)


def _place(bound: ir.Bound, value: int) -> int:
    if isinstance(bound.type, UnionType):
        plain = size(bound.type.base)
        return value - lowest(bound.type.base) if value >= 0 else plain - 1 - value
    return value - lowest(bound.type)
