"""A line of a playthrough -> the move on it that cannot be made, and the changes to legal moves, or to its refusal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import evolve, frozen

from ....dsl.source.span import Span
from ....interpreter.game.table.spelling import nearest
from ....interpreter.playthroughs.lines.syntax import Moves, line_span, part_span
from ....interpreter.playthroughs.running.results import MoveRefusal
from ..files.plays import CHANCE, OpenPlaythrough
from .edits import Edit

# Legal moves that are offered in place of one that cannot be made.
MOST_LIKE = 2


@frozen
class UnplayableMove:
    """A move that cannot be made, the line and the span where it stands, and the moves that are legal in its place."""

    move: MoveRefusal
    line: Moves
    span: Span
    play: OpenPlaythrough

    @property
    def is_known(self) -> bool:
        """Whether it is a move of the game."""
        # Out of their turn a player may have written anything.
        return self.move.known and self.play.rules.notations.is_known(self.move.text)

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """The moves that are legal in its place; none where it is the turn of another, or where they are very many."""
        before = evolve(self.line, parts=self.line.parts[: self.move.part]) if self.move.part else None
        position, mover = self.play.rolled(self.line.line, before), CHANCE if self.move.seat is None else self.move.seat
        return () if position is None else tuple(notation for by, notation in self.play.moves(position.state) if by == mover)

    def instead(self) -> Iterator[Edit]:
        """Yield the changes to legal moves like it, and to its refusal."""
        for notation in nearest(self.move.text, self.legal, MOST_LIKE):
            yield Edit(self.span, notation)
        if self.is_known and self.move.seat is not None and len(self.line.parts) == 1 and self.move.refusals:
            yield Edit(line_span(self.span.source, self.span.line),
                       f"refuse {self.move} because {self.move.refusals[0].clause}")

    def has_better_than(self, text: str) -> bool:
        """Return whether a text is a move, and legal ones are offered: it may be illegal here."""
        return bool(self.legal) and self.play.rules.notations.is_known(text)


def unplayed(play: OpenPlaythrough, line: int) -> UnplayableMove | None:
    """Return the move on a line of a playthrough, from 1, that cannot be made, if there is one."""
    statement = play.playthrough.line_at(line)
    if not isinstance(statement, Moves):
        return None
    for failure in play.failures():
        move = failure.refused
        if failure.line == line and move is not None:
            return UnplayableMove(move, statement, part_span(play.playthrough.source, line, statement.parts[move.part]), play)
    return None
