"""The types of a rulebook whose values have names: rows, spaces, words, players and pieces."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.types.conversion import bases_of
from ...dsl.types.types import EnumType, ListType, PerType, SetType, Type
from ...interpreter.game.rules import Rules


def named_types(rules: Rules) -> dict[str, EnumType]:
    """The types with named values of fields, columns, pieces and events, by name."""
    program = rules.program
    out: dict[str, EnumType] = {}
    for types in ([column.owner for column in program.columns], [field.owner for field in program.fields],
                  [column.type for column in program.columns], [field.type for field in program.fields],
                  [part.type for shape in program.pieces for part in shape.fixed],
                  [type_ for event in program.events for _, type_ in event.params],
                  [board.space for board in program.boards]):
        for node in types:
            out.update((each.name, each) for each in types_within(node))
    return out


def types_within(type_: Type | None) -> Iterator[EnumType]:
    """The types with named values that a type is made of."""
    match type_:
        case None:
            return
        case PerType(value, index):
            yield from types_within(value)
            yield from types_within(index)
        case SetType(element) | ListType(element):
            yield from types_within(element)
        case _:
            yield from (base for base in bases_of(type_) if isinstance(base, EnumType))
