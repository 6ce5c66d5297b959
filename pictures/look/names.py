"""A program -> the names that a look file may speak of: things, fields, boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from ...dsl import ir
from ...dsl.types.conversion import enums_within, extras_of
from ...dsl.types.types import EnumType, Type


@frozen
class Names:
    """The names of a rulebook by what they are."""

    things: frozenset[str]
    fields: frozenset[str]
    boards: frozenset[str]

    def known(self, kind: str) -> frozenset[str]:
        """The names of a kind: `thing`, `field` or `board`; things are all of them."""
        return {"thing": self.things | self.fields | self.boards, "field": self.fields, "board": self.boards}[kind]


def names_in(programs: Iterable[ir.Program]) -> Names:
    """Return the names in a rulebook, in all its programs together."""
    things, fields, boards = set[str](), set[str](), set[str]()
    for program in programs:
        boards |= {board.name for board in program.boards}
        things |= {program.name, *(shape.type.name for shape in program.pieces), *(part.clause for part in program.sites)}
        things |= {part.name for shape in program.pieces for part in shape.fixed}
        fields |= {column.name for column in program.columns if column.owner.kind in ("space", "region")}
        for field in program.fields:
            fields |= {field.name} if field.owner is None else {field.name, f"{field.owner.name}.{field.name}"}
        for seat in range(program.players):
            things |= {str(seat + 1), f"player.{seat + 1}"}
        for type_ in _types(program):
            things |= set(extras_of(type_)) if not isinstance(type_, EnumType) else set()
            for base in enums_within(type_):
                # Members of what players own are called `owner.name`; a look file may leave the owner out.
                own = {member.rpartition(".")[2] for member in base.members}
                things |= {base.name, *base.members, *own, *(f"{base.name}.{name}" for name in (*base.members, *own))}
    return Names(frozenset(things), frozenset(fields), frozenset(boards))


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
