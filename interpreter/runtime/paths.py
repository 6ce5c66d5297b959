"""Paths over the neighbouring spaces of a board: how far one leads, and where to.

`near` are the neighbours of each space. `passes` tells whether a space may stand between the first
and the last of a path, `cost` what it costs to enter one; None stands for always, and for one step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush

Near = Sequence[Sequence[int]]
Passes = Callable[[int], bool] | None


def reachable(near: Near, start: int, steps: int, passes: Passes) -> list[int]:
    """The spaces to which a path of up to `steps` steps leads, the nearest first; not the start."""
    visited, edge, out = {start}, [start], []
    for step in range(steps):
        # The start and the last space of a path need not let it through: only what is gone on from is tested.
        if step and passes is not None:
            edge = [space for space in edge if passes(space)]
        edge = _next(near, edge, visited)
        if not edge:
            break
        out += edge
    return out


def distance(near: Near, start: int, goal: int, passes: Passes) -> int:
    """The steps of the shortest path to a space; the number of spaces where none leads there."""
    visited, edge, steps = {start}, [start], 0
    while edge and goal not in visited:
        if steps and passes is not None:
            edge = [space for space in edge if passes(space)]
        edge = _next(near, edge, visited)
        steps += 1
    return steps if goal in visited else len(near)


def _next(near: Near, edge: list[int], visited: set[int]) -> list[int]:
    """The spaces next to these that were not seen before; they are seen now."""
    out = []
    for space in edge:
        for other in near[space]:
            if other not in visited:
                visited.add(other)
                out.append(other)
    return out


def reachable_at_cost(near: Near, start: int, most: int, passes: Passes, cost: Callable[[int], int]) -> list[int]:
    """The spaces to which a path leads whose spaces cost at most so much to enter, the cheapest first."""
    return [space for space, paid in _by_cost(near, start, passes, cost, most) if space != start]


def cheapest(near: Near, start: int, goal: int, passes: Passes, cost: Callable[[int], int], nowhere: int) -> int:
    """Return the cost of the cheapest path to a space; `nowhere` where none leads there."""
    return next((paid for space, paid in _by_cost(near, start, passes, cost, nowhere) if space == goal), nowhere)


def _by_cost(near: Near, start: int, passes: Passes, cost: Callable[[int], int],
             most: int) -> Iterator[tuple[int, int]]:
    """Spaces with the cost of the cheapest path to each, the cheapest first.

    Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1, 1959.
    """
    queue, settled, order = [(0, 0, start)], set[int](), 0
    while queue:
        paid, _, space = heappop(queue)
        if space in settled:
            continue
        settled.add(space)
        yield space, paid
        # A path may end here, but not go on.
        if space != start and passes is not None and not passes(space):
            continue
        for other in near[space]:
            if other not in settled and paid + (price := cost(other)) <= most:
                # Of equal costs, the space found first comes first; the spaces themselves are never compared.
                order += 1
                heappush(queue, (paid + price, order, other))
