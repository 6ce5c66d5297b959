"""A position to its values in words, as far as a viewer may see them: what pictures are drawn from."""

from __future__ import annotations

from collections import defaultdict

from ..dsl import ir
from ..dsl.types import EnumType
from ..interpreter.cells import Cell
from ..interpreter.observation import Viewer
from ..interpreter.rules import Rules
from ..interpreter.state import State


class Seen:
    """The cells of the fields that are seen, with their values in words; `whole` with those that are aside."""

    def __init__(self, rules: Rules, state: State, viewer: Viewer | None, whole: bool = False) -> None:
        self.rules, self.state, self.viewer = rules, state, viewer
        hidden = rules.hidden(viewer) if viewer is not None else frozenset()
        self.values: dict[str, str] = rules.observe(state, viewer) if viewer is not None else {
            name: rules.written(state, name) for name, cell in rules.cells.items() if not cell.local}
        # By the first slot of their field, which tells fields of the same name apart, and by their owner.
        self._cells: dict[tuple[int, int | None], list[Cell]] = defaultdict(list)
        for cell in rules.cells.values():
            if cell.field is not None:
                self._cells[cell.field.base, cell.owner].append(cell)
        self.hidden = hidden
        self.fields = [one for one in rules.program.fields if whole or not one.aside]
        # What is hidden looks like at the start of the game, also to the rulebook's own texts.
        self.slots = list((state if viewer is None else rules.as_seen(state, viewer)).slots)

    def cells(self, field: ir.FieldSlots, owner: int | None) -> list[Cell]:
        """The cells of a field that belong to one owner, or to nobody."""
        return self._cells[field.base, owner]

    def text(self, field: ir.FieldSlots, owner: int | None) -> str:
        """A field in one line: its value, or `key value` for each key that has something."""
        cells = self.cells(field, owner)
        if len(cells) == 1 and "[" not in cells[0].name:
            return self.values.get(cells[0].name, "?")
        parts = []
        for cell in cells:
            value = self.values.get(cell.name, "?")
            if value not in ("0", "none", "no", "{}", "[]"):
                parts.append(f"{cell.name[cell.name.index('[') + 1 : -1].replace('][', ' ')} {value}")
        return ", ".join(parts) or "-"

    def is_empty(self, field: ir.FieldSlots, owner: int | None) -> bool:
        return self.text(field, owner) in ("-", "0", "none", "no", "{}", "[]")

    def fields_of(self, owner: EnumType) -> list[ir.FieldSlots]:
        """The fields that each value of a type has."""
        return [one for one in self.fields if one.owner == owner]
