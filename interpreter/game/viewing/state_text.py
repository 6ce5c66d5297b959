"""States as text: where the rules stand, and every cell that differs from the start; and back."""

from __future__ import annotations

from collections.abc import Iterator

from ...backends.backend import BLOCK, ENDED
from ...runtime.cells import Cell, read_cell
from ...runtime.regions import settle
from ..table.analyses import Analyses
from ..table.cells_by_name import CellsByName
from ..table.decisions import Decisions
from ..table.values import Position
from .observation import Observer, Viewer


class BadState(ValueError):
    """A text that is no state of this game; the message says which line is wrong."""


class StateText:
    """The states of a table as text."""

    def __init__(self, cells: CellsByName, decisions: Decisions, observer: Observer, analyses: Analyses) -> None:
        self.cells, self.decisions, self.observer, self.analyses = cells, decisions, observer, analyses
        self.program = decisions.program

    def write(self, position: Position) -> str:
        """The whole state as text. `read` reads it back."""
        lines = (f"{cell.name} = {self.cells.written(position, cell)}" for cell in self._changed(position))
        return "\n".join([self._header, self._place(position), *lines]) + "\n"

    def write_view(self, position: Position, viewer: Viewer) -> str:
        """Return the view of a viewer on a state, as text. It cannot be read back."""
        whose = f"{self.decisions.seats[viewer]} sees" if isinstance(viewer, int) else "all see"
        changed = {cell.name for cell in self._changed(position)}
        lines = [f"{self._header}, as {whose} it", self._place(position)]
        lines += [f"{name} = {value}" for name, value in self.observer.observe(position, viewer).items()
                  if name in changed or name not in self.cells]
        return "\n".join(lines) + "\n"

    def read(self, text: str) -> tuple[int, ...]:
        """The slots of the state that `write` wrote. Raises BadState."""
        lines = text.splitlines()
        if len(lines) < 2 or lines[0] != self._header:
            raise BadState(f"the first line is not `{self._header}`")
        s = list(self.program.start)
        self._read_place(s, lines[1])
        for number, line in enumerate(lines[2:], 3):
            left, equals, right = line.partition(" = ")
            cell = self.cells.get(left)
            if not equals or cell is None:
                raise BadState(f"line {number}: there is no `{left}` in this game")
            try:
                read_cell(s, cell, right, self.decisions.seats)
            except ValueError as error:
                raise BadState(f"line {number}: {error}") from None
        # Before it is asked what is missing: a text may name a region that is part of another by then.
        settle(self.program, s)
        if not s[ENDED]:
            self._require_remembered(s)
        return tuple(s)

    def _require_remembered(self, s: list[int]) -> None:
        """Raise BadState for a state in which a rule goes back to no place, or lacks what it has worked out before."""
        remembered = self.analyses.remembered
        try:
            blocks = tuple(remembered.blocks_around(s, s[BLOCK]))
        except LookupError:
            raise BadState("line 2: the rules around this place go back to no place in these rules") from None
        lacking = next(remembered.lacking(remembered.put_into(s), blocks), None)
        if lacking is not None:
            raise BadState(f"the value of `{lacking.rule}.{lacking.name}` is missing")

    @property
    def _header(self) -> str:
        return f"state of {self.program.name} for {self.program.players} players"

    def _read_place(self, s: list[int], line: str) -> None:
        """`at LABEL` or `over by END`."""
        labels = {point.label: point.block for point in self.decisions.points}
        ends = {end.id: i for i, end in enumerate(self.program.ends)}
        word, _, name = line.partition(" ")
        if word == "at" and name in labels:
            s[BLOCK] = labels[name]
        elif word == "over" and name.removeprefix("by ") in ends:
            s[ENDED] = ends[name.removeprefix("by ")] + 1
        else:
            raise BadState(f"line 2: `{line}` is not a place in these rules")

    def _place(self, position: Position) -> str:
        point = self.decisions.point(position)
        return f"at {point.label}" if point else f"over by {self.decisions.ended_by(position)}"

    def _changed(self, position: Position) -> Iterator[Cell]:
        """The cells that differ from the start of the game, without those of regions that are part of others."""
        start, shown = self.program.start, self.cells.existing(position)
        return (cell for name, cell in self.cells.items()
                if position.slots[cell.slots] != start[cell.slots] and (cell.local or name in shown))
