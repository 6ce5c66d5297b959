"""A program -> the names that a look file may speak of: things, fields, boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, assert_never

from attrs import frozen

from ...dsl import ir
from ...dsl.types.conversion import enums_within, extras_of
from ...dsl.types.types import EnumType, Type
from .syntax import NameKind

# Things that are spaces of boards: rows of look files name them.
Space = Literal["space"]


@frozen
class LookNames:
    """The names of a rulebook by what they are."""

    things: frozenset[str]
    fields: frozenset[str]
    boards: frozenset[str]

    def known(self, kind: NameKind) -> frozenset[str]:
        """The names of a kind; things are all of them."""
        match kind:
            case "thing":
                return self.things | self.fields | self.boards
            case "field":
                return self.fields
            case "board":
                return self.boards
            case _:
                assert_never(kind)


def names_in(programs: Iterable[ir.Program]) -> LookNames:
    """Return the names in a rulebook, in all its programs together."""
    names: dict[NameKind | Space, set[str]] = {"thing": set(), "field": set(), "board": set(), "space": set()}
    for program in programs:
        for kind, name in each_name(program):
            names[kind].add(name)
    return LookNames(frozenset(names["thing"] | names["space"]), frozenset(names["field"]), frozenset(names["board"]))


def each_name(program: ir.Program) -> Iterator[tuple[NameKind | Space, str]]:
    """Yield the kind and name of all that a look file may speak of, in the order of the program.

    A name comes again for each thing that has it.
    """
    for board in program.boards:
        yield "board", board.name
        for name in board.space.members:
            yield "space", name
    for column in program.columns:
        if column.owner.kind in ("space", "region"):
            yield "field", column.name
    for field in program.fields:
        yield "field", field.name
        if field.owner is not None:
            yield "field", f"{field.owner.name}.{field.name}"
    for name in _things(program):
        yield "thing", name


def _things(program: ir.Program) -> Iterator[str]:
    """Yield the names of a program that are neither those of fields nor those of boards."""
    yield from (program.name, *(shape.type.name for shape in program.pieces), *(part.clause for part in program.sites))
    yield from (part.name for shape in program.pieces for part in shape.fixed)
    for seat in range(program.players):
        yield from (str(seat + 1), f"player.{seat + 1}")
    for type_ in _types(program):
        yield from extras_of(type_) if not isinstance(type_, EnumType) else ()
        for base in enums_within(type_):
            # Members of what players own are called `owner.name`; a look file may leave the owner out.
            own = [member.rpartition(".")[2] for member in base.members]
            yield from (base.name, *base.members, *own, *(f"{base.name}.{name}" for name in (*base.members, *own)))


def _types(program: ir.Program) -> Iterator[Type]:
    yield from (program.player, program.side)
    for field in program.fields:
        yield from (field.type, *([field.owner] if field.owner is not None else []))
    for column in program.columns:
        yield from (column.type, column.owner)
    for shape in program.pieces:
        yield from (shape.type, *(part.type for part in shape.fixed))
    yield from (board.space for board in program.boards)
    for text in program.texts:
        yield from (part.type for part in text.parts if isinstance(part, ir.TextPart))
