"""The layout of a board: its spaces with their names, places and neighbours."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from .. import syntax as ast
from ..source.diagnostics import Diagnostics

MAX_SPACES = 400

Place = tuple[int, int]

# INVARIANT: directions keep this order, clockwise; it is the order of the type `direction`.
STEPS: dict[str, Mapping[str, Place]] = {
    "square": {"up": (0, 1), "up_right": (1, 1), "right": (1, 0), "down_right": (1, -1), "down": (0, -1),
               "down_left": (-1, -1), "left": (-1, 0), "up_left": (-1, 1)},
    "hex": {"up_right": (1, 1), "right": (2, 0), "down_right": (1, -1), "down_left": (-1, -1), "left": (-2, 0),
            "up_left": (-1, 1)},
}
DIRECTIONS = tuple(STEPS["square"])

# The directions that lead to a neighbour; on a hex board all do.
_NEXT = {"square": ("up", "right", "down", "left"), "hex": tuple(STEPS["hex"])}


@frozen
class Layout:
    """The spaces of a board in their order.

    `shape` is ring, line, graph, square or hex. The places of a square or hex board are columns and
    rows from 1, the lowest row first; on a hex board neighbours in a row are two columns apart.
    `letters` are those a drawn board is drawn with, one for each space, else nothing.
    """

    shape: str
    names: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    places: tuple[Place, ...] = ()
    letters: tuple[ast.Name, ...] = ()

    @property
    def columns(self) -> int:
        """The number of its columns."""
        return max((column for column, _ in self.places), default=0)

    @property
    def rows(self) -> int:
        """The number of its rows."""
        return max((row for _, row in self.places), default=0)

    @property
    def is_full(self) -> bool:
        """Whether there is a space in every column of every row."""
        return bool(self.places) and len(self.places) == self.columns * self.rows

    def drawn_as(self, letter: str) -> tuple[int, ...]:
        """Return the spaces that are drawn with a letter."""
        return tuple(i for i, name in enumerate(self.letters) if name.name == letter)


def laid_out(shape: str, places: tuple[Place, ...], letters: tuple[ast.Name, ...] = ()) -> Layout:
    """Return the layout of a square or hex board with spaces in these places."""
    at = {place: i for i, place in enumerate(places)}
    steps = [STEPS[shape][direction] for direction in _NEXT[shape]]
    near = tuple(tuple(at[c + x, r + y] for x, y in steps if (c + x, r + y) in at) for c, r in places)
    return Layout(shape, tuple(f"{column_letters(column)}{row}" for column, row in places), near, places, letters)


def column_letters(column: int) -> str:
    """Return the letters of a column: a to z, then aa, ab and so on."""
    out = ""
    while column:
        column, rest = divmod(column - 1, 26)
        out = chr(ord("a") + rest) + out
    return out


def is_small(board: ast.Board, count: int, diagnostics: Diagnostics) -> bool:
    """Return whether a board has no more spaces than are allowed; if not, that is recorded."""
    if count > MAX_SPACES:
        diagnostics.add("E106", f"a board of {count} spaces; at most {MAX_SPACES} are allowed", board.shape_span)
    return count <= MAX_SPACES
