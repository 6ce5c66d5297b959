"""Nodes of the syntax tree: what makes no difference, and in which ways it can be relabelled."""

from __future__ import annotations

from attrs import frozen

from ..source.span import Span
from .expressions import Expr, Integer, Name, Node, Text


@frozen(eq=False, repr=False)
class SeatsRotated(Node):
    """Every player moves up by the same number of seats; by how many, where that is said."""

    by: Integer | None


@frozen(eq=False, repr=False)
class Renamed(Node):
    """Any two members of an enum change their names."""

    of: Name


@frozen(eq=False, repr=False)
class Turned(Node):
    """The spaces of a board are turned, by a part of a whole turn or in every way that there is."""

    of: Name
    part: Name | None


@frozen(eq=False, repr=False)
class Mirrored(Node):
    """The spaces of a board are mirrored, so that two directions change places or in every way that there is."""

    of: Name
    directions: tuple[Name, ...]


@frozen(eq=False, repr=False)
class ExchangedPair(Node):
    """Two members that change places."""

    first: Name
    second: Name


@frozen(eq=False, repr=False)
class Exchanged(Node):
    """Members of an enum, rows of a table or spaces change places, pair by pair."""

    of: Name
    pairs: tuple[ExchangedPair, ...]


Relabelled = SeatsRotated | Renamed | Turned | Mirrored | Exchanged


@frozen(eq=False, repr=False)
class Symmetry(Node):
    """A relabelling that makes no difference, all parts of it together.

    It does not hold while one of the rules `outside` is carried out.
    """

    name: str
    name_span: Span
    parts: tuple[Relabelled, ...]
    outside: tuple[Name, ...]
    condition: Expr | None
    statement: Text | None
