"""Carry out the lines that players type: moves, questions about the rules, undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click
from attrs import define

from ...interpreter.analysis.players.advice import Adviser
from ...interpreter.game.game_log import log_seen_by
from ...interpreter.game.state import State
from ...interpreter.game.table.spelling import spelled_alike
from ...interpreter.playthroughs.lines.rows import parts_of
from ...interpreter.runtime.chance import Dice
from ...interpreter.runtime.faults import IllegalChoice, RulebookFault
from ..shared.files.files import WouldOverwrite, write_new
from ..shared.files.outputs import wrong_with
from ..tracing.at_table import traced
from .questions.forced_choices import forced
from .questions.listing import ChoiceListing, is_number
from .questions.lookup import looked_up
from .questions.refusals import all_refused, refused, why
from .session.results import result
from .session.saving import NotSaved, SaveFile
from .session.summary import summary
from .text.speech import explained, render_steps, unbroken, wrapped
from .view import AtView

HELP = (
    ("a move", "play it: its notation (you may leave words out) or its number in the list; several with commas"),
    ("its beginning", "list the moves that begin so; then type the rest of one"),
    ("choices", "list all legal moves"),
    ("board", "show the position; `board all` shows everything"),
    ("summary", "show the running rules, the ranking, and the last moves"),
    ("hint", "show a recommended move, and the results expected of it"),
    ("why MOVE", "show the clauses that refuse a move; without MOVE, all moves refused now"),
    ("trace MOVE", "show, statement by statement, what a move would do; the position stays"),
    ("rules NAME", "describe a clause, a row of a table, a word or a space; without NAME, the present choice"),
    ("undo, redo", "undo the last move of a person; `undo!` also undoes rolls"),
    ("log", "show the last moves"),
    ("save FILE", "save the game to another file too"),
    ("quit", "leave; the game stays saved"))
AT_THE_GATE = (
    ("Enter", "continue; you are alone at the screen"),
    ("undo, redo", "undo the last move of a person; `undo!` also undoes rolls"),
    ("board", "show the position, as all see it"),
    ("rules NAME", "describe a clause, a row of a table, a word or a space"),
    ("summary", "show the ranking, as all see it, and the last moves"),
    ("log", "show the last moves"),
    ("quit", "leave; the game stays saved"))
AT_A_FAULT = (
    ("undo", "undo the last move of a person; `undo!` also undoes rolls"),
    ("board", "show the position, as all see it"),
    ("rules NAME", "describe a clause, a row of a table, a word or a space"),
    ("log", "show the last moves"),
    ("save FILE", "save the game to another file too"),
    ("quit", "leave; the game stays saved"))
AT_THE_END = (
    ("board", "show the position; `board all` shows everything"),
    ("result", "show the result"),
    ("rules NAME", "describe a clause, a row of a table, a word or a space"),
    ("log", "show the last moves"),
    ("undo", "undo the last move of a person; `undo!` also undoes rolls"),
    ("save FILE", "save the game to another file too"),
    ("quit", "leave; the game stays saved"))
COMMANDS = ("choices", "board", "summary", "hint", "why", "trace", "rules", "undo", "undo!", "redo", "log", "save", "help",
            "quit")
LOGGED = 20


@define
class Keyboard(AtView):
    """Carries out the lines that the person at the screen types.

    `advised_by` returns the adviser for a hint; `refusals` counts the rejected lines; `begun` are the typed
    first words that several moves share.
    """

    advised_by: Callable[[], Adviser]
    hints: int = 0
    refusals: int = 0
    begun: tuple[str, ...] = ()

    def refuse(self, lines: Iterable[str]) -> None:
        """Show why a line is rejected."""
        self.refusals += 1
        self.view.say(lines)

    @property
    def listing(self) -> ChoiceListing:
        """The present choices."""
        return ChoiceListing(self.session.state)

    def pass_gate(self, text: str) -> bool:
        """Carry out a line of a person who is not alone at the screen; return False to leave."""
        word, _, rest = text.partition(" ")
        match text:
            case "quit" | "exit" | "q":
                return False
            case "board":
                self.view.show()
            case "summary":
                viewer = self.view.screen.viewer
                self.view.say(summary(self.session.state, self.view.recent(), viewer, levels=False))
            case "help" | "?":
                self.view.say(explained(AT_THE_GATE))
            case _ if word == "save" or not self.at_any_time(word, rest):
                self.refuse(["press Enter first (`help` for what else can be typed)"])
        return True

    def after_the_end(self, text: str) -> bool:
        """Carry out a line after the end of the game; return False to leave."""
        word, _, rest = text.partition(" ")
        match word:
            case "quit" | "exit" | "q":
                return False
            case "board":
                self.view.show_all(whole=rest == "all")
            case "result":
                self.view.say(result(self.session.state))
            case "help" | "?":
                self.view.say(explained(AT_THE_END))
            case _ if not self.at_any_time(word, rest):
                self.refuse(explained(AT_THE_END))
        return True

    def at_a_fault(self, text: str) -> bool:
        """Carry out a line where the rulebook has a fault; return False to leave."""
        word, _, rest = text.partition(" ")
        match word:
            case "quit" | "exit" | "q":
                return False
            case "board":
                self.view.show()
            case "help" | "?":
                self.view.say(explained(AT_A_FAULT))
            case _ if not self.at_any_time(word, rest):
                self.refuse(explained(AT_A_FAULT))
        return True

    def obey(self, text: str) -> bool:
        """Carry out a line; return False to leave."""
        state = self.session.state
        listing = self.listing
        word, _, rest = text.partition(" ")
        # A game may have a move called `board` or `undo`: at its turn the move goes before the command.
        if text in listing.notations:
            word = ""
        match word:
            case "quit" | "exit" | "q":
                return False
            case "help" | "?":
                self.view.say(explained(HELP))
            case "choices":
                self.view.say(listing.lines(len(listing.choices)))
            case "board":
                self.view.show(whole=rest == "all")
            case "summary":
                self.view.say(summary(state, self.view.recent(), self.view.screen.viewer))
            case "hint":
                self.hint()
            case "why":
                self.why(rest)
            case "trace":
                self.trace(rest)
            case "rules" if not rest:
                self.view.say(looked_up(self.view.looked_at, rest))
            case _ if not self.at_any_time(word, rest):
                self.move(text)
        return True

    def at_any_time(self, word: str, rest: str) -> bool:
        """Carry out a command that is allowed during the game and after it; return False for any other line."""
        match word:
            case "rules" if rest:
                self.view.say(looked_up(self.view.looked_at, rest))
            case "undo" | "undo!" | "redo":
                self.go(word)
            case "log":
                self.view.show_last(LOGGED)
            case "save":
                self.save_copy(rest)
            case _:
                return False
        return True

    def hint(self) -> None:
        """Show a recommended move."""
        self.hints += 1
        advice = self.advised_by().advise(self.session.course, Dice(self.hints))
        self.view.say([wrapped(f"hint: {unbroken(str(advice.choice))} ({advice.how})", hanging=4)])

    def move(self, text: str) -> None:
        """Play the typed moves, up to the first that is not legal."""
        parts = [text] if text in self.listing.notations else [part.text for part in parts_of(text, 1)]
        mover = self.rules.decisions.to_move(self.session.state)
        # Each part is read in the position that the parts before it lead to: `meant` depends on the legal moves.
        for part in parts:
            # Several moves on a line are those of one person: at a shared screen the next player has not seen the position yet.
            if self.view.screen.shared and self.rules.decisions.to_move(self.session.state) != mover:
                self.refuse([f"`{part}` is skipped: {self.rules.decisions.mover(self.session.state)} is to move"])
                return
            if not self.move_is_made(part):
                return

    def move_is_made(self, text: str) -> bool:
        """Play one typed move; if it is not legal or cannot be saved, show why and return False."""
        listing, state = self.listing, self.session.state
        meant = self.meant(text, listing)
        is_known = self.rules.notations.is_known(meant)
        if is_number(meant) and not is_known:
            self.refuse([listing.unknown(meant)])
            return False
        if not is_known and self.begins(text, listing):
            return False
        try:
            self.session.play(meant)
        except IllegalChoice:
            self.refuse(refused(state, meant, COMMANDS))
            return False
        except NotSaved as error:
            self.refuse([f"cannot save the move, so it was not played: {error.reason} "
                         "(use `save FILE` to continue in another file)"])
            return False
        except RulebookFault as fault:
            self.refuse([f"rulebook fault, so the move was not played: {fault}"])
            return False
        self.begun = ()
        self.view.show_last(1)
        return True

    def begins(self, text: str, listing: ChoiceListing) -> bool:
        """Show the moves that begin with the typed words, also after the words before; return False unless several do."""
        # People go on typing where the list left off, or begin again; the first reading that fits is meant.
        for begun in ((*self.begun, text), (text,)):
            places = listing.places_with(begun)
            if len(places) > 1:
                self.begun = begun
                self.view.say(listing.some(places))
                return True
        return False

    def meant(self, text: str, listing: ChoiceListing) -> str:
        """Return the move of a text: by notation or label, else by notation up to case, spaces, punctuation, left out words."""
        if text in listing.notations:
            return text
        goes_on = self.goes_on(text, listing)
        called = listing.called(text) if goes_on is None else goes_on
        if called is not None or self.rules.notations.is_known(text):
            return called or text
        return spelled_alike(text, listing.notations) or listing.abbreviated(text) or text

    def goes_on(self, text: str, listing: ChoiceListing) -> str | None:
        """Return the only move after the words typed before with this label or these words; else None."""
        shown = listing.places_with(self.begun) if self.begun else []
        called = [place for place in shown if text.removeprefix("#") == listing.labels[place].removeprefix("#")]
        places = called or (listing.places_with((*self.begun, text)) if shown else [])
        return listing.notations[places[0]] if len(places) == 1 else None

    def go(self, word: str) -> None:
        """Undo or redo."""
        before = len(self.session.steps)
        steps, state, viewer = list(self.session.steps), self.session.state, self.view.screen.viewer
        session, people = self.session, self.view.screen.people

        def by_itself(state: State) -> bool:
            return forced(self.rules.decisions, state, self.view.screen.shared) is not None

        try:
            message = session.redo(by_itself) if word == "redo" else session.undo(word == "undo!", people, by_itself)
        except NotSaved as error:
            done = "made again" if word == "redo" else "taken back"
            message = f"cannot save the game, so nothing more is {done}: {error.reason}"
        if message is not None:
            self.refuse([message])
            return
        self.begun = ()
        after = len(self.session.steps)
        # What players have been shown counts by steps, and some of those are gone.
        self.view.met = {seat: min(count, after) for seat, count in self.view.met.items()}
        self.view.sat_at = min(self.view.sat_at, after)
        click.echo("taken back:" if after < before else "made again:")
        taken = log_seen_by(steps, state, viewer, after)
        self.view.say(render_steps(self.rules, taken or self.view.log(before), indent=2))

    def why(self, text: str) -> None:
        """Show the clauses that refuse a move, with their statements; without a move, the moves refused now."""
        text = self.meant(text, self.listing)
        if not text:
            self.view.say(all_refused(self.rules.decisions, self.session.state))
        elif self.rules.notations.is_known(text):
            self.view.say(why(self.session.state, text))
        else:
            self.view.say(refused(self.session.state, text, ()))

    def trace(self, text: str) -> None:
        """Show the statements that a move would carry out."""
        text = self.meant(text, self.listing)
        if not text:
            self.refuse(["trace what? write a move; `choices` lists them"])
        elif self.rules.notations.is_known(text):
            self.view.say(traced(self.session.state, text))
        else:
            self.refuse(refused(self.session.state, text, ()))

    def save_copy(self, name: str) -> None:
        """Write the game to another file; continue in it if its own file can no longer be written."""
        if not name:
            self.refuse(["save where? write the name of a file"])
            return
        wrong = wrong_with(Path(name))
        if wrong is not None:
            self.refuse([f"not saved: `{name}` {wrong}"])
            return
        try:
            write_new(Path(name), self.session.text_for(Path(name)))
            # The file of this game can no longer be written: from here on the copy is its file.
            goes_on = self.session.file.is_lost
            if goes_on:
                self.session.file.keep_in(SaveFile.taken_up(Path(name)))
        except WouldOverwrite as error:
            self.refuse([f"not saved: {error}; choose another name"])
        except NotSaved as error:
            self.refuse([f"not saved: {error.reason}"])
        except OSError as error:
            self.refuse([f"not saved: {(error.strerror or str(error)).lower()}"])
        else:
            click.echo(f"saved to {name}" + ("; the game continues in it" if goes_on else ""))
