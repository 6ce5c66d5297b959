"""Positions as text: boards, players' things, and what lies in the middle of the table.

What a picture shows is what `observe` lets a player see; with no player it shows everything.
"""

from __future__ import annotations

from collections import defaultdict

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..dsl import ir
from ..dsl.types import EnumType, PerType, UnionType
from ..interpreter.cells import Cell, names_of
from ..interpreter.rules import Rules
from ..interpreter.state import State

COLOURS = {"red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "pink": "magenta", "white": "bold",
           "black": "bright_black", "orange": "dark_orange", "purple": "purple"}


def console(width: int | None = None) -> Console:
    """The terminal; colours only where it has them."""
    return Console(highlight=False, width=width, soft_wrap=False)


def picture(rules: Rules, state: State, viewer: int | None = None) -> RenderableType:
    """A position: each board, then players and sides, then the rest."""
    seen = _Seen(rules, state, viewer)
    parts: list[RenderableType] = [_square(seen, board) if board.shape == "square" else _spaces(seen, board)
                                   for board in rules.program.boards]
    parts += _owners(seen)
    middle = _middle(seen)
    if middle is not None:
        parts.append(middle)
    return Group(*parts)


class _Seen:
    """The cells of the fields that are seen, with their values in words."""

    def __init__(self, rules: Rules, state: State, viewer: int | None) -> None:
        self.rules, self.state, self.viewer = rules, state, viewer
        hidden = rules.hidden(viewer) if viewer is not None else frozenset()
        self.values: dict[str, str] = rules.observe(state, viewer) if viewer is not None else {
            name: rules.written(state, name) for name, cell in rules.cells.items() if not cell.local}
        self.by_field: dict[tuple[str, int | None], list[Cell]] = defaultdict(list)
        self.owner_of: dict[str, EnumType | None] = {one.name: one.owner for one in rules.program.fields}
        for cell in rules.cells.values():
            if not cell.local:
                self.by_field[cell.part_of, cell.owner].append(cell)
        self.hidden = hidden

    def text(self, field: str, owner: int | None) -> str:
        """A field in one line: its value, or `key value` for each key that has something."""
        cells = self.by_field[field, owner]
        if len(cells) == 1 and "[" not in cells[0].name:
            return self.values.get(cells[0].name, "?")
        parts = []
        for cell in cells:
            value = self.values.get(cell.name, "?")
            if value not in ("0", "none", "no", "{}", "[]"):
                parts.append(f"{cell.name[cell.name.index('[') + 1 : -1].replace('][', ' ')} {value}")
        return ", ".join(parts) or "-"

    def is_empty(self, field: str, owner: int | None) -> bool:
        return self.text(field, owner) in ("-", "0", "none", "no", "{}", "[]")


def _fields_of(seen: _Seen, owner: EnumType) -> list[str]:
    return [one.name for one in seen.rules.program.fields if one.owner == owner]


def _square(seen: _Seen, board: ir.BoardShape) -> RenderableType:
    """A square board as a grid, the first row at the bottom, letters for columns."""
    names = [_on_space(seen, board, i) for i in range(len(board.space.members))]
    width = max(1, *(len(name) for name in names))
    lines = []
    for row in reversed(range(board.rows)):
        cells = names[row * board.columns : (row + 1) * board.columns]
        lines.append(f"{row + 1:>3}  " + " ".join(f"{cell:^{width}}" for cell in cells))
    lines.append("     " + " ".join(f"{chr(97 + column):^{width}}" for column in range(board.columns)))
    return _coloured("\n".join(lines) + "\n")


def _on_space(seen: _Seen, board: ir.BoardShape, space: int) -> str:
    if board.picture is None:
        fields = _fields_of(seen, board.space)
        text = seen.text(fields[0], space) if fields else "."
    else:
        text = seen.rules.machine.names[f"t{board.picture}"](list(seen.state.slots), space)
    return "." if text in ("none", "0", "") else text


def _spaces(seen: _Seen, board: ir.BoardShape) -> RenderableType:
    """Any other board as a table of its spaces, or of its regions with their spaces."""
    rules, s = seen.rules, seen.state.slots
    fields = [name for of in (board.region, board.space) if of is not None for name in _fields_of(seen, of)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column((board.region or board.space).name)
    for name in fields:
        table.add_column(name)
    table.add_column("")
    here = _standing(seen, board)
    for i, name in enumerate(board.space.members):
        root = i if board.roots is None else s[board.roots + i]
        if root != i:
            continue
        spaces = [i] if board.roots is None else [
            j for j in range(len(board.space.members)) if s[board.roots + j] == i]
        label = " ".join(board.space.members[j] for j in spaces) if len(spaces) > 1 else name
        values = [seen.text(field, i) for field in fields]
        marks = ", ".join(word for j in spaces for word in here.get(j, ()))
        table.add_row(label, *(_coloured("" if v in ("none", "0", "-") else v) for v in values), marks)
    assert rules is not None
    return table


def _standing(seen: _Seen, board: ir.BoardShape) -> dict[int, list[str]]:
    """What stands where: the fields outside the board that name one of its spaces."""
    out: dict[int, list[str]] = defaultdict(list)
    for one in seen.rules.program.fields:
        base = one.type.base if isinstance(one.type, UnionType) else one.type
        if base not in (board.space, board.region) or one.owner in (board.space, board.region):
            continue
        for owner in range(len(one.owner.members)) if one.owner else (None,):
            cell = seen.by_field[one.name, owner][0]
            if cell.name not in seen.hidden and seen.state.slots[cell.base] >= 0:
                out[seen.state.slots[cell.base]].append(cell.name.split(".")[0])
    return out


def _owners(seen: _Seen) -> list[RenderableType]:
    """A table for players, one for sides, and one for the rows of each table with fields."""
    program = seen.rules.program
    boards = {of.name for board in program.boards for of in (board.space, board.region) if of is not None}
    owners: dict[str, EnumType] = {}
    for one in program.fields:
        if one.owner is not None and one.owner.name not in boards:
            owners.setdefault(one.owner.name, one.owner)
    out: list[RenderableType] = []
    for owner in owners.values():
        table = Table(box=None, pad_edge=False, header_style="bold")
        names = names_of(owner, seen.rules.seats)
        fields = _fields_of(seen, owner)
        table.add_column(owner.name)
        for field in fields:
            table.add_column(field)
        for i, name in enumerate(names):
            table.add_row(name, *(_coloured(seen.text(field, i)) for field in fields))
        out += [Text(), table]
    return out


def _middle(seen: _Seen) -> RenderableType | None:
    """The fields that belong to nobody."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold")
    table.add_column()
    roots = {f"{b.region.name} of {b.space.name}" for b in seen.rules.program.boards if b.region is not None}
    for one in seen.rules.program.fields:
        if one.owner is None and one.name not in roots and not (
                isinstance(one.type, PerType) and seen.is_empty(one.name, None)):
            table.add_row(one.name, _coloured(seen.text(one.name, None)))
    return Group(Text(), table) if table.row_count else None


def _coloured(text: str) -> Text:
    """The text, with each word that is a colour in its colour."""
    out = Text()
    for i, word in enumerate(text.split(" ")):
        if i:
            out.append(" ")
        out.append(word, style=COLOURS.get(word.strip(",")))
    return out
