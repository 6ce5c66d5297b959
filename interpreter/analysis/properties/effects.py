"""The positions of random games to the kinds of moves that never change anything."""

from __future__ import annotations

from attrs import define, field

from ....dsl import ir
from ...game.state import Choice, State
from ...game.table.decisions import Decisions
from .law.law import ReachedPosition

LEAST_MADE = 3
"""A kind of move that is made less often is not reported: too little is seen of it."""

Key = tuple[str, str, int]
"""A kind of move: its choice, its clause, and its place among the kinds of that choice."""


@define
class MoveEffect:
    """The counts of a kind of move: how often it was made, how often it changed something; and one of them in words."""

    example: str
    moves: int = 0
    changed: int = 0


@define
class Effects:
    """The effects of the moves of each kind. Those that are meant to change nothing, and secret choices, are left out.

    A move has changed something when a field is another one before a player chooses again: what chance brings after it
    belongs to it. A move with which the game ends is not counted, unless it changed something.
    """

    kinds: dict[Key, MoveEffect] = field(factory=dict)
    _open: tuple[Key, tuple[int, ...]] | None = None

    def see(self, reached: ReachedPosition) -> None:
        """Note the step that led to a position. Positions of a game come one after the other, from the first on."""
        if reached.before is None or reached.choice is None:
            self._open = None
            return
        if reached.choice.player is not None:
            self._begin(reached.before, reached.choice)
        if self._open is not None:
            key, fields = self._open
            changed, over = fields_of(reached.state) != fields, reached.state.is_over
            self.kinds[key].changed += changed
            # That the game is over may be its effect, or comes of itself.
            self.kinds[key].moves -= over and not changed
            # A seat is a number. While chance decides, what it brings still belongs to the move.
            if changed or over or isinstance(reached.rules.decisions.to_move(reached.state), int):
                self._open = None

    def _begin(self, before: State, choice: Choice) -> None:
        """Note a move of a player, if it is expected to change something."""
        key = key_of(before.rules.decisions, before, choice)
        self._open = None if key is None else (key, fields_of(before))
        if key is not None:
            self.kinds.setdefault(key, MoveEffect(choice.notation)).moves += 1

    def add(self, other: Effects) -> None:
        """Add the effects in other games to the counts."""
        for key, kind in other.kinds.items():
            mine = self.kinds.setdefault(key, MoveEffect(kind.example))
            mine.moves += kind.moves
            mine.changed += kind.changed

    def without(self) -> list[tuple[str, MoveEffect]]:
        """The kinds of moves that were made and never changed anything, by their clauses."""
        return [(key[1], kind) for key, kind in self.kinds.items() if kind.moves >= LEAST_MADE and not kind.changed]


def key_of(decisions: Decisions, before: State, choice: Choice) -> Key | None:
    """The kind of a move; None where it may change nothing, or is secret, so that it changes something later."""
    point = decisions.point(before)
    assert point is not None, "a move was made there"
    question = decisions.program.blocks[point.block].end
    assert isinstance(question, ir.ChooseMove), "a player has moved"
    number = point.kinds.index(point.kind_of(choice.code))
    move = question.moves[number]
    return (question.clause, move.id, number) if move.effective and question.secret is None else None


def fields_of(state: State) -> tuple[int, ...]:
    """The slots of all fields: not where the rules stand, nor what waiting rules remember."""
    return state.slots[2 : state.rules.machines.plain.first_local]
