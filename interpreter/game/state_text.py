"""States as text: where the rules stand, and every cell that differs from the start; and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ...dsl.types.types import width
from ..runtime.cells import Cell, read_cell, write_cell
from ..runtime.regions import settle
from .observation import Viewer, observe
from .state import State

if TYPE_CHECKING:
    from .rules import Rules


class BadState(ValueError):
    """A text that is no state of this game; the message says which line is wrong."""


def state_text(state: State) -> str:
    """The whole state as text. `state_from_text` reads it back."""
    return "\n".join([_header(state.rules), _place(state), *_lines(state, _changed(state))]) + "\n"


def view_text(state: State, viewer: Viewer) -> str:
    """What a viewer sees of a state, as text. It cannot be read back."""
    rules = state.rules
    whose = f"{rules.seats[viewer]} sees" if isinstance(viewer, int) else "all see"
    changed = {cell.name for cell in _changed(state)}
    lines = [f"{_header(rules)}, as {whose} it", _place(state)]
    lines += [f"{name} = {value}" for name, value in observe(rules, state, viewer).items()
              if name in changed or name not in rules.cells]
    return "\n".join(lines) + "\n"


def _lines(state: State, cells: Iterable[Cell]) -> list[str]:
    return [f"{cell.name} = {write_cell(state.slots, cell, state.rules.seats)}" for cell in cells]


def state_from_text(rules: Rules, text: str) -> State:
    """The state that `state_text` wrote. Raises BadState."""
    lines = text.splitlines()
    if len(lines) < 2 or lines[0] != _header(rules):
        raise BadState(f"the first line is not `{_header(rules)}`")
    s = list(rules.program.start)
    _read_place(rules, s, lines[1])
    for number, line in enumerate(lines[2:], 3):
        left, equals, right = line.partition(" = ")
        cell = rules.cells.get(left)
        if not equals or cell is None:
            raise BadState(f"line {number}: there is no `{left}` in this game")
        try:
            read_cell(s, cell, right, rules.seats)
        except ValueError as error:
            raise BadState(f"line {number}: {error}") from None
    settle(rules.program, s)
    if not s[1]:
        _require_remembered(rules, s)
    return State(rules, tuple(s))


def _require_remembered(rules: Rules, s: list[int]) -> None:
    """Raise BadState for a state in which a rule goes back to no place, or lacks what it has worked out before."""
    remembered = rules.remembered
    try:
        blocks = tuple(remembered.blocks_around(s, s[0]))
    except LookupError:
        raise BadState("line 2: the rules around this place go back to no place in these rules") from None
    lacking = next(remembered.lacking(remembered.put_into(s), blocks), None)
    if lacking is not None:
        raise BadState(f"it is not said what `{lacking.rule}.{lacking.name}` is")


def _header(rules: Rules) -> str:
    return f"state of {rules.program.name} for {rules.program.players} players"


def _read_place(rules: Rules, s: list[int], line: str) -> None:
    """`at LABEL` or `over by END`."""
    labels = {point.label: point.block for point in rules.machine.points if point is not None}
    ends = {end.id: i for i, end in enumerate(rules.program.ends)}
    word, _, name = line.partition(" ")
    if word == "at" and name in labels:
        s[0] = labels[name]
    elif word == "over" and name.removeprefix("by ") in ends:
        s[1] = ends[name.removeprefix("by ")] + 1
    else:
        raise BadState(f"line 2: `{line}` is no place in these rules")


def _place(state: State) -> str:
    rules = state.rules
    point = rules.point(state)
    return f"at {point.label}" if point else f"over by {rules.ended_by(state)}"


def _changed(state: State) -> Iterator[Cell]:
    """The cells that differ from the start of the game, without those of regions that are part of others."""
    start, shown = state.rules.program.start, state.rules.standing_cells(state)
    return (cell for name, cell in state.rules.cells.items()
            if (cell.local or name in shown) and any(state.slots[i] != start[i] for i in _slots(cell)))


def _slots(cell: Cell) -> range:
    return range(cell.base, cell.base + width(cell.type))
