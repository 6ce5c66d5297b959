"""Boards: the spaces of each shape, their names, and who is next to whom."""

from __future__ import annotations

import re
from itertools import pairwise

from attrs import frozen

from . import syntax as ast
from .diagnostics import Diagnostics

MAX_SPACES = 400

_PARTS = {"links": "a graph has links", "map": "a hex board has a map", "legend": "a hex board has a legend"}


@frozen
class Layout:
    """The spaces of a board in their order; for a square also their columns and rows, from 1."""

    names: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    columns: int = 0
    rows: int = 0
    coordinates: tuple[tuple[int, int], ...] = ()


def lay_out(board: ast.Board, width: int, height: int, found: Diagnostics) -> Layout | None:
    """The spaces of a board, or None where its description makes none."""
    _check_parts(board, found)
    match board.shape:
        case "ring" | "line":
            return _row(board, found)
        case "square":
            return _square(board, width, height, found)
        case "graph":
            return _graph(board, found)
    found.add("E901", "hex boards are not supported yet", board.shape_span)
    return None


def _check_parts(board: ast.Board, found: Diagnostics) -> None:
    wanted = {"graph": ("links",), "hexes": ("map", "legend")}.get(board.shape, ())
    for part in board.parts:
        if part.kind not in wanted:
            found.add("E206", f"only {_PARTS[part.kind]}", part.span)


def _row(board: ast.Board, found: Diagnostics) -> Layout | None:
    first = re.fullmatch(r"(.*?)([0-9]{1,9})", board.first or "")
    last = re.fullmatch(r"(.*?)([0-9]{1,9})", board.last or "")
    if not first or not last or first[1] != last[1] or int(first[2]) >= int(last[2]):
        found.add("E304", f"`{board.first} .. {board.last}` does not number any spaces", board.shape_span,
                  help="a name with a number, and the same name with a higher one: `T1 .. T15`")
        return None
    count = int(last[2]) - int(first[2]) + 1
    if not _is_small(board, count, found):
        return None
    digits = len(first[2]) if len(first[2]) == len(last[2]) else 1
    names = tuple(f"{first[1]}{int(first[2]) + i:0{digits}}" for i in range(count))
    ring = board.shape == "ring"
    near = []
    for i in range(count):
        around = (i - 1, i + 1)
        near.append(tuple(dict.fromkeys(j % count for j in around if ring or 0 <= j < count)))
    return Layout(names, tuple(near))


def _square(board: ast.Board, width: int, height: int, found: Diagnostics) -> Layout | None:
    if width < 1 or height < 1 or width > 26:
        found.add("E304", f"a square board of {width} by {height} spaces", board.shape_span,
                  help="1 to 26 columns (they are lettered) and at least one row")
        return None
    if not _is_small(board, width * height, found):
        return None
    places = tuple((column, row) for row in range(1, height + 1) for column in range(1, width + 1))
    at = {place: i for i, place in enumerate(places)}
    names = tuple(f"{chr(96 + column)}{row}" for column, row in places)
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    near = tuple(
        tuple(at[c + x, r + y] for x, y in steps if (c + x, r + y) in at) for c, r in places)
    return Layout(names, near, width, height, places)


def _graph(board: ast.Board, found: Diagnostics) -> Layout | None:
    links = [part.words for part in board.parts if part.kind == "links"]
    names = tuple(dict.fromkeys(name for link in links for name in link))
    if not names:
        found.add("E304", "a graph without spaces", board.shape_span, help="link them: `lake - forest - hill`")
        return None
    if not _is_small(board, len(names), found):
        return None
    at = {name: i for i, name in enumerate(names)}
    near: list[dict[int, None]] = [{} for _ in names]
    for link in links:
        for a, b in pairwise(link):
            near[at[a]][at[b]] = None
            near[at[b]][at[a]] = None
    return Layout(names, tuple(tuple(one) for one in near))


def _is_small(board: ast.Board, count: int, found: Diagnostics) -> bool:
    if count > MAX_SPACES:
        found.add("E106", f"a board of {count} spaces; at most {MAX_SPACES} are allowed", board.shape_span)
    return count <= MAX_SPACES


def lines_of(layout_columns: int, layout_rows: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Every straight line of `length` spaces on a square board, in four directions."""
    out = []
    for row in range(1, layout_rows + 1):
        for column in range(1, layout_columns + 1):
            for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)):
                end_column, end_row = column + x * (length - 1), row + y * (length - 1)
                if 1 <= end_column <= layout_columns and 1 <= end_row <= layout_rows:
                    out.append(tuple(
                        (row + y * i - 1) * layout_columns + column + x * i - 1 for i in range(length)))
    return tuple(out)
