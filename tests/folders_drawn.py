"""Imports between the folders of the package -> docs/folders.svg: a box for each folder, an arrow for each import.

`python -m tests.folders_drawn` writes the drawing; a test compares it with the code. Rows follow from the arrows: a folder
stands above all that it imports. An arrow that follows from others is left out, so about a quarter of them is drawn.

`python -m tests.folders_drawn TREE FILE` draws another state of the project, whose files lie in the folder TREE. Its folders
may import each other in circles: the arrow that closes a circle is red, and points up.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from html import escape
from math import ceil
from pathlib import Path

from attrs import frozen

from .imports import LAYERS, ROOT, folder_graph, reduced

FILE = ROOT / "docs" / "folders.svg"
BOX, ROW, MARGIN, LETTER = 24, 64, 16, 6.7
# The least width of a drawing, and the least space between two boxes of a row.
WIDTH, GAP = 1000, 10
COLOURS = {"dsl": "#dcebd3", "interpreter": "#d6e4f0", "translation": "#f3e3c8", "pictures": "#f6dada", "web": "#e4e4e4",
           "cli": "#ead9ea"}
SWEEPS = 12

Graph = Mapping[str, set[str]]


@frozen
class Box:
    """A folder in the drawing: the left upper corner of its box, and its width."""

    folder: str
    x: float
    y: float
    width: float

    @property
    def centre(self) -> float:
        """The middle of the box from left to right."""
        return self.x + self.width / 2


def label(folder: str) -> str:
    """The name of a folder in its layer."""
    return folder.partition("/")[2] or folder


def opened(graph: Graph) -> tuple[dict[str, set[str]], list[tuple[str, str]]]:
    """A graph without the arrows that close a circle, and these arrows.

    It is walked in the order of names, so that a folder stands above the folders in it.
    """
    out: dict[str, set[str]] = {folder: set() for folder in graph}
    closing: list[tuple[str, str]] = []
    done: set[str] = set()

    def visit(folder: str, way: tuple[str, ...]) -> None:
        for other in sorted(graph[folder]):
            if other in way:
                closing.append((folder, other))
                continue
            out[folder].add(other)
            if other not in done:
                visit(other, (*way, other))
        done.add(folder)

    for folder in sorted(graph):
        if folder not in done:
            visit(folder, (folder,))
    return out, closing


def rows_of(graph: Graph) -> list[list[str]]:
    """The rows from the top: the layers one above the other, in each a folder above those of its layer that it imports."""
    depth: dict[str, int] = {}

    def depth_of(folder: str) -> int:
        layer = folder.partition("/")[0]
        if folder not in depth:
            below = [other for other in graph[folder] if other.partition("/")[0] == layer]
            depth[folder] = 1 + max(map(depth_of, below), default=-1)
        return depth[folder]

    rows: dict[tuple[int, int], list[str]] = {}
    for folder in sorted(graph):
        rows.setdefault((-LAYERS[folder.partition("/")[0]], -depth_of(folder)), []).append(folder)
    return [rows[place] for place in sorted(rows)]


def ordered(rows: list[list[str]], graph: Graph) -> list[list[str]]:
    """The rows, each sorted so that arrows cross little: by the mean place of neighbours (Sugiyama, Tagawa and Toda 1981)."""
    # INVARIANT: sums of floats go in one order, so that every run draws the same.
    near = {folder: sorted(graph[folder] | {other for other in graph if folder in graph[other]}) for folder in graph}
    place = {folder: (i + 0.5) / len(row) for row in rows for i, folder in enumerate(row)}
    for _ in range(SWEEPS):
        for row in rows:
            wish = {folder: sum(place[other] for other in near[folder]) / len(near[folder]) for folder in row}
            row = sorted(row, key=lambda folder: (wish[folder], folder))
            place |= {folder: (i + 0.5) / len(row) for i, folder in enumerate(row)}
    return [sorted(row, key=lambda folder: place[folder]) for row in rows]


def box_width(folder: str) -> float:
    """The width of the box of a folder."""
    return LETTER * len(label(folder)) + 14


def width_of(rows: list[list[str]]) -> int:
    """The width of a drawing, in which every row has room."""
    return max(WIDTH, *(ceil(sum(map(box_width, row)) + GAP * (len(row) + 1)) for row in rows))


def boxes_of(rows: list[list[str]]) -> dict[str, Box]:
    """A box for each folder; the boxes of a row are spread over the width."""
    out = {}
    width = width_of(rows)
    for number, row in enumerate(rows):
        space = x = (width - sum(map(box_width, row))) / (len(row) + 1)
        for folder in row:
            out[folder] = Box(folder, round(x, 1), MARGIN + ROW * number, round(box_width(folder), 1))
            x += box_width(folder) + space
    return out


def svg(imported: Graph) -> str:
    """The drawing of folders and what they import."""
    without, closing = opened(imported)
    arrows = reduced(without)
    linked = {other for others in arrows.values() for other in others}
    graph = {folder: others for folder, others in arrows.items() if others or folder in linked}
    rows = ordered(rows_of(graph), graph)
    boxes = boxes_of(rows)
    width, height = width_of(rows), ROW * len(rows) + MARGIN
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
             '<title>Folders and their imports</title>',
             '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="6" markerHeight="6" orient="auto">'
             '<path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>', f'<rect width="{width}" height="{height}" fill="#fff"/>']
    layers = {layer: [boxes[folder] for row in rows for folder in row if folder.partition("/")[0] == layer]
              for layer in reversed(LAYERS)}
    lines += [band(layer, within, width) for layer, within in layers.items() if within]
    lines += [arrow(boxes[folder], boxes[other]) for folder in sorted(graph) for other in sorted(graph[folder])]
    lines += [closing_arrow(boxes[folder], boxes[other]) for folder, other in closing]
    lines += [drawn(box) for row in rows for folder in row for box in (boxes[folder],)]
    return "\n".join([*lines, "</svg>"]) + "\n"


def band(layer: str, boxes: list[Box], width: int) -> str:
    """The background of a layer, with its name."""
    top, bottom = min(box.y for box in boxes) - 14, max(box.y for box in boxes) + BOX + 14
    return (f'<rect x="4" y="{top}" width="{width - 8}" height="{bottom - top}" rx="8" fill="{COLOURS[layer]}" opacity=".45"/>'
            f'<text x="12" y="{top + 16}" font-weight="bold">{layer}/</text>')


def arrow(upper: Box, lower: Box) -> str:
    """An import: a curve from the folder that imports to the other, paler where it leaves the layer."""
    shade = "#555" if upper.folder.partition("/")[0] == lower.folder.partition("/")[0] else "#aaa"
    begin, end = upper.y + BOX, lower.y
    bend = round((end - begin) / 2, 1)
    return (f'<path d="M{upper.centre:.1f} {begin}C{upper.centre:.1f} {begin + bend} {lower.centre:.1f} {end - bend} '
            f'{lower.centre:.1f} {end}" fill="none" stroke="{shade}" marker-end="url(#tip)"/>')


def closing_arrow(lower: Box, upper: Box) -> str:
    """An import that closes a circle: a red curve up, beside the arrow down."""
    begin, end = lower.y, upper.y + BOX
    left, right = lower.centre + 10, upper.centre + 10
    bend = round((begin - end) / 2, 1)
    return (f'<path d="M{left:.1f} {begin}C{left:.1f} {begin - bend} {right:.1f} {end + bend} '
            f'{right:.1f} {end}" fill="none" stroke="#c22" marker-end="url(#tip)"/>')


def drawn(box: Box) -> str:
    """A folder: its box with its name."""
    colour = COLOURS[box.folder.partition("/")[0]]
    return (f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{BOX}" rx="4" fill="{colour}" stroke="#555"/>'
            f'<text x="{box.centre:.1f}" y="{box.y + 16}" text-anchor="middle">{escape(label(box.folder))}</text>')


if __name__ == "__main__":
    if len(sys.argv) == 3:
        Path(sys.argv[2]).write_text(svg(folder_graph(Path(sys.argv[1]).resolve())), encoding="utf-8")
    else:
        FILE.write_text(svg(folder_graph()), encoding="utf-8")
