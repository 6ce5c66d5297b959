"""The screen of a session: the position, the steps since the last look, and their viewer."""

from __future__ import annotations

from collections.abc import Iterable

import click
from attrs import define, field
from rich.segment import SegmentLines

from ...dsl.types.types import IntType
from ...interpreter.game.call_stack import call_stack
from ...interpreter.game.game_log import ViewedStep, log_seen_by
from ...interpreter.game.rules import Rules
from ...interpreter.game.state import State
from ...interpreter.runtime.cells import Cell
from ...interpreter.runtime.faults import RulebookFault
from ...pictures.rows import in_words
from ...pictures.visible_state import VisibleState
from .drawing.picture import boards, console, picture
from .questions.choice_rows import rows_in_question
from .screen import Screen
from .session.session import TableSession
from .session.summary import recent_from
from .text.speech import render_steps, wrapped

# The maximum number of steps shown to a player who comes back to the screen.
REPEATED = 10
# A name that ends with one of these goes on with what the phase is carried out for.
LEADING = ("of", "by", "for", "with", "to")
# More changes than these are shown by a picture.
FEW = 3


@define
class View:
    """The screen of a session.

    `seen` is the position that was shown last. Numbers of steps: `met` those shown to each person, `sat_at` those
    before the person at the screen came, `shown_to` those shown on the screen. Numbers of lines: `below` those from
    the first of the last picture on, `lines_shown` those since the last input. `phases` are the phases in which each
    person was asked last.
    """

    session: TableSession
    screen: Screen
    state_before: State | None = None
    met: dict[int, int] = field(factory=dict)
    sat_at: int = 0
    shown_to: int = 0
    below: int = 0
    lines_shown: int = 0
    phases: dict[int, str] = field(factory=dict)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.session.rules

    @property
    def looked_at(self) -> VisibleState:
        """The position, as the person at the screen may see it."""
        return VisibleState(self.rules, self.session.state, self.screen.viewer)

    # -- who looks -----------------------------------------------------------------------------

    def sit_down(self, mover: int) -> None:
        """Let a person look at the screen alone, and show them the steps since they left it."""
        self.screen.sit_down(mover)
        self.lines_shown = 0
        self.sat_at = len(self.session.steps)
        self.state_before = None
        self.say(render_steps(self.rules, self.log(self.met.get(mover, 0))[-REPEATED:]))
        self.shown_to = len(self.session.steps)

    def stand_up(self) -> None:
        """Let the person at the screen leave it to all, and show all the steps since that person came."""
        sitting = self.screen.sitting
        if sitting is not None:
            self.met[sitting] = len(self.session.steps)
            self.screen.stand_up()
            self.lines_shown = 0
            self.state_before = None
            self.show_last(len(self.session.steps) - self.sat_at)

    def asks_about_others(self, before: State, current: State) -> bool:
        """Return whether the present choice is about tables that the choice before was not about."""
        return not self.rows_in_question(current).keys() <= self.rows_in_question(before).keys()

    def phase(self, mover: int) -> list[str]:
        """The running phase, if it was another when this person was last asked."""
        clauses = self.rules.clauses
        phase = next((level for level in reversed(call_stack(self.session.state))
                      if clauses[level.clause].kind == "phase"), None)
        if phase is None or self.phases.get(mover) == phase.clause:
            return []
        self.phases[mover] = phase.clause
        title = in_words(phase.clause).capitalize()
        if phase.arguments and title.rpartition(" ")[2] in LEADING:
            title += f" {phase.arguments[0][1]}"
        return [wrapped(f"{title}: {phase.statement}".rstrip(": "), hanging=4)]

    # -- the screen ----------------------------------------------------------------------------

    def say(self, lines: Iterable[str]) -> None:
        """Print lines of text."""
        for line in lines:
            click.echo(line)
            self.count(line.count("\n") + 1)

    def count(self, lines: int) -> None:
        """Count printed lines."""
        self.lines_shown += lines
        self.below += lines

    def log(self, begin: int, end: int | None = None) -> list[ViewedStep]:
        """The steps of the game from the number `begin` to before `end`, as the person at the screen may see them."""
        return log_seen_by(self.session.steps, self.session.state, self.screen.viewer, begin, end)

    def recent(self) -> list[ViewedStep]:
        """The last moves, as the person at the screen may see them."""
        return self.log(recent_from(self.session.steps))

    def show_last(self, count: int) -> None:
        """Show the last moves and rolls with their events."""
        self.say(render_steps(self.rules, self.log(max(0, len(self.session.steps) - count)) if count > 0 else ()))
        self.shown_to = len(self.session.steps)

    def unshown_steps(self) -> list[str]:
        """Render the last moves that this screen has not shown."""
        # After an undo fewer steps are there than were shown: the log then is empty.
        return list(render_steps(self.rules, self.log(max(self.shown_to, recent_from(self.session.steps)))))

    def show(self, state: State | None = None, whole: bool = False, room: int | None = None) -> None:
        """Show the position as the person at the screen may see it; with `whole`, also the parts that pictures leave out.

        It has at most `room` lines if that is possible.
        """
        shown = state or self.session.state
        drawn, screen = picture(self.rules, shown, self.screen.viewer, whole, self.rows_in_question(shown), room), console()
        lines = screen.render_lines(drawn, pad=False)
        screen.print(SegmentLines(lines, new_lines=True))
        self.below = len(lines)

    def rows_in_question(self, state: State) -> dict[str, tuple[int, ...]]:
        """The rows of tables that the present choice is about, for the player to move; for all if all may see it."""
        mover = self.rules.decisions.to_move(state)
        is_theirs = self.screen.viewer in (None, mover)
        if not is_theirs and not (isinstance(mover, int) and not self.screen.is_private(mover, state)):
            return {}
        try:
            return rows_in_question(state)
        except RulebookFault:
            # Where the rulebook has a fault, the position can still be shown.
            return {}

    def show_all(self, whole: bool = False, room: int | None = None) -> None:
        """Show the position at the end of the game, with nothing hidden."""
        console().print(picture(self.rules, self.session.state, whole=whole, room=room))

    def show_changes(self, room: int | None, is_gone: bool) -> None:
        """Show the changes since the player was asked last: the position, or up to FEW changed numbers.

        Show the position too if the last one `is_gone` from the screen.
        """
        before, current = self.state_before or self.session.state, self.session.state
        viewer = self.screen.viewer
        hidden = self.rules.observer.hidden(viewer) if viewer is not None else frozenset()
        changed = [cell for name, cell in self.rules.cells.existing(current).items()
                   if cell.field is not None and not cell.field.aside and name not in hidden
                   and self.rules.cells.value(current, name) != self.rules.cells.value(before, name)]
        if (len(changed) > FEW or not all(map(self._is_plain, changed)) or self.asks_about_others(before, current)
                or boards(self.rules, before, viewer) != boards(self.rules, current, viewer) or is_gone):
            self.show(room=room)
        elif changed:
            changes = (f"{in_words(cell.name).replace('.', ' ')} {self.rules.cells.value(current, cell.name)}"
                       for cell in changed)
            self.say([wrapped(f"now: {', '.join(changes)}", hanging=5)])

    def _is_plain(self, cell: Cell) -> bool:
        """Return whether a cell is a number of a player or of nobody."""
        field = cell.field
        return field is not None and field.owner in (None, self.rules.program.player) and isinstance(field.type, IntType)


@define
class AtView:
    """A part of the table that works with a view and its game."""

    view: View

    @property
    def session(self) -> TableSession:
        """The game."""
        return self.view.session

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.session.rules
