"""Nodes of the syntax tree: boards, and what is said of their spaces."""

from __future__ import annotations

from attrs import frozen

from ..source.span import Span
from ..types.shapes import ShapeName
from .expressions import Expr, Name, Node, Text
from .tables import Column, Setting


@frozen(eq=False, repr=False)
class Links(Node):
    """A line of a graph: each name is next to the one after it."""

    names: tuple[Name, ...]


@frozen(eq=False, repr=False)
class DrawnRow(Node):
    """A line of a map, as it stands between its quotes."""

    text: str


@frozen(eq=False, repr=False)
class Drawing(Node):
    """`map` with its lines."""

    assumed: str | None
    rows: tuple[DrawnRow, ...]


@frozen(eq=False, repr=False)
class Mark(Node):
    """`legend letter` or `at spaces`: a name for the space, sets that the spaces are in, values they have."""

    letter: Name | None
    spaces: tuple[Name, ...]
    single: Name | None
    sets: tuple[Name, ...]
    settings: tuple[Setting, ...]


@frozen(eq=False, repr=False)
class ShownAs(Node):
    """`shown as "text" when condition`: what a picture says of a space of which the condition holds."""

    text: Text
    condition: Expr | None


@frozen(eq=False, repr=False)
class Board(Node):
    """A board: its shape, its space type, and the region type its spaces merge into, if any.

    `rims` are its edges and its corners, where they have a name: boards too, of the shape `edges` or `corners`.
    """

    name: str
    name_span: Span
    shape: ShapeName
    shape_span: Span
    space: Name
    region: Name | None
    first: str | None
    last: str | None
    width: Expr | None
    height: Expr | None
    statement: Text | None
    columns: tuple[Column, ...]
    links: tuple[Links, ...]
    drawings: tuple[Drawing, ...]
    marks: tuple[Mark, ...]
    shown_as: tuple[ShownAs, ...]
    rims: tuple[Board, ...] = ()
