"""Positions as far as questions need them, and what rules answer with: choices, refusals, outcomes."""

from __future__ import annotations

from typing import Protocol

from attrs import field, frozen


class Position(Protocol):
    """A position: all that changes in a game, as small integers."""

    @property
    def slots(self) -> tuple[int, ...]:
        """The whole of it, where the game stands in the rules included."""
        ...


@frozen
class Slots:
    """A position without its table."""

    slots: tuple[int, ...]


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
    """The end of a game.

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


@frozen
class Playout:
    """One game that was played.

    `end` is the clause it ended by (None if it was cut off), `winners` the seats that won,
    `scores` the score of each seat or None, `choices` how many choices were made, `offered` how
    many moves were legal in all of them together, `widest` how many in the widest.
    """

    end: str | None
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    choices: int
    offered: int
    widest: int
