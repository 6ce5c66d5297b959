"""The present choice of a table -> the moves that fit what is clicked or typed, and why the rules refuse others."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from ....interpreter.game.table.spelling import spelled_alike
from ...table.questions.listing import ChoiceListing
from ..choices.offers import Offer, all_moves, offer
from ..choices.reasons import Reason, reason_for_move, reason_for_thing
from ..choices.spoken_moves import Key, Speech, SpokenMove
from .progress import GameProgress


@define(eq=False)
class PossibleMoves:
    """The moves that are possible in the present position of a table."""

    progress: GameProgress
    # The moves of a turn: all pages, and all clicks until the next move, ask for the same ones.
    _moves: tuple[int, tuple[Speech, list[SpokenMove]]] | None = None

    def offer(self, chosen: Sequence[Key]) -> Offer:
        """Return the moves that fit these parts. Raises RulebookFault."""
        turn = self.progress.turn
        if self._moves is None or self._moves[0] != turn:
            self._moves = turn, all_moves(self.progress.state)
        return offer(*self._moves[1], chosen)

    def meant(self, text: str) -> str:
        """The move that a text stands for: with its exact words, with nearly the same, or with some of them left out."""
        rules = self.progress.rules
        listing = ChoiceListing(self.progress.state)
        if text in listing.notations or rules.notations.is_known(text):
            return text
        return spelled_alike(text, listing.notations) or listing.abbreviated(text) or text

    def why(self, chosen: Sequence[Key], key: Key) -> Reason:
        """Return why a thing is not possible now. Raises RulebookFault."""
        return reason_for_thing(self.progress.state, chosen, key)

    def why_move(self, move: str) -> Reason | None:
        """Return why the rules refuse a move, None if it is legal. Raises RulebookFault."""
        return reason_for_move(self.progress.rules.explainer, self.progress.state, move)
