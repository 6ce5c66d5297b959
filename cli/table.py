"""The table: positions on the screen, moves from the keyboard, answers to questions about the rules."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import click
from attrs import define

from ..interpreter.chance import Dice
from ..interpreter.faults import IllegalChoice
from ..interpreter.playthroughs.results import Step
from ..interpreter.rules import Rules
from ..interpreter.spelling import nearest
from ..interpreter.state import Choice, State
from .files import WouldOverwrite, write_new
from .picture import console, picture
from .session import Session

LISTED = 30
HELP = """\
  a move       as it is written (`choices` lists them), or its number; several with commas
  choices      all moves that are possible now
  board        the position
  hint         a move that is possible
  why MOVE     which clause refuses a move, and what it says
  rules ID     what a clause says; without ID, what is asked for now
  undo, redo   take back the last move of a player; `undo!` also past what chance has shown
  log          the last moves
  save FILE    write the game to another file as well
  quit         leave; the game is kept"""


@define
class Table:
    """Plays a session with people and random players."""

    session: Session
    bots: frozenset[int]
    shown_for: tuple[int, str] | None = None
    seen: State | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.session.rules

    @property
    def people(self) -> frozenset[int]:
        """The seats that people play."""
        return frozenset(range(len(self.rules.seats))) - self.bots

    def watch(self) -> None:
        """Show the steps made so far, with the position after each run of moves of one player."""
        steps = self.session.steps
        for i, step in enumerate(steps):
            self.tell(step)
            last = i + 1 == len(steps) or steps[i + 1].seat != step.seat
            if step.seat is not None and last and i + 1 < len(steps):
                click.echo()
                self.show(step.state)

    def play(self) -> None:
        """Play until the game is over, or the player leaves."""
        session = self.session
        while not session.state.is_over:
            for step in session.settle():
                self.tell(step)
            mover = self.rules.to_move(session.state)
            if not isinstance(mover, int):
                continue
            if mover in self.bots:
                self.tell(session.play(session.random_choice()))
            elif not self.ask(mover):
                click.echo("The game is kept." if session.save is not None else "Good bye.")
                return
        click.echo()
        self.show()
        click.echo(outcome_text(self.rules, session.state))

    # -- the screen ----------------------------------------------------------------------------

    def show(self, state: State | None = None, viewer: int | None = None) -> None:
        """The position, as a player sees it."""
        console().print(picture(self.rules, state or self.session.state, viewer))

    def show_changes(self, viewer: int | None) -> None:
        """The values that have changed since the player was asked last."""
        before, now = self.seen or self.session.state, self.session.state
        hidden = self.rules.hidden(viewer) if viewer is not None else frozenset()
        changed = [f"{name} {self.rules.written(now, name)}" for name, cell in self.rules.cells.items()
                   if not cell.local and name not in hidden
                   and self.rules.written(now, name) != self.rules.written(before, name)]
        if changed:
            click.echo(f"now: {', '.join(changed[:12])}{', ...' if len(changed) > 12 else ''}")

    def tell(self, step: Step) -> None:
        """A move or roll, and what happened by it."""
        who = self.rules.seats[step.seat] if step.seat is not None else "chance"
        happened = f"   -> {', '.join(step.events)}" if step.events else ""
        click.echo(f"{who}: {step.notation}{happened}")

    # -- the keyboard --------------------------------------------------------------------------

    def ask(self, mover: int) -> bool:
        """Let a person make one decision; False when he leaves."""
        name = self.rules.seats[mover]
        point = self.rules.point(self.session.state)
        assert point is not None
        click.echo()
        viewer = mover if self.hides_something(mover) else None
        if self.shown_for != (mover, point.clause):
            self.show(viewer=viewer)
            self.shown_for = (mover, point.clause)
        else:
            self.show_changes(viewer)
        self.seen = self.session.state
        choices = self.rules.choices(self.session.state)
        says = point.says(list(self.session.state.slots)) if point.says is not None else point.clause
        click.echo(f"\n{click.style(name, bold=True)}: {says}")
        self.list_choices(choices, LISTED)
        before = self.session.state
        while self.session.state == before:
            try:
                text = click.prompt(name, prompt_suffix="> ", default="", show_default=False).strip()
            except (EOFError, click.Abort):
                click.echo()
                return False
            if text and not self.obey(text, mover, self.rules.choices(self.session.state)):
                return False
        return True

    def hides_something(self, mover: int) -> bool:
        """Whether the rulebook hides anything from this player."""
        return bool(self.rules.hidden(mover))

    def list_choices(self, choices: tuple[Choice, ...], most: int) -> None:
        """The choices with their numbers, in columns."""
        shown = [f"{i:>3} {choice.notation}" for i, choice in enumerate(choices[:most], 1)]
        width = max(len(text) for text in shown) + 2
        columns = max(1, min(6, 100 // width))
        for i in range(0, len(shown), columns):
            click.echo("".join(text.ljust(width) for text in shown[i : i + columns]).rstrip())
        if len(choices) > most:
            click.echo(f"    and {len(choices) - most} more (`choices` lists them all)")

    def obey(self, text: str, mover: int, choices: tuple[Choice, ...]) -> bool:
        """Carry out what was typed; False to leave."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if text not in {choice.notation for choice in choices}:
            match word:
                case "quit" | "exit" | "q":
                    return False
                case "help" | "?":
                    click.echo(HELP)
                    return True
                case "choices":
                    self.list_choices(choices, len(choices))
                    return True
                case "board":
                    self.show(viewer=mover if self.hides_something(mover) else None)
                    return True
                case "hint":
                    click.echo(f"for example: {self.rules.random_choice(self.session.state, Dice(len(self.session.steps)))}")
                    return True
                case "why":
                    self.why(rest)
                    return True
                case "rules":
                    self.say_rules(rest)
                    return True
                case "undo" | "undo!" | "redo":
                    said = self.session.redo() if word == "redo" else self.session.undo(word == "undo!", self.people)
                    click.echo(said or f"{word.rstrip('!')}: done")
                    return True
                case "log":
                    for step in self.session.steps[-12:]:
                        self.tell(step)
                    return True
                case "save":
                    self.save_copy(rest)
                    return True
        self.move(text, choices)
        return True

    def move(self, text: str, choices: tuple[Choice, ...]) -> None:
        """Make the move or moves that were typed, as far as they are legal."""
        if text.isdigit():
            if not 1 <= int(text) <= len(choices):
                click.echo(f"there is no choice {text}; they are numbered 1 to {len(choices)}")
                return
            self.tell(self.session.play(choices[int(text) - 1]))
            return
        for part in [piece.strip() for piece in text.split(",") if piece.strip()]:
            now = self.rules.choices(self.session.state)
            if part.isdigit() and 1 <= int(part) <= len(now):
                part = now[int(part) - 1].notation
            try:
                self.tell(self.session.play(part))
            except IllegalChoice:
                self.refused(part)
                return

    def refused(self, text: str) -> None:
        """Say why a move is not possible, and what is like it."""
        options = [choice.notation for choice in self.rules.choices(self.session.state)]
        if self.rules.is_known(self.session.state, text):
            self.why(text)
        else:
            near = nearest(text, options)
            also = f"; did you mean {' or '.join(f'`{one}`' for one in near)}?" if near else ""
            click.echo(f"`{text}` is no move of this game{also} (`help` for help)")

    def why(self, text: str) -> None:
        """The clauses that refuse a move, with their statements."""
        if not text:
            click.echo("why what? write the move: `why MOVE`")
            return
        if not self.rules.is_known(self.session.state, text):
            self.refused(text)
            return
        refusals = self.rules.explain(self.session.state, text)
        if refusals is None:
            click.echo(f"`{text}` is legal")
            return
        first = refusals[0]
        click.echo(f"`{text}` is refused: {first.message}  [{first.clause}]")
        for refusal in refusals:
            clause = self.rules.clauses[refusal.clause]
            if clause.kind in ("requirement", "exception"):
                clause = self.rules.clauses.get(clause.parent or "", clause)
            statement = clause.statement
            if statement and statement != first.message:
                click.echo(textwrap.fill(f"{clause.id}: {statement}", 96, initial_indent="    ",
                                         subsequent_indent="    "))

    def say_rules(self, wanted: str) -> None:
        """What a clause says; without a clause, what is asked for now."""
        point = self.rules.point(self.session.state)
        clause = wanted or (point.clause if point else "")
        found = self.rules.clauses.get(clause)
        if found is None:
            near = nearest(clause, list(self.rules.clauses))
            click.echo(f"there is no clause `{clause}`" + (f"; near it are {', '.join(near)}" if near else ""))
            return
        click.echo(f"{found.id} ({found.kind}): {found.statement or 'nothing is said'}")
        for part in self.rules.clauses.values():
            if part.parent == found.id:
                click.echo(textwrap.fill(f"{part.id} ({part.kind}): {part.statement}", 96, initial_indent="    ",
                                         subsequent_indent="      "))

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


def outcome_text(rules: Rules, state: State) -> str:
    """How the game ended, in a sentence or two."""
    outcome = rules.outcome(state)
    assert outcome is not None, "the game is over"
    winners = [rules.seats[seat] for seat in outcome.winners]
    if outcome.is_draw:
        result = "Nobody wins."
    elif len(winners) == 1:
        result = f"{winners[0]} wins."
    else:
        result = f"{' and '.join(winners)} win together."
    scores = ""
    if outcome.scores is not None:
        scores = " " + ", ".join(f"{rules.seats[seat]} {score}" for seat, score in enumerate(outcome.scores)) + "."
    return f"The game is over: {rules.clauses[outcome.clause].statement} [{outcome.clause}]\n{result}{scores}"
