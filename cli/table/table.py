"""The table: a session that is played with people at the keyboard, and with random players."""

from __future__ import annotations

from itertools import groupby

import click
from attrs import define

from .forced import ASKED_ALL_THE_SAME, forced, only_choice
from .keyboard import Keyboard
from .results import result
from .room import lines_for_choices, lines_for_picture
from .screen import typed
from .speech import told, wrapped
from .summary import recent
from .view import AtView

# How many choices are listed: the most that fit, where there are many; and whether it is said what each kind is about.
LISTED = ((30, True), (20, True), (12, True), (12, False), (8, False))
OVER = "The game is over (help, quit)"
# Besides what is asked: the empty lines around a picture, and the lines of the question and of the answer.
OTHER_LINES = 4


@define
class Table(AtView):
    """Plays a session with people and random players."""

    keyboard: Keyboard

    def watch(self) -> None:
        """Show the steps made so far, with the position after each run of moves of one player."""
        steps = self.session.steps
        log = self.view.log()
        for seat, group in groupby(range(len(steps)), lambda i: steps[i].seat):
            places = list(group)
            self.view.say(told(self.rules, log[places[0] : places[-1] + 1]))
            if seat is not None and places[-1] + 1 < len(steps):
                click.echo()
                self.view.show(steps[places[-1]].state)

    def play(self) -> None:
        """Play until the players leave; when the game is over they can still look at it, and take back."""
        session = self.session
        self.greet()
        while True:
            try:
                mover = self.next_person() if not session.state.is_over else None
                if mover is not None and self.makes_by_itself():
                    continue
            except OSError as error:
                self.give_up_keeping(error)
                continue
            goes_on = mover is None or self.ask(mover)
            if goes_on and session.state.is_over:
                goes_on = self.end()
            if not goes_on:
                self.view.stand_up()
                if not session.state.is_over:
                    kept = f"The game is kept; to go on with it:\n  rulewright play --load {session.save}"
                    click.echo(kept if session.save is not None else "Good bye.")
                return

    def end(self) -> bool:
        """Tell how the game ended, and answer what is typed until a move is taken back; False to leave.

        The result stands below all else, where it is seen on any terminal.
        """
        view = self.view
        view.stand_up()
        view.said = 0
        says = list(result(self.rules, self.session.state))
        view.say(["", *told(self.rules, recent(view.log())[-1:]), ""])
        view.show_all(room=lines_for_picture(view.said, _height(says) + 2))
        view.say(["", *says])
        if not view.screen.people:
            return False
        try:
            while self.session.state.is_over:
                text = typed(click.prompt(OVER, prompt_suffix="> ", default="", show_default=False))
                if text and not self.keyboard.after_the_end(text):
                    return False
        except (EOFError, click.Abort):
            click.echo()
            return False
        return True

    def next_person(self) -> int | None:
        """Let chance decide, or one random player; gives the person who is to move, if one is. Raises OSError."""
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

    def give_up_keeping(self, error: OSError) -> None:
        """Go on without the file when it cannot be written any more."""
        reason = (error.strerror or str(error)).lower()
        click.echo(f"{self.session.save} cannot be written any more: {reason}. It ends here, and the game goes on; "
                   "`save FILE` writes it to another file", err=True)
        self.session.save = None

    def greet(self) -> None:
        """Which game it is, who plays, and the last moves of a game that is taken up again."""
        steps = self.session.steps
        if self.view.screen.people:
            click.echo(f"{self.rules.program.title or self.rules.program.name}: {', '.join(self.rules.seats)}. "
                       "Type a move, or `help`.")
        if steps and self.view.screen.people:
            click.echo(f"Taken up after {sum(step.seat is not None for step in steps)} moves; the last:")
            self.view.say(told(self.rules, recent(self.view.log())))

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
            if not self.keyboard.pass_gate(text):
                return False
        return True

    def decides(self, mover: int) -> bool:
        """Show what is asked, and carry out what is typed until something is decided; False to leave."""
        before = self.session.state
        point = self.rules.point(before)
        assert point is not None, "somebody is to move"
        name = self.rules.seats[mover]
        says = point.says(list(before.slots)) if point.says is not None else point.clause
        question = wrapped(f"{name}: {says}", hanging=len(name) + 2)
        listed = [*self.listed(), *([f"  {ASKED_ALL_THE_SAME}"] if only_choice(self.rules, before) is not None else [])]
        self.show_what_is_new(mover, question.count("\n") + _height(listed) + OTHER_LINES)
        self.view.seen = before
        click.echo("\n" + question.replace(name, click.style(name, bold=True), 1))
        self.view.say(listed)
        while self.session.state == before:
            text = typed(click.prompt(name, prompt_suffix="> ", default="", show_default=False))
            self.view.said = 0
            if text and not self.keyboard.obey(text):
                return False
        if point.secret is not None:
            self.view.stand_up()
        return True

    def listed(self) -> list[str]:
        """The choices, as many as there is room for."""
        listing, room = self.keyboard.listing, lines_for_choices()
        lists = (list(listing.lines(most, says)) for most, says in LISTED)
        return next((one for one in lists if room is None or _height(one) <= room), list(listing.lines(*LISTED[-1])))

    def show_what_is_new(self, mover: int, below: int) -> None:
        """The position, to somebody who comes to the screen; to him who has just moved what has changed."""
        self.view.say(self.view.phase(mover))
        click.echo()
        last = next((step.seat for step in reversed(self.session.steps) if step.seat is not None), None)
        room = lines_for_picture(self.view.said, below)
        if self.view.seen is None or last != mover:
            self.view.show(room=room)
        else:
            self.view.show_changes(room)


def _height(lines: list[str]) -> int:
    """How many lines of a terminal these take."""
    return sum(line.count("\n") + 1 for line in lines)
