"""A board -> the outline of each space, the box for what lies there, and where its name stands."""

from __future__ import annotations

import re
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import assert_never

from attrs import frozen

from ..scene.model import Board
from .graphs import places
from .outlines import Point, Polygon, rounded
from .packing import Box

RING, LINE, SQUARE, HEX, GRAPH = 100, 76, 60, 96, 104
# A space of a graph that a look file lays out; links need no turns then.
ROW_GRAPH = 72
# Boards of many tokens on a space have larger spaces.
CROWDED, CROWDED_SQUARE = 3, 84
MARGIN = 26
# The widest row of a line of spaces.
WIDEST = 780
_LETTERED = re.compile(r"[a-z]+[0-9]+")


@frozen
class BoardPlan:
    """A board with places: its size; for each space its outline, its box and the middle of its name; links between spaces.

    Column c and row r lie at `origin` and c and r times `step`; `edge` are letters and numbers beside the board, `largest` is
    the size of the largest sign, `hole` the radius of what is free in the middle.
    """

    width: float
    height: float
    outlines: tuple[Polygon, ...]
    boxes: tuple[Box, ...]
    labels: tuple[Point | None, ...]
    links: tuple[tuple[Point, Point], ...] = ()
    edge: tuple[tuple[float, float, str], ...] = ()
    largest: float = 40
    hole: float = 0
    origin: Point = (0, 0)
    step: Point = (0, 0)


def plan_board(board: Board) -> BoardPlan:
    """Lay out a board as its look file says, else by its shape."""
    if board.rows:
        return _rows(board, board.size or (ROW_GRAPH if board.shape == "graph" else LINE))
    match board.shape:
        case "ring":
            return _ring(board, board.size or RING)
        case "line":
            return _line(board, board.size or LINE)
        case "square":
            return _square(board, board.size or (CROWDED_SQUARE if _most(board) >= CROWDED else SQUARE))
        case "hex":
            return _hex(board, board.size or (HEX if _is_crowded(board) else SQUARE))
        case "graph":
            return _graph(board, board.size or GRAPH)
        case "edges" | "corners":
            raise AssertionError("edges and corners are drawn with the board that they bound")
        case _:
            assert_never(board.shape)


def _rows(board: Board, size: float) -> BoardPlan:
    """Spaces in the rows of a look file: squares, or octagons with links between them."""
    is_graph = board.shape == "graph"
    step = size + (board.gap if board.gap is not None else round(size * 0.4) if is_graph else 6)
    centres = [(4 + size / 2 + column * step, 4 + size / 2 + row * step) for column, row in board.rows]
    links = [(centres[a], centres[b]) for a, others in enumerate(board.near) for b in others if a < b]
    low = 0 if is_graph else 7
    return BoardPlan(
        max(x for x, _ in centres) + size / 2 + 4,
        max(y for _, y in centres) + size / 2 + 4,
        tuple(_octagon(x, y, size) if is_graph else _rectangle(x - size / 2, y - size / 2, size, size) for x, y in centres),
        tuple(Box(x, y + (8 if is_graph else low), size * (0.78 if is_graph else 0.88), size * (0.6 if is_graph else 0.7))
              for x, y in centres),
        tuple((x, y - size / 2 + (16 if is_graph else 13)) for x, y in centres),
        tuple(links),
        largest=size * 0.5,
    )


def _octagon(x: float, y: float, size: float) -> Polygon:
    # The corners lie outside the circle of this size, which the sides touch.
    turns = [pi * (2 * k + 1) / 8 for k in range(8)]
    return rounded([(x + size / 2 * cos(turn) / cos(pi / 8), y + size / 2 * sin(turn) / cos(pi / 8)) for turn in turns])


