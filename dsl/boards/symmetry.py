"""Find the ways to turn or mirror a layout: where each takes every space and direction.

On square and hex boards a motion is known by what it makes of the directions, which lie clockwise round a
space: a turn moves each of them on by the same number, a mirror counts them the other way round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import gcd

from attrs import frozen

from .forms import DIRECTIONS, DRAWN, ROUND, ROWS, Place
from .layout import Layout

PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6}
"""The words for parts of a whole turn."""

TURNED = (*DRAWN, *ROUND)
MIRRORED = (*DRAWN, *ROWS)
WITH_DIRECTIONS = DRAWN

# The most spaces whose images are compared with all spaces.
MOST_COMPARED = 400

# The directions of a hex board between which the others lie.
_NEXT_TO = {"up": ("up_left", "up_right"), "down": ("down_left", "down_right")}


@frozen
class Motion:
    """A way of relabelling a board, in words: what each space becomes, and each of all directions.

    A space that would come to lie where there is none has no image. `directions` is empty where they stay what they are.
    """

    description: str
    spaces: tuple[int | None, ...]
    directions: tuple[int, ...] = ()

    @property
    def without_image(self) -> tuple[int, ...]:
        """The spaces that would come to lie beside the board."""
        return tuple(space for space, image in enumerate(self.spaces) if image is None)


def turns(layout: Layout, part: int | None) -> tuple[Motion, ...]:
    """Return the turn clockwise by a part of a whole one (2: half), or every turn; none where the shape does not have it."""
    count = len(layout.names) if layout.form.is_round else len(layout.form.steps)
    least = layout.form.least_turn
    if part is not None:
        return (_turn(layout, count // part, count),) if count % (part * least) == 0 else ()
    return tuple(_turn(layout, by, count) for by in range(least, count, least))


def mirrors(layout: Layout) -> tuple[Motion, ...]:
    """Return every way of mirroring a board of this shape."""
    count = len(layout.names)
    match layout.shape:
        case "line":
            return (Motion("mirrored", tuple(range(count))[::-1]),)
        case "ring":
            return tuple(Motion(f"mirrored, with {layout.names[total % count]} where {layout.names[0]} was",
                                tuple((total - space) % count for space in range(count))) for total in range(count))
    names = tuple(layout.form.steps)
    return tuple(_mirror(layout, total) for total in range(0, len(names), layout.form.least_turn))


def mirror(layout: Layout, text: str, other: str) -> Motion | None:
    """Return the way of mirroring in which two directions change places; None where there is none."""
    names = tuple(layout.form.steps)
    if text == other or text not in names or other not in names:
        return None
    total = names.index(text) + names.index(other)
    return None if total % layout.form.least_turn else _mirror(layout, total, f"mirrored {text} to {other}")


def torn_apart(layout: Layout, motion: Motion) -> tuple[int, int] | None:
    """Two spaces next to each other whose images are not; None where there are none."""
    return next(((space, near) for space, around in enumerate(layout.neighbours) for near in around
                 if motion.spaces[near] not in _images_near(layout, motion, space)), None)


def _images_near(layout: Layout, motion: Motion, space: int) -> tuple[int, ...]:
    image = motion.spaces[space]
    return () if image is None else layout.neighbours[image]


# ---- Motions -------------------------------------------------------------------------------------


def _turn(layout: Layout, by: int, whole: int) -> Motion:
    """Return the turn by `by` of the `whole` steps that a whole turn has."""
    description = f"turned by {_part(by, whole)}"
    # The spaces of a ring count round it. The directions of other boards count round a space.
    if layout.form.is_round:
        return Motion(description, tuple((space + by) % whole for space in range(whole)))
    return _moved(layout, description, lambda direction: direction + by)


def _part(by: int, whole: int) -> str:
    """Return a part of a whole turn in words, or as a fraction."""
    # `fractions` would load `decimal`, which takes longer than the rest of this folder.
    divisor = gcd(by, whole)
    up, down = by // divisor, whole // divisor
    word = next((word for word, count in PARTS.items() if (up, down) == (1, count)), f"{up}/{down}")
    return word if word == "half" or word[0].isdigit() else f"a {word}"


def _mirror(layout: Layout, total: int, description: str = "") -> Motion:
    """Return the mirror in which the places of each two directions that change places make this sum."""
    names = tuple(layout.form.steps)
    pairs = [(i, (total - i) % len(names)) for i in range(len(names))]
    number, other = max((pair for pair in pairs if pair[0] < pair[1]), key=lambda pair: pair[1] - pair[0] == len(names) // 2)
    return _moved(layout, description or f"mirrored {names[number]} to {names[other]}", lambda direction: total - direction)


def _moved(layout: Layout, description: str, to: Callable[[int], int]) -> Motion:
    """Return the way that a motion takes the spaces of a square or hex board, when each direction becomes another."""
    steps = layout.form.steps
    names = tuple(steps)
    becomes = {name: names[to(place) % len(names)] for place, name in enumerate(names)}
    along, across = (steps[becomes[name]] for name in layout.form.along)
    # A motion is linear: a space keeps its two counts of steps, and each step becomes the image of its direction.
    images = [(a * along[0] + b * across[0], a * along[1] + b * across[1]) for a, b in _counted(layout)]
    right, up = _shift(layout, images)
    space_at = {place: space for space, place in enumerate(layout.places)}
    return Motion(description, tuple(space_at.get((column + right, row + up)) for column, row in images),
                  tuple(DIRECTIONS.index(becomes.get(name) or _upright(becomes, name)) for name in DIRECTIONS))


def _upright(becomes: Mapping[str, str], name: str) -> str:
    """Return the step that replaces up or down on a hex board, which has no such step: the two between which it lies.

    Another step that a form does not have stays what it is, since no space has a neighbour there.
    """
    images = {becomes.get(neighbours) for neighbours in _NEXT_TO.get(name, ())}
    return next((upright for upright, neighbours in _NEXT_TO.items() if images == set(neighbours)), name)


def _counted(layout: Layout) -> Iterator[Place]:
    """Yield how many steps along the one way of the form, and along the other, lead from the first space to each."""
    first = layout.places[0]
    (right, up), (across, above) = (layout.form.steps[name] for name in layout.form.along)
    # The place of a space is a * (right, up) + b * (across, above), solved for a and b (Cramer); it has whole numbers.
    determinant = right * above - up * across
    for column, row in layout.places:
        columns, rows = column - first[0], row - first[1]
        yield (columns * above - rows * across) // determinant, (right * rows - up * columns) // determinant


def _shift(layout: Layout, images: list[Place]) -> Place:
    """Return how far the images of all spaces go: so that most of them come to lie on spaces."""
    if len(images) > MOST_COMPARED:
        # Of a large board the lowest column and row come to lie on the lowest.
        column, row = (min(place[i] for place in layout.places) - min(place[i] for place in images) for i in (0, 1))
        return column, row
    # This compares all pairs, so its time grows with the square of the spaces: hence `MOST_COMPARED`.
    return Counter(_shifts(layout, images)).most_common(1)[0][0]


def _shifts(layout: Layout, images: list[Place]) -> Iterator[Place]:
    """Yield how far each image has to go to each space: most of them fit where it is most often the same."""
    for column, row in images:
        for to_column, to_row in layout.places:
            yield to_column - column, to_row - row
