"""Positions as text: boards, players' things, and what lies in the middle of the table.

What a picture shows is what `observe` lets a player see; with no player it shows everything.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import cast

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..dsl import ir
from ..dsl.conversion import converted
from ..dsl.types import EnumType, FlagType, IntType, PerType, Scalar, Type, UnionType, values
from ..interpreter.cells import Cell, names_of, write
from ..interpreter.observation import Viewer
from ..interpreter.rules import Rules
from ..interpreter.state import State
from .cards import Cards
from .colours import coloured
from .grids import Grid
from .seen import Seen

# The length of texts that may be of any length.
UNBOUNDED = 40
# More rows than these in which nothing stands are one row.
MOST_EMPTY = 2


def console(width: int | None = None) -> Console:
    """The terminal; colours only where it has them."""
    return Console(highlight=False, width=width, soft_wrap=False)


def picture(rules: Rules, state: State, viewer: Viewer | None = None, whole: bool = False) -> RenderableType:
    """A position: each board, then players and sides, then the rest; the whole of it with fields that are aside."""
    seen = Seen(rules, state, viewer, whole)
    parts: list[RenderableType] = [_grid(seen, board) if board.places else _spaces(seen, board)
                                   for board in rules.program.boards]
    parts += _owners(seen)
    middle = _middle(seen)
    if middle is not None:
        parts.append(middle)
    return Group(*parts)


def _grid(seen: Seen, board: ir.BoardShape) -> RenderableType:
    """A board with places, as a picture."""
    spaces = range(len(board.space.members))
    texts = tuple(_on_space(seen, board, space) for space in spaces)
    return Grid(board.space.members, board.places, texts, board.shape == "hex", _longest(seen, board))


def _on_space(seen: Seen, board: ir.BoardShape, space: int) -> str:
    """What a picture says of a space: the rulebook's text for it, or its letter and its first field."""
    if board.picture is not None:
        text: str = seen.rules.machine.names[f"t{board.picture}"](seen.slots, space)
        return "" if text == "0" else _plain(text)
    fields = seen.fields_of(board.space)
    value = seen.text(fields[0], space) if fields and not seen.is_empty(fields[0], space) else ""
    return " ".join(part for part in (board.letters[space] if board.letters else "", value) if part)


def _plain(text: str) -> str:
    """A text of a space without what is not there, and without the braces of sets."""
    return " ".join(re.sub(r"\bnone\b|[{}]", " ", text).split())


def _longest(seen: Seen, board: ir.BoardShape) -> int:
    """How long a text of a space can get."""
    if board.picture is not None:
        parts = seen.rules.program.texts[board.picture].parts
        return sum(len(part) if isinstance(part, str) else _longest_value(part.type, seen.rules.seats) for part in parts)
    types = [one.type for one in seen.rules.program.fields if one.owner == board.space][:1]
    return bool(board.letters) + sum(1 + _longest_value(type_, seen.rules.seats) for type_ in types)


def _longest_value(type_: Type, seats: list[str]) -> int:
    """How long a value of a type can get, written out."""
    match type_:
        case IntType() | FlagType() | EnumType() | UnionType():
            return max(len(write(type_, value, seats)) for value in values(type_))
    return UNBOUNDED


