"""Play a session with people at the keyboard and players of the machine."""

from __future__ import annotations

import click
from attrs import define

from ...dsl.source.diagnostics import counted
from ...interpreter.runtime.faults import RulebookFault
from ...pictures.rows import in_words
from ..shared.process.calling import called
from .keyboard import Keyboard
from .questions.forced_choices import ASKED_ALL_THE_SAME, forced, only_choice
from .screen import typed
from .session.results import result
from .session.saving import GONE, NotSaved
from .text.room import lines_for_choices, lines_for_picture, lines_of_terminal
from .text.speech import height, question_to
from .view import AtView

# How many choices are listed: the most that fit, where there are many; and whether it is said what each kind is about.
LISTED = ((30, True), (20, True), (12, True), (12, False), (8, False), (5, False), (3, False))
OVER = "The game is over (help, quit)"
WRONG = "Rulebook fault (undo, help, quit)"
# Besides what is asked: the empty line above the question, and the line of the answer.
OTHER_LINES = 2


@define
class TerminalTable(AtView):
    """Plays a session with people and players of the machine.

    A `strict` table ends at the first rejected line. `is_stuck` means that the rulebook raises a fault in this position.
    """

    keyboard: Keyboard
    strict: bool = False
    is_stuck: bool = False

    @property
    def falls_short(self) -> bool:
        """Return whether a strict table rejected a line, the rules raise a fault, or the game could not be saved to its end."""
        return self.is_refused or self.is_stuck or self.session.file.is_lost

    @property
    def is_refused(self) -> bool:
        """Return whether a strict table rejected a line."""
        return self.strict and self.keyboard.refusals > 0

    def play(self) -> None:
        """Play until the players leave; after the end they can still look at the game, and undo."""
        self.greet()
        while self.goes_on():
            pass
        if not self.view.screen.people:
            return
        self.view.stand_up()
        if not self.session.state.is_over:
            self.view.say(self.farewell())

    def goes_on(self) -> bool:
        """Play up to the next decision of a person, and let them make it; return False when the players leave."""
        session, people = self.session, self.view.screen.people
        try:
            mover = self.next_person() if not session.state.is_over else None
            if mover is not None and self.makes_by_itself():
                return True
            is_on = mover is None or self.ask(mover)
            return self.end() if is_on and session.state.is_over else is_on
        except NotSaved as error:
            self.give_up_keeping(error)
            return bool(people)
        except RulebookFault as fault:
            # Without a person nobody can undo.
            if not people:
                raise
            return self.goes_wrong(fault)

    def goes_wrong(self, fault: RulebookFault) -> bool:
        """Show a fault of the rulebook in this position, and answer lines until the players undo; return False to leave."""
        self.view.stand_up()
        click.echo(f"Error: rulebook fault: {fault}", err=True)
        before, self.is_stuck = self.session.state, True
        try:
            while self.session.state == before:
                text = typed(click.prompt(WRONG, prompt_suffix="> ", default="", show_default=False))
                if (text and not self.keyboard.at_a_fault(text)) or self.is_refused:
                    return False
        except (EOFError, click.Abort):
            click.echo()
            return False
        self.is_stuck = False
        return True

    def farewell(self) -> list[str]:
        """Return the goodbye to players who leave a game that is not over."""
        session = self.session
        file, path = session.file, session.file.path
        if path is None:
            return ["The game is not saved: its file could not be written." if file.is_lost else "Good bye."]
        if not path.exists():
            return [f"The game is not saved: {path} is gone."]
        until = " up to the last move that could be written" if file.is_lost else ""
        return [f"The game is saved{until}. To continue it:", f"  {called()} play --load {path}"]

    def end(self) -> bool:
        """Show the result, and answer lines until a move is undone; return False to leave.

        The result comes last, where any terminal shows it.
        """
        view = self.view
        view.stand_up()
        view.lines_shown = 0
        says = list(result(self.session.state))
        view.say(["", *view.unshown_steps(), ""])
        view.show_all(room=lines_for_picture(view.lines_shown, height(says) + 2))
        view.say(["", *says])
        if not view.screen.people:
            return False
        try:
            while self.session.state.is_over:
                text = typed(click.prompt(OVER, prompt_suffix="> ", default="", show_default=False))
                if (text and not self.keyboard.after_the_end(text)) or self.is_refused:
                    return False
        except (EOFError, click.Abort):
            click.echo()
            return False
        return True

    def next_person(self) -> int | None:
        """Play rolls and moves of players who are no people; return the person to move, if there is one. Raises NotSaved."""
        session, before = self.session, len(self.session.steps)
        try:
            session.settle()
            mover = self.rules.decisions.to_move(session.state)
            if isinstance(mover, int) and mover not in self.view.screen.people:
                session.play(session.decision())
            return mover if isinstance(mover, int) and mover in self.view.screen.people else None
        finally:
            # Also where play raises a fault: what has happened up to there is shown.
            self.view.show_last(len(session.steps) - before)

    def makes_by_itself(self) -> bool:
        """Play the forced move of a person if all may know it; return whether it was played."""
        only = forced(self.rules.decisions, self.session.state, self.view.screen.shared)
        if only is None:
            return False
        self.session.play(only)
        click.echo("Nothing else is possible:")
        self.view.show_last(1)
        return True

    def give_up_keeping(self, error: NotSaved) -> None:
        """Continue without a file that can no longer be written; if no person plays, end."""
        goes_on = ", but the game continues; use `save FILE` to continue in another file" if self.view.screen.people else ""
        ends = "" if error.reason == GONE else ". The file ends here"
        click.echo(f"{self.session.file.path} can no longer be written: {error.reason}{ends}{goes_on}", err=True)
        self.session.file.give_up()

    def greet(self) -> None:
        """Show the game, its players, and the last moves of a loaded game."""
        steps = self.session.steps
        if self.view.screen.people:
            click.echo(f"{self.rules.program.title or self.rules.program.name}: {', '.join(self.rules.seats)}. "
                       "Type a move, or `help`.")
        if steps and self.view.screen.people:
            is_shown = self.view.shown_to == len(steps)
            moves = counted(sum(step.seat is not None for step in steps), "move")
            click.echo(f"Loaded after {moves}" + ("." if is_shown else "; the last:"))
            self.view.say(self.view.unshown_steps())
            self.view.shown_to = len(steps)

    def ask(self, mover: int) -> bool:
        """Let a person make or undo one decision; return False when they leave."""
        try:
            before = self.session.state
            # At the gate the players may undo, and then another decision is due.
            return self.comes(mover) and (self.session.state != before or self.decides(mover))
        except (EOFError, click.Abort):
            click.echo()
            return False

    def comes(self, mover: int) -> bool:
        """Let the person to move come to the screen, alone if they have secrets; return False to leave."""
        screen, before = self.view.screen, self.session.state
        if screen.sitting == mover:
            return True
        self.view.stand_up()
        while screen.is_private(mover, before) and self.session.state == before:
            text = screen.gate(mover)
            if not text:
                self.view.sit_down(mover)
                return True
            if not self.keyboard.pass_gate(text) or self.is_refused:
                return False
        return True

    def decides(self, mover: int) -> bool:
        """Show the question, and carry out lines until one decides it; return False to leave."""
        before = self.session.state
        point = self.rules.decisions.point(before)
        assert point is not None, "a player is to move"
        name = self.rules.seats[mover]
        says = self.rules.explainer.asks(before) or point.clause
        question = question_to(name, says, self.round_due())
        has_only_one = only_choice(self.rules.decisions, before) is not None
        listed = [*self.listed(), *([f"  {ASKED_ALL_THE_SAME}"] if has_only_one else [])]
        self.show_what_is_new(mover, height([question]) + height(listed) + OTHER_LINES)
        self.view.state_before = before
        self.keyboard.begun = ()
        click.echo("\n" + question.replace(name, click.style(name, bold=True), 1))
        self.view.count(height([question]) + 1)
        self.view.say(listed)
        while self.session.state == before:
            text = typed(click.prompt(name, prompt_suffix="> ", default="", show_default=False))
            self.view.lines_shown = 0
            self.view.below += 1
            if (text and not self.keyboard.obey(text)) or self.is_refused:
                return False
        # What was chosen in secret must not stand on the screen for the next player.
        if point.secret is not None:
            self.view.stand_up()
        return True

    def round_due(self) -> str:
        """The round of several of the present choice: `step 2 of 3`."""
        point, due = self.rules.decisions.point(self.session.state), self.session.round_due()
        return "" if point is None or due is None or due[1] == 1 else f"{in_words(point.clause)} {due[0]} of {due[1]}"

    def listed(self) -> list[str]:
        """Show the choices that fit the screen."""
        listing, room = self.keyboard.listing, lines_for_choices()
        # From the fullest list to the barest: the first that fits is shown, else the last.
        lists = [list(listing.lines(most, says)) for most, says in LISTED if len(listing.choices) <= most]
        lists += [items for items in (listing.by_beginnings(LISTED[0][0], says) for says in (True, False)) if items]
        lists += (list(listing.lines(most, says)) for most, says in LISTED)
        return next((items for items in lists if room is None or height(items) <= room), lists[-1])

    def show_what_is_new(self, mover: int, below: int) -> None:
        """Show the position to a player who comes to the screen; show only the changes to the player who has just moved."""
        self.view.say(self.view.phase(mover))
        click.echo()
        self.view.below += 1
        last = next((step.seat for step in reversed(self.session.steps) if step.seat is not None), None)
        room = lines_for_picture(self.view.lines_shown, below)
        if self.view.state_before is None or last != mover:
            self.view.show(room=room)
        else:
            lines = lines_of_terminal()
            self.view.show_changes(room, is_gone=lines is not None and self.view.below + below + 1 > lines)

