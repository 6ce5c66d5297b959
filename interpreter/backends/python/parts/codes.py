"""The values that a move binds <-> its code, as Python text.

A code stands for one combination of the values that a move binds: the first of the move's kind,
and on from there, the last value turning fastest.
"""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from .....dsl.types.types import UnionType, lowest, size


def encoded(move: ir.MoveOption, without: frozenset[str]) -> str:
    """The code of a combination of values; those in `without` are not the first word beside their type."""
    # All constants go into one number, which is added at the end: `plus` is scaled with the text before it.
    text, plus = "", move.first
    for bound in move.bound:
        place, low = _place_of(bound, bound.name in without)
        plus_here = -low
        total = size(bound.type)
        if text:
            plus = (plus - move.first) * total + move.first
            text = f"({text}) * {total} + {place}"
        else:
            text = place
        plus += plus_here
    if not text:
        return str(move.first)
    return moved(text, plus)


def _place_of(bound: ir.Bound, is_no_word: bool) -> tuple[str, int]:
    """The place of a value among those of its type, from `low` instead of 0."""
    match bound.type:
        case UnionType(_, extras) if is_no_word and len(extras) == 1:
            return bound.name, lowest(bound.type)
        case UnionType(_, extras):
            # Words are -1, -2 and so on, and their codes stand behind those of the numbers, in this order.
            n = size(bound.type) - len(extras)
            place = moved(bound.name, -lowest(bound.type))
            return f"({place} if {bound.name} >= 0 else {n - 1} - {bound.name})", 0
        case other:
            # Other types have no words.
            return bound.name, lowest(other)


def decoded(bounds: tuple[ir.Bound, ...], depth: int) -> Iterator[str]:
    """The lines that take a code apart into the values it stands for."""
    pad = "    " * depth
    # The last value turns fastest, so it is the first that division takes off.
    for i, bound in reversed(list(enumerate(bounds))):
        total = size(bound.type)
        place = "code"
        if i:
            yield f"{pad}code, place = divmod(code, {total})"
            place = "place"
        if isinstance(bound.type, UnionType):
            n, low = total - len(bound.type.extras), lowest(bound.type)
            yield f"{pad}{bound.name} = {moved(place, low)} if {place} < {n} else {n - 1} - {place}"
        else:
            low = lowest(bound.type)
            yield f"{pad}{bound.name} = {moved(place, low)}"


def moved(text: str, by: int) -> str:
    """A number so much greater, as text."""
    return text if by == 0 else f"{text} + {by}" if by > 0 else f"{text} - {-by}"
