"""The layout of a board: its spaces with their names, places and neighbours."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from ..types.shapes import ShapeName
from .forms import FORMS, Form, Place

MAX_SPACES = 10_000


@frozen
class Layout:
    """The spaces of a board in their order.

    `shape` is the name of one of FORMS. The places of a square or hex board are columns and
    rows from 1, the lowest row first; on a hex board neighbours in a row are two columns apart.
    `letters` are those a drawn board is drawn with, one for each space, else nothing. `other_names`
    are what spaces may be called besides, with their numbers.
    """

    shape: ShapeName
    names: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    places: tuple[Place, ...] = ()
    letters: tuple[ast.Name, ...] = ()
    other_names: Mapping[str, int] = {}

    def number(self, word: str) -> int | None:
        """Return the number of the space that a word names."""
        return self.names.index(word) if word in self.names else self.other_names.get(word)

    @property
    def form(self) -> Form:
        """The record of its shape."""
        return FORMS[self.shape]

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


def laid_out(shape: ShapeName, places: tuple[Place, ...], letters: tuple[ast.Name, ...] = ()) -> Layout:
    """Return the layout of a square or hex board with spaces in these places."""
    space_at = {place: i for i, place in enumerate(places)}
    steps = [FORMS[shape].steps[direction] for direction in FORMS[shape].near]
    near = tuple(tuple(space_at[c + x, r + y] for x, y in steps if (c + x, r + y) in space_at) for c, r in places)
    return Layout(shape, tuple(f"{column_letters(column)}{row}" for column, row in places), near, places, letters)


def column_letters(column: int) -> str:
    """Return the letters of a column: a to z, then aa, ab and so on."""
    out = ""
    while column:
        # Digits without a zero: `a` is 1 and `z` is 26, so one is taken off before each division.
        column, rest = divmod(column - 1, 26)
        out = chr(ord("a") + rest) + out
    return out


def is_small(board: ast.Board, count: int, diagnostics: Diagnostics) -> bool:
    """Return whether a board has no more spaces than are allowed; if not, that is recorded."""
    if count > MAX_SPACES:
        diagnostics.add("E106", f"a board of {count} spaces; at most {MAX_SPACES} are allowed", board.shape_span,
                        help="each field of each space is a number in the state, and each position copies the state: "
                             "use a smaller board")
    return count <= MAX_SPACES
