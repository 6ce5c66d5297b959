"""Positions as far as questions need them, and what rules answer with: choices, refusals, outcomes."""

from __future__ import annotations

from typing import Literal, Protocol

from attrs import field

from ....dsl.source.records import frozen


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


# Why a clause refuses: by what it says itself; the game is over; another seat is to move; something else is asked for now;
# a value is not among those that may be chosen; another piece stands for this one; no move is written like that.
Why = Literal["rule", "over", "turn", "time", "value", "alike", "unknown"]


@frozen
class Refusal:
    """A clause that refuses a move, and what it says about it.

    `why` tells a message that is the clause's own from one that says where the game stands.
    """

    clause: str
    message: str
    why: Why = "rule"


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
