"""Fit the parts of a picture into the lines of the terminal.

Each part has several drawings, from the fullest to the shortest. If the whole is too long, parts
become shorter one after the other, the least informative first: constant parts before changed ones,
and parts that the choice is not about before those that it is about. A line below names the parts
that are not shown.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from attrs import define, field, frozen
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from ..text.paragraphs import RowList
from ..text.speech import filled


@frozen
class LayoutPart:
    """A named part of a picture: its drawings, the fullest first; the last may be None, which leaves the part out.

    `ranks` order the shorter drawings; the layout takes the lowest rank first.
    """

    name: str
    drawings: tuple[RenderableType | None, ...]
    ranks: tuple[int, ...] = ()


@frozen
class PictureLayout:
    """Parts below each other, in at most `room` lines if possible (None: no limit)."""

    parts: tuple[LayoutPart, ...]
    room: int | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fitted = FittedLayout(self, console, options)
        # A blank line stands below each part, or below none.
        is_loose = fitted.left() >= len(self.parts)
        if not is_loose:
            fitted.shorten()
        for drawing in fitted.drawings():
            yield drawing
            yield from [Text()] if is_loose else []
        missing = fitted.missing()
        if missing:
            yield Text(filled(missing, options.max_width), style="dim")


@define
class FittedLayout:
    """A layout on a console: the chosen drawing of each part."""

    layout: PictureLayout
    console: Console
    options: ConsoleOptions
    levels: list[int] = field(init=False)
    _heights: dict[tuple[int, int], int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.levels = [0] * len(self.layout.parts)

    def drawings(self) -> Iterator[RenderableType]:
        """The parts as they are drawn."""
        for part, level in zip(self.layout.parts, self.levels, strict=True):
            drawing = part.drawings[level]
            if drawing is not None:
                yield drawing

    def left(self) -> int:
        """The number of free lines; below 0, of missing lines."""
        if self.layout.room is None:
            return sys.maxsize
        missing = self.missing()
        # The line that names what is not shown takes room itself, and each step may make it longer.
        note = filled(missing, self.options.max_width).count("\n") + 1 if missing else 0
        return self.layout.room - note - sum(self._height(i, level) for i, level in enumerate(self.levels))

    def shorten(self) -> None:
        """Take shorter drawings until the picture fits; of the same rank, that of the longest part first.

        Then undo the steps that were not needed.
        """
        steps = sorted((rank, -self._height(i, 0), i, level) for i, part in enumerate(self.layout.parts)
                       for level, rank in enumerate(part.ranks, start=1))
        taken = []
        for _, _, i, level in steps:
            if self.left() >= 0:
                break
            # A shorter drawing may have as many lines as the one before it: the step would lose words and win nothing.
            if self._height(i, level) < self._height(i, self.levels[i]):
                taken.append((i, self.levels[i]))
                self.levels[i] = level
        # From the last step back, so that what informs most comes back first. A step that saves many lines may make earlier
        # ones superfluous.
        for i, level in reversed(taken):
            before, self.levels[i] = self.levels[i], level
            if self.left() < 0:
                self.levels[i] = before

    def missing(self) -> str:
        """The line that names the parts that are not shown."""
        shortened, left_out = [], []
        for part, level in zip(self.layout.parts, self.levels, strict=True):
            drawing, whole = part.drawings[level], part.drawings[0]
            if drawing is None and whole is not None:
                left_out.append(part.name)
            elif isinstance(whole, RowList) and whole is not drawing and (
                    drawing.is_cut(self.options.max_width) if isinstance(drawing, RowList) else whole.speaks):
                shortened.append(part.name)
        notes = [f"{how}: {', '.join(names)}" for how, names in (("shortened", shortened), ("left out", left_out)) if names]
        return f"({'; '.join(notes)}; `board all` shows all of it)" if notes else ""

    def _height(self, part: int, level: int) -> int:
        drawing = self.layout.parts[part].drawings[level]
        if (part, level) not in self._heights:
            lines = [] if drawing is None else self.console.render_lines(drawing, self.options)
            self._heights[part, level] = len(lines)
        return self._heights[part, level]
