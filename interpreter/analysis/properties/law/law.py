"""A law: a property of every position of every game, and its breaches."""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

from attrs import frozen

from ....game.rules import Rules
from ....game.state import Choice, State

Step = tuple[int | None, str]
"""A choice or roll that was made: the seat (None for chance), and how it is written."""


@frozen
class ReachedPosition:
    """A position of a game, the steps that led to it from the beginning, the position before the last, and that one."""

    state: State
    steps: tuple[Step, ...]
    before: State | None = None
    choice: Choice | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.state.rules

    @property
    def seed(self) -> int:
        """A number that goes with the position, and is the same on every machine."""
        # A checksum of the text, because Python promises nothing of `hash` from version to version.
        return crc32(str(self.state.slots).encode())


@frozen
class Breach:
    """A position at which a law does not hold.

    `what` says what is so instead, `about` names the clauses concerned; two breaches of a law that
    are about the same are the same. `lines` are lines of a playthrough that show it from there.
    """

    what: str
    about: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def always(rules: Rules) -> bool:
    """For laws that concern every game."""
    del rules
    return True


@frozen
class Law:
    """A law: its name, what it says, and how to look whether a position breaks it.

    `concerns` says whether it has anything to say about a game. A law of `whole_games` is looked at
    once, where a game ends or is left; one that takes long only at every `apart`th position.
    """

    id: str
    statement: str
    look: Callable[[ReachedPosition], Breach | None]
    concerns: Callable[[Rules], bool] = always
    whole_games: bool = False
    apart: int = 1
