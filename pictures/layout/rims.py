"""An edge or corner of a board -> a bar or a disc with what lies there."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from ...dsl.boards.forms import PARTS_OF_STEP
from ..scene.model import Space
from .outlines import Point, Polygon, rounded
from .packing import Box, packed
from .plan import Item, PathShape, Thing, polygon
from .shapes import BoardPlan

# Parts of the size of a space: half the width of a bar, what a bar leaves free at its ends, half the width of a disc, a sign.
BAR, SHORTER, DISC, SIGN = 0.05, 0.14, 0.11, 0.3
# What a link leaves free at its ends, where spaces lie; and of its length at most.
LINK, MOST_FREE = 0.58, 0.35
SIDES_OF_DISC = 12


def rim(plan: BoardPlan, space: Space) -> Thing:
    """An edge or corner; it has the colour of what lies there."""
    size = abs(plan.step[1]) or 2 * plan.largest
    points = ([_middle(plan.outlines[end]) for end in space.between]
              or [_point_in_picture(plan, point) for point in space.points])
    free = LINK if space.between else SHORTER
    outline = _bar(points[0], points[1], size, free) if len(points) == 2 else _disc(points[0], size)
    looks = [space.owner] if space.owner is not None else [token.looks for token in space.tokens]
    fill = next((look.fill for look in looks if look is not None and look.fill is not None), None)
    items: list[Item] = [PathShape(polygon(outline), "space ground" if fill else "space", fill)]
    x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    if space.is_changed:
        items.append(PathShape(polygon(outline), "changed"))
    items += packed(space.tokens, Box(x, y, size * SIGN, size * SIGN), size * SIGN)
    return Thing("space", space.stands, f"{space.label}: {space.says}", tuple(items), space.is_changed)


def _point_in_picture(plan: BoardPlan, point: tuple[int, int]) -> Point:
    """Return where a point of a board lies in the picture."""
    (x, y), (wide, high) = plan.origin, plan.step
    return x + point[0] * wide / PARTS_OF_STEP, y + point[1] * high / PARTS_OF_STEP


def _middle(outline: Polygon) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _bar(a: Point, b: Point, size: float, free: float) -> Polygon:
    """A bar along the line between two points, shorter than it by parts of the size that are free at its ends."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    across = (-along[1] * size * BAR, along[0] * size * BAR)
    shorter = min(free * size, MOST_FREE * length)
    ends = ((a, shorter), (b, -shorter))
    (ax, ay), (bx, by) = ((x + along[0] * in_, y + along[1] * in_) for (x, y), in_ in ends)
    return rounded([(ax + across[0], ay + across[1]), (bx + across[0], by + across[1]),
                    (bx - across[0], by - across[1]), (ax - across[0], ay - across[1])])


def _disc(centre: Point, size: float) -> Polygon:
    turns = [2 * pi * side / SIDES_OF_DISC for side in range(SIDES_OF_DISC)]
    return rounded([(centre[0] + size * DISC * sin(turn), centre[1] - size * DISC * cos(turn)) for turn in turns])
