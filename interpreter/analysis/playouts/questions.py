"""Questions about random games besides how they go; either machine answers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from attrs import field, frozen

from .counts import Pattern
from .figures import Figure
from .search import GreedyPlayer
from .simulate import Followers


@frozen(eq=False)
class PlayersOfSeats:
    """Players of all seats, each with chance of their own: who looks ahead, or None for one who chooses at random.

    `followers` are the same players for the game with a number of the series with a seed, in Python.
    """

    seats: tuple[GreedyPlayer | None, ...]
    followers: Callable[[int, int], Followers]


@frozen(eq=False)
class Questions:
    """Figures of last positions, patterns of moves to count, players who make all choices, whether invariants are tested.

    One `player` makes all choices with the chance of the game, or the players of a `table` do. With `replayed`, the moves of a
    game can be asked for; with `barring`, games in which a seat may not make some moves can be played. With `totals` (slots,
    and what they are together), the laws of codes and states are tested in each position.
    """

    figures: Mapping[str, Figure] = field(factory=lambda: MappingProxyType({}))
    patterns: tuple[Pattern, ...] = ()
    player: GreedyPlayer | None = None
    invariants: bool = False
    table: PlayersOfSeats | None = None
    replayed: bool = False
    barring: bool = False
    totals: tuple[tuple[tuple[int, ...], int], ...] | None = None

    def __bool__(self) -> bool:
        """Return whether anything is asked."""
        return bool(self.figures or self.patterns or self.player is not None or self.invariants or self.table is not None
                    or self.replayed or self.barring or self.totals is not None)


NOTHING_ASKED = Questions()
