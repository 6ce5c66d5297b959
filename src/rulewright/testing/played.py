"""A played game: positions and codes of moves to steps, and to the playthrough that repeats them."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from ..interpreter.runtime.faults import IllegalChoice, RulebookFault
from ..interpreter.analysis.properties.games import traced
from ..interpreter.playthroughs.lines.writer import lines_of
from ..interpreter.game.rules import Rules
from ..interpreter.game.state import Choice, State
from .table import Table


class Printer(Protocol):
    """The part of Hypothesis's printer that is used here."""

    def text(self, text: str, /) -> None:
        """Print a text as it is."""


@frozen
class Step:
    """A step of a game: the position before it, the code of what was chosen or rolled, and the position after it."""

    before: State
    code: int
    after: State

    @property
    def player(self) -> int | None:
        """The seat that chose; None for chance."""
        mover = self.before.rules.decisions.to_move(self.before)
        return mover if isinstance(mover, int) else None

    @property
    def choice(self) -> Choice:
        """The move or the outcome of chance, with its notation and its kind."""
        return self.before.rules.decisions.choice(self.before, self.code)

    def __str__(self) -> str:
        return self.choice.notation


@frozen(repr=False)
class PlayedGame:
    """A game that was played for some steps; it may have ended.

    `states` are the positions from the first to the last, `codes` the codes of the steps between them.
    """

    table: Table
    states: tuple[State, ...]
    codes: tuple[int, ...]

    @property
    def rules(self) -> Rules:
        """The rules that it was played by."""
        return self.table.rules

    @property
    def last(self) -> State:
        """The last position."""
        return self.states[-1]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The moves and the outcomes of chance, each with the positions before and after it."""
        return tuple(Step(*step) for step in zip(self.states, self.codes, self.states[1:], strict=False))

    @property
    def text(self) -> str:
        """The playthrough that repeats the game, as `rulewright test` reads it."""
        try:
            steps = tuple((step.player, step.choice.notation) for step in self.steps)
            return self.table.head + lines_of(self.rules.seats, traced(self.rules, steps))
        except (RulebookFault, IllegalChoice) as error:
            # Two moves are written alike, say; a text that says so is better than none.
            return f"{self.table.head}# these {len(self.codes)} steps cannot be written: {error}\n"

    def text_before(self, code: int) -> str:
        """The playthrough that repeats the game and ends with a step that fails."""
        return f"{self.text}{self.rules.decisions.mover(self.last)}: {self.rules.decisions.choice(self.last, code).notation}\n"

    def __repr__(self) -> str:
        return self.text

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        """Print the playthrough without indentation, so that it can be copied into a file."""
        del cycle
        printer.text(f"\n{self.text}")
