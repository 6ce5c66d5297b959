"""The values of a position in words, as a viewer may see them: the input of pictures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from ..dsl import ir
from ..dsl.types.types import EnumType, ListType, Scalar, SetType, all_bits, values, width
from ..interpreter.game.rules import Rules
from ..interpreter.game.state import State
from ..interpreter.game.viewing.observation import Viewer
from ..interpreter.runtime.cells import Cell
from ..interpreter.runtime.faults import RulebookFault
from .rows import NOTHING, TableTexts, tables_of


class VisibleState:
    """The cells of the fields that are seen, with their values in words; `whole` with those that are aside."""

    def __init__(self, rules: Rules, state: State, viewer: Viewer | None, whole: bool = False) -> None:
        self.rules, self.state, self.viewer, self.whole = rules, state, viewer, whole
        hidden = rules.observer.hidden(viewer) if viewer is not None else frozenset()
        self.values: dict[str, str] = (
            rules.observer.observe(state, viewer)
            if viewer is not None
            else {name: rules.cells.value(state, name) for name in rules.cells.existing(state)}
        )
        # By the first slot of their field, which tells fields of the same name apart, and by their owner.
        self._cells: dict[tuple[int, int | None], list[Cell]] = defaultdict(list)
        for cell in rules.cells.values():
            if cell.field is not None:
                self._cells[cell.field.base, cell.owner].append(cell)
        # By the first slot of a field: whether any of its slots has changed, for whatever owner.
        self._moved_on: dict[int, bool] = {}
        self.hidden = hidden
        self.fields = [field for field in rules.program.fields if whole or not field.aside]
        # What is hidden looks like at the start of the game, also to the rulebook's own texts.
        self.slots = list(state.slots if viewer is None else rules.observer.as_seen(state, viewer))

    @cached_property
    def sided(self) -> list[tuple[ir.ColumnShape, ListType]]:
        """The columns with the sides of tiles, and their types."""
        return [(column, column.type) for column in self.rules.program.columns
                if isinstance(column.type, ListType) and column.type.is_sides]

    @cached_property
    def tables(self) -> TableTexts:
        """The tables of the rulebook."""
        return tables_of(self.rules)

    def text_case(self, board: ir.BoardShape, space: int) -> int | None:
        """The number of the text that the rulebook has for a space as it is now; None if it has none."""
        return next((case.text for case in board.pictures
                     if case.when is None or self.text_of(case.when, space) == "yes"), None)

    def text_of(self, number: int, space: int) -> str:
        """A text of the rulebook for a space, filled in."""
        return self.rules.machines.plain.text(number, self.slots, space)

    def cells(self, field: ir.FieldSlots, owner: int | None) -> list[Cell]:
        """The cells of a field that belong to one owner, or to nobody."""
        return self._cells[field.base, owner]

    def text(self, field: ir.FieldSlots, owner: int | None) -> str:
        """A field in one line: its value, or `key value` for each key that has something."""
        cells = self.cells(field, owner)
        if len(cells) == 1 and "[" not in cells[0].name:
            return self._value(cells[0])
        if cells and all(cell.name in self.hidden for cell in cells):
            return "?"
        parts = []
        for cell in cells:
            value = self._value(cell)
            if value not in NOTHING:
                parts.append(f"{cell.name[cell.name.index('[') + 1 : -1].replace('][', ' ')} {value}")
        return ", ".join(parts) or "-"

    def is_empty(self, field: ir.FieldSlots, owner: int | None) -> bool:
        """Return whether a field is empty."""
        return self.text(field, owner) in NOTHING

    def has_changed(self, field: ir.FieldSlots, owner: int | None) -> bool:
        """Return whether the visible part of a field has changed since the beginning of the game."""
        if field.base not in self._moved_on:
            # Most fields of a large board are as they were, and are not looked at space by space.
            self._moved_on[field.base] = self._differs(field.base, field.width)
        return self._moved_on[field.base] and any(
            cell.name not in self.hidden and self._differs(cell.base, width(cell.type)) for cell in self.cells(field, owner)
        )

    def _differs(self, base: int, slots: int) -> bool:
        """Return whether one of some slots has another value than at the beginning of the game."""
        return self.state.slots[base : base + slots] != self.rules.program.start[base : base + slots]

    def scores(self) -> tuple[int, ...] | None:
        """The score of each seat, if it does not depend on hidden values; the true one when the game is over."""
        state = State(self.rules, tuple(self.slots))
        try:
            if self.state.is_over:
                return self.rules.endings.scores(self.state)
            scores = self.rules.endings.scores(state)
            if not self.hidden:
                return scores
            # Compared with those of positions in which what is hidden is something else, all of it or one cell: a score that
            # differs would tell of it.
            others = (self._otherwise(self.hidden), *(self._otherwise((name,)) for name in self.hidden))
            return scores if scores is None or all(self.rules.endings.scores(other) == scores for other in others) else None
        except RulebookFault:
            return None

    def _otherwise(self, hidden: Iterable[str]) -> State:
        """The position as the viewer sees it, with other values in some hidden cells."""
        slots = list(self.slots)
        for name in hidden:
            cell = self.rules.cells[name]
            match cell.type:
                case SetType(element):
                    slots[cell.base] ^= all_bits(element)
                case ListType(element, limit):
                    slots[cell.base : cell.base + 1 + limit] = [limit, *[values(element)[-1]] * limit]
                case _ if isinstance(cell.type, Scalar):
                    slots[cell.base] = values(cell.type)[-1]
                case _:
                    pass  # no cell holds a value of another type
        return State(self.rules, tuple(slots))

    def _value(self, cell: Cell) -> str:
        """The value of a cell in words, sets and lists without their brackets."""
        value = self.values.get(cell.name, "?")
        return value.strip("{}[]") or "-" if isinstance(cell.type, SetType | ListType) else value

    def fields_of(self, owner: EnumType) -> list[ir.FieldSlots]:
        """The fields that each value of a type has."""
        return self._fields_by_owner.get(owner, [])

    @cached_property
    def _fields_by_owner(self) -> dict[EnumType | None, list[ir.FieldSlots]]:
        by_owner = defaultdict[EnumType | None, list[ir.FieldSlots]](list)
        for field in self.fields:
            by_owner[field.owner].append(field)
        return dict(by_owner)
