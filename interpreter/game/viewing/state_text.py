"""States as text: where the rules stand, and every cell that differs from the start; and back."""

from __future__ import annotations

from collections.abc import Iterator

from ...backends.backend import BLOCK, ENDED
from ...runtime.cells import Cell, read_cell
from ...runtime.regions import settle
from ..table.table import Table
from ..table.values import Position
from .observation import Observer, Viewer


class BadState(ValueError):
    """A text that is no state of this game; the message says which line is wrong."""


def state_text(table: Table, position: Position) -> str:
    """The whole state as text. `state_from_text` reads it back."""
    return "\n".join([_header(table), _place(table, position), *_lines(table, position)]) + "\n"


def view_text(observer: Observer, position: Position, viewer: Viewer) -> str:
    """Return the view of a viewer on a state, as text. It cannot be read back."""
    table = observer.table
    whose = f"{table.seats[viewer]} sees" if isinstance(viewer, int) else "all see"
    changed = {cell.name for cell in _changed(table, position)}
    lines = [f"{_header(table)}, as {whose} it", _place(table, position)]
    lines += [f"{name} = {value}" for name, value in observer.observe(position, viewer).items()
              if name in changed or name not in table.cells]
    return "\n".join(lines) + "\n"


def _lines(table: Table, position: Position) -> list[str]:
    return [f"{cell.name} = {table.cells.written(position, cell)}" for cell in _changed(table, position)]


def state_from_text(table: Table, text: str) -> tuple[int, ...]:
    """The slots of the state that `state_text` wrote. Raises BadState."""
    lines = text.splitlines()
    if len(lines) < 2 or lines[0] != _header(table):
        raise BadState(f"the first line is not `{_header(table)}`")
    s = list(table.program.start)
    _read_place(table, s, lines[1])
    for number, line in enumerate(lines[2:], 3):
        left, equals, right = line.partition(" = ")
        cell = table.cells.get(left)
        if not equals or cell is None:
            raise BadState(f"line {number}: there is no `{left}` in this game")
        try:
            read_cell(s, cell, right, table.seats)
        except ValueError as error:
            raise BadState(f"line {number}: {error}") from None
    # Before it is asked what is missing: a text may name a region that is part of another by then.
    settle(table.program, s)
    if not s[ENDED]:
        _require_remembered(table, s)
    return tuple(s)


def _require_remembered(table: Table, s: list[int]) -> None:
    """Raise BadState for a state in which a rule goes back to no place, or lacks what it has worked out before."""
    remembered = table.remembered
    try:
        blocks = tuple(remembered.blocks_around(s, s[BLOCK]))
    except LookupError:
        raise BadState("line 2: the rules around this place go back to no place in these rules") from None
    lacking = next(remembered.lacking(remembered.put_into(s), blocks), None)
    if lacking is not None:
        raise BadState(f"the value of `{lacking.rule}.{lacking.name}` is missing")


def _header(table: Table) -> str:
    return f"state of {table.program.name} for {table.program.players} players"


def _read_place(table: Table, s: list[int], line: str) -> None:
    """`at LABEL` or `over by END`."""
    labels = {point.label: point.block for point in table.machine.points if point is not None}
    ends = {end.id: i for i, end in enumerate(table.program.ends)}
    word, _, name = line.partition(" ")
    if word == "at" and name in labels:
        s[BLOCK] = labels[name]
    elif word == "over" and name.removeprefix("by ") in ends:
        s[ENDED] = ends[name.removeprefix("by ")] + 1
    else:
        raise BadState(f"line 2: `{line}` is not a place in these rules")


def _place(table: Table, position: Position) -> str:
    point = table.point(position)
    return f"at {point.label}" if point else f"over by {table.ended_by(position)}"


def _changed(table: Table, position: Position) -> Iterator[Cell]:
    """The cells that differ from the start of the game, without those of regions that are part of others."""
    start, shown = table.program.start, table.cells.standing(position)
    return (cell for name, cell in table.cells.items()
            if position.slots[cell.slots] != start[cell.slots] and (cell.local or name in shown))
