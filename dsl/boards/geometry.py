"""Work out tables of a layout: distances, neighbourhoods, directions and straight lines.

A table of pairs of spaces is flat: the entry for a and b stands at a * number of spaces + b.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from .forms import DIRECTIONS, Place
from .layout import Layout


def distances(layout: Layout) -> tuple[int, ...]:
    """Steps from each space to each; the number of spaces where none lead there."""
    return tuple(steps for start in range(len(layout.names)) for steps in _distances(layout, start))


def _distances(layout: Layout, start: int) -> list[int]:
    """Steps from a space to every other, by breadth-first search."""
    # Breadth first from each space: the time grows with spaces times links, and not with the cube of the spaces.
    far = {start: 0}
    edge = [start]
    while edge:
        reached = []
        for i in edge:
            for j in layout.neighbours[i]:
                if j not in far:
                    far[j] = far[i] + 1
                    reached.append(j)
        edge = reached
    return [far.get(i, len(layout.names)) for i in range(len(layout.names))]


def all_within(layout: Layout, steps: int) -> tuple[tuple[int, ...], ...]:
    """For each space those at most `steps` steps away, itself included, the nearest first."""
    return tuple(tuple(_nearby(layout, start, steps)) for start in range(len(layout.names)))


def _nearby(layout: Layout, start: int, steps: int) -> Iterator[int]:
    """Yield the spaces at most `steps` steps away, those equally far in the order of the board."""
    visited, edge = {start}, [start]
    for _ in range(steps + 1):
        yield from edge
        # Sorted, since a set has no order: `nearest first` must list the same spaces in the same order in every process.
        edge = sorted({j for i in edge for j in layout.neighbours[i]} - visited)
        visited.update(edge)
        if not edge:
            return


# ---- Directions --------------------------------------------------------------------------------


def directions(layout: Layout) -> tuple[int, ...]:
    """Return the directions there are on a square or hex board, by their places in the type."""
    return tuple(DIRECTIONS.index(direction) for direction in layout.form.steps)


def around(layout: Layout, only_diagonals: bool) -> tuple[tuple[int, ...], ...]:
    """For each space those one step away in any direction, or only where the direction leads to no neighbour."""
    form = layout.form
    steps = [step for direction, step in form.steps.items() if not (only_diagonals and direction in form.near)]
    space_at = {place: i for i, place in enumerate(layout.places)}
    return tuple(tuple(space_at[column + x, row + y] for x, y in steps if (column + x, row + y) in space_at)
                 for column, row in layout.places)


def shifted(layout: Layout, columns: int, rows: int) -> tuple[int, ...]:
    """For each space the one some columns and rows away, or -1; what is between does not matter."""
    space_at = {place: i for i, place in enumerate(layout.places)}
    return tuple(space_at.get((column + columns, row + rows), -1) for column, row in layout.places)


def towards(layout: Layout) -> tuple[Place | None, ...]:
    """Return the columns and rows that a step in each direction goes; None where there is no such direction."""
    return tuple(layout.form.steps.get(direction) for direction in DIRECTIONS)


def steps(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """For each space and direction the space one step on, or -1."""
    ways = towards(layout)
    space_at = {place: i for i, place in enumerate(layout.places)}
    return tuple(tuple(-1 if way is None else space_at.get((column + way[0], row + way[1]), -1) for way in ways)
                 for column, row in layout.places)


def reach_of_rays(layout: Layout) -> tuple[int, int]:
    """Return how many spaces all rays have together, and how many the longest has."""
    total = longest = 0
    space_at = {place: i for i, place in enumerate(layout.places)}
    for step in layout.form.steps.values():
        reach: dict[Place, int] = {}
        # Each ray is one longer than that from the space it goes to first, which stands further in the direction.
        for place in sorted(layout.places, key=lambda p: p[0] * step[0] + p[1] * step[1], reverse=True):
            beyond = (place[0] + step[0], place[1] + step[1])
            reach[place] = 1 + reach[beyond] if beyond in space_at else 0
        total, longest = total + sum(reach.values()), max(longest, *reach.values())
    return total, longest


def rays(layout: Layout) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each space and direction the spaces from there on, the nearest first, up to the edge or a gap."""
    steps = towards(layout)
    space_at = {place: i for i, place in enumerate(layout.places)}
    return tuple(tuple(() if step is None else tuple(_run(space_at, place, step)) for step in steps)
                 for place in layout.places)


def _run(numbers: dict[Place, int], start: Place, step: Place) -> Iterator[int]:
    place = (start[0] + step[0], start[1] + step[1])
    while place in numbers:
        yield numbers[place]
        place = (place[0] + step[0], place[1] + step[1])


def headings(layout: Layout) -> tuple[int, ...]:
    """For each two spaces the direction in which the second lies straight from the first, or -1."""
    count = len(layout.names)
    out = [-1] * count * count
    for start, around in enumerate(rays(layout)):
        for direction, ray in enumerate(around):
            for end in ray:
                out[start * count + end] = direction
    return tuple(out)


def betweens(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """For each two spaces those between them on a straight line, from the first on; none where there is no line."""
    count = len(layout.names)
    out: list[tuple[int, ...]] = [() for _ in range(count * count)]
    for start, around in enumerate(rays(layout)):
        for ray in around:
            for place, end in enumerate(ray):
                out[start * count + end] = ray[:place]
    return tuple(out)


# ---- Lines -------------------------------------------------------------------------------------


def lines_of(layout: Layout, length: int) -> tuple[tuple[int, ...], ...]:
    """Return every straight line of this number of spaces next to each other, each once."""
    if layout.form.is_row:
        return _runs(layout, length)
    space_at = {place: i for i, place in enumerate(layout.places)}
    # `lines` has one of each two opposite directions, so no line is found from both of its ends.
    lines = ((start, *islice(_run(space_at, place, layout.form.steps[direction]), length - 1))
             for start, place in enumerate(layout.places) for direction in layout.form.lines)
    return tuple(line for line in lines if len(line) == length)


def lines_through(layout: Layout, length: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each space the straight lines of a length that it lies on."""
    out: list[list[tuple[int, ...]]] = [[] for _ in layout.names]
    for line in lines_of(layout, length):
        for space in line:
            out[space].append(line)
    return tuple(map(tuple, out))


def _runs(layout: Layout, length: int) -> tuple[tuple[int, ...], ...]:
    """Runs of spaces on a ring or line; round a whole ring there is one."""
    count = len(layout.names)
    # A line as long as the ring is the same set of spaces from wherever it starts, so it counts once.
    starts = range(count if length < count else 1) if layout.form.is_round else range(count - length + 1)
    return tuple(tuple((start + i) % count for i in range(length)) for start in starts)
