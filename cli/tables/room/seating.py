"""Seats of people and of the machine, and links to them."""

from __future__ import annotations

from attrs import define, field, frozen

from ....interpreter.analysis.players.spec import Spec
from ....interpreter.game.viewing.observation import SPECTATOR, Viewer

PERSON = "person"


@frozen
class LinkRole:
    """The rights of a link at a table: to play some seats (none: to watch), and to manage the table."""

    seats: frozenset[int] = frozenset()
    manages: bool = False

    @property
    def is_shared(self) -> bool:
        """Whether several people share the screen."""
        return len(self.seats) > 1


@define(eq=False)
class LinkUse:
    """A link to a table in use: its role, and who of several people at one screen looks at it alone."""

    role: LinkRole
    sitting: int | None = None

    def viewer(self, keeps_secrets: bool) -> Viewer:
        """The viewer whose view this screen may show."""
        if len(self.role.seats) == 1:
            return min(self.role.seats)
        if not self.role.is_shared:
            return SPECTATOR
        # Where nothing is secret all see the same.
        if not keeps_secrets:
            return min(self.role.seats)
        return SPECTATOR if self.sitting is None else self.sitting


@frozen
class Seat:
    """A seat: its name, and the player of the machine that plays it; None for a person."""

    name: str
    by: Spec | None = None


@define(eq=False)
class TableSeating:
    """The seats of a table with who plays them, and the places of its links by their tokens."""

    seats: list[Seat]
    places: dict[str, LinkUse] = field(factory=dict)

    @property
    def people(self) -> frozenset[int]:
        """The seats that people play."""
        return frozenset(number for number, seat in enumerate(self.seats) if seat.by is None)

    def assign(self, number: int, by: Spec | None) -> None:
        """Let a player of the machine, or (None) a person, play a seat."""
        self.seats[number] = Seat(self.seats[number].name, by)

    def leave_screens(self) -> None:
        """Let nobody look at a shared screen alone any more."""
        for place in self.places.values():
            place.sitting = None
