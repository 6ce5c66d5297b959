"""Share one screen between players: whose view it may show, and when to clear it.

When several people play a game with secrets at one keyboard, each player confirms that they are alone
before the screen shows their secrets. The screen is cleared before another player looks.
"""

from __future__ import annotations

import sys

import click
from attrs import define

from ...interpreter.game.rules import Rules
from ...interpreter.game.state import State
from ...interpreter.game.viewing.observation import SPECTATOR, Viewer

# Clears the screen, and what a terminal keeps of it above its first line.
CLEAR = "\033[2J\033[3J\033[H"
# No more than this is read of a line.
LONGEST = 500


@define
class Screen:
    """The screen that `people` (their seats) share; `sitting` is the seat that is alone at it now."""

    rules: Rules
    people: frozenset[int]
    sitting: int | None = None

    @property
    def shared(self) -> bool:
        """Return whether players with different views share it."""
        return len(self.people) > 1 and self.rules.observer.keeps_secrets

    @property
    def viewer(self) -> Viewer | None:
        """The viewer whose view the screen may show now; None: everything."""
        if not self.people or not self.rules.observer.keeps_secrets:
            return None
        if len(self.people) == 1:
            return min(self.people)
        return SPECTATOR if self.sitting is None else self.sitting

    def is_private(self, seat: int, state: State) -> bool:
        """Return whether this player, who is to move, sees something that some others may not see."""
        point = self.rules.decisions.point(state)
        # Either is enough: a decision that others may not see, or fields that a spectator may not see.
        decides_alone = point is not None and (point.secret is not None or point.audience is not None)
        return self.shared and (decides_alone or self.rules.observer.hidden(seat) != self.rules.observer.hidden(SPECTATOR))

    def gate(self, seat: int) -> str:
        """Ask whether this player is alone at the screen; return the typed text, empty for yes. Raises click.Abort."""
        text: str = click.prompt(f"\n{self.rules.seats[seat]}, alone at the screen? press Enter", default="",
                                 show_default=False, prompt_suffix=" ")
        return typed(text)

    def sit_down(self, seat: int) -> None:
        """Seat this player at the screen alone."""
        clear()
        self.sitting = seat

    def stand_up(self) -> None:
        """Let the player at the screen leave, and clear everything that they saw."""
        clear()
        self.sitting = None


def typed(text: str) -> str:
    """Return the typed text without control characters and with single spaces."""
    return " ".join("".join(word if word.isprintable() else " " for word in text[:LONGEST]).split())


def forget_what_was_typed() -> None:
    """Discard the input typed before the first question."""
    if sys.platform != "win32" and sys.stdin.isatty():
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def clear() -> None:
    """Clear the screen; without a terminal, print a form feed between the parts for different players."""
    click.echo(CLEAR if sys.stdout.isatty() else "\f", nl=False)
