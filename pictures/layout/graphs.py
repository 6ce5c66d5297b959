"""The neighbours of spaces -> places of the spaces, far enough from each other.

networkx (extra `pictures`) lays a graph out; without it the spaces lie on a ring.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, dist, pi, sin

Point = tuple[float, float]
Near = tuple[tuple[int, ...], ...]
# The steps in which spaces that are too close move apart.
MOST_STEPS = 200


@lru_cache(maxsize=64)
def places(near: Near, apart: float) -> tuple[Point, ...]:
    """A place for each space, any two at least this far apart."""
    if len(near) == 1:
        return ((0.0, 0.0),)
    try:
        centres = _by_springs(near)
    except ImportError:
        centres = _on_a_ring(len(near))
    return _apart(centres, apart)


def _by_springs(near: Near) -> list[Point]:
    """Places by forces along the links (Fruchterman and Reingold 1991), from a drawing without crossings where there is one."""
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(len(near)))
    graph.add_edges_from((a, b) for a, others in enumerate(near) for b in others if a < b)
    is_planar, _ = networkx.check_planarity(graph)
    begin = networkx.planar_layout(graph) if is_planar else networkx.circular_layout(graph)
    # With a fixed seed, and rounded where processors differ in the last digits: a board is drawn alike everywhere.
    positions = networkx.spring_layout(graph, pos=begin, seed=1, iterations=300, k=1.6 / len(near) ** 0.5)
    return [(round(float(positions[i][0]), 3), round(float(positions[i][1]), 3)) for i in range(len(near))]


def _on_a_ring(count: int) -> list[Point]:
    return [(sin(2 * pi * i / count), -cos(2 * pi * i / count)) for i in range(count)]


def _apart(points: list[Point], apart: float) -> tuple[Point, ...]:
    """Scale places so that links get a usual length, and move those apart that are too close."""
    pairs = [(a, b) for a in range(len(points)) for b in range(a)]
    nearest = sorted(min(dist(points[a], points[b]) for b in range(len(points)) if b != a) for a in range(len(points)))
    usual = nearest[len(nearest) // 2] or 1.0
    placed = [(x * apart * 1.25 / usual, y * apart * 1.25 / usual) for x, y in points]
    for _ in range(MOST_STEPS):
        close = [(a, b) for a, b in pairs if dist(placed[a], placed[b]) < apart * 1.01]
        if not close:
            break
        for a, b in close:
            _push(placed, a, b, apart * 1.03)
    return tuple((round(x, 1), round(y, 1)) for x, y in placed)


def _push(placed: list[Point], a: int, b: int, apart: float) -> None:
    """Move two places away from each other; those on the same spot to the sides."""
    (ax, ay), (bx, by) = placed[a], placed[b]
    away = dist(placed[a], placed[b])
    dx, dy = ((ax - bx) / away, (ay - by) / away) if away else (cos(a), sin(a))
    move = (apart - away) / 2
    placed[a], placed[b] = (ax + dx * move, ay + dy * move), (bx - dx * move, by - dy * move)
