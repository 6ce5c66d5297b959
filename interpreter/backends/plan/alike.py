"""Pieces of a program -> which of them may be alike, and which choices tell pieces apart that are.

Two pieces are alike when they have the same owner, the same is fixed about them, all their fields are equal, no field of
anything else tells them apart, and no name that the move speaks of does. A choice or a draw offers only the first of those.
Where something of the pieces of a kind is hidden from a player, none of them are alike: what is offered would tell it.
"""

from __future__ import annotations

from ....dsl import ir
from ....dsl.types.conversion import bases_of
from ....dsl.types.types import EnumType, ListType, PerType, SetType, Type, UnionType


class PiecesAlike:
    """The kinds of pieces of which two may be alike, and what a choice says of them."""

    def __init__(self, program: ir.Program) -> None:
        # `numbers` has the same number for pieces of one owner with the same fixed values. Where all are different, no two
        # pieces can be alike, and the tests are not written at all.
        self.kinds: dict[str, ir.PieceShape] = {
            shape.type.name: shape for shape in program.pieces
            if len(set(shape.numbers)) < len(shape.numbers) and not _is_hidden(program, shape.type)}
        self.functions = {function.name: function for function in program.functions}
        # Slots from here on hold names of waiting rules, and no part of the position.
        self.locals = min((local.base for local in program.locals), default=program.size)

    def may_be(self, type_: Type) -> bool:
        """Return whether values of a type may be alike and not equal."""
        if isinstance(type_, UnionType):
            return any(self.may_be(base) for base, _ in type_.shifts())
        return isinstance(type_, EnumType) and type_.name in self.kinds

    def tells_apart(self, move: ir.MoveOption, number: int) -> bool:
        """Return whether what comes after an open value tells apart pieces that are alike."""
        bound = move.bound[number]
        pieces = [base for base in bases_of(bound.type) if isinstance(base, EnumType) and base.kind == "piece"]
        # The value's own domain and condition were tested for each piece already; only what comes after it can tell them apart.
        later = (tuple((item.domain, item.condition) for item in move.bound[number + 1:]), move.guards)
        return any(self._knows_apart(later, bound.name, piece) for piece in pieces)

    def _knows_apart(self, node: object, name: str, piece: EnumType) -> bool:
        """Return whether an expression depends on which piece a name stands for, and not only on what is so of it."""
        match node:
            case ir.Temp(other):
                return other == name
            case ir.Lookup(table, ir.Temp(other)) if other == name:
                # The columns of a kind of piece are fixed for each kind and equal for pieces that are alike. Any other table by
                # the number of a piece may tell two of them apart.
                return not table.startswith(f"{piece.name}.")
            case ir.Step(ir.Temp(other)) if other == name:
                return False  # a part of the state that belongs to the piece, or is counted among its marks
            case ir.Slot(base, steps) if base >= self.locals:
                return any(step.index == ir.Temp(name) for step in steps) or self._parts_know(node, name, piece)
            case ir.CallFunction(function, arguments):
                called = self.functions[function]
                return any(
                    self._knows_apart(called.value, param, piece) if argument == ir.Temp(name)
                    else self._knows_apart(argument, name, piece)
                    for param, argument in zip(called.params, arguments, strict=True))
            case _:
                # Other expressions know what their parts know.
                return self._parts_know(node, name, piece)

    def _parts_know(self, node: object, name: str, piece: EnumType) -> bool:
        return any(self._knows_apart(part, name, piece) for part in ir.parts_of(node))


def _is_hidden(program: ir.Program, piece: EnumType) -> bool:
    """Return whether something about the pieces of a kind is not seen by all."""
    return any(field.seen_by is not None and _is_about(field, piece) for field in program.fields)


def _is_about(field: ir.FieldSlots, piece: EnumType) -> bool:
    """Return whether a field belongs to the pieces of a kind, or may have one as a value."""
    type_ = field.type
    while isinstance(type_, PerType):
        if type_.index == piece:
            return True
        type_ = type_.value
    element = type_.element if isinstance(type_, SetType | ListType) else type_
    return field.owner == piece or shift_of(element, piece) is not None


def shift_of(type_: Type, piece: EnumType) -> int | None:
    """Return the shift from the number of a piece to its value in a type; None where it is no value of that."""
    if isinstance(type_, UnionType):
        return next((shift for base, shift in type_.shifts() if base == piece), None)
    return 0 if type_ == piece else None
