"""A ring or a line of spaces, with what is said of each -> boxes side by side; a ring goes round in two rows.

    ┌───┬───┬───┐
    │p1 │p2 │p3 │
    │4  │4  │4  │
    └─┬─┴─┬─┴─┬─┘
      │p5 │p4 │
      │4  │5  │
      └───┴───┘
"""

from __future__ import annotations

from collections import defaultdict

from attrs import frozen
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

from ..text.colours import coloured
from .grids import Arms, Canvas, drawn_lines, frame, lined, write

# More rows of boxes than these say less than a table, which leaves out where nothing is.
MOST_ROWS = 3


@frozen
class Track:
    """A ring or line to be printed; `otherwise` stands for it where there is no room.

    `texts` are the lines of each space below its name. `joined` are the spaces that are one with the next space.
    """

    names: tuple[str, ...]
    texts: tuple[tuple[str, ...], ...]
    is_round: bool
    otherwise: RenderableType | None
    joined: frozenset[int] = frozenset()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        across = self.across(options.max_width)
        if across is None:
            yield from () if self.otherwise is None else (self.otherwise,)
            return
        text = coloured("\n".join(drawn_lines(self.boxes(across, options.ascii_only))))
        text.no_wrap, text.overflow = True, "ignore"
        yield text

    @property
    def wide(self) -> int:
        """The distance between boxes that lie side by side."""
        # One more than the words, and not two: neighbours share the line between them.
        return max(3, *map(len, self.names), *(len(line) for lines in self.texts for line in lines)) + 1

    @property
    def high(self) -> int:
        """The distance between boxes that lie one below the other."""
        return max(1, *map(len, self.texts)) + 2

    def across(self, width: int) -> int | None:
        """The number of boxes in a row for lines of this width; None if they do not fit."""
        most, count = (width - 1) // self.wide, len(self.names)
        # `-(-a // b)` is a / b rounded up: with fewer rows or boxes some spaces would be left out.
        rows = 2 if self.is_round else -(-count // max(1, most))
        columns = -(-count // rows)
        return columns if columns <= most and rows <= MOST_ROWS else None

    def boxes(self, across: int, plain: bool) -> Canvas:
        """A box for each space, this many in a row."""
        canvas: Canvas = {}
        arms: Arms = defaultdict(lambda: [0, 0, 0, 0])
        places = [self.place(number, across) for number in range(len(self.names))]
        for x, y in places:
            frame(arms, x, y, self.wide, self.high)
        lined(canvas, arms, plain)
        for (x, y), name, lines in zip(places, self.names, self.texts, strict=True):
            for down, line in enumerate((name, *lines), start=1):
                write(canvas, x + 1, y + down, line)
        for number in self.joined:
            self.open(canvas, places[number], places[(number + 1) % len(places)])
        return canvas

    def place(self, number: int, across: int) -> tuple[int, int]:
        """The upper left corner of a box. The second row of a ring goes back, and lies in the middle if it is shorter."""
        row, column = divmod(number, across)
        if not self.is_round or not row:
            return column * self.wide, row * self.high
        is_odd = len(self.names) % 2
        return (across - 1 - column) * self.wide - is_odd * (self.wide // 2), self.high

    def open(self, canvas: Canvas, first: tuple[int, int], other: tuple[int, int]) -> None:
        """Remove the line between two boxes that are one space."""
        (x, y), (x2, y2) = min(first, other), max(first, other)
        if y != y2:
            inside = [(column, max(y, y2)) for column in range(x2 + 1, x + self.wide)]
        else:
            # Spaces at the end of one row and the begin of the next share no line, so there is nothing to remove.
            inside = [(x2, y + line) for line in range(1, self.high)] if x2 - x == self.wide else []
        for place in inside:
            canvas.pop(place, None)
