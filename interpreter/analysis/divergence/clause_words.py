"""Parts of a program to words that are equal in two programs when they do the same, wherever their slots and blocks are."""

from __future__ import annotations

from collections.abc import Mapping

from ....dsl import ir
from ...canonical.canonical_form import CanonicalWriter

# Attributes that hold the number of a block.
_BLOCKS = {ir.Jump: ("to",), ir.Branch: ("then", "otherwise"), ir.CallRule: ("back",), ir.MoveOption: ("to",),
           ir.ChooseMove: ("otherwise",), ir.RollValue: ("to",)}
# Attributes with words of their own, or that say where something is kept.
_APART = {ir.MoveOption: ("guards", "first", "count", "named"), ir.ChooseMove: ("moves", "secret")}


class ClauseWords(CanonicalWriter):
    """Writes the behaviour of one clause: slots and blocks by their names, not by their numbers."""

    def __init__(self, program: ir.Program, slots: Mapping[int, str]) -> None:
        super().__init__(program)
        self.slots = slots

    def add_part(self, value: object, name: str, out: list[str]) -> None:
        inside = getattr(value, name)
        if name in _APART.get(type(value), ()):
            return
        if isinstance(value, ir.Slot) and name == "base":
            out.append(self.slots.get(inside, repr(inside)))
        elif name in _BLOCKS.get(type(value), ()):
            out.append("no block" if inside is None else self.program.blocks[inside].label)
        elif isinstance(value, ir.Happen) and name == "event":
            out.append(self.program.events[inside].name)
        elif isinstance(value, ir.CheckEnds) and name == "ends":
            out += (self.program.ends[end].id for end in inside)
        else:
            super().add_part(value, name, out)

    def whole(self, value: object) -> tuple[str, ...]:
        """Write the behaviour of a part of the program, with the functions and tables that it uses."""
        out = self.of(value)
        while self.left:
            out += self.of(self.left.pop(0))
        return tuple(out)


def slot_names(program: ir.Program) -> dict[int, str]:
    """Return the names of the first slots of fields and of waiting rules."""
    out = {field.base: field_id(program, field) for field in program.fields}
    counted: dict[str, int] = {}
    for local in program.locals:
        name = f"{local.rule} {local.name}"
        counted[name] = counted.get(name, 0) + 1
        # Counted for each rule by itself, so a slot more in one rule leaves the names in all others as they were.
        out[local.base] = f"{name} {counted[name]}"
    return out


def field_id(program: ir.Program, field: ir.FieldSlots) -> str:
    """The id of a field; what says which regions there are belongs to the board."""
    board = next((board_shape for board_shape in program.boards if board_shape.roots == field.base), None)
    return board.name if board is not None else f"{field.owner.name if field.owner else 'state'}.{field.name}"
