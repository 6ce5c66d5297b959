"""Outlines of spaces that lie side by side: of one space, and of spaces that have merged as one."""

from __future__ import annotations

from collections.abc import Sequence

from .plan import number, polygon

Point = tuple[float, float]
Polygon = tuple[Point, ...]


def rounded(points: Sequence[Point]) -> Polygon:
    """A polygon with rounded numbers, so that neighbours share their corners exactly."""
    return tuple((round(x, 1), round(y, 1)) for x, y in points)


def merged(polygons: Sequence[Polygon]) -> str:
    """The path around polygons that share edges: without the edges between them."""
    if len(polygons) == 1:
        return polygon(polygons[0])
    # INVARIANT: all outlines go round the same way, so an edge that two of them share is there once in each direction. Both are
    # left out, and what remains is the edge of the whole.
    edges = [(a, b) for points in polygons for a, b in zip(points, (*points[1:], points[0]), strict=True)]
    inner = {(b, a) for a, b in edges}
    after: dict[Point, list[Point]] = {}
    for a, b in edges:
        if (a, b) not in inner:
            after.setdefault(a, []).append(b)
    return "".join(_loops(after))


def _loops(after: dict[Point, list[Point]]) -> list[str]:
    out = []
    while after:
        start = next(iter(after))
        loop, point = [start], _step(after, start)
        while point != start and point in after:
            loop.append(point)
            point = _step(after, point)
        out.append("M" + "L".join(f"{number(x)} {number(y)}" for x, y in loop) + "z")
    return out


def _step(after: dict[Point, list[Point]], point: Point) -> Point:
    # At a corner where two parts of an outline touch, two edges go on: each is taken once.
    target = after[point].pop()
    if not after[point]:
        del after[point]
    return target
