"""A scene -> blocks; blocks -> a page: boards beside the panels, cards below, the key last."""

from __future__ import annotations

from math import hypot

from attrs import evolve, frozen

from ..look.syntax import Look
from ..scene.model import Scene
from ..scene.wording import PictureWords
from .boards import board_block, hole_of
from .panels import PANEL, group_blocks, key_block, panel_block
from .plan import LayoutBlock, Page, TextLine

GAP, MARGIN = 12.0, 16.0
# The width of what lies in the hole of a ring.
MIDDLE = 290.0
# The width of a page that a picture alone has, unless its boards are wider.
PAGE = 1080.0
# On a page that flows, panels stand below a board that is this many times wider than high.
WIDE = 1.7


@frozen
class PageParts:
    """The blocks of a picture by what they are."""

    boards: tuple[LayoutBlock, ...]
    panels: tuple[LayoutBlock, ...]
    groups: tuple[tuple[str, tuple[LayoutBlock, ...]], ...]
    key: LayoutBlock | None


def parts_of(scene: Scene, look: Look, in_hole: bool = True) -> PageParts:
    """The blocks of a scene; what lies in the middle stands in the hole of a ring, if it is wanted and fits there."""
    words = PictureWords(scene.language, look)
    boards = [board_block(board) for board in scene.boards]
    panels = [panel_block(panel, words) for panel in scene.panels]
    middle = next((panel for panel in scene.panels if panel.stands.type == "middle"), None)
    hole = hole_of(scene.boards[0]) if scene.boards else 0
    if middle is not None and hole and in_hole:
        inner = panel_block(middle, words, MIDDLE)
        # Its corners reach furthest from the middle.
        if hypot(inner.width, inner.height) / 2 < hole - GAP:
            corner = (boards[0].width - inner.width) / 2, (boards[0].height - inner.height) / 2, inner
            boards[0] = evolve(boards[0], inner=(corner,))
            panels = [block for block in panels if not block.name.startswith("panel-middle")]
    groups = tuple((group.caption, group_blocks(group)) for group in scene.groups)
    return PageParts(tuple(boards), tuple(panels), groups, key_block(scene, words, PANEL))


def page_of(scene: Scene, look: Look, heading: str = "", most: float = PAGE) -> Page:
    """All of a scene on one page, at most so wide if its boards allow that."""
    parts = parts_of(scene, look)
    widest = max((block.width for block in parts.boards), default=0)
    has_room = bool(parts.boards) and bool(parts.panels) and widest + PANEL + GAP <= most
    place = _PageFlow(_width(parts, widest, has_room, most))
    place.heading(heading or scene.title, 22)
    place.heading(scene.status, 15)
    if has_room:
        place.side_by_side(parts.boards, parts.panels, widest)
    else:
        place.rows(parts.boards)
        place.rows(parts.panels)
    for caption, blocks in parts.groups:
        place.heading(caption, 15)
        place.rows(blocks)
    key = key_block(scene, PictureWords(scene.language, look), place.width)
    place.rows(() if key is None else (key,))
    return place.page()


def _width(parts: PageParts, widest: float, has_room: bool, most: float) -> float:
    """The width of a page: as wide as its parts need, and not wider than `most` unless a board is."""
    with_panels = widest + GAP + PANEL if has_room else widest
    cards = sum(block.width + GAP for block in max((blocks for _, blocks in parts.groups), key=len, default=()))
    panels = 0 if has_room else (PANEL + GAP) * min(len(parts.panels), 3 if parts.groups or not parts.boards else 2)
    needed = max(with_panels, cards - GAP, panels - GAP, PANEL)
    return max(min(needed, most), widest)


class _PageFlow:
    """Blocks from above downwards."""

    def __init__(self, width: float) -> None:
        self.width, self.y = width, MARGIN
        self.placed: list[tuple[float, float, LayoutBlock]] = []
        self.headings: list[TextLine] = []

    def heading(self, text: str, size: float) -> None:
        """A line of text."""
        self.headings.append(TextLine(MARGIN, self.y + size, text, size, "ink", is_bold=size > 14))
        self.y += size + 9

    def rows(self, blocks: tuple[LayoutBlock, ...]) -> None:
        """Blocks side by side in rows, as many in each as fit."""
        x, highest = 0.0, 0.0
        for block in blocks:
            # The first block of a row stands there however wide it is: a page is no reason to leave it out.
            if x and x + block.width > self.width:
                self.y, x, highest = self.y + highest + GAP, 0.0, 0.0
            self.placed.append((MARGIN + x, self.y, block))
            x, highest = x + block.width + GAP, max(highest, block.height)
        self.y += highest + GAP if blocks else 0

    def side_by_side(self, left: tuple[LayoutBlock, ...], right: tuple[LayoutBlock, ...], widest: float) -> None:
        """Boards at the left, panels at the right in as many columns as fit, each panel in the shortest."""
        top, left_end = self.y, self.y
        for block in left:
            self.placed.append((MARGIN + (widest - block.width) / 2, left_end, block))
            left_end += block.height + GAP
        columns = max(1, int((self.width - widest) // (PANEL + GAP)))
        ends = [top] * columns
        for block in right:
            column = min(range(columns), key=lambda i: ends[i])
            self.placed.append((MARGIN + widest + GAP + column * (PANEL + GAP), ends[column], block))
            ends[column] += block.height + GAP
        self.y = max(left_end, *ends)

    def page(self) -> Page:
        """The page."""
        return Page(self.width + 2 * MARGIN, self.y + MARGIN - GAP, tuple(self.placed), tuple(self.headings))
