"""Boards whose edges or corners have a name, as text: what lies on spaces, on the edges around them and at the corners.

      a  b             .
    +--+--+          /   x
  1 |  |o   1      .       .
    +  +--+        |  a1   |
"""

from __future__ import annotations

from attrs import frozen
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ....dsl.boards.forms import PARTS_OF_STEP
from ..text.colours import coloured
from .grids import MARGIN, Canvas, drawn_lines, write

# The lines of text in a row of spaces, and which of them each sixth of a row is in.
_SQUARE_LINES, _HEX_LINES = {0: 0, 3: 1}, {0: 0, 2: 1, 3: 2, 4: 3}
# What an edge is drawn as that is only marked, by its slope on the page.
_STROKES = {0: "─", 1: "/", -1: "\\", None: "│"}
_PLAIN_STROKES = {"─": "-", "│": "|"}
MARKED = "yes"
FEWEST = 3


@frozen
class LatticeSpot:
    """An edge or a corner: the points that it lies between, in parts of a column and row, and the text of what lies there."""

    points: tuple[tuple[int, int], ...]
    text: str


@frozen
class Lattice:
    """A square or hex board with its edges and corners. `names` are those of its spaces, `places` their columns and rows."""

    names: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    texts: tuple[str, ...]
    staggered: bool
    spots: tuple[LatticeSpot, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        canvas = self.canvas(options.ascii_only, options.max_width)
        wide = 1 + max(x for x, _ in canvas)
        text = coloured("\n".join(drawn_lines(canvas)))
        text.no_wrap, text.overflow = True, "ignore"
        yield text
        if wide > options.max_width:
            yield Text(f"(cut: it is {wide} columns wide, with room for {options.max_width})", style="dim")
        if any(len(spot.text) > self.room(options.max_width) for spot in self.spots if spot.text != MARKED):
            yield Text("(some texts are cut)", style="dim")
        yield Text()

    def room(self, width: int) -> int:
        """Return the room for a text on a space, edge or corner: that of the longest, if the board then fits the width."""
        texts = (*self.texts, *(spot.text for spot in self.spots if spot.text != MARKED))
        longest = max(map(len, texts), default=1)
        columns = max(column for column, _ in self.places) + 1
        across = (columns + 1) // 2 if self.staggered else columns
        # Between two spaces in a row lies an edge, which has as much room as they do.
        fits = (width - MARGIN) // across // 2 - 1
        return max(FEWEST, min(longest, fits))

    def canvas(self, plain: bool, width: int) -> Canvas:
        """The signs of the board by their places: spaces first, then edges, then corners."""
        room = self.room(width)
        canvas: Canvas = {}
        for place, text in zip(self.places, self.texts, strict=True):
            self._centred(canvas, (place[0] * PARTS_OF_STEP, place[1] * PARTS_OF_STEP), _cut(text, room) or ".", room)
        for spot in self.spots:
            middle = tuple(sum(point[axis] for point in spot.points) // len(spot.points) for axis in (0, 1))
            self._centred(canvas, (middle[0], middle[1]), self._sign(spot, room, plain), room)
        self._margins(canvas, room)
        return canvas

    def _sign(self, spot: LatticeSpot, room: int, plain: bool) -> str:
        """The text of an edge or corner; a stroke where it is only marked; a corner where nothing is."""
        if spot.text != MARKED:
            return _cut(spot.text, room) or ("+" if len(spot.points) == 1 else "")
        if len(spot.points) == 1:
            return "*"
        (ax, ay), (bx, by) = spot.points
        stroke = _STROKES[None if ax == bx else 0 if ay == by else 1 if (by - ay) * (bx - ax) > 0 else -1]
        stroke = _PLAIN_STROKES.get(stroke, stroke) if plain else stroke
        return stroke * (self._pitch(room) - 1 if ay == by else 1)

    def _pitch(self, room: int) -> int:
        """The columns of text from a space to the next in its row; even on square boards, a multiple of four on hex boards."""
        width = 2 * room + 2
        return -(-width // 4) * 4 if self.staggered else width

    def _centred(self, canvas: Canvas, point: tuple[int, int], text: str, room: int) -> None:
        x, y = self._at(point, room)
        write(canvas, x - len(text) // 2, y, text)

    def _at(self, point: tuple[int, int], room: int) -> tuple[int, int]:
        """The column and line of the text of a point; the first line is that of the highest corners."""
        step = self._pitch(room) // 2 if self.staggered else self._pitch(room)
        lines = _HEX_LINES if self.staggered else _SQUARE_LINES
        row, rest = divmod(point[1], PARTS_OF_STEP)
        top = max(row for _, row in self.places) * len(lines) + len(lines) - 1
        return MARGIN + point[0] * step // PARTS_OF_STEP - step // 2, top - row * len(lines) - lines[rest] + 1

    def _margins(self, canvas: Canvas, room: int) -> None:
        """The numbers of the rows, and the letters of the columns above and below."""
        rows = {row: name.lstrip("abcdefghijklmnopqrstuvwxyz") for (_, row), name in zip(self.places, self.names, strict=True)}
        columns = {column: name.rstrip("0123456789") for (column, _), name in zip(self.places, self.names, strict=True)}
        for row, number in rows.items():
            write(canvas, 0, self._at((0, row * PARTS_OF_STEP), room)[1], f"{number:>3}")
        lowest = self._at((0, min(rows) * PARTS_OF_STEP - (4 if self.staggered else 3)), room)[1]
        for column, letters in columns.items():
            for line in (0, lowest + 1):
                write(canvas, self._at((column * PARTS_OF_STEP, 0), room)[0] - len(letters) // 2, line, letters)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"
