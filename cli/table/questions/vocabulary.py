"""The types of a rulebook whose values have names: rows, spaces, words, players and pieces."""

from __future__ import annotations

from ....dsl import ir
from ....dsl.types.conversion import enums_within
from ....dsl.types.types import EnumType


def named_types(program: ir.Program) -> dict[str, EnumType]:
    """The types with named values of fields, columns, pieces and events, by name."""
    out: dict[str, EnumType] = {}
    for types in ([column.owner for column in program.columns], [field.owner for field in program.fields],
                  [column.type for column in program.columns], [field.type for field in program.fields],
                  [part.type for shape in program.pieces for part in shape.fixed],
                  [type_ for event in program.events for _, type_ in event.params],
                  [board.space for board in program.boards]):
        for node in types:
            out.update((enum.name, enum) for enum in (() if node is None else enums_within(node)))
    return out
