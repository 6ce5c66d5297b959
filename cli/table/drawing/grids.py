"""Square and hex boards as text: signs in rows, or boxes for longer texts.

      a b c d e           ┌─────┬─────┐
    2   .   x        2    │b2   │d2   │
    1 .   o   .         ┌─┴───┬─┴───┬─┘
                     1  │a1   │c1   │
"""

from __future__ import annotations

import re
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from attrs import evolve, frozen
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ..text.colours import coloured
from ..text.tabular import cut, packed

MARGIN = 5
LONGEST_SIGN = 3
NARROWEST_BOX = 8
MOST_LINES = 4
# Words of texts below a board are no longer.
LONGEST_BELOW = 16

# The lines of boxes by their arms: up, right, down, left.
_LINES = {
    (0, 1, 1, 0): "┌", (0, 0, 1, 1): "┐", (1, 1, 0, 0): "└", (1, 0, 0, 1): "┘", (1, 1, 1, 0): "├", (1, 0, 1, 1): "┤",
    (0, 1, 1, 1): "┬", (1, 1, 0, 1): "┴", (1, 1, 1, 1): "┼", (1, 0, 1, 0): "│", (0, 1, 0, 1): "─"}
_PLAIN_LINES = {(1, 0, 1, 0): "|", (0, 1, 0, 1): "-"}

_UP, _RIGHT, _DOWN, _LEFT = range(4)
Canvas = dict[tuple[int, int], str]
# The lines that meet at a place: up, right, down, left.
Arms = dict[tuple[int, int], list[int]]


