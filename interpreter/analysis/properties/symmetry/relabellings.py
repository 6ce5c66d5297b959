"""A symmetry to the ways in which it relabels: each part of it in one of its ways, all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import assert_never

from .....dsl import ir
from .....dsl.source.diagnostics import counted
from .....dsl.types.types import EnumType, width
from .relabel import Relabelling

# Two types may have one name; their members tell them apart.
_Becomes = dict[tuple[EnumType, tuple[str, ...]], tuple[int, ...]]


def relabellings(program: ir.Program, symmetry: ir.Symmetry) -> tuple[Relabelling, ...]:
    """The ways in which a symmetry relabels; those in which something would become two things are left out."""
    together = (_joined(ways) for ways in product(*(tuple(_ways(program, part)) for part in symmetry.parts)))
    return tuple(_with_pieces(program, relabelling) for relabelling in together if relabelling is not None)


def _ways(program: ir.Program, part: ir.Relabelled) -> Iterator[Relabelling]:
    """The ways in which one part of a symmetry relabels."""
    match part:
        case ir.SeatsRotated(by):
            for shift in range(1, program.players) if by is None else (by,):
                yield from _rotated(program, shift)
        case ir.Renamed(type_):
            for b in range(len(type_.members)):
                for a in range(b):
                    description = f"{type_.members[a]} and {type_.members[b]} exchanged"
                    yield Relabelling(((type_, _exchanged(len(type_.members), a, b)),), description)
        case ir.Moved(_, ways):
            for way in ways:
                yield Relabelling(way.becomes, way.description)
        case _:
            assert_never(part)


def _joined(ways: Iterable[Relabelling]) -> Relabelling | None:
    """Relabellings at once; None where they make different things of the same."""
    becomes: _Becomes = {}
    descriptions = []
    for way in ways:
        descriptions.append(way.description)
        if any(becomes.setdefault((type_, type_.members), places) != places for type_, places in way.of):
            return None
    return Relabelling(tuple((type_, places) for (type_, _), places in becomes.items()), " and ".join(descriptions))


def _exchanged(count: int, a: int, b: int) -> tuple[int, ...]:
    return tuple(b if i == a else a if i == b else i for i in range(count))


def _rotated(program: ir.Program, shift: int) -> Iterator[Relabelling]:
    """The players a number of seats on, if the players of a side are on one side again then."""
    seats = tuple((seat + shift) % program.players for seat in range(program.players))
    moved = {(side, program.side_of[seats[seat]]) for seat, side in enumerate(program.side_of)}
    # Pairs of a side and the side that a player of it comes to: as many as sides, if each side stays together.
    if len(moved) == len(program.side.members):
        sides = tuple(to for _, to in sorted(moved))
        yield Relabelling(((program.player, seats), (program.side, sides)), f"everybody {counted(shift, 'seat')} on")


def _with_pieces(program: ir.Program, plain: Relabelling) -> Relabelling:
    """The same, and pieces become those that are to the new labels what they were to the old.

    Where there are none, pieces stay what they are, and the position will not be the same.
    """
    kinds = []
    for kind in program.pieces:
        parts = [_known_of(kind, piece) for piece in range(len(kind.type.members))]
        left = {known: [piece for piece, other in enumerate(parts) if other == known] for known in parts}
        expected = [(_owner(kind.type, piece, plain), *_relabelled(kind, known[1:], plain))
                    for piece, known in enumerate(parts)]
        # As multisets: each piece finds one that is to the new labels what it is to the old. Else no permutation does it.
        if sorted(expected) == sorted(parts):
            # Of pieces that are alike the first comes first: which of them is which makes no difference.
            kinds.append((kind.type, tuple(left[known].pop(0) for known in expected)))
    return Relabelling((*plain.of, *kinds), plain.description)


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
