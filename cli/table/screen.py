"""Who looks at the screen: what may be shown to him, and how it is cleared for the next.

When several people play a game with secrets at one keyboard, each sits down alone before he sees
what only he may know, and the screen is cleared before anybody else looks.
"""

from __future__ import annotations

import sys

import click
from attrs import define

from ...interpreter.game.observation import SPECTATOR, Viewer
from ...interpreter.game.rules import Rules
from ...interpreter.game.state import State

# Clears the screen, and what a terminal keeps of it above its first line.
CLEAR = "\033[2J\033[3J\033[H"
# No more than this is read of a line.
LONGEST = 500


@define
class Screen:
    """The screen that `people` (their seats) share; `sitting` is who looks at it alone just now."""

    rules: Rules
    people: frozenset[int]
    sitting: int | None = None

    @property
    def shared(self) -> bool:
        """Whether people share it who may not all see the same."""
        return len(self.people) > 1 and self.rules.observer.keeps_secrets

    @property
    def viewer(self) -> Viewer | None:
        """Whose view may be shown just now; None where everything may."""
        if not self.people or not self.rules.observer.keeps_secrets:
            return None
        if len(self.people) == 1:
            return min(self.people)
        return SPECTATOR if self.sitting is None else self.sitting

    def is_private(self, seat: int, state: State) -> bool:
        """Whether this person, to move now, sees something that not all may see."""
        point = self.rules.point(state)
        decides_alone = point is not None and (point.secret is not None or point.audience is not None)
        return self.shared and (decides_alone or self.rules.observer.hidden(seat) != self.rules.observer.hidden(SPECTATOR))

    def gate(self, seat: int) -> str:
        """Ask whether this person is alone at the screen; gives what is typed, nothing for yes. Raises click.Abort."""
        text: str = click.prompt(f"\n{self.rules.seats[seat]}, alone at the screen? press Enter", default="",
                                 show_default=False, prompt_suffix=" ")
        return typed(text)

    def sit_down(self, seat: int) -> None:
        """This person sits down at the screen alone."""
        clear()
        self.sitting = seat

    def stand_up(self) -> None:
        """Whoever sits at the screen leaves, and nothing he saw stays on it."""
        clear()
        self.sitting = None


def typed(text: str) -> str:
    """What was typed, without signs that a terminal would obey, and with single spaces."""
    return " ".join("".join(word if word.isprintable() else " " for word in text[:LONGEST]).split())


def forget_what_was_typed() -> None:
    """Forget what was typed at a terminal before anything was asked."""
    if sys.platform != "win32" and sys.stdin.isatty():
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def clear() -> None:
    """Clear the screen; where there is none, a form feed parts what belongs to different people."""
    click.echo(CLEAR if sys.stdout.isatty() else "\f", nl=False)
