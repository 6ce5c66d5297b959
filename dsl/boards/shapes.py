"""Lay out a board by its shape: rings, lines, graphs, squares and hexes of some columns and rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import assert_never

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from ..source.fixes import instead
from .drawing import draw
from .forms import FORMS
from .layout import Layout, is_small, laid_out


def lay_out(board: ast.Board, columns: int, rows: int, diagnostics: Diagnostics) -> Layout | None:
    """Return the spaces of a board, or None where its description makes none.

    `columns` and `rows` are what a square or hex board says of its size.
    """
    _check_parts(board, diagnostics)
    match board.shape:
        case "ring" | "line":
            return _row(board, diagnostics)
        case "graph":
            return _graph(board, diagnostics)
        case "square" | "hex":
            return draw(board, diagnostics) if board.width is None else _grid(board, columns, rows, diagnostics)
        case "edges" | "corners":
            raise AssertionError("edges and corners are laid out with the board that they bound")
        case _:
            assert_never(board.shape)


def _check_parts(board: ast.Board, diagnostics: Diagnostics) -> None:
    """Record the parts that a board of this shape does not have."""
    drawn = FORMS[board.shape].is_drawn
    for link in board.links if board.shape != "graph" else ():
        diagnostics.add("E206", "only a graph has links", link.span)
    for drawing in board.drawings:
        if not drawn:
            diagnostics.add("E206", "only a square or hex board has a map", drawing.span)
        elif board.width is not None:
            diagnostics.add("E206", "this board has a size, so it cannot have a map", drawing.span,
                      help=f"a drawn board takes its size from the map: `{board.shape} of {board.space.name}`")
    for mark in board.marks:
        if mark.letter is not None and not (drawn and board.width is None):
            diagnostics.add("E206", "only a drawn board has a legend", mark.span,
                      help="name the spaces: `at T1, T2: ...`" if board.shape != "graph" else None)


def _row(board: ast.Board, diagnostics: Diagnostics) -> Layout | None:
    first = re.fullmatch(r"(.*?)([0-9]{1,9})", board.first or "")
    last = re.fullmatch(r"(.*?)([0-9]{1,9})", board.last or "")
    if not first or not last or first[1] != last[1] or int(first[2]) >= int(last[2]):
        diagnostics.add("E304", f"`{board.first} .. {board.last}` does not number any spaces", board.shape_span,
                  help="write a name with a number, and the same name with a higher number: `T1 .. T15`",
                  fixes=instead(board.shape_span, f"{board.first} .. {board.last}", f"{board.last} .. {board.first}")
                  if first and last and first[1] == last[1] and int(first[2]) > int(last[2]) else ())
        return None
    count = int(last[2]) - int(first[2]) + 1
    if not is_small(board, count, diagnostics):
        return None
    # `T01 .. T15` keeps its zeros. With `T1 .. T15` the numbers have as many digits as they need.
    digits = len(first[2]) if len(first[2]) == len(last[2]) else 1
    names = tuple(f"{first[1]}{int(first[2]) + i:0{digits}}" for i in range(count))
    ring = FORMS[board.shape].is_round
    near = []
    for i in range(count):
        around = (i - 1, i + 1)
        # Each neighbour once: on a ring of two spaces the one before and the one behind are the same.
        near.append(tuple(dict.fromkeys(j % count for j in around if ring or 0 <= j < count)))
    return Layout(board.shape, names, tuple(near))


def _grid(board: ast.Board, columns: int, rows: int, diagnostics: Diagnostics) -> Layout | None:
    """Return a square board, or a hex board in which every second row stands half a space further right."""
    if columns < 1 or rows < 1:
        diagnostics.add("E304", f"a {board.shape} board of {columns} by {rows} spaces", board.shape_span,
                  help="a board needs at least one column and one row")
        return None
    if not is_small(board, columns * rows, diagnostics):
        return None
    form = FORMS[board.shape]
    places = tuple((form.apart * column + 1 + (row % 2 if form.is_staggered else 0), row + 1)
                   for row in range(rows) for column in range(columns))
    return laid_out(board.shape, places)


def _graph(board: ast.Board, diagnostics: Diagnostics) -> Layout | None:
    names = tuple(dict.fromkeys(word.name for link in board.links for word in link.names))
    if not names:
        diagnostics.add("E304", "a graph without spaces", board.shape_span, help="link them: `lake - forest - hill`")
        return None
    if not is_small(board, len(names), diagnostics):
        return None
    space_at = {name: i for i, name in enumerate(names)}
    near: list[dict[int, None]] = [{} for _ in names]
    for first, second in links_of(board):
        if first.name == second.name:
            diagnostics.add("E304", f"`{second.name}` is linked with itself", second.span, help="a link joins two spaces")
        else:
            near[space_at[first.name]][space_at[second.name]] = None
            near[space_at[second.name]][space_at[first.name]] = None
    return Layout(board.shape, names, tuple(tuple(record) for record in near))


def links_of(board: ast.Board) -> Iterator[tuple[ast.Name, ast.Name]]:
    """The two spaces of each link that a graph is written with, in order."""
    for link in board.links:
        yield from pairwise(link.names)
