"""Boards: what is written below `board`, to spaces with names and places, and what can be asked of them.

    shapes      ring, line, graph, square and hex of so many columns and rows
    drawing     a drawn map, line by line
        both give a layout: the spaces in their order, their names, their neighbours
    geometry    a layout to tables: distances, directions, straight lines, what lies near
    layout      the spaces of a board: their names, their places, and who is next to whom
    marks       lines `legend` and `at` to the spaces they speak of, and to what they say of each
    symmetry    A layout to the ways in which it can be turned and mirrored: what becomes of each space and of each direction
"""

from .layout import Layout
from .shapes import lay_out

__all__ = ["Layout", "lay_out"]
