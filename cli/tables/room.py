"""A table: its game, its seats and links, and all that players can do there.

Call the methods that play in threads, one at a time: the caller holds `lock`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from attrs import define, field, frozen

from ...dsl.load.loader import Files
from ...interpreter.analysis.players.knowledge.course import Course
from ...interpreter.analysis.players.player import Player
from ...interpreter.analysis.players.spec import Spec
from ...interpreter.game.rules import CHANCE, Rules
from ...interpreter.game.state import State
from ...interpreter.game.table.spelling import spelled_alike
from ...interpreter.game.viewing.observation import Viewer
from ...interpreter.playthroughs.running.results import Step
from ...interpreter.runtime.faults import IllegalChoice, RulebookFault
from ...pictures.look.syntax import Look
from ...pictures.scene.model import Scene
from ...web.live import Signal
from ..shared.games.players import players_of
from ..table.questions.forced import forced
from ..table.questions.listing import Listing
from ..table.session.saving import NotSaved
from ..table.session.session import Session
from ..words.narrator import Narrator, with_rows
from ..words.words import DEFAULT, Words, is_language
from .beside.booklet import Book, book_of
from .beside.printed import Printed
from .choices.offers import Offer, all_moves, offer
from .choices.reasons import Reason, reason_for_move, reason_for_thing
from .choices.spoken import Key, Speech, Spoken
from .seating import Place, Role, Seat

# No game makes more moves than these by itself before a player is asked.
MOST_BY_ITSELF = 2_000
# Settings of a table in the head of a saved game.
_LANGUAGE, _DICE, _BY_HAND = "language", "dice", "by_hand"


class Refused(Exception):
    """An action that is not possible now; the text is the cause. `reason` is there if clauses refuse it."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason


@frozen
class Settings:
    """The settings of a table: whether people enter what chance decides, and the language of captions and rules."""

    by_hand: bool = False
    language: str = DEFAULT

    @classmethod
    def read(cls, table: Sequence[tuple[str, str]], language: str) -> Settings:
        """The settings that a saved game keeps; where it keeps no language, this one."""
        known = dict(table)
        kept = known.get(_LANGUAGE, "")
        return cls(known.get(_DICE) == _BY_HAND, kept if is_language(kept) else language)

    def written(self, others: Sequence[tuple[str, str]] = ()) -> tuple[tuple[str, str], ...]:
        """These settings as a saved game keeps them, and the other ones of its table."""
        dice = ((_DICE, _BY_HAND),) if self.by_hand else ()
        return ((_LANGUAGE, self.language), *dice, *(other for other in others if other[0] not in (_LANGUAGE, _DICE)))


@frozen(eq=False)
class Source:
    """The rulebook of a table: its files and parameters, its look, and the printed rulebooks compared with it."""

    files: Files
    parameters: tuple[tuple[str, str], ...]
    look: Look
    printed: Printed


