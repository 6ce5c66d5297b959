"""Things with their shapes, words and signs in places; blocks of them."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from ..scene.model import Stands, Token

# The parts that outlines and lines of text play in a picture: classes of its style.
ShapeRole = Literal["space", "space ground", "space alternate", "owned", "changed", "link", "bridge", "panel", "panel turn",
                    "card", "card changed-card"]
WordsRole = Literal["ink", "dim", "new", "turn-words"]
# Where a line of text stands beside its place.
Anchor = Literal["start", "middle", "end"]
ThingKind = Literal["board", "space", "entry", "panel", "card", "key"]


@frozen
class PathShape:
    """An outline: a path of SVG, the part it plays, and its colour if that is not the one of its part."""

    path: str
    role: ShapeRole
    fill: str | None = None


@frozen
class TextLine:
    """A line of text; `y` is its base line. `most` is the width that it must not pass."""

    x: float
    y: float
    text: str
    size: float
    role: WordsRole = "ink"
    anchor: Anchor = "start"
    is_bold: bool = False
    most: float | None = None


@frozen
class Sign:
    """A token with its centre and size."""

    token: Token
    x: float
    y: float
    size: float


Item = PathShape | TextLine | Sign


@frozen
class Thing:
    """Items that stand for one thing together.

    `members` are the names of the spaces that a space is made of, by merging.
    """

    kind: ThingKind
    stands: Stands
    says: str
    items: tuple[Item, ...]
    is_changed: bool = False
    members: tuple[str, ...] = ()


@frozen
class LayoutBlock:
    """A part of a picture: its size, and the things in it. `group` names blocks that belong under one heading.

    `inner` are blocks that stand within it, with their places.
    """

    name: str
    width: float
    height: float
    things: tuple[Thing, ...]
    group: str = ""
    inner: tuple[tuple[float, float, LayoutBlock], ...] = ()


@frozen
class Page:
    """Blocks with their places, and the size of the whole."""

    width: float
    height: float
    placed: tuple[tuple[float, float, LayoutBlock], ...] = ()
    headings: tuple[TextLine, ...] = field(default=())


def number(value: float) -> str:
    """A number as it is written: with one decimal, if that is not 0."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    # What rounds to 0 is written in one way, so that equal pictures have equal bytes.
    return "0" if text == "-0" else text


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0) -> str:
    """The path of a rectangle, perhaps with round corners."""
    n = number
    if not radius:
        return f"M{n(x)} {n(y)}h{n(width)}v{n(height)}h{n(-width)}z"
    r, w, h = n(radius), n(width - 2 * radius), n(height - 2 * radius)
    return (
        f"M{n(x + radius)} {n(y)}h{w}a{r} {r} 0 0 1 {r} {r}v{h}a{r} {r} 0 0 1 -{r} {r}h-{w}"
        f"a{r} {r} 0 0 1 -{r} -{r}v-{h}a{r} {r} 0 0 1 {r} -{r}z"
    )


def polygon(points: tuple[tuple[float, float], ...]) -> str:
    """The path of a polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"
