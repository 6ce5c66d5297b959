"""Positions and choices with other labels: players in other seats, members of an enum with other names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from ...dsl import ir
from ...dsl.diagnostics import counted
from ...dsl.types import (
    EnumType,
    ListType,
    PerType,
    SetType,
    Type,
    UnionType,
    lowest,
    values,
    width,
)
from ..cells import Cell
from ..codes import decode, encode
from ..machine import Point
from ..notation import bounds_of
from ..rules import Rules
from ..state import State


@frozen
class Relabelling:
    """What each member of some types becomes, and how that is said in words."""

    of: tuple[tuple[EnumType, tuple[int, ...]], ...]
    said: str

    def member(self, type_: EnumType, value: int) -> int:
        """What a member of a type becomes."""
        return next((places[value] for one, places in self.of if (one, one.members) == (type_, type_.members)), value)

    def value(self, type_: Type, value: int) -> int:
        """What a value in one slot becomes."""
        match type_:
            case EnumType():
                return self.member(type_, value)
            case UnionType():
                part = type_.part(value)
                return value if part is None else value - part[1] + self.value(*part)
            case SetType(element):
                low = lowest(element)
                inside = (one for one in values(element) if value >> (one - low) & 1)
                return sum(1 << (self.value(element, one) - low) for one in inside)
        return value

    def slots(self, type_: Type, old: Sequence[int]) -> Iterator[int]:
        """What the slots of a value become."""
        match type_:
            case ListType(element):
                yield old[0]
                yield from (self.value(element, one) for one in old[1 : 1 + old[0]])
                yield from old[1 + old[0] :]
            case PerType(part, index):
                yield from self.parts(index, part, old)
            case _:
                yield self.value(type_, old[0])

    def parts(self, index: Type, part: Type, old: Sequence[int]) -> list[int]:
        """What the slots of a value for each member of a type become."""
        each, out = width(part), list(old)
        for place, value in enumerate(values(index)):
            to = (self.value(index, value) - lowest(index)) * each
            out[to : to + each] = self.slots(part, old[place * each : (place + 1) * each])
        return out

    def state(self, state: State) -> State:
        """The position with the labels changed."""
        program, out = state.rules.program, list(state.slots)
        for field in program.fields:
            here = slice(field.base, field.base + field.width)
            out[here] = (self.slots(field.type, out[here]) if field.owner is None
                         else self.parts(field.owner, field.type, out[here]))
        for local in program.locals:
            here = slice(local.base, local.base + local.width)
            out[here] = self.slots(local.type, out[here])
        return State(state.rules, tuple(out))

    def code(self, rules: Rules, point: Point, code: int) -> int:
        """The number of the same choice with the labels changed."""
        number = next(i for i, kind in enumerate(point.kinds) if code < kind.first + kind.count)
        bounds, first = bounds_of(rules.program, point, number), point.kinds[number].first
        old = decode(bounds, code - first)
        return first + encode(bounds, tuple(self.value(one.type, value) for one, value in zip(bounds, old, strict=True)))


def counts(state: State, cell: Cell) -> bool:
    """Whether a cell is one of a field that still says something; those of regions that have merged into others do not."""
    program = state.rules.program
    owner = cell.field.owner if cell.field is not None else None
    board = next((one for one in program.boards if owner is not None and one.region == owner), None)
    if cell.local or board is None or board.roots is None or cell.owner is None:
        return not cell.local
    return state.slots[board.roots + cell.owner] == cell.owner


def relabellings(rules: Rules, symmetry: ir.Symmetry) -> tuple[Relabelling, ...]:
    """The ways in which players can be rotated so that sides stay together, or two members of an enum exchanged."""
    program, of = rules.program, symmetry.of
    if of == program.player:
        plain = [one for shift in range(1, len(rules.seats)) for one in _rotated(program, shift)]
    else:
        pairs = [(a, b) for b in range(len(of.members)) for a in range(b)]
        plain = [Relabelling(((of, _exchanged(len(of.members), a, b)),), f"{of.members[a]} and {of.members[b]} exchanged")
                 for a, b in pairs]
    return tuple(_with_pieces(program, one) for one in plain)


def _exchanged(count: int, a: int, b: int) -> tuple[int, ...]:
    return tuple(b if i == a else a if i == b else i for i in range(count))


def _rotated(program: ir.Program, shift: int) -> Iterator[Relabelling]:
    """The players so many seats on, if the players of a side are on one side again then."""
    seats = tuple((seat + shift) % program.players for seat in range(program.players))
    moved = {(side, program.side_of[seats[seat]]) for seat, side in enumerate(program.side_of)}
    if len(moved) == len(program.side.members):
        sides = tuple(to for _, to in sorted(moved))
        yield Relabelling(((program.player, seats), (program.side, sides)), f"everybody {counted(shift, 'seat')} on")


def _with_pieces(program: ir.Program, plain: Relabelling) -> Relabelling:
    """The same, and pieces become those that are to the new labels what they were to the old.

    Where there are none, pieces stay what they are, and the position will not be the same.
    """
    kinds = []
    for kind in program.pieces:
        kept = [_known_of(kind, piece) for piece in range(len(kind.type.members))]
        left = {known: [piece for piece, other in enumerate(kept) if other == known] for known in kept}
        wanted = [(_owner(kind.type, piece, plain), *_relabelled(kind, known[1:], plain)) for piece, known in enumerate(kept)]
        if sorted(wanted) == sorted(kept):
            kinds.append((kind.type, tuple(left[known].pop(0) for known in wanted)))
    return Relabelling((*plain.of, *kinds), plain.said)


def _known_of(kind: ir.PieceShape, piece: int) -> tuple[tuple[int, ...], ...]:
    """Whose a piece is, and what is fixed about it."""
    fixed = (part.values[piece * width(part.type) : (piece + 1) * width(part.type)] for part in kind.fixed)
    return _owner(kind.type, piece, Relabelling((), "")), *fixed


def _owner(type_: EnumType, piece: int, labels: Relabelling) -> tuple[int, ...]:
    """Whose a piece is with these labels; nothing where it is nobody's. Each owner's pieces follow each other."""
    if type_.owner is None:
        return ()
    return (labels.member(type_.owner, piece * len(type_.owner.members) // len(type_.members)),)


def _relabelled(kind: ir.PieceShape, fixed: tuple[tuple[int, ...], ...], labels: Relabelling) -> Iterator[tuple[int, ...]]:
    return (tuple(labels.slots(part.type, old)) for part, old in zip(kind.fixed, fixed, strict=True))
