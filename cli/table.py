"""The table: positions on the screen, moves from the keyboard, answers to questions about the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import click
from attrs import define, field

from ..interpreter.chance import Dice
from ..interpreter.faults import IllegalChoice
from ..interpreter.playthroughs.reader import parts_of
from ..interpreter.record import Told, log_seen_by
from ..interpreter.rules import Rules
from ..interpreter.spelling import spelled_alike
from ..interpreter.state import State
from .answers import clause_text, recent, refused, summary, why
from .files import WouldOverwrite, write_new
from .picture import console, picture
from .screen import Screen
from .session import Session
from .speech import ended, listed, told, wrapped

LISTED = 30
HELP = """\
  a move       as it is written, or its number; several with commas
  choices      all moves that are possible now
  board        the position
  summary      where we stand in the rules, who leads, and the last moves
  hint         a move that is possible
  why MOVE     which clauses refuse a move, and what they say
  rules ID     what a clause says; without ID, what is asked for now
  undo, redo   take back the last move of a person; `undo!` also past what chance has shown
  log          the last moves
  save FILE    write the game to another file as well
  quit         leave; the game is kept"""
COMMANDS = ("choices", "board", "summary", "hint", "why", "rules", "undo", "undo!", "redo", "log", "save", "help", "quit")
LOGGED = 20
# How many steps somebody who comes back to the screen is told of at most.
RETOLD = 20


@define
class Table:
    """Plays a session with people and random players.

    `seen` is the position that was shown last, `met` how many steps each person has been told of,
    `sat_at` how many there were when the one who sits at the screen came.
    """

    session: Session
    screen: Screen
    seen: State | None = None
    hints: int = 0
    met: dict[int, int] = field(factory=dict)
    sat_at: int = 0

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.session.rules

    def watch(self) -> None:
        """Show the steps made so far, with the position after each run of moves of one player."""
        steps = self.session.steps
        log = self.log()
        for seat, group in groupby(range(len(steps)), lambda i: steps[i].seat):
            places = list(group)
            self.say(told(self.rules, log[places[0] : places[-1] + 1]))
            if seat is not None and places[-1] + 1 < len(steps):
                click.echo()
                self.show(steps[places[-1]].state)

    def play(self) -> None:
        """Play until the game is over, or the player leaves."""
        session = self.session
        self.greet()
        while not session.state.is_over:
            self.tell_last(len(session.settle()))
            mover = self.rules.to_move(session.state)
            if not isinstance(mover, int):
                continue
            if mover not in self.screen.people:
                session.play(session.random_choice())
                self.tell_last(1)
            elif not self.ask(mover):
                self.stand_up()
                kept = f"The game is kept; `rulewright play --load {session.save}` goes on with it."
                click.echo(kept if session.save is not None else "Good bye.")
                return
        self.stand_up()
        click.echo()
        self.show_all()
        self.say(ended(self.rules, session.state))

    def greet(self) -> None:
        """Which game it is, who plays, and the last moves of a game that is taken up again."""
        steps = self.session.steps
        if self.screen.people:
            click.echo(f"{self.rules.program.title or self.rules.program.name}: {', '.join(self.rules.seats)}. "
                       "Type a move, or `help`.")
        if steps and self.screen.people:
            click.echo(f"Taken up after {sum(step.seat is not None for step in steps)} moves; the last:")
            self.say(told(self.rules, recent(self.log())))

    # -- who looks -----------------------------------------------------------------------------

    def seat(self, mover: int) -> None:
        """Let the person who is to move look at the screen, alone if there is something for him alone."""
        if self.screen.sitting == mover:
            return
        self.stand_up()
        if self.screen.is_private(mover, self.session.state):
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

    def show(self, state: State | None = None) -> None:
        """The position, as whoever looks at the screen may see it."""
        console().print(picture(self.rules, state or self.session.state, self.screen.viewer))

    def show_all(self) -> None:
        """The position at the end of the game, when nothing is hidden any more."""
        console().print(picture(self.rules, self.session.state))

    def show_changes(self) -> None:
        """The values that have changed since the player was asked last."""
        before, now = self.seen or self.session.state, self.session.state
        viewer = self.screen.viewer
        hidden = self.rules.hidden(viewer) if viewer is not None else frozenset()
        changed = [f"{name} {self.rules.written(now, name)}" for name, cell in self.rules.cells.items()
                   if not cell.local and name not in hidden
                   and self.rules.written(now, name) != self.rules.written(before, name)]
        if changed:
            click.echo(wrapped(f"now: {', '.join(changed[:12])}{', ...' if len(changed) > 12 else ''}", hanging=5))

    # -- the keyboard --------------------------------------------------------------------------

    def ask(self, mover: int) -> bool:
        """Let a person make one decision; False when he leaves."""
        point = self.rules.point(self.session.state)
        assert point is not None, "somebody is to move"
        try:
            self.seat(mover)
        except click.Abort:
            click.echo()
            return False
        click.echo()
        last = next((step.seat for step in reversed(self.session.steps) if step.seat is not None), None)
        if self.seen is None or last != mover:
            self.show()
        else:
            self.show_changes()
        before = self.seen = self.session.state
        name = self.rules.seats[mover]
        says = point.says(list(before.slots)) if point.says is not None else point.clause
        click.echo("\n" + wrapped(f"{name}: {says}", hanging=len(name) + 2).replace(name, click.style(name, bold=True), 1))
        self.say(listed(self.rules.choices(before), LISTED))
        while self.session.state == before:
            try:
                text = " ".join(click.prompt(name, prompt_suffix="> ", default="", show_default=False).split())
            except (EOFError, click.Abort):
                click.echo()
                return False
            if text and not self.obey(text):
                return False
        if point.secret is not None:
            self.stand_up()
        return True

    def obey(self, text: str) -> bool:
        """Carry out what was typed; False to leave."""
        state, rules = self.session.state, self.rules
        choices = rules.choices(state)
        word, _, rest = text.partition(" ")
        if text in {choice.notation for choice in choices}:
            word = ""
        match word:
            case "quit" | "exit" | "q":
                return False
            case "help" | "?":
                click.echo(HELP)
            case "choices":
                self.say(listed(choices, len(choices)))
            case "board":
                self.show()
            case "summary":
                self.say(summary(rules, state, self.log(), self.screen.viewer))
            case "hint":
                self.hints += 1
                click.echo(f"possible is, for example: {rules.random_choice(state, Dice(self.hints))}")
            case "why":
                self.why(rest)
            case "rules":
                self.say(clause_text(rules, state, rest))
            case "undo" | "undo!" | "redo":
                self.go(word)
            case "log":
                self.tell_last(LOGGED)
            case "save":
                self.save_copy(rest)
            case _:
                self.move(text)
        return True

    def move(self, text: str) -> None:
        """Make the move or moves that were typed, as far as they are legal."""
        notations = [choice.notation for choice in self.rules.choices(self.session.state)]
        parts = [text] if text in notations else [part.text for part in parts_of(text, 1)]
        mover = self.rules.to_move(self.session.state)
        for part in parts:
            if self.screen.shared and self.rules.to_move(self.session.state) != mover:
                click.echo(f"`{part}` is left out: {self.rules.mover(self.session.state)} is to move")
                return
            notations = [choice.notation for choice in self.rules.choices(self.session.state)]
            if part not in notations and part.isdecimal() and len(part) < 10:
                if not 1 <= int(part) <= len(notations):
                    click.echo(f"there is no choice {part}; they are numbered 1 to {len(notations)}")
                    return
                part = notations[int(part) - 1]
            try:
                self.session.play(self.meant(part, notations))
                self.tell_last(1)
            except IllegalChoice:
                self.say(refused(self.rules, self.session.state, part, COMMANDS))
                return
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                click.echo(f"the move cannot be written down, so it is not made: {reason} (`save FILE` writes another file)")
                return

    def meant(self, text: str, notations: list[str]) -> str:
        """The move that a text is, or is but for capitals, spaces and punctuation."""
        if text in notations or self.rules.is_known(self.session.state, text):
            return text
        return spelled_alike(text, notations) or text

    def go(self, word: str) -> None:
        """Take back, or make again."""
        before = len(self.session.steps)
        log = self.log()
        said = self.session.redo() if word == "redo" else self.session.undo(word == "undo!", self.screen.people)
        if said is not None:
            click.echo(said)
            return
        after = len(self.session.steps)
        self.met = {seat: min(count, after) for seat, count in self.met.items()}
        self.sat_at = min(self.sat_at, after)
        click.echo("taken back:" if after < before else "made again:")
        for line in told(self.rules, log[after:] or self.log()[before:]):
            click.echo(f"  {line}")

    def why(self, text: str) -> None:
        """The clauses that refuse a move, with their statements."""
        if not text:
            click.echo("why what? write the move: `why MOVE`")
        elif self.rules.is_known(self.session.state, text):
            self.say(why(self.rules, self.session.state, text))
        else:
            self.say(refused(self.rules, self.session.state, text, ()))

    def save_copy(self, name: str) -> None:
        """Write the game to another file as well."""
        if not name:
            click.echo("save where? write the name of a file")
            return
        try:
            write_new(Path(name), self.session.text())
        except WouldOverwrite as error:
            click.echo(f"not saved: {error}; choose another name")
            return
        except OSError as error:
            click.echo(f"not saved: {(error.strerror or str(error)).lower()}", file=sys.stderr)
            return
        click.echo(f"saved to {name}")
