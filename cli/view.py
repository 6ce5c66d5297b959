"""What is shown at the table: who looks at the screen, the position, and what has happened."""

from __future__ import annotations

from collections.abc import Iterable

import click
from attrs import define, field

from ..interpreter.record import Told, log_seen_by
from ..interpreter.rules import Rules
from ..interpreter.state import State
from .asked import asked_about
from .details import Detail, room
from .picture import boards, console, picture
from .screen import Screen
from .seen import Seen
from .session import Session
from .speech import told, wrapped

# How many steps somebody who comes back to the screen is told of at most.
RETOLD = 10


@define
class View:
    """The screen of a session.

    `seen` is the position that was shown last, `met` how many steps each person has been told of,
    `sat_at` how many there were when the one who sits at the screen came.
    """

    session: Session
    screen: Screen
    seen: State | None = None
    met: dict[int, int] = field(factory=dict)
    sat_at: int = 0

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.session.rules

    @property
    def looked_at(self) -> Seen:
        """The position, as far as whoever looks at the screen may see it."""
        return Seen(self.rules, self.session.state, self.screen.viewer)

    # -- who looks -----------------------------------------------------------------------------

    def sit_down(self, mover: int) -> None:
        """Let a person look at the screen alone, who is told what has happened since he left it."""
        self.screen.sit_down(mover)
        self.sat_at = len(self.session.steps)
        self.seen = None
        self.say(told(self.rules, self.log()[self.met.get(mover, 0):][-RETOLD:]))

    def stand_up(self) -> None:
        """Whoever sits alone at the screen leaves it to all, who are told what has happened since he came."""
        sitting = self.screen.sitting
        if sitting is not None:
            self.met[sitting] = len(self.session.steps)
            self.screen.stand_up()
            self.seen = None
            self.tell_last(len(self.session.steps) - self.sat_at)

    def asks_about_others(self, before: State, now: State) -> bool:
        """Whether the choice at hand is about tables that the one before was not about."""
        return not self.asked(now).keys() <= self.asked(before).keys()

    # -- the screen ----------------------------------------------------------------------------

    def say(self, lines: Iterable[str]) -> None:
        """Lines of text."""
        for line in lines:
            click.echo(line)

    def log(self) -> list[Told]:
        """The game so far, as whoever looks at the screen may be told of it."""
        return log_seen_by(self.session.steps, self.session.state, self.screen.viewer)

    def tell_last(self, count: int) -> None:
        """The last moves and rolls, and what happened by them."""
        self.say(told(self.rules, self.log()[-count:] if count > 0 else ()))

    def show(self, state: State | None = None, whole: bool = False) -> None:
        """The position, as whoever looks at the screen may see it; the whole of it also with what pictures leave out."""
        here = state or self.session.state
        out = console()
        for detail in Detail:
            drawn = picture(self.rules, here, self.screen.viewer, whole, self.asked(here), detail)
            if whole or detail is Detail.BRIEF or len(out.render_lines(drawn)) <= room():
                out.print(drawn)
                return

    def asked(self, state: State) -> dict[str, tuple[int, ...]]:
        """The rows of tables that the choice at hand is about, for whom it is put to."""
        return asked_about(self.rules, state) if self.screen.viewer in (None, self.rules.to_move(state)) else {}

    def show_all(self) -> None:
        """The position at the end of the game, when nothing is hidden any more."""
        console().print(picture(self.rules, self.session.state))

    def show_changes(self) -> None:
        """What has changed since the player was asked last: the position, if a board shows it, or else the values."""
        before, now = self.seen or self.session.state, self.session.state
        viewer = self.screen.viewer
        if boards(self.rules, before, viewer) != boards(self.rules, now, viewer) or self.asks_about_others(before, now):
            self.show()
            return
        hidden = self.rules.hidden(viewer) if viewer is not None else frozenset()
        changed = [f"{name} {self.rules.written(now, name)}" for name, cell in self.rules.cells.items()
                   if cell.field is not None and not cell.field.aside and name not in hidden
                   and self.rules.written(now, name) != self.rules.written(before, name)]
        if changed:
            click.echo(wrapped(f"now: {', '.join(changed[:12])}{', ...' if len(changed) > 12 else ''}", hanging=5))


@define
class AtView:
    """What is done in front of a view, with the game that it shows."""

    view: View

    @property
    def session(self) -> Session:
        """The game."""
        return self.view.session

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.session.rules
