"""Hidden values to other values that they could have: exchanged between hidden places, or replaced.

An exchange keeps what lies in all hidden places together, and how much lies in each. Only where no exchange makes a
position possible is a value replaced by another one of its type.
"""

from __future__ import annotations

from collections.abc import Sequence

from .....dsl.types.types import IntType, ListType, SetType, first_bit, lowest, values
from ....runtime.cells import Cell
from ....runtime.chance import Dice

MOST_AT_ONCE = 2


def changed(s: Sequence[int], cells: Sequence[Cell], dice: Dice, replaces: bool) -> list[int]:
    """Return the position with one or two hidden values exchanged or, with `replaces`, replaced."""
    after, parts = list(s), _by_field(cells)
    for _ in range(1 + dice.below(MOST_AT_ONCE)):
        # A field of many cells is not changed more often than one of a single cell.
        chosen = dice.one_of(dice.one_of(parts))
        if replaces and dice.below(2):
            _replace(after, chosen, dice)
        else:
            alike = [cell for cell in cells if cell is not chosen and type(cell.type) is type(chosen.type)]
            if alike:
                _exchange(after, chosen, dice.one_of(alike), cells, dice)
            elif replaces:
                _replace(after, chosen, dice)
    return after


def _by_field(cells: Sequence[Cell]) -> list[list[Cell]]:
    parts: dict[str, list[Cell]] = {}
    for cell in cells:
        parts.setdefault(cell.part_of, []).append(cell)
    return list(parts.values())


def _exchange(s: list[int], first: Cell, second: Cell, cells: Sequence[Cell], dice: Dice) -> None:
    match first.type, second.type:
        case SetType(), SetType() if first.type == second.type:
            only_first, only_second = s[first.base] & ~s[second.base], s[second.base] & ~s[first.base]
            if only_first and only_second:
                moved = _one_bit(only_first, dice) | _one_bit(only_second, dice)
                s[first.base] ^= moved
                s[second.base] ^= moved
        case ListType(), ListType() if s[first.base] and s[second.base] and first.type.element == second.type.element:
            a, b = (cell.base + 1 + dice.below(s[cell.base]) for cell in (first, second))
            s[a], s[b] = s[b], s[a]
        case IntType(), IntType() if first.field is second.field or dice.below(2):
            _exchange_numbers(s, first, second, cells, dice)
        case _ if first.type == second.type and not isinstance(first.type, ListType):
            s[first.base], s[second.base] = s[second.base], s[first.base]
        case _:
            # Values of different types are not exchanged.
            pass


def _exchange_numbers(s: list[int], first: Cell, second: Cell, cells: Sequence[Cell], dice: Dice) -> None:
    """Move a unit of one number to another; where two numbers of the same kinds lie apart by as much, move it back there."""
    shift = second.base - first.base
    pairs = {cell.base: cell for cell in cells if isinstance(cell.type, IntType)}
    back = [cell for cell in pairs.values() if cell is not first and cell.part_of == first.part_of
            and cell.base + shift in pairs and pairs[cell.base + shift].part_of == second.part_of
            and cell.base + shift != first.base]
    # Both moves together keep the total of each kind and of each place, as when two players exchange a card each.
    _move(s, first, second)
    if back:
        third = dice.one_of(back)
        _move(s, pairs[third.base + shift], third)


def _move(s: list[int], first: Cell, second: Cell) -> None:
    assert isinstance(first.type, IntType), "numbers are moved"
    assert isinstance(second.type, IntType), "numbers are moved"
    if s[first.base] > first.type.low and s[second.base] < second.type.high:
        s[first.base] -= 1
        s[second.base] += 1


def _replace(s: list[int], cell: Cell, dice: Dice) -> None:
    match cell.type:
        case SetType(element):
            old = s[cell.base]
            s[cell.base] ^= 1 << dice.one_of(values(element)) - first_bit(element)
            if old and dice.below(2):
                s[cell.base] ^= _one_bit(old, dice)
        case ListType(element):
            if s[cell.base]:
                s[cell.base + 1 + dice.below(s[cell.base])] = dice.one_of(values(element))
        case IntType():
            step = 1 if dice.below(2) else -1
            s[cell.base] = min(cell.type.high, max(lowest(cell.type), s[cell.base] + step)) if dice.below(2) \
                else dice.one_of(values(cell.type))
        case _:
            # A value of another type is one of a few: any of them takes its place.
            s[cell.base] = dice.one_of(values(cell.type))


def _one_bit(mask: int, dice: Dice) -> int:
    bits = [1 << place for place in range(mask.bit_length()) if mask >> place & 1]
    return dice.one_of(bits)
