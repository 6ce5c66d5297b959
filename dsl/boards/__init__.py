"""Boards: what is written below `board`, to spaces with names and places, and what can be asked of them.

    shapes      ring, line, graph, square and hex of so many columns and rows
    drawing     a drawn map, line by line
        both give a layout: the spaces in their order, their names, their neighbours
    geometry    a layout to tables: distances, directions, straight lines, what lies near
"""

from .layout import Layout
from .shapes import lay_out

__all__ = ["Layout", "lay_out"]
