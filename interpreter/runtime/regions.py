"""The places of a state that hold regions of a board, which change their numbers when regions merge."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ...dsl import ir
from ...dsl.types.types import IntType, ListType, PerType, SetType, Type, UnionType, bit_count, first_bit, size, width


@frozen
class RegionSlots:
    """The slots that change when two regions of a board merge.

    `fields` are the fields of the regions (base, merge rule, highest value, and for each slot what stands there once the
    region is part of another); `single` slots that hold one of them, with what is added to its number there; `sets` slots
    that hold a set of them.
    """

    fields: tuple[tuple[int, str, int, tuple[int, ...]], ...]
    single: tuple[tuple[int, int], ...]
    sets: tuple[int, ...]


def region_slots(program: ir.Program, board: ir.BoardShape) -> RegionSlots:
    """The slots of a program that change when regions of this board merge."""
    fields = [(field.base, field.merge or "keeps", _highest(field.type), _nothing(field.type)) for field in program.fields
              if field.owner == board.region]
    stored = [(field.base, field.type, size(field.owner) if field.owner else 1) for field in program.fields
              if field.base != board.roots]
    stored += [(local.base, local.type, 1) for local in program.locals]
    single: list[tuple[int, int]] = []
    sets: list[int] = []
    for base, type_, copies in stored:
        cell = _cell(type_)
        shift = _shift(cell, board)
        if isinstance(cell, SetType) and cell.element == board.region:
            sets += _slots(base, type_, copies)
        elif shift is not None:
            single += [(slot, shift) for slot in _slots(base, type_, copies)]
    return RegionSlots(tuple(fields), tuple(single), tuple(sets))


def rooted(program: ir.Program, type_: Type, value: int, s: list[int]) -> int:
    """A single value or a set, with a space of a region in it replaced by the region, as regions lie in this state."""
    if isinstance(type_, SetType):
        mask = 0
        low = first_bit(type_.element)
        for i in range(bit_count(type_.element)):
            mask |= (value >> i & 1) << (rooted(program, type_.element, i + low, s) - low)
        return mask
    part = type_.part(value) if isinstance(type_, UnionType) else (type_, value)
    base, own = part or (type_, value)
    board = next(
        (board_shape for board_shape in program.boards if board_shape.roots is not None and board_shape.region == base), None
    )
    return value if board is None or board.roots is None else value - own + s[board.roots + own]


def _cell(type_: Type) -> Type:
    match type_:
        case PerType(value):
            return _cell(value)
        case ListType(element):
            return element
        case _:
            # Other types are those of a single slot.
            return type_


def _shift(type_: Type, board: ir.BoardShape) -> int | None:
    """Return the offset of a region's number in a type; None for a type without regions of this board."""
    if isinstance(type_, UnionType):
        return next((shift for base, shift in type_.shifts() if base == board.region), None)
    return 0 if type_ == board.region else None


def _slots(base: int, type_: Type, copies: int) -> Iterator[int]:
    """The slots of the values of a field or name; the length of a list is none."""
    while isinstance(type_, PerType):
        copies, type_ = copies * size(type_.index), type_.value
    entry_width = width(type_)
    first = 1 if isinstance(type_, ListType) else 0
    for i in range(copies):
        # Every slot by itself: a merge goes through this list, and need not know the types.
        yield from range(base + i * entry_width + first, base + (i + 1) * entry_width)


def settle(program: ir.Program, s: list[int]) -> None:
    """Bring regions that were merged by hand into the form that play gives them.

    What stands for a region is its first space, and the fields of a region that is part of another hold nothing.
    """
    for board in program.boards:
        if board.region is None or board.roots is None:
            continue
        slots, count = region_slots(program, board), size(board.region)
        roots = s[board.roots : board.roots + count]
        for slot, shift in slots.single:
            # A union may hold a word or a value of another type here, which no merge changes.
            if 0 <= s[slot] - shift < count:
                s[slot] = roots[s[slot] - shift] + shift
        for slot in slots.sets:
            s[slot] = sum(1 << root for root in {roots[i] for i in range(count) if s[slot] >> i & 1})
        for base, _, _, nothing in slots.fields:
            for region in range(count):
                if roots[region] != region:
                    s[base + region * len(nothing) : base + (region + 1) * len(nothing)] = nothing


def _nothing(type_: Type) -> tuple[int, ...]:
    """Return the values in the slots of a field of a region that is part of another: 0, or the word for nothing."""
    match type_:
        case PerType(value):
            return _nothing(value) * size(type_.index)
        case UnionType(_, extras) if extras:
            return (-1,)
        case _:
            # Other slots hold 0.
            return (0,) * width(type_)


def _highest(type_: Type) -> int:
    if isinstance(type_, PerType):
        return _highest(type_.value)
    return type_.high if isinstance(type_, IntType) else 0
