"""Show a played game: turn by turn on a terminal, else its end."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Iterator

import click
from attrs import define, frozen

from ..shared.process.calling import called
from .screen import clear, forget_what_was_typed
from .session.results import result
from .text.room import lines_for_picture, lines_of_terminal
from .text.speech import height, render_steps, wrapped
from .view import AtView

# How long a turn stays on the screen, in seconds.
PACE = 2.0
GOES_ON = "Enter: go on; q and Enter: to the end"


@frozen
class Turn:
    """Consecutive steps of a player, with the rolls before and between them."""

    begin: int
    end: int


@define
class TurnViewer(AtView):
    """Shows the steps so far; `last` is the number of turns (None: all, or one for each player).

    `game` is the game as an argument names it.
    """

    game: str
    pace: float = PACE
    last: int | None = None

    def show(self, goes_on: bool) -> None:
        """Show the turns; then, if no person continues, the position, the result, and commands for more."""
        turns = list(self.turns())
        if lines_of_terminal() is not None:
            forget_what_was_typed()
            for turn in turns[-self.last if self.last else 0 : -1]:
                if not self.waits_after(turn):
                    break
            clear()
        shown = turns[-(self.last or len(self.rules.seats)):]
        self.view.show_last(len(self.session.steps) - shown[0].begin if shown else 0)
        if not goes_on:
            self.show_end()

    def turns(self) -> Iterator[Turn]:
        """The turns of the game."""
        begin, mover = 0, None
        for place, step in enumerate(self.session.steps):
            if step.seat is not None:
                if mover is not None and step.seat != mover:
                    end = self._after_last_move(place)
                    yield Turn(begin, end)
                    begin = end
                mover = step.seat
        if self.session.steps:
            yield Turn(begin, len(self.session.steps))

    def _after_last_move(self, place: int) -> int:
        """The place behind the last move of a player before a place."""
        steps = self.session.steps
        return next(i + 1 for i in range(place - 1, -1, -1) if steps[i].seat is not None)

    def waits_after(self, turn: Turn) -> bool:
        """Show a turn with the position after it, and wait; return False if the user skips to the end."""
        clear()
        says = list(render_steps(self.rules, self.view.log(turn.begin, turn.end)))
        self.view.say(says)
        self.view.show(self.session.steps[turn.end - 1].state, room=lines_for_picture(height(says), 2))
        click.echo(GOES_ON if sys.stdin.isatty() else "")
        return self.wait()

    def wait(self) -> bool:
        """Wait for the next turn or for Enter; return False for any other input."""
        if not sys.stdin.isatty() or sys.platform == "win32":
            time.sleep(self.pace)
            return True
        # Waits for both at once. Windows cannot do that with a console, so there the pace alone decides.
        ready, _, _ = select.select([sys.stdin], [], [], self.pace)
        return not (ready and sys.stdin.readline().strip())

    def show_end(self) -> None:
        """Show the position after the last steps, the result if there is one, and commands for more."""
        view = self.view
        is_over = self.session.state.is_over
        says = [*(["", *result(self.session.state)] if is_over else []), "", *self.next()]
        view.say([""])
        room = lines_for_picture(view.lines_shown, height(says) + 1)
        if is_over:
            view.show_all(room=room)
        else:
            view.show(room=room)
        view.say(says)

    def next(self) -> Iterator[str]:
        """Yield commands that show more."""
        others = ",".join(f"{name}=random" for name in self.rules.seats[1:])
        seats = f" --seats {self.rules.seats[0]}=human,{others}" if others else ""
        yield "To play it yourself, and to read its rules:"
        for command in (f"play {self.game}{seats}", f"rulebook {self.game}"):
            yield wrapped(f"{called()} {command}", indent=2, hanging=4)
