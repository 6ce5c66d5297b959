"""What is typed at the table, carried out: moves, questions about the rules, and taking back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click
from attrs import define

from ...interpreter.analysis.playouts.advice import Adviser
from ...interpreter.game.spelling import spelled_alike
from ...interpreter.game.state import State
from ...interpreter.playthroughs.reader import parts_of
from ...interpreter.runtime.chance import Dice
from ...interpreter.runtime.faults import IllegalChoice
from ..shared.files import WouldOverwrite, write_new
from ..shared.outputs import wrong_with
from .forced import forced
from .listing import Listing, is_number
from .lookup import looked_up
from .refusals import all_refused, refused, why
from .results import result
from .saving import NotSaved, SaveFile
from .speech import explained, told, unbroken, wrapped
from .summary import summary
from .view import AtView

HELP = (
    ("a move", "as it is written (words can be left out), or by its number in the list; several with commas"),
    ("its beginning", "the moves that begin so; the rest of one is typed then"),
    ("choices", "all moves that are possible now"),
    ("board", "the position; `board all` with everything that there is"),
    ("summary", "where we stand in the rules, who leads, and the last moves"),
    ("hint", "a move that is worth a look, and how it was found"),
    ("why MOVE", "which clauses refuse a move, and what they say; without MOVE, all that is refused now"),
    ("rules NAME", "what a clause, a row of a table, a word or a space is; without NAME, what is asked for now"),
    ("undo, redo", "take back the last move of a person; `undo!` also past what chance has shown"),
    ("log", "the last moves"),
    ("save FILE", "write the game to another file as well"),
    ("quit", "leave; the game is kept"))
AT_THE_GATE = (
    ("Enter", "you are alone at the screen, and go on"),
    ("undo, redo", "take back the last move of a person; `undo!` also past what chance has shown"),
    ("board", "the position, as all see it"),
    ("rules NAME", "what a clause, a row of a table, a word or a space is"),
    ("summary", "who leads, as far as all see it, and the last moves"),
    ("log", "the last moves"),
    ("quit", "leave; the game is kept"))
AT_THE_END = (
    ("board", "the position; `board all` with everything that there is"),
    ("result", "how the game ended"),
    ("rules NAME", "what a clause, a row of a table, a word or a space is"),
    ("log", "the last moves"),
    ("undo", "take back the last move of a person; `undo!` also past what chance has shown"),
    ("save FILE", "write the game to another file as well"),
    ("quit", "leave; the game is kept"))
COMMANDS = ("choices", "board", "summary", "hint", "why", "rules", "undo", "undo!", "redo", "log", "save", "help", "quit")
LOGGED = 20


@define
class Keyboard(AtView):
    """Carries out what is typed by whoever looks at the screen.

    `advised_by` gives who advises, when a hint is asked for; `refusals` counts the lines that could not be
    carried out; `begun` are words of a move that were typed, which several moves have.
    """

    advised_by: Callable[[], Adviser]
    hints: int = 0
    refusals: int = 0
    begun: tuple[str, ...] = ()

    def refuse(self, lines: Iterable[str]) -> None:
        """Tell why a line is not carried out."""
        self.refusals += 1
        self.view.say(lines)

    @property
    def listing(self) -> Listing:
        """The choices at hand."""
        return Listing(self.rules, self.session.state)

    def pass_gate(self, text: str) -> bool:
        """Carry out what is typed by somebody who does not sit at the screen alone; False to leave."""
        word, _, rest = text.partition(" ")
        match text:
            case "quit" | "exit" | "q":
                return False
            case "board":
                self.view.show()
            case "summary":
                self.view.say(summary(self.rules, self.session.state, self.view.log(), self.view.screen.viewer, levels=False))
            case "help" | "?":
                self.view.say(explained(AT_THE_GATE))
            case _ if word == "save" or not self.at_any_time(word, rest):
                self.refuse(["press Enter first (`help` for what else can be typed)"])
        return True

    def after_the_end(self, text: str) -> bool:
        """Carry out what is typed when the game is over; False to leave."""
        word, _, rest = text.partition(" ")
        match word:
            case "quit" | "exit" | "q":
                return False
            case "board":
                self.view.show_all(whole=rest == "all")
            case "result":
                self.view.say(result(self.rules, self.session.state))
            case "help" | "?":
                self.view.say(explained(AT_THE_END))
            case _ if not self.at_any_time(word, rest):
                self.refuse(explained(AT_THE_END))
        return True

    def obey(self, text: str) -> bool:
        """Carry out what was typed; False to leave."""
        state, rules = self.session.state, self.rules
        listing = self.listing
        word, _, rest = text.partition(" ")
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
                self.view.say(summary(rules, state, self.view.log(), self.view.screen.viewer))
            case "hint":
                self.hint()
            case "why":
                self.why(rest)
            case "rules" if not rest:
                self.view.say(looked_up(self.view.looked_at, rest))
            case _ if not self.at_any_time(word, rest):
                self.move(text)
        return True

    def at_any_time(self, word: str, rest: str) -> bool:
        """Carry out what may be typed while the game goes on and afterwards; False where it is nothing of that."""
        match word:
            case "rules" if rest:
                self.view.say(looked_up(self.view.looked_at, rest))
            case "undo" | "undo!" | "redo":
                self.go(word)
            case "log":
                self.view.tell_last(LOGGED)
            case "save":
                self.save_copy(rest)
            case _:
                return False
        return True

    def hint(self) -> None:
        """Tell a move that is worth a look."""
        self.hints += 1
        advice = self.advised_by().advise(self.session.state, Dice(self.hints))
        self.view.say([wrapped(f"hint: {unbroken(str(advice.choice))} ({advice.how})", hanging=4)])

    def move(self, text: str) -> None:
        """Make the move or moves that were typed, as far as they are legal."""
        parts = [text] if text in self.listing.notations else [part.text for part in parts_of(text, 1)]
        mover = self.rules.to_move(self.session.state)
        for part in parts:
            if self.view.screen.shared and self.rules.to_move(self.session.state) != mover:
                self.refuse([f"`{part}` is left out: {self.rules.mover(self.session.state)} is to move"])
                return
            if not self.move_is_made(part):
                return

    def move_is_made(self, text: str) -> bool:
        """Make one move that was typed; False where it is none, or is not saved, which is told."""
        listing, state = self.listing, self.session.state
        meant = self.meant(text, listing)
        is_known = self.rules.is_known(state, meant)
        if is_number(meant) and not is_known:
            self.refuse([listing.unknown(meant)])
            return False
        if not is_known and self.begins(text, listing):
            return False
        try:
            self.session.play(meant)
        except IllegalChoice:
            self.refuse(refused(self.rules, state, meant, COMMANDS))
            return False
        except NotSaved as error:
            self.refuse([f"cannot save the move, so it is not made: {error.reason} (`save FILE` goes on in another file)"])
            return False
        self.begun = ()
        self.view.tell_last(1)
        return True

    def begins(self, text: str, listing: Listing) -> bool:
        """Show the moves that begin as was typed, or go on so from what was typed before; False where there are not several."""
        for begun in ((*self.begun, text), (text,)):
            places = listing.places_with(begun)
            if len(places) > 1:
                self.begun = begun
                self.view.say(listing.some(places))
                return True
        return False

    def meant(self, text: str, listing: Listing) -> str:
        """The move that a text is, or is called in the list, or is but for capitals, spaces, punctuation or words left out."""
        if text in listing.notations:
            return text
        goes_on = self.goes_on(text, listing)
        called = listing.called(text) if goes_on is None else goes_on
        if called is not None or self.rules.is_known(self.session.state, text):
            return called or text
        return spelled_alike(text, listing.notations) or listing.abbreviated(text) or text

    def goes_on(self, text: str, listing: Listing) -> str | None:
        """The only one of the moves that begin as was typed before that is called so, or has these words; None without one."""
        shown = listing.places_with(self.begun) if self.begun else []
        called = [place for place in shown if text.removeprefix("#") == listing.labels[place].removeprefix("#")]
        places = called or (listing.places_with((*self.begun, text)) if shown else [])
        return listing.notations[places[0]] if len(places) == 1 else None

    def go(self, word: str) -> None:
        """Take back, or make again."""
        before = len(self.session.steps)
        log = self.view.log()
        session, people = self.session, self.view.screen.people

        def by_itself(state: State) -> bool:
            return forced(self.rules, state, self.view.screen.shared) is not None

        try:
            said = session.redo(by_itself) if word == "redo" else session.undo(word == "undo!", people, by_itself)
        except NotSaved as error:
            done = "made again" if word == "redo" else "taken back"
            said = f"cannot save the game, so nothing more is {done}: {error.reason}"
        if said is not None:
            self.refuse([said])
            return
        self.begun = ()
        after = len(self.session.steps)
        self.view.met = {seat: min(count, after) for seat, count in self.view.met.items()}
        self.view.sat_at = min(self.view.sat_at, after)
        click.echo("taken back:" if after < before else "made again:")
        self.view.say(told(self.rules, log[after:] or self.view.log()[before:], indent=2))

    def why(self, text: str) -> None:
        """The clauses that refuse a move, with their statements; without a move, what is refused now."""
        text = self.meant(text, self.listing)
        if not text:
            self.view.say(all_refused(self.rules, self.session.state))
        elif self.rules.is_known(self.session.state, text):
            self.view.say(why(self.rules, self.session.state, text))
        else:
            self.view.say(refused(self.rules, self.session.state, text, ()))

    def save_copy(self, name: str) -> None:
        """Write the game to another file as well; go on in it where its own file cannot be written any more."""
        if not name:
            self.refuse(["save where? write the name of a file"])
            return
        wrong = wrong_with(Path(name))
        if wrong is not None:
            self.refuse([f"not saved: `{name}` {wrong}"])
            return
        try:
            write_new(Path(name), self.session.text_for(Path(name)))
            goes_on = self.session.is_lost
            if goes_on:
                self.session.keep_in(SaveFile.taken_up(Path(name)))
        except WouldOverwrite as error:
            self.refuse([f"not saved: {error}; choose another name"])
        except NotSaved as error:
            self.refuse([f"not saved: {error.reason}"])
        except OSError as error:
            self.refuse([f"not saved: {(error.strerror or str(error)).lower()}"])
        else:
            click.echo(f"saved to {name}" + ("; the game goes on in it" if goes_on else ""))
