"""What is shown at the table: who looks at the screen, the position, and what has happened."""

from __future__ import annotations

from collections.abc import Iterable

import click
from attrs import define, field

from ...dsl.types.types import IntType
from ...interpreter.game.call_stack import call_stack
from ...interpreter.game.event_log import ViewedStep, log_seen_by
from ...interpreter.game.rules import Rules
from ...interpreter.game.state import State
from ...interpreter.machine.cells import Cell
from .asked import asked_about
from .picture import boards, console, picture
from .rows import in_words
from .screen import Screen
from .seen import Seen
from .session import Session
from .speech import told, wrapped
from .summary import recent

# How many steps somebody who comes back to the screen is told of at most.
RETOLD = 10
# A name that ends with one of these goes on with what the phase is carried out for.
LEADING = ("of", "by", "for", "with", "to")
# More changes than these are shown by a picture.
FEW = 3


@define
class View:
    """The screen of a session.

    `seen` is the position that was shown last, `met` how many steps each person has been told of,
    `sat_at` how many there were when the one who sits at the screen came, `told_to` how many steps have
    been told on the screen, `below` how many lines there are from the first of the last picture on, `said`
    how many lines have been said since something was typed, `phases`
    the phase in which each person was asked last.
    """

    session: Session
    screen: Screen
    seen: State | None = None
    met: dict[int, int] = field(factory=dict)
    sat_at: int = 0
    told_to: int = 0
    below: int = 0
    said: int = 0
    phases: dict[int, str] = field(factory=dict)

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
        self.said = 0
        self.sat_at = len(self.session.steps)
        self.seen = None
        self.say(told(self.rules, self.log()[self.met.get(mover, 0):][-RETOLD:]))
        self.told_to = len(self.session.steps)

    def stand_up(self) -> None:
        """Whoever sits alone at the screen leaves it to all, who are told what has happened since he came."""
        sitting = self.screen.sitting
        if sitting is not None:
            self.met[sitting] = len(self.session.steps)
            self.screen.stand_up()
            self.said = 0
            self.seen = None
            self.tell_last(len(self.session.steps) - self.sat_at)

    def asks_about_others(self, before: State, now: State) -> bool:
        """Whether the choice at hand is about tables that the one before was not about."""
        return not self.asked(now).keys() <= self.asked(before).keys()

    def phase(self, mover: int) -> list[str]:
        """The phase that is being carried out, if another was when this person was last asked."""
        clauses = self.rules.clauses
        now = next((level for level in reversed(call_stack(self.rules, self.session.state))
                    if clauses[level.clause].kind == "phase"), None)
        if now is None or self.phases.get(mover) == now.clause:
            return []
        self.phases[mover] = now.clause
        title = in_words(now.clause).capitalize()
        if now.given and title.rpartition(" ")[2] in LEADING:
            title += f" {now.given[0][1]}"
        return [wrapped(f"{title}: {now.statement}".rstrip(": "), hanging=4)]

    # -- the screen ----------------------------------------------------------------------------

    def say(self, lines: Iterable[str]) -> None:
        """Lines of text."""
        for line in lines:
            click.echo(line)
            self.count(line.count("\n") + 1)

    def count(self, lines: int) -> None:
        """Note that so many lines have been written."""
        self.said += lines
        self.below += lines

    def log(self) -> list[ViewedStep]:
        """The game so far, as whoever looks at the screen may be told of it."""
        return log_seen_by(self.session.steps, self.session.state, self.screen.viewer)

    def tell_last(self, count: int) -> None:
        """The last moves and rolls, and what happened by them."""
        self.say(told(self.rules, self.log()[-count:] if count > 0 else ()))
        self.told_to = len(self.session.steps)

    def untold(self) -> list[str]:
        """The last moves, as far as they have not been told on this screen."""
        log = recent(self.log())
        missing = len(self.session.steps) - min(self.told_to, len(self.session.steps))
        return list(told(self.rules, log[-missing:] if missing else ()))

    def show(self, state: State | None = None, whole: bool = False, room: int | None = None) -> None:
        """The position, as whoever looks at the screen may see it; the whole of it also with what pictures leave out.

        It has no more lines than `room` if that is possible.
        """
        here = state or self.session.state
        drawn, screen = picture(self.rules, here, self.screen.viewer, whole, self.asked(here), room), console()
        screen.print(drawn)
        self.below = len(screen.render_lines(drawn))

    def asked(self, state: State) -> dict[str, tuple[int, ...]]:
        """The rows of tables that the choice at hand is about, for whom it is put to; for all where all may see it."""
        mover = self.rules.to_move(state)
        is_his = self.screen.viewer in (None, mover)
        return asked_about(self.rules, state) if is_his or (
            isinstance(mover, int) and not self.screen.is_private(mover, state)) else {}

    def show_all(self, whole: bool = False, room: int | None = None) -> None:
        """The position at the end of the game, when nothing is hidden any more."""
        console().print(picture(self.rules, self.session.state, whole=whole, room=room))

    def show_changes(self, room: int | None, is_gone: bool) -> None:
        """What has changed since the player was asked last: the position, or a few numbers of players or of nobody.

        The position also where the one that was shown last `is_gone` from the screen.
        """
        before, now = self.seen or self.session.state, self.session.state
        viewer = self.screen.viewer
        hidden = self.rules.observer.hidden(viewer) if viewer is not None else frozenset()
        changed = [cell for name, cell in self.rules.standing_cells(now).items()
                   if cell.field is not None and not cell.field.aside and name not in hidden
                   and self.rules.written(now, name) != self.rules.written(before, name)]
        if (len(changed) > FEW or not all(map(self._is_plain, changed)) or self.asks_about_others(before, now)
                or boards(self.rules, before, viewer) != boards(self.rules, now, viewer) or is_gone):
            self.show(room=room)
        elif changed:
            told = (f"{in_words(cell.name).replace('.', ' ')} {self.rules.written(now, cell.name)}" for cell in changed)
            self.say([wrapped(f"now: {', '.join(told)}", hanging=5)])

    def _is_plain(self, cell: Cell) -> bool:
        """Whether a cell is a number that nobody or a player has."""
        field = cell.field
        return field is not None and field.owner in (None, self.rules.program.player) and isinstance(field.type, IntType)


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
