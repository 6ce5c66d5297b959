"""Symmetries: what can be relabelled together, and how."""

from __future__ import annotations

from ..source.records import frozen
from ..types.types import EnumType


@frozen
class SeatsRotated:
    """All players move up by the same number of seats; by any number that keeps sides together where `by` is None."""

    by: int | None


@frozen
class Renamed:
    """Any two members of an enum are exchanged."""

    of: EnumType


@frozen
class Way:
    """A way of relabelling in words: for each type what each of its members becomes."""

    description: str
    becomes: tuple[tuple[EnumType, tuple[int, ...]], ...]


@frozen
class Moved:
    """Spaces are turned or mirrored, or members exchanged, in one of these ways; `of` is their type."""

    of: EnumType
    ways: tuple[Way, ...]


Relabelled = SeatsRotated | Renamed | Moved


# A symmetry is checked in play and never assumed: no machine merges positions because of it (`analysis.properties.symmetry`).
@frozen
class Symmetry:
    """A relabelling that makes no difference to the game: all its parts are relabelled together.

    It does not hold while one of the rules `outside` is carried out.
    """

    id: str
    parts: tuple[Relabelled, ...]
    outside: tuple[str, ...]
