"""Actions of people at the screens of a table: to ask, play, roll, take back, look alone."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ....interpreter.game.table.decisions import CHANCE
from ....interpreter.runtime.faults import IllegalChoice
from ..choices.reasons import Reason
from ..choices.spoken_moves import Key
from .possible_moves import PossibleMoves
from .progress import GameProgress
from .refusals import ActionRefused
from .rights import Rights
from .seating import LinkUse
from .texts import RoomTexts


@frozen(eq=False)
class Controls:
    """The actions of people at a table. Each is refused where the rights of its screen do not allow it."""

    progress: GameProgress
    rights: Rights
    moves: PossibleMoves
    texts: RoomTexts

    def why(self, place: LinkUse, chosen: Sequence[Key], key: Key) -> Reason:
        """Return why a thing is not possible now. Raises RulebookFault, and Refused where another player is to move."""
        self.rights.require_decision(place, self.progress.turn)
        return self.moves.why(chosen, key)

    def why_move(self, place: LinkUse, text: str) -> Reason | None:
        """Return why the rules refuse a move, None if it is legal. Raises Refused and RulebookFault."""
        self.rights.require_decision(place, self.progress.turn)
        return self.moves.why_move(self.moves.meant(text))

    def play(self, place: LinkUse, text: str, turn: int) -> None:
        """Make a move, or enter the outcome of chance, and go on to the next decision. Raises Refused."""
        # First of all: on a page that shows an older position, the move may mean something else by now.
        self.rights.require_decision(place, turn)
        meant = self.moves.meant(text)
        try:
            self.progress.make(meant)
        except IllegalChoice as error:
            reason = self.moves.why_move(meant)
            refusals = () if reason is None else reason.refusals
            message = self.texts.narrator.refusal(refusals[0]) if refusals else error.message
            raise ActionRefused(f"`{text}`: {message}", reason) from None
        self._go_on(place)

    def roll(self, place: LinkUse, turn: int) -> None:
        """Let the server roll where people else enter the outcome. Raises Refused."""
        self.rights.require_decision(place, turn)
        if self.progress.rules.decisions.to_move(self.progress.state) is not CHANCE:
            raise ActionRefused(self.progress.words.say("wrong.roll"))
        self.progress.make(None)
        self._go_on(place)

    def _go_on(self, place: LinkUse) -> None:
        """Go on to the next decision. A player who looks at the screen alone leaves it, unless they make that decision."""
        self.progress.go_on()
        # At a shared screen the next player must come to it first: until then it shows what all may see. Who that is, is known
        # only behind the moves that the game makes by itself.
        place.sitting = None if place.sitting != self.progress.mover() else place.sitting

    def undo(self, place: LinkUse, anything: bool) -> None:
        """Take back the last move of a person; with `anything` even if chance or a secret was shown since. Raises Refused."""
        self.rights.require_undo(place, anything)
        self.progress.undo(anything)

    def redo(self, place: LinkUse) -> None:
        """Make again what `undo` took back. Raises Refused."""
        self.rights.require_redo(place)
        self.progress.redo()

    def sit(self, place: LinkUse, seat: int | None) -> None:
        """Let one player look at a shared screen alone, or (None) nobody. Raises Refused."""
        if seat is not None:
            self.rights.require_alone(place, seat)
        place.sitting = seat
