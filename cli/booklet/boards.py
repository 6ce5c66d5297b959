"""Drawn boards of booklets: as a picture for a page of HTML, as lines of text for Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import assert_never

from ...dsl.types.shapes import ShapeName
from ...translation.booklet.board_drawing import DrawnBoard, DrawnSpace

# The width of a space in the units of the picture; a hex is as wide, and its corners are above and below.
WIDE, QUARTER = 64, 18
# How many tints there are for kinds of spaces.
TINTS = 6


def as_svg(board: DrawnBoard, says: str) -> str:
    """A picture of a board, with the name of each space and what it is; `says` is what is said of it."""
    kinds = {words: i for i, words in enumerate(dict.fromkeys(space.words for space in board.spaces))}
    columns, rows = board.size
    step = WIDE // 2 if board.staggered else WIDE
    high = 3 * QUARTER if board.staggered else WIDE
    width = columns * step + (step if board.staggered else 0) + 2
    height = rows * high + (QUARTER if board.staggered else 0) + 2
    shapes = []
    for space in board.spaces:
        x, y = 1 + (space.place[0] - 1) * step, 1 + (rows - space.place[1]) * high
        inside = _outline(x, y, board.shape) + _labels(space, x, y, board.staggered)
        shapes.append(f'<g class="kind{kinds[space.words] % TINTS}">{inside}</g>')
    return f'<svg class="board" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(says)}">{"".join(shapes)}</svg>'


def _outline(x: int, y: int, shape: ShapeName) -> str:
    match shape:
        case "square":
            return f'<rect x="{x}" y="{y}" width="{WIDE}" height="{WIDE}"/>'
        case "hex":
            half = WIDE // 2
            corners = ((x + half, y), (x + WIDE, y + QUARTER), (x + WIDE, y + 3 * QUARTER),
                       (x + half, y + 4 * QUARTER), (x, y + 3 * QUARTER), (x, y + QUARTER))
            return f'<polygon points="{" ".join(f"{a},{b}" for a, b in corners)}"/>'
        case "ring" | "line" | "graph" | "edges" | "corners":
            raise AssertionError("only square and hex boards are drawn with letters")
        case _:
            assert_never(shape)


def _labels(space: DrawnSpace, x: int, y: int, is_hex: bool) -> str:
    middle = x + WIDE // 2
    top = y + (2 * QUARTER if is_hex else WIDE // 2)
    return (f'<text x="{middle}" y="{top - 2}" class="name">{escape(space.name)}</text>'
            f'<text x="{middle}" y="{top + 12}">{escape(space.words)}</text>')


def as_lines(board: DrawnBoard) -> Iterator[str]:
    """A board row by row, the highest first: each space by its name and the letter it is drawn with; then what letters say."""
    texts = {space.place: f"{space.name} {space.letter}" for space in board.spaces}
    wide = max(map(len, texts.values())) + 2
    step = (wide + 1) // 2 if board.staggered else wide
    columns, rows = board.size
    for row in range(rows, 0, -1):
        line = ""
        for column in range(1, columns + 1):
            if (column, row) in texts:
                # Rows of hexes are set off by half a space, which is why a step may be half as wide as a name.
                line = line.ljust((column - 1) * step) + texts[column, row]
        yield line
    if board.legend:
        yield ""
        yield ", ".join(f"{letter}: {words}" for letter, words in board.legend.items())
