"""A layout of a board -> its edges and corners, each a layout of its own, and what lies at what.

An edge is called by the first space that it bounds and the direction in which it lies from there, `a1_right`; a corner
likewise, `a1_up_right_corner`. It may be called by its other spaces too. Edges are neighbours where they meet in a corner,
corners where an edge joins them.

The edges of any other board are its links: what lies between two spaces that are neighbours. A link is called by both,
`lake_forest`, and links are neighbours where they end at the same space.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..source.records import frozen
from ..types.shapes import ShapeName
from .forms import CORNERS, DIRECTIONS, EDGES, PARTS_OF_STEP, Place
from .layout import Layout

# The end of the names of corners: an edge of a hex board lies in the same direction as one of its corners.
SUFFIX = "_corner"

HALF = PARTS_OF_STEP // 2

Rows = tuple[tuple[int, ...], ...]


@frozen
class Rim:
    """The edges or the corners of a board: where each lies, and which of them lies in each direction of each space.

    `points` are in parts of a column and row (PARTS_OF_STEP). `around` has those of each space, clockwise; `directions` says
    in which direction each of them lies, by its place in the type. Links have neither points nor directions.
    """

    layout: Layout
    points: tuple[Place, ...]
    around: Rows
    directions: tuple[int, ...]

    @property
    def spaces(self) -> Rows:
        """For each the spaces that it bounds, in the order of the board."""
        return turned_round(self.around, len(self.layout.names))


@frozen
class _Points:
    """Points around spaces: names, places, those of each space, and further names with the number that each stands for."""

    names: tuple[str, ...]
    places: tuple[Place, ...]
    around: Rows
    others: Mapping[str, int]


@frozen
class Outline:
    """The edges and corners of a board, and the two corners that each edge joins."""

    edges: Rim
    corners: Rim
    joined: Rows

    def rim(self, shape: str) -> Rim:
        """The edges or the corners."""
        return self.edges if shape == EDGES else self.corners

    def adjacent(self, owner: str, kind: str) -> Rows:
        """For each space, edge or corner (as `owner` says) the spaces, edges or corners that lie at it."""
        match owner, kind:
            case ("edges" | "corners", "spaces"):
                return self.rim(owner).spaces
            case "edges", "corners":
                return self.joined
            case "corners", "edges":
                return turned_round(self.joined, len(self.corners.points))
        return self.rim(kind).around


def outline(layout: Layout) -> Outline:
    """Return the edges and corners of a square or hex board."""
    form = layout.form
    halves = {name: (x * HALF, y * HALF) for name, (x, y) in form.steps.items() if name in form.near}
    edges, corners = _points(layout, halves), _points(layout, form.corners, SUFFIX)
    joined = _joined(edges.around, corners.around)
    meeting = turned_round(joined, len(corners.places))
    return Outline(_rim(EDGES, edges, _near(joined, meeting), halves),
                   _rim(CORNERS, corners, _near(meeting, joined), form.corners), joined)


def linked(layout: Layout) -> Outline:
    """Return the links of a board that is neither square nor of hexes; it has no corners."""
    ends = sorted({(min(a, b), max(a, b)) for a, others in enumerate(layout.neighbours) for b in others if a != b})
    names = tuple(f"{layout.names[a]}_{layout.names[b]}" for a, b in ends)
    others = {f"{layout.names[b]}_{layout.names[a]}": number for number, (a, b) in enumerate(ends)}
    around = turned_round(tuple(ends), len(layout.names))
    edges = Rim(Layout(EDGES, names, _near(tuple(ends), around), other_names=others), (), around, ())
    return Outline(edges, Rim(Layout(CORNERS, (), ()), (), ((),) * len(layout.names), ()), ((),) * len(names))


def _near(ends: Rows, targets: Rows) -> Rows:
    """Return for each what it shares one of its ends with, as `targets` says what is at each end."""
    return tuple(tuple(sorted({other for end in own for other in targets[end]} - {number})) for number, own in enumerate(ends))


def _rim(shape: ShapeName, points: _Points, near: Rows, directions: Iterable[str]) -> Rim:
    layout = Layout(shape, points.names, near, other_names=points.others)
    return Rim(layout, points.places, points.around, tuple(map(DIRECTIONS.index, directions)))


def turned_round(rows: Rows, count: int) -> Rows:
    """For each of some numbers the rows that name it, in order."""
    out: list[list[int]] = [[] for _ in range(count)]
    for number, row in enumerate(rows):
        for named in row:
            out[named].append(number)
    return tuple(map(tuple, out))


def towards(rim: Rim) -> Rows:
    """For each space and direction what lies there of the rim, or -1."""
    place = {direction: i for i, direction in enumerate(rim.directions)}
    return tuple(tuple(around[place[direction]] if direction in place else -1 for direction in range(len(DIRECTIONS)))
                 for around in rim.around)


def moved(outline: Outline, shape: str, spaces: tuple[int | None, ...], directions: tuple[int, ...]) -> tuple[int, ...]:
    """Return the image of each edge, or of each corner, when spaces and directions become others."""
    if not outline.edges.points:
        return _links_moved(outline.edges, spaces)
    edges = _edges_moved(outline.edges, spaces, directions)
    if shape == EDGES:
        return edges
    out = list(range(len(outline.corners.points)))
    for around, corners in zip(outline.edges.around, outline.corners.around, strict=True):
        for place, corner in enumerate(corners):
            # A corner is where two edges of a space meet that follow each other. On a hex board a corner may lie where no
            # direction of the language becomes the direction of its image.
            first, second = (set(outline.joined[edges[around[(place + more) % len(around)]]]) for more in (0, 1))
            out[corner] = min(first & second, default=corner)
    return tuple(out)


def _links_moved(rim: Rim, spaces: tuple[int | None, ...]) -> tuple[int, ...]:
    """Return the image of each link: the link between the images of its ends."""
    ends = [frozenset(pair) for pair in rim.spaces]
    number = {pair: link for link, pair in enumerate(ends)}
    # A space without an image stays in place, so that each link gets some image. The check has refused such a way by then.
    becomes = [end if image is None else image for end, image in enumerate(spaces)]
    images = (frozenset(becomes[end] for end in pair) for pair in ends)
    return tuple(number.get(image, link) for link, image in enumerate(images))


def _edges_moved(rim: Rim, spaces: tuple[int | None, ...], directions: tuple[int, ...]) -> tuple[int, ...]:
    targets = towards(rim)
    out = list(range(len(rim.points)))
    for space, image in enumerate(spaces):
        for number, direction in zip(rim.around[space], rim.directions, strict=True):
            out[number] = number if image is None else targets[image][directions[direction]]
    return tuple(out)


def _points(layout: Layout, by_direction: Mapping[str, Place], suffix: str = "") -> _Points:
    """Return the points that lie in some directions of all spaces, each once, by their names."""
    numbers: dict[Place, int] = {}
    names: list[str] = []
    others: dict[str, int] = {}
    around: list[tuple[int, ...]] = []
    for space, (column, row) in zip(layout.names, layout.places, strict=True):
        corners = {direction: (column * PARTS_OF_STEP + x, row * PARTS_OF_STEP + y)
                   for direction, (x, y) in by_direction.items()}
        for direction, point in corners.items():
            name = f"{space}_{direction}{suffix}"
            # Points are whole numbers in parts of a step, so an edge that
            # two spaces share has the same point from both, exactly.
            if point in numbers:
                others[name] = numbers[point]
            else:
                numbers[point] = len(numbers)
                names.append(name)
        around.append(tuple(numbers[point] for point in corners.values()))
    return _Points(tuple(names), tuple(numbers), tuple(around), others)


def _joined(edges: Rows, corners: Rows) -> Rows:
    """Return the two corners of each edge: of the edges of a space clockwise, the corner before it and the one after it."""
    ends: dict[int, tuple[int, ...]] = {}
    for of_space, corners_of_space in zip(edges, corners, strict=True):
        for place, edge in enumerate(of_space):
            # The number -1 before the first is right: round a space the last corner comes before the first edge.
            ends.setdefault(edge, (corners_of_space[place - 1], corners_of_space[place]))
    return tuple(ends[edge] for edge in range(len(ends)))
