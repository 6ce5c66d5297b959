"""The shapes that a board can have, one record each: its directions, its straight lines, how it turns and is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from ..types.shapes import ShapeName

Place = tuple[int, int]


@frozen
class Form:
    """A shape of boards.

    `steps` are its directions, clockwise, each with the columns and rows that a step goes; `near` those that lead to a
    neighbour, `lines` those in which straight lines run (and back), and `along` the two by which every space is reached.
    A turn moves each direction on by a multiple of `least_turn`. In a row neighbours are `apart` columns from each other;
    where `is_staggered`, every second row is set off by one column. `corners` lie clockwise: each between the direction of
    `near` with its number and the next; where they lie from the middle of a space is said in parts of a column and row.
    """

    steps: Mapping[str, Place] = {}
    near: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    along: tuple[str, str] = ("", "")
    least_turn: int = 1
    apart: int = 1
    is_staggered: bool = False
    is_row: bool = False
    is_round: bool = False
    corners: Mapping[str, Place] = {}

    @property
    def is_drawn(self) -> bool:
        """Whether its spaces lie in columns and rows, so that a map can show them and directions lead from each."""
        return bool(self.steps)


_SQUARE = {"up": (0, 1), "up_right": (1, 1), "right": (1, 0), "down_right": (1, -1), "down": (0, -1), "down_left": (-1, -1),
           "left": (-1, 0), "up_left": (-1, 1)}
_HEX = {"up_right": (1, 1), "right": (2, 0), "down_right": (1, -1), "down_left": (-1, -1), "left": (-2, 0), "up_left": (-1, 1)}

# The parts of a column or row in which the middles of edges and the corners of spaces lie at whole numbers.
PARTS_OF_STEP = 6

_SQUARE_CORNERS = {"up_right": (3, 3), "down_right": (3, -3), "down_left": (-3, -3), "up_left": (-3, 3)}
_HEX_CORNERS = {"up_right": (6, 2), "down_right": (6, -2), "down": (0, -4), "down_left": (-6, -2), "up_left": (-6, 2),
                "up": (0, 4)}

# In the order in which messages name them. Edges and corners are those of a board that is drawn.
FORMS: Mapping[ShapeName, Form] = {
    "square": Form(_SQUARE, ("up", "right", "down", "left"), ("right", "up", "up_right", "down_right"), ("right", "up"),
                   least_turn=2, corners=_SQUARE_CORNERS),
    "hex": Form(_HEX, tuple(_HEX), ("right", "up_right", "down_right"), ("right", "up_right"), apart=2, is_staggered=True,
                corners=_HEX_CORNERS),
    "ring": Form(is_row=True, is_round=True),
    "line": Form(is_row=True),
    "graph": Form(),
    "edges": Form(),
    "corners": Form(),
}

# INVARIANT: directions keep this order, clockwise; it is the order of the type `direction`.
DIRECTIONS = tuple(_SQUARE)

DRAWN = tuple(name for name, form in FORMS.items() if form.is_drawn)
ROWS = tuple(name for name, form in FORMS.items() if form.is_row)
# What a drawn board has besides its spaces.
EDGES: Final = "edges"
CORNERS: Final = "corners"
RIMS = (EDGES, CORNERS)
ROUND = tuple(name for name, form in FORMS.items() if form.is_round)
