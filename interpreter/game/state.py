"""A position of a game: a fixed number of small integers, and the rules it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from .rules import Rules


@frozen
class State:
    """A position. It never changes; two are equal when they hold the same numbers.

    `slots` is the whole of it, where the game stands in the rules included.
    """

    rules: Rules = field(eq=False, repr=False)
    slots: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.slots[1] != 0

    def __str__(self) -> str:
        return self.rules.state_text(self)


@frozen
class Choice:
    """Something that may happen next: a player's move, or an outcome of chance.

    `notation` is how it is written, `clause` the id of the kind of move, `player` the seat that
    chooses (None for chance), `weight` how heavy an outcome of chance is beside the others.
    """

    notation: str
    clause: str
    player: int | None
    code: int = field(repr=False)
    weight: int = field(default=1, repr=False)

    def __str__(self) -> str:
        return self.notation


@frozen
class Refusal:
    """A clause that refuses a move, and what it says about it."""

    clause: str
    message: str


@frozen
class Outcome:
    """How a game ended.

    `clause` is the id of the end that came; `ranking` holds groups of seats, the best first;
    `winners` is the first group, or nobody after a draw (as a tie for the first place can be one); `scores` has a
    number for each seat where the rulebook counts scores.
    """

    clause: str
    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return not self.winners