@define(eq=False)
class Room:
    """A table. `turn` counts the changes of the position; an action on an older one is refused.

    `fault` is the error in the rulebook that play has met; then undoing is the only way on.
    """

    session: Session
    seats: list[Seat]
    source: Source
    settings: Settings = field(factory=Settings)
    turn: int = 0
    fault: str = ""
    places: dict[str, Place] = field(factory=dict)
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    signal: Signal = field(factory=Signal)
    views: dict[object, object] = field(factory=dict)
    scenes: dict[tuple[Viewer, tuple[int, ...]], Scene] = field(factory=dict)
    _book: Book | None = None
    _look: Look | None = None
    _moves: tuple[Speech, list[Spoken]] | None = None
    _thinkers: dict[int, Rules] = field(factory=dict)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.session.rules

    @property
    def state(self) -> State:
        """The position."""
        return self.session.state

    @property
    def words(self) -> Words:
        """The words of the pages of this table."""
        return Words.of(self.settings.language)

    @property
    def book(self) -> Book:
        """The rules in the language of the table. They are made once, which takes seconds: ask in a thread."""
        if self._book is None:
            parameters = dict(self.source.parameters)
            self._book = book_of(self.rules, self.source.files, parameters, self.settings.language)
        return self._book

    @property
    def title(self) -> str:
        """The title of the game in the language of the table."""
        return self.rules.program.title or self.rules.program.name if self._is_plain else self.book.title

    def statement(self, clause: str) -> str:
        """The sentence of a clause in the language of the table; in the rulebook's own where it has no text."""
        known = self.rules.clauses.get(clause)
        own = "" if known is None else known.statement
        return own if self._is_plain else self.book.statements.get(clause, own)

    @property
    def narrator(self) -> Narrator:
        """The words for what happens, in the language of the table."""
        return Narrator(self.rules, self.words, None if self._is_plain else self.book.teller)

    @property
    def look(self) -> Look:
        """The look of pictures, with the sentences of rows in the language of the table."""
        if self._look is None:
            self._look = with_rows(self.source.look, self.narrator.teller)
        return self._look

    @property
    def _is_plain(self) -> bool:
        """Whether the language of the table is that of rulebooks."""
        return self.settings.language == DEFAULT

    @property
    def people(self) -> frozenset[int]:
        """The seats that people play."""
        return frozenset(number for number, seat in enumerate(self.seats) if seat.by is None)

    @property
    def keeps_secrets(self) -> bool:
        """Whether the game hides anything from a viewer."""
        return self.rules.observer.keeps_secrets

    def role_of_all(self) -> Role:
        """The role of one screen for all people."""
        return Role(self.people)

    # -- who may act ---------------------------------------------------------------------------

    def mover(self) -> int | None:
        """The seat to move; None for chance and after the end."""
        mover = self.rules.to_move(self.state)
        return mover if isinstance(mover, int) else None

    def acts(self, place: Place) -> bool:
        """Return whether this screen makes the next decision."""
        mover = self.rules.to_move(self.state)
        if self.fault or mover is None:
            return False
        if mover is CHANCE:
            # Any player may enter what chance decides: the dice lie before all.
            return bool(place.role.seats)
        return mover in place.role.seats & self.people and (
            not (place.role.is_shared and self.keeps_secrets) or place.sitting == mover
        )

    def waits_for_gate(self, place: Place) -> int | None:
        """The seat whose player should come to this shared screen alone, if the next decision needs that."""
        mover = self.mover()
        needs = place.role.is_shared and self.keeps_secrets and mover in place.role.seats & self.people
        return mover if needs and place.sitting != mover else None

    def _require(self, place: Place, turn: int) -> None:
        if turn != self.turn:
            raise Refused(self.words.say("wrong.changed"))
        if self.fault:
            raise Refused(self.fault)
        if self.state.is_over:
            raise Refused(self.words.say("over"))
        if not self.acts(place):
            raise Refused(self.words.say("wrong.turn", who=self.rules.mover(self.state)))

    # -- what is possible ----------------------------------------------------------------------

    def offer(self, chosen: Sequence[Key]) -> Offer:
        """Return the moves that fit these parts. Raises RulebookFault."""
        if self._moves is None:
            # All pages, and all clicks until the next move, ask for the same moves. `_changed` drops them.
            self._moves = all_moves(self.rules, self.state)
        return offer(*self._moves, chosen)

    def why(self, place: Place, chosen: Sequence[Key], thing: Key) -> Reason:
        """Return why a thing is not possible now. Raises RulebookFault, and Refused where another player is to move."""
        self._require(place, self.turn)
        return reason_for_thing(self.rules, self.state, chosen, thing)

    def why_move(self, place: Place, text: str) -> Reason | None:
        """Return why the rules refuse a move, None if it is legal. Raises Refused and RulebookFault."""
        self._require(place, self.turn)
        return reason_for_move(self.rules, self.state, self._meant(text))

    # -- playing -------------------------------------------------------------------------------

    def play(self, place: Place, text: str, turn: int) -> None:
        """Make a move, or enter the outcome of chance, and go on to the next decision. Raises Refused."""
        # First of all: on a page that shows an older position, the move may mean something else by now.
        self._require(place, turn)
        meant = self._meant(text)
        try:
            self._step(meant)
        except IllegalChoice as error:
            reason = reason_for_move(self.rules, self.state, meant)
            said = self.narrator.refusal(reason.refusals[0]) if reason is not None and reason.refusals else error.message
            raise Refused(f"`{text}`: {said}", reason) from None
        # At a shared screen the next player must come to it first: until then it shows what all may see.
        place.sitting = None if place.sitting != self.mover() else place.sitting
        self.go_on()

    def roll(self, place: Place, turn: int) -> None:
        """Let the server roll where people else enter the outcome. Raises Refused."""
        self._require(place, turn)
        if self.rules.to_move(self.state) is not CHANCE:
            raise Refused(self.words.say("wrong.roll"))
        self._step(None)
        self.go_on()

    def _meant(self, text: str) -> str:
        """The move that a text stands for: with its exact words, with nearly the same, or with some of them left out."""
        listing = Listing(self.rules, self.state)
        if text in listing.notations or self.rules.explainer.is_known(text):
            return text
        return spelled_alike(text, listing.notations) or listing.abbreviated(text) or text

    def _step(self, move: str | None) -> None:
        """Make one move; None rolls. Raises Refused and IllegalChoice."""
        try:
            self.session.play(self.session.random_choice() if move is None else move)
        except NotSaved as error:
            raise Refused(self.words.say("wrong.unsaved", why=error.reason)) from None
        except RulebookFault as error:
            raise Refused(self.words.say("wrong.rulebook", why=error)) from None
        self._changed()

    def _changed(self) -> None:
        self.turn += 1
        self._moves = None
        self.views.clear()

    def go_on(self) -> None:
        """Make rolls and forced moves up to the next decision. An error in the rulebook becomes `fault`."""
        self.fault = ""
        try:
            for _ in range(MOST_BY_ITSELF):
                if not self._makes_by_itself():
                    return
        except Refused as error:
            self.fault = str(error)
        except RulebookFault as error:
            self.fault = self.words.say("wrong.rulebook", why=error)
        self.views.clear()

    def _makes_by_itself(self) -> bool:
        mover = self.rules.to_move(self.state)
        if mover is CHANCE:
            point = self.rules.point(self.state)
            # What not all may see, no person enters.
            if self.settings.by_hand and point is not None and point.audience is None:
                return False
            self._step(None)
            return True
        only = forced(self.rules, self.state, shared=True) if mover in self.people else None
        if only is None:
            return False
        self._step(only.notation)
        return True

    # -- taking back ---------------------------------------------------------------------------

    def undo(self, place: Place, anything: bool) -> None:
        """Take back the last move of a person; with `anything` even if chance or a secret was shown since. Raises Refused."""
        if not place.role.seats and not place.role.manages:
            raise Refused(self.words.say("wrong.spectator_undo"))
        if anything and self.keeps_secrets and not place.role.manages:
            raise Refused(self.words.say("wrong.secrets"))
        # Outcomes that people enter are decisions of people too.
        rolled = {None} if self.settings.by_hand else set()
        # People who roll real dice can roll them again without asking. Where something is hidden, what they saw since then
        # stays known, so a roll is no more to be taken back.
        past = anything or (self.settings.by_hand and not self.keeps_secrets)
        self._go(lambda: self.session.undo(past, self.people | rolled, self._is_made_by_itself))

    def redo(self, place: Place) -> None:
        """Make again what `undo` took back. Raises Refused."""
        if not place.role.seats and not place.role.manages:
            raise Refused(self.words.say("wrong.spectator_redo"))
        self._go(lambda: self.session.redo(self._is_made_by_itself))

    def _go(self, move: Callable[[], str | None]) -> None:
        try:
            said = move()
        except NotSaved as error:
            said = f"it could not be saved: {error.reason}"
        if said is not None:
            # `undo!` is a command of the terminal; a page has a button for it.
            raise Refused(self.words.say("wrong.not_done", why=said.replace("; `undo!` takes it back anyway", "")))
        for each in self.places.values():
            each.sitting = None
        self.fault = ""
        self._changed()

    def _is_made_by_itself(self, state: State) -> bool:
        return forced(self.rules, state, shared=True) is not None

    # -- seats ---------------------------------------------------------------------------------

    def seat(self, number: int, by: Spec | None) -> None:
        """Let a player of the machine take a seat, or (None) a person, and go on. Raises Refused."""
        self.take(number, by)
        for each in self.places.values():
            each.sitting = None
        self._changed()
        self.go_on()

    def take(self, number: int, by: Spec | None) -> None:
        """Let a player of the machine take a seat, or (None) a person. Raises Refused, and then changes nothing."""
        if by is not None:
            # A player thinks on rules of its own, so that others can look at the table meanwhile.
            rules = self._thinkers.setdefault(number, self.rules.seated(tuple(self.rules.seats)))
            try:
                (player,) = players_of(rules, self.main, (by,), "--seats")
            except click.BadParameter as error:
                raise Refused(error.message) from None
            self.session.players[number] = player
        else:
            self.session.players.pop(number, None)
        self.seats[number] = Seat(self.seats[number].name, by)

    @property
    def main(self) -> Path:
        """The main file of the rulebook."""
        return Path(self.source.files.path)

    def thinker(self) -> tuple[Player, Course] | None:
        """Return the player of the machine to move, if there is one, with a copy of the game so far."""
        mover = self.mover()
        player = None if mover is None or self.fault else self.session.players.get(mover)
        if player is None:
            return None
        course = self.session.course
        # Copies: the thread that thinks must not see moves that others make or take back meanwhile.
        return player, Course(list(course.positions), list(course.decided))

    def decided(self, code: int, turn: int) -> None:
        """Make the move that a player of the machine found, unless the position has changed since."""
        if turn != self.turn:
            return
        point = self.rules.point(self.state)
        assert point is not None, "a player was to move"
        slots = list(self.state.slots)
        try:
            self._step(self.rules.choice(slots, point, code, self.mover()).notation)
        except Refused as error:
            self.fault = str(error)
            self.views.clear()
            return
        self.go_on()

    def went_wrong(self, error: RulebookFault, turn: int) -> None:
        """Keep the fault that a player of the machine met, unless the position has changed since."""
        if turn == self.turn:
            self.fault = self.words.say("wrong.rulebook", why=error)
            self.views.clear()

    # -- looking -------------------------------------------------------------------------------

    def steps(self) -> list[Step]:
        """The steps so far."""
        return self.session.steps

    def sit(self, place: Place, seat: int | None) -> None:
        """Let one player look at a shared screen alone, or (None) nobody. Raises Refused."""
        if seat is not None and (not place.role.is_shared or seat not in place.role.seats & self.people):
            raise Refused(self.words.say("wrong.nobody"))
        place.sitting = seat

    def viewer(self, place: Place) -> Viewer:
        """The viewer whose view a screen shows."""
        return place.viewer(self.keeps_secrets)