def _most(board: Board) -> int:
    return max((len(space.tokens) // len(space.members) for space in board.spaces if space.members), default=0)


def _is_crowded(board: Board) -> bool:
    return _most(board) > 1 or not all(map(_LETTERED.fullmatch, board.names))


def _ring(board: Board, size: float) -> BoardPlan:
    """Wedges around a middle, clockwise from the top."""
    count = len(board.names)
    middle = max(size * count / (2 * pi), size * 1.1)
    inner, outer = middle - size * 0.55, middle + size * 0.55
    centre = outer + MARGIN
    arcs = max(2, round(24 / count) + 1)

    def at(turn: float, radius: float) -> Point:
        return centre + radius * sin(2 * pi * turn / count), centre - radius * cos(2 * pi * turn / count)

    outlines, boxes, labels = [], [], []
    for i in range(count):
        # Arcs are short straight pieces: neighbours share their corners exactly, by which merged spaces lose the edge between
        # them.
        turns = [i - 0.5 + step / arcs for step in range(arcs + 1)]
        outlines.append(rounded([at(turn, outer) for turn in turns] + [at(turn, inner) for turn in reversed(turns)]))
        x, y = at(i, middle)
        boxes.append(Box(x, y, size * 0.76, size * 0.76))
        labels.append(at(i, outer + 13))
    return BoardPlan(2 * centre, 2 * centre, tuple(outlines), tuple(boxes), tuple(labels), largest=size * 0.5, hole=inner)


def _line(board: Board, size: float) -> BoardPlan:
    """Squares in rows, each row going back the other way."""
    count, gap = len(board.names), board.gap if board.gap is not None else 12
    columns = min(count, int(WIDEST // (size + gap)))
    outlines, boxes, labels, centres = [], [], [], []
    for i in range(count):
        row, column = divmod(i, columns)
        column = columns - 1 - column if row % 2 else column
        x, y = 4 + column * (size + gap), 4 + row * (size + gap)
        outlines.append(_rectangle(x, y, size, size))
        boxes.append(Box(x + size / 2, y + size / 2 + 7, size * 0.88, size * 0.7))
        labels.append((x + size / 2, y + 13))
        centres.append((x + size / 2, y + size / 2))
    rows = -(-count // columns)
    links = tuple(pairwise(centres))
    return BoardPlan(
        8 + columns * (size + gap) - gap,
        8 + rows * (size + gap) - gap,
        tuple(outlines),
        tuple(boxes),
        tuple(labels),
        links,
        largest=size * 0.5,
    )


def _rectangle(x: float, y: float, width: float, height: float) -> Polygon:
    return rounded([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def _square(board: Board, size: float) -> BoardPlan:
    """Squares in rows, the first row at the bottom, with letters and numbers along the edges."""
    gap = board.gap or 0
    columns, rows = max(column for column, _ in board.places), max(row for _, row in board.places)
    is_lettered = all(map(_LETTERED.fullmatch, board.names))
    outlines, boxes, labels = [], [], []
    for column, row in board.places:
        x, y = MARGIN + (column - 1) * (size + gap), MARGIN + (rows - row) * (size + gap)
        outlines.append(_rectangle(x, y, size, size))
        down = 0 if is_lettered else 7
        boxes.append(Box(x + size / 2, y + size / 2 + down, size * 0.9, size * 0.9 - 2 * down))
        labels.append(None if is_lettered else (x + size / 2, y + 12))
    width, height = 2 * MARGIN + columns * (size + gap) - gap, 2 * MARGIN + rows * (size + gap) - gap
    edge = _edges(board, size, gap, rows, width, height) if is_lettered else ()
    return BoardPlan(width, height, tuple(outlines), tuple(boxes), tuple(labels), edge=tuple(edge), largest=size * 0.76,
                     origin=(MARGIN - size / 2 - gap, height - MARGIN + size / 2 + gap), step=(size + gap, -size - gap))


def _edges(board: Board, size: float, gap: float, rows: int, width: float, height: float) -> list[tuple[float, float, str]]:
    """The letters of the columns below and above, the numbers of the rows at both sides."""
    letters = {column: name.rstrip("0123456789") for (column, _), name in zip(board.places, board.names, strict=True)}
    # The rows of a board shown in part do not begin with 1.
    more = int(board.names[0][len(letters[board.places[0][0]]):]) - board.places[0][1]
    out = []
    for column, letter in sorted(letters.items()):
        x = MARGIN + (column - 0.5) * (size + gap) - gap / 2
        out += [(x, height - 8, letter), (x, 17.0, letter)]
    for row in range(1, rows + 1):
        y = MARGIN + (rows - row + 0.5) * (size + gap) - gap / 2 + 5
        out += [(12.0, y, str(row + more)), (width - 12, y, str(row + more))]
    return out


def _hex(board: Board, size: float) -> BoardPlan:
    """Hexes with a corner above, in rows, every other row half a hex to the side; the first row at the bottom."""
    wide, side = size, size / sqrt(3)
    rows = max(row for _, row in board.places)
    outlines, boxes, labels = [], [], []
    for column, row in board.places:
        # Columns of a hex board count half hexes: two neighbours in a row are two columns apart (`dsl.boards.forms`).
        x, y = 4 + column * wide / 2, 4 + side + (rows - row) * side * 1.5
        corners = (
            (0, -side),
            (wide / 2, -side / 2),
            (wide / 2, side / 2),
            (0, side),
            (-wide / 2, side / 2),
            (-wide / 2, -side / 2),
        )
        outlines.append(rounded([(x + dx, y + dy) for dx, dy in corners]))
        boxes.append(Box(x, y + size * 0.04, size * 0.82, size * 0.6))
        labels.append((x, y - side * 0.62))
    width = 8 + (max(column for column, _ in board.places) + 1) * wide / 2
    height = 8 + 2 * side + (rows - 1) * side * 1.5
    return BoardPlan(width, height, tuple(outlines), tuple(boxes), tuple(labels), largest=size * 0.5,
                     origin=(4, 4 + side + rows * side * 1.5), step=(wide / 2, -side * 1.5))


def _graph(board: Board, size: float) -> BoardPlan:
    """Octagons with links between them."""
    centres = places(board.near, size * 1.25)
    left, top = min(x for x, _ in centres) - size / 2 - 6, min(y for _, y in centres) - size / 2 - 6
    points = [(x - left, y - top) for x, y in centres]
    outlines = [_octagon(x, y, size) for x, y in points]
    boxes = [Box(x, y + 8, size * 0.78, size * 0.6) for x, y in points]
    labels = [(x, y - size / 2 + 16) for x, y in points]
    links = tuple((points[a], points[b]) for a, others in enumerate(board.near) for b in others if a < b)
    width, height = max(x for x, _ in points) + size / 2 + 6, max(y for _, y in points) + size / 2 + 6
    return BoardPlan(width, height, tuple(outlines), tuple(boxes), tuple(labels), links, largest=size * 0.45)
