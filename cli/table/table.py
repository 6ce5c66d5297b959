"""The table: a session that is played with people at the keyboard, and with random players."""

from __future__ import annotations

import click
from attrs import define

from ...dsl.source.diagnostics import counted
from ..shared.calling import called
from .forced import ASKED_ALL_THE_SAME, forced, only_choice
from .keyboard import Keyboard
from .results import result
from .room import lines_for_choices, lines_for_picture, lines_of_terminal
from .rows import in_words
from .saving import GONE, NotSaved
from .screen import typed
from .speech import height, question_to
from .view import AtView

# How many choices are listed: the most that fit, where there are many; and whether it is said what each kind is about.
LISTED = ((30, True), (20, True), (12, True), (12, False), (8, False))
OVER = "The game is over (help, quit)"
# Besides what is asked: the empty line above the question, and the line of the answer.
OTHER_LINES = 2


@define
class Table(AtView):
    """Plays a session with people and random players.

    A `strict` one ends when a line that was typed cannot be carried out.
    """

    keyboard: Keyboard
    strict: bool = False

    @property
    def falls_short(self) -> bool:
        """Whether a line was refused at a strict table, or the game could not be saved to its end."""
        return self.is_refused or self.session.is_lost

    @property
    def is_refused(self) -> bool:
        """Whether a line was refused at a strict table."""
        return self.strict and self.keyboard.refusals > 0

    def play(self) -> None:
        """Play until the players leave; when the game is over they can still look at it, and take back."""
        session = self.session
        self.greet()
        while True:
            try:
                mover = self.next_person() if not session.state.is_over else None
                if mover is not None and self.makes_by_itself():
                    continue
            except NotSaved as error:
                self.give_up_keeping(error)
                if not self.view.screen.people:
                    return
                continue
            goes_on = mover is None or self.ask(mover)
            if goes_on and session.state.is_over:
                goes_on = self.end()
            if not goes_on:
                self.view.stand_up()
                if not session.state.is_over:
                    self.view.say(self.farewell())
                return

    def farewell(self) -> list[str]:
        """What is told to somebody who leaves a game that is not over."""
        session = self.session
        if session.save is None:
            return ["The game is not kept since it could not be saved." if session.is_lost else "Good bye."]
        if not session.save.exists():
            return [f"The game is not kept: {session.save} is gone."]
        until = " up to what could be saved last" if session.is_lost else ""
        return [f"The game is kept{until}; to go on with it:", f"  {called()} play --load {session.save}"]

    def end(self) -> bool:
        """Tell how the game ended, and answer what is typed until a move is taken back; False to leave.

        The result stands below all else, where it is seen on any terminal.
        """
        view = self.view
        view.stand_up()
        view.said = 0
        says = list(result(self.rules, self.session.state))
        view.say(["", *view.untold(), ""])
        view.show_all(room=lines_for_picture(view.said, height(says) + 2))
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
        """Let chance decide, or one random player; gives the person who is to move, if one is. Raises NotSaved."""
        session, before = self.session, len(self.session.steps)
        try:
            session.settle()
            mover = self.rules.to_move(session.state)
            if isinstance(mover, int) and mover not in self.view.screen.people:
                session.play(session.random_choice())
            return mover if isinstance(mover, int) and mover in self.view.screen.people else None
        finally:
            self.view.tell_last(len(session.steps) - before)

    def makes_by_itself(self) -> bool:
        """Make the move of a person who has nothing to choose, where all may know that; says whether it was made."""
        only = forced(self.rules, self.session.state, self.view.screen.shared)
        if only is None:
            return False
        self.session.play(only)
        click.echo("Nothing else is possible:")
        self.view.tell_last(1)
        return True

    def give_up_keeping(self, error: NotSaved) -> None:
        """Go on without the file when it cannot be written any more; without anybody who could save it, end."""
        goes_on = ", and the game goes on; `save FILE` goes on in another file" if self.view.screen.people else ""
        ends = "" if error.reason == GONE else ". It ends here"
        click.echo(f"{self.session.save} cannot be written any more: {error.reason}{ends}{goes_on}", err=True)
        self.session.give_up_file()

    def greet(self) -> None:
        """Which game it is, who plays, and the last moves of a game that is taken up again."""
        steps = self.session.steps
        if self.view.screen.people:
            click.echo(f"{self.rules.program.title or self.rules.program.name}: {', '.join(self.rules.seats)}. "
                       "Type a move, or `help`.")
        if steps and self.view.screen.people:
            is_told = self.view.told_to == len(steps)
            moves = counted(sum(step.seat is not None for step in steps), "move")
            click.echo(f"Taken up after {moves}" + ("." if is_told else "; the last:"))
            self.view.say(self.view.untold())
            self.view.told_to = len(steps)

    def ask(self, mover: int) -> bool:
        """Let a person make one decision, or take one back; False when he leaves."""
        try:
            before = self.session.state
            return self.comes(mover) and (self.session.state != before or self.decides(mover))
        except (EOFError, click.Abort):
            click.echo()
            return False

    def comes(self, mover: int) -> bool:
        """Let the person who is to move come to the screen, alone if there is something for him alone; False to leave."""
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
        """Show what is asked, and carry out what is typed until something is decided; False to leave."""
        before = self.session.state
        point = self.rules.point(before)
        assert point is not None, "somebody is to move"
        name = self.rules.seats[mover]
        says = self.rules.asks(before) or point.clause
        question = question_to(name, says, self.round_due())
        listed = [*self.listed(), *([f"  {ASKED_ALL_THE_SAME}"] if only_choice(self.rules, before) is not None else [])]
        self.show_what_is_new(mover, height([question]) + height(listed) + OTHER_LINES)
        self.view.seen = before
        self.keyboard.begun = ()
        click.echo("\n" + question.replace(name, click.style(name, bold=True), 1))
        self.view.count(height([question]) + 1)
        self.view.say(listed)
        while self.session.state == before:
            text = typed(click.prompt(name, prompt_suffix="> ", default="", show_default=False))
            self.view.said = 0
            self.view.below += 1
            if (text and not self.keyboard.obey(text)) or self.is_refused:
                return False
        if point.secret is not None:
            self.view.stand_up()
        return True

    def round_due(self) -> str:
        """Which round of several the choice that is due stands in: `paladin 2 of 3`."""
        point, due = self.rules.point(self.session.state), self.session.round_due()
        return "" if point is None or due is None or due[1] == 1 else f"{in_words(point.clause)} {due[0]} of {due[1]}"

    def listed(self) -> list[str]:
        """The choices, as many as there is room for."""
        listing, room = self.keyboard.listing, lines_for_choices()
        lists = [list(listing.lines(most, says)) for most, says in LISTED if len(listing.choices) <= most]
        lists += [items for items in (listing.by_beginnings(LISTED[0][0], says) for says in (True, False)) if items]
        lists += (list(listing.lines(most, says)) for most, says in LISTED)
        return next((items for items in lists if room is None or height(items) <= room), lists[-1])

    def show_what_is_new(self, mover: int, below: int) -> None:
        """The position, to somebody who comes to the screen; to him who has just moved what has changed."""
        self.view.say(self.view.phase(mover))
        click.echo()
        last = next((step.seat for step in reversed(self.session.steps) if step.seat is not None), None)
        room = lines_for_picture(self.view.said, below)
        if self.view.seen is None or last != mover:
            self.view.show(room=room)
        else:
            lines = lines_of_terminal()
            self.view.show_changes(room, is_gone=lines is not None and self.view.below + below + 1 > lines)