@frozen
class Grid:
    """A square or hex board to be printed.

    `places` are the columns and rows of its spaces, from 1; `staggered` marks a hex board, on which a
    space is two columns wide. `longest` is the maximum length of a text in any position.
    A `dense` grid has no lines between the rows of its boxes. In a `brief` grid each row is one line, and
    the rest of a text stands below, in at most `most_below` lines if there is such a limit.
    `short` are the texts in letters that `key` explains, for where words would be cut.
    """

    names: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    texts: tuple[str, ...]
    staggered: bool
    longest: int
    dense: bool = False
    brief: bool = False
    most_below: int | None = None
    short: tuple[str, ...] = ()
    key: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fits = MARGIN + self.columns * (max(map(len, self.texts)) + 1) <= options.max_width
        signs = self.longest <= LONGEST_SIGN if self.staggered else fits
        if not signs and self.short and self.cuts_words(options.max_width):
            yield from self.in_letters(options)
            return
        canvas = self.signs() if signs else self.boxes(options.max_width, options.ascii_only)
        text = coloured("\n".join(drawn_lines(canvas)))
        text.no_wrap, text.overflow = True, "ignore"
        yield text
        yield from _cut_notice(canvas, options)
        if not self.brief:
            yield Text()
        elif not signs:
            lines = list(packed(self.below(options.max_width), options.max_width))
            if self.most_below is not None and len(lines) > self.most_below:
                lines = [*lines[: self.most_below - 1], "… (`board all` names the others)"]
            yield from map(coloured, lines)

    def cuts_words(self, width: int) -> bool:
        """Return whether a word of a text is longer than a box for lines of this width."""
        room = self.step(width) - 1
        return not self.staggered and any(len(word) > room for text in self.texts for word in text.split())

    def in_letters(self, options: ConsoleOptions) -> RenderResult:
        """The board with letters on its spaces, and what they stand for."""
        texts, most = self.short, max(map(len, self.short))
        canvas = evolve(self, texts=texts, longest=most).signs()
        yield Text("\n".join(drawn_lines(canvas)), no_wrap=True, overflow="ignore")
        yield from _cut_notice(canvas, options)
        yield from map(Text, textwrap.wrap(self.key, options.max_width, initial_indent="     ", subsequent_indent="     ",
                                           max_lines=1 if self.brief else None,
                                           placeholder=" … (`board all` names the others)"))

    @property
    def columns(self) -> int:
        """The number of columns."""
        return max(column for column, _ in self.places)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return max(row for _, row in self.places)

    def number(self, row: int) -> int:
        """The number of a row in the names of its spaces: that of a board shown in part does not begin with 1."""
        return row + self.more

    @cached_property
    def more(self) -> int:
        """The rows below those that are shown."""
        number = re.search(r"\d+$", self.names[0])
        return 0 if number is None else int(number[0]) - self.places[0][1]

    def signs(self) -> Canvas:
        """A line for each row, a text for each space."""
        longest = max(map(len, self.texts))
        step = max(2, (longest + 2) // 2) if self.staggered else longest + 1
        wide = 2 * step - 1 if self.staggered else longest
        canvas: Canvas = {}
        rows = self.rows
        for (column, row), text in zip(self.places, self.texts, strict=True):
            write(canvas, MARGIN + (column - 1) * step, rows - row, f"{text or '.':^{wide}}")
        for row in range(1, rows + 1):
            write(canvas, 0, rows - row, f"{self.number(row):>3}")
        self.letters(canvas, step, wide, rows)
        return canvas

    def letters(self, canvas: Canvas, step: int, wide: int, line: int) -> None:
        """The letters of the columns in a line."""
        names = {column: name.rstrip("0123456789") for (column, _), name in zip(self.places, self.names, strict=True)}
        for column, name in names.items():
            write(canvas, MARGIN + (column - 1) * step, line, f"{name:^{wide}}")

    # -- boxes ---------------------------------------------------------------------------------

    def boxes(self, width: int, plain: bool) -> Canvas:
        """A box for each space, with its name and its text; as wide as the texts may need, if that fits."""
        step = self.step(width)
        wide = 2 * step if self.staggered else step
        boxes = [[line] for line in self.in_lines(wide - 1)] if self.brief else self.box_lines(wide - 1)
        tops = self.tops(boxes)
        canvas: Canvas = {}
        arms: Arms = defaultdict(lambda: [0, 0, 0, 0])
        for (column, row), text in zip(self.places, boxes, strict=True):
            x, y = MARGIN + (column - 1) * step, tops[row]
            high = tops[row - 1] - y
            if self.dense:
                _sides(arms, x, y + 1, wide, high)
            else:
                frame(arms, x, y, wide, high)
            for i, words in enumerate(text):
                write(canvas, x + 1, y + 1 + i, words)
        lined(canvas, arms, plain)
        for row in range(1, self.rows + 1):
            write(canvas, 0, tops[row] + 1, f"{self.number(row):>3}")
        for edge in (0,) if self.dense else (0, tops[0] + 1):
            self.letters(canvas, step, wide + 1, edge)
        return canvas

    def step(self, width: int) -> int:
        """The distance between columns for lines of this width."""
        inside = max(NARROWEST_BOX, max(map(len, self.names)), min(self.longest, width))
        across = self.columns + 1 if self.staggered else self.columns
        # On a hex board a box with its line takes two steps: a step is half of both, rounded up.
        needed = (inside + 2) // 2 if self.staggered else inside + 1
        least = NARROWEST_BOX // 2 if self.staggered else NARROWEST_BOX
        return max(least, min(needed, (width - MARGIN - 1) // across))

    def in_lines(self, width: int) -> list[str]:
        """The name and the text of each space in one line, cut where it does not fit."""
        return [_in_line(name, text, width) for name, text in zip(self.names, self._plain_texts(), strict=True)]

    def below(self, width: int) -> list[str]:
        """The name and the text of the spaces whose line is cut in lines of this width, with shorter words."""
        inside = (2 * self.step(width) if self.staggered else self.step(width)) - 1
        return [" ".join(_shortened(word, LONGEST_BELOW) for word in (name, *text.split(" ")))
                for name, text in zip(self.names, self._plain_texts(), strict=True)
                if _in_line(name, text, inside).endswith("…")]

    def _plain_texts(self) -> list[str]:
        return [text.replace("\N{NO-BREAK SPACE}", " ") for text in self.texts]

    def box_lines(self, width: int) -> list[list[str]]:
        """The lines in the boxes: the name and the text below it, or behind it in rows in which that takes fewer lines."""
        below = [[name, *_wrapped(text, width, MOST_LINES)] for name, text in zip(self.names, self.texts, strict=True)]
        behind = [_wrapped(_together(name, text, width), width, MOST_LINES + 1)
                  for name, text in zip(self.names, self.texts, strict=True)]
        rows = [row for _, row in self.places]

        def height(lines: list[list[str]], row: int) -> int:
            return max(len(cell_lines) for cell_lines, row_number in zip(lines, rows, strict=True) if row_number == row)

        lines = [behind[i] if height(behind, row) < height(below, row) else below[i] for i, row in enumerate(rows)]
        return [self.whole(i, width, short, height(lines, row)) for i, (short, row) in enumerate(zip(lines, rows, strict=True))]

    def whole(self, index: int, width: int, short: list[str], height: int) -> list[str]:
        """The lines in a box with no word cut, if its row is high enough for that; else as they are."""
        text = self.texts[index]
        is_whole = " ".join(short).split() == [self.names[index], *text.split()]
        folded = [self.names[index], *_wrapped(_folded(text, width), width, len(text) + 1)]
        return short if is_whole or len(folded) > height else folded

    def tops(self, boxes: list[list[str]]) -> dict[int, int]:
        """The line on which each row of boxes begins, and (for row 0) the line on which the last one ends."""
        line = 0 if self.dense else 1
        out = {self.rows: line}
        for row in range(self.rows, 0, -1):
            longest = max((len(text) for place, text in zip(self.places, boxes, strict=True) if place[1] == row), default=0)
            out[row - 1] = out[row] + line + max(1, longest)
        return out


def _cut_notice(canvas: Canvas, options: ConsoleOptions) -> Iterator[Text]:
    """Say that lines are cut where they are wider than the terminal."""
    wide = 1 + max(x for x, _ in canvas)
    if wide > options.max_width:
        yield Text(f"(cut: it is {wide} columns wide, with room for {options.max_width})", style="dim")


def _in_line(name: str, text: str, width: int) -> str:
    """The name and the text behind it in one line: one long word is shortened, several are cut."""
    line = f"{name} {text}".rstrip()
    return cut(line, width) if " " in text else _together(name, text, width) if len(line) > width else line


def lined(canvas: Canvas, arms: Arms, plain: bool) -> None:
    """Put the lines of boxes on a canvas, in plain signs where there are no others."""
    for place, sides in arms.items():
        canvas[place] = (_PLAIN_LINES if plain else _LINES).get((sides[0], sides[1], sides[2], sides[3]), "+")


def frame(arms: Arms, x: int, y: int, wide: int, high: int) -> None:
    """Draw the lines around a box; where boxes meet, their lines join."""
    for line in (y, y + high):
        for i in range(wide):
            arms[x + i, line][_RIGHT] = arms[x + i + 1, line][_LEFT] = 1
    for column in (x, x + wide):
        for i in range(high):
            arms[column, y + i][_DOWN] = arms[column, y + i + 1][_UP] = 1


def _sides(arms: Arms, x: int, y: int, wide: int, high: int) -> None:
    """Draw the sides of a box that has no line above or below it."""
    for column in (x, x + wide):
        for i in range(high):
            arms[column, y + i][_UP] = arms[column, y + i][_DOWN] = 1


def _wrapped(text: str, width: int, most: int) -> list[str]:
    lines = textwrap.wrap(" ".join(_shortened(word, width) for word in text.split(" ")), width)
    lines = [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: width - 1] + "…"]
    return lines


def _together(name: str, text: str, width: int) -> str:
    """The name and the text behind it; one long word is shortened to find room there, if half of it does."""
    left = width - len(name) - 1
    fits = " " in text or 2 * left < len(text)
    return f"{name} {text if fits else _shortened(text, left)}"


def _folded(text: str, width: int) -> str:
    """A text whose words that are too long for a line are taken apart behind underscores."""
    pieces: list[str] = []
    for word in text.split(" "):
        line = ""
        for part in re.findall("[^_]*_|[^_]+", word) if len(word) > width else [word]:
            if line and len(line + part) > width:
                pieces.append(line)
                line = ""
            line += part
        pieces.append(line)
    return " ".join(pieces)


def _shortened(word: str, width: int) -> str:
    """A word that fits: of one that is too long the longest of its parts are cut, until it does."""
    parts = word.split("_")
    while len(".".join(parts)) > width and max(map(len, parts)) > 1:
        longest = max(range(len(parts)), key=lambda i: len(parts[i]))
        parts[longest] = parts[longest][:-1]
    return word if len(word) <= width else ".".join(parts)


def write(canvas: Canvas, x: int, y: int, text: str) -> None:
    """Write a text on a canvas; its blanks leave what is there."""
    for i, character in enumerate(text):
        if character != " ":
            canvas[x + i, y] = character


def drawn_lines(canvas: Canvas) -> Iterator[str]:
    """The canvas line by line, without blanks at the ends of lines."""
    ends: dict[int, int] = {}
    for x, y in canvas:
        if x >= ends.get(y, 0):
            ends[y] = x + 1
    for y in range(max(ends) + 1):
        yield "".join([canvas.get((x, y), " ") for x in range(ends.get(y, 0))])
