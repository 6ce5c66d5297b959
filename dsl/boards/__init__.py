"""Boards: what is written below `board`, to spaces with names and places, and what can be asked of them.

    forms       the shapes that a board can have, one record each
    layout      the spaces of a board: their names, their places, their neighbours
    shapes      rings, lines, graphs, square and hex boards -> a layout
    drawing     a drawn map, line by line -> a layout
    marks       lines `legend` and `at` -> the spaces that they name, and the values they set there
    outline     a layout -> its edges and corners, and what lies at what
    tiles       turns of tiles -> tables: what a direction becomes, which side of a tile lies there
    geometry    a layout -> tables: distances, directions, straight lines, neighbourhoods
    symmetry    a layout -> the ways to turn and mirror it, and where each takes a space or direction
"""

from .layout import Layout
from .shapes import lay_out

__all__ = ["Layout", "lay_out"]