def _spaces(seen: Seen, board: ir.BoardShape) -> RenderableType:
    """Any other board as a table of its spaces, or of its regions with their spaces."""
    s = seen.state.slots
    fields = [field for of in (board.region, board.space) if of is not None for field in seen.fields_of(of)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column((board.region or board.space).name)
    for field in fields:
        table.add_column(field.name)
    near = _next_to(seen, board)
    if near:
        table.add_column("next to")
    table.add_column("")
    here = _standing(seen, board)
    rows: list[tuple[str, list[str], str]] = []
    for i, name in enumerate(board.space.members):
        root = i if board.roots is None else s[board.roots + i]
        if root != i:
            continue
        spaces = [i] if board.roots is None else [
            j for j in range(len(board.space.members)) if s[board.roots + j] == i]
        label = " ".join(board.space.members[j] for j in spaces) if len(spaces) > 1 else name
        values = ["" if text in ("none", "0", "-") else text for text in (seen.text(field, i) for field in fields)]
        marks = ", ".join(word for j in spaces for word in here.get(j, ()))
        rows.append((label, [*values, *near[i : i + 1]], marks))
    for label, values, marks in _folded(rows) if board.region is None else rows:
        table.add_row(label, *map(coloured, values), marks)
    return table


def _folded(rows: list[tuple[str, list[str], str]]) -> Iterator[tuple[str, list[str], str]]:
    """Rows in which nothing stands, if several follow each other, as one row."""
    for empty, run in groupby(rows, lambda row: not any(row[1]) and not row[2]):
        same = list(run)
        if empty and len(same) > MOST_EMPTY:
            yield f"{same[0][0]} to {same[-1][0]}", same[0][1], ""
        else:
            yield from same


def _next_to(seen: Seen, board: ir.BoardShape) -> list[str]:
    """What each space of a graph is next to; nothing for boards on which that is plain."""
    if board.shape != "graph":
        return []
    near = dict(seen.rules.program.tables)[f"near.{board.name}"]
    return [", ".join(board.space.members[other] for other in others)
            for others in cast("tuple[tuple[int, ...], ...]", near)]


def _standing(seen: Seen, board: ir.BoardShape) -> dict[int, list[str]]:
    """What stands where: the fields outside the board that name one of its spaces."""
    out: dict[int, list[str]] = defaultdict(list)
    kept = _kept_by_boards(seen)
    for one in seen.fields:
        if one.owner in (board.space, board.region) or one.name in kept:
            continue
        for owner in range(len(one.owner.members)) if one.owner else (None,):
            for cell in seen.cells(one, owner):
                space = _space_of(seen, board, cell)
                if cell.name not in seen.hidden and space is not None:
                    out[space].append(_called(cell))
    return out


def _kept_by_boards(seen: Seen) -> set[str]:
    """The fields that say which space belongs to which region; a board shows that by itself."""
    return {f"{board.region.name} of {board.space.name}" for board in seen.rules.program.boards if board.region is not None}


def _space_of(seen: Seen, board: ir.BoardShape, cell: Cell) -> int | None:
    """The space that a cell names, if it names one of this board or its regions."""
    if not isinstance(cell.type, Scalar):
        return None
    value = seen.state.slots[cell.base]
    space = converted(value, cell.type, board.region or board.space)
    return space if space is not None or board.region is None else converted(value, cell.type, board.space)


def _called(cell: Cell) -> str:
    """What stands on a space, by the field that says so: `P1`, `P1 left`, `emperor`."""
    name, _, key = cell.name.partition("[")
    return f"{name.split('.')[0]} {key.removesuffix(']').replace('][', ' ')}".rstrip()


def _owners(seen: Seen) -> list[RenderableType]:
    """A table for players, one for sides, one for each kind of pieces, and one for the rows of each table."""
    program = seen.rules.program
    boards = {of.name for board in program.boards for of in (board.space, board.region) if of is not None}
    owners: dict[str, EnumType] = {}
    for one in seen.fields:
        if one.owner is not None and one.owner.name not in boards:
            owners.setdefault(one.owner.name, one.owner)
    cards = Cards(seen)
    out: list[RenderableType] = []
    for owner in cards.added_to(owners.values()):
        if owner.kind == "row":
            out += [Text(), cards.table(owner)]
            continue
        if owner.kind == "piece":
            out += [Text(), _pieces(seen, next(one for one in seen.rules.program.pieces if one.type == owner))]
            continue
        table = Table(box=None, pad_edge=False, header_style="bold")
        names = names_of(owner, seen.rules.seats)
        fields = seen.fields_of(owner)
        table.add_column(owner.name)
        for field in fields:
            table.add_column(field.name)
        for i, name in enumerate(names):
            table.add_row(name, *(coloured(seen.text(field, i)) for field in fields))
        out += [Text(), table]
    return out


def _pieces(seen: Seen, shape: ir.PieceShape) -> RenderableType:
    """Pieces of a kind: a row for those with the same owner, of which the same is fixed and all fields are equal."""
    fixed = [one for one in shape.fixed if len(one.values) == len(shape.numbers)]
    fields = seen.fields_of(shape.type)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in (shape.type.name, "", *(one.name for one in fixed), *(field.name for field in fields)):
        table.add_column(name)
    rows: dict[tuple[str, ...], int] = {}
    for piece in range(len(shape.numbers)):
        owner = shape.type.owner_of(piece)
        whose = "" if shape.type.owner is None or owner is None else names_of(shape.type.owner, seen.rules.seats)[owner]
        what = (write(one.type, one.values[piece], seen.rules.seats) for one in fixed)
        row = (whose, *what, *(seen.text(field, piece) for field in fields))
        rows[row] = rows.get(row, 0) + 1
    for (whose, *texts), count in rows.items():
        table.add_row(whose, f"{count} x", *map(coloured, texts))
    return table


def _middle(seen: Seen) -> RenderableType | None:
    """The fields that belong to nobody."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold")
    table.add_column()
    kept = _kept_by_boards(seen)
    for one in seen.fields:
        if one.owner is None and one.name not in kept and not (
                isinstance(one.type, PerType) and seen.is_empty(one, None)):
            table.add_row(one.name, coloured(seen.text(one, None)))
    return Group(Text(), table) if table.row_count else None
