"""The game at a table: its position and history, and the moves that it makes by itself up to the next decision."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define

from ....interpreter.game.rules import Rules
from ....interpreter.game.state import State
from ....interpreter.game.table.decisions import CHANCE
from ....interpreter.runtime.faults import RulebookFault
from ...table.questions.forced_choices import forced
from ...table.session.saving import NotSaved
from ...table.session.session import TableSession
from ...words.words import PageWords
from .refusals import ActionRefused
from .seating import TableSeating

# No game makes more moves than these by itself before a player is asked.
MOST_BY_ITSELF = 2_000


@define(eq=False)
class GameProgress:
    """The game at a table. `turn` counts the changes of the position; an action on an older one is refused.

    With `by_hand`, people enter what chance decides. `fault` is the error in the rulebook that play has met; then undoing is
    the only way on.
    """

    session: TableSession
    seating: TableSeating
    words: PageWords
    by_hand: bool = False
    turn: int = 0
    fault: str = ""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.session.rules

    @property
    def state(self) -> State:
        """The position."""
        return self.session.state

    @property
    def keeps_secrets(self) -> bool:
        """Whether the game hides anything from a viewer."""
        return self.rules.observer.keeps_secrets

    def mover(self) -> int | None:
        """The seat to move; None for chance and after the end."""
        mover = self.rules.decisions.to_move(self.state)
        return mover if isinstance(mover, int) else None

    def changed(self) -> None:
        """Count a change: from now on, actions on an older position are refused."""
        self.turn += 1

    def failed(self, error: RulebookFault) -> None:
        """Keep an error in the rulebook as the fault of the game."""
        self.fault = self.words.say("wrong.rulebook", why=error)

    # -- playing -------------------------------------------------------------------------------

    def make(self, move: str | None) -> None:
        """Make one move; None rolls. Raises Refused and IllegalChoice."""
        try:
            self.session.play(self.session.random_choice() if move is None else move)
        except NotSaved as error:
            raise ActionRefused(self.words.say("wrong.unsaved", why=error.reason)) from None
        except RulebookFault as error:
            raise ActionRefused(self.words.say("wrong.rulebook", why=error)) from None
        self.changed()

    def go_on(self) -> None:
        """Make rolls and forced moves up to the next decision. An error in the rulebook becomes `fault`."""
        self.fault = ""
        try:
            for _ in range(MOST_BY_ITSELF):
                if not self._makes_by_itself():
                    return
        except ActionRefused as error:
            self.fault = str(error)
        except RulebookFault as error:
            self.failed(error)

    def _makes_by_itself(self) -> bool:
        mover = self.rules.decisions.to_move(self.state)
        if mover is CHANCE:
            point = self.rules.decisions.point(self.state)
            # What not all may see, no person enters.
            if self.by_hand and point is not None and point.audience is None:
                return False
            self.make(None)
            return True
        only = forced(self.rules.decisions, self.state, shared=True) if mover in self.seating.people else None
        if only is None:
            return False
        self.make(only.notation)
        return True

    # -- taking back ---------------------------------------------------------------------------

    def undo(self, anything: bool) -> None:
        """Take back the last move of a person; with `anything` even if chance or a secret was shown since. Raises Refused."""
        # Outcomes that people enter are decisions of people too.
        rolled = {None} if self.by_hand else set()
        # People who roll real dice can roll them again without asking. Where something is hidden, what they saw since then
        # stays known, so a roll is no more to be taken back.
        past = anything or (self.by_hand and not self.keeps_secrets)
        self._go(lambda: self.session.undo(past, self.seating.people | rolled, self._is_made_by_itself))

    def redo(self) -> None:
        """Make again what `undo` took back. Raises Refused."""
        self._go(lambda: self.session.redo(self._is_made_by_itself))

    def _go(self, move: Callable[[], str | None]) -> None:
        try:
            message = move()
        except NotSaved as error:
            message = f"it could not be saved: {error.reason}"
        if message is not None:
            # `undo!` is a command of the terminal; a page has a button for it.
            raise ActionRefused(self.words.say("wrong.not_done", why=message.replace("; `undo!` takes it back anyway", "")))
        self.seating.leave_screens()
        self.fault = ""
        self.changed()

    def _is_made_by_itself(self, state: State) -> bool:
        return forced(self.rules.decisions, state, shared=True) is not None
