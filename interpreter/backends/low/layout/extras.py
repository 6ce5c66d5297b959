"""Questions about games besides how they go: numbers of their last positions, invariants, counts, players who look ahead."""

from __future__ import annotations

import hashlib

from attrs import evolve, frozen

from .....dsl import ir
from ..language.values import Unsupported

Tables = tuple[tuple[str, tuple[object, ...]], ...]


@frozen
class Ahead:
    """Players who look a move ahead: for each seat the numbers that a position is worth to it, to be added up.

    A move is tried `trials` times, or once where nothing is open; a trial is over after `most_steps` steps, or where the
    game waits at a block `here` and the move was chosen at a block `asked`, for each pair (asked, here) in `done`.
    `won`, `drawn` and `lost` are what the end of a game adds.
    """

    worth: tuple[tuple[ir.Condition, ...], ...]
    done: frozenset[tuple[int, int]]
    trials: int
    most_steps: int
    won: int
    drawn: int
    lost: int


@frozen
class Extras:
    """Questions about random games: `figures` of last positions, whether `invariants` hold, which moves are made (`counts`).

    With `ahead`, players look ahead where they would choose at random.
    """

    figures: tuple[ir.Condition, ...] = ()
    invariants: bool = False
    counts: bool = False
    ahead: Ahead | None = None

    @property
    def digest(self) -> str:
        """A digest of all that a module with these extras depends on besides its program."""
        done = () if self.ahead is None else sorted(self.ahead.done)
        ahead = None if self.ahead is None else evolve(self.ahead, done=frozenset())
        return hashlib.sha256(repr((self.figures, self.invariants, self.counts, ahead, done)).encode()).hexdigest()

    def added_to(self, program: ir.Program) -> ir.Program:
        """The program, with the tables that the questions read. Raises Unsupported."""
        asked = (*self.figures, *(number for numbers in (self.ahead.worth if self.ahead else ()) for number in numbers))
        tables: dict[str, tuple[object, ...]] = dict(program.tables)
        for condition in asked:
            for name, rows in condition.tables:
                if tables.setdefault(name, rows) != rows:
                    raise Unsupported(f"two tables called {name}")
        return evolve(program, tables=tuple(tables.items()))


NO_EXTRAS = Extras()
