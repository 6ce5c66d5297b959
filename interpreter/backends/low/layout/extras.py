"""Questions about games besides how they go: numbers of their last positions, invariants, counts, players who look ahead."""

from __future__ import annotations

import hashlib
from itertools import chain

from attrs import evolve, frozen

from .....dsl import ir
from ...evaluation import Evaluation
from ..language.values import Unsupported

Tables = tuple[tuple[str, tuple[object, ...]], ...]


@frozen
class Extras:
    """Questions about random games: `figures` of last positions, whether `invariants` hold, which moves are made (`counts`).

    With `ahead`, players look ahead where they would choose at random. With `seats`, each seat has chance of its own, and
    looks ahead by its evaluation, or chooses at random where it has none. With `barring`, a seat may be kept from moves.
    """

    figures: tuple[ir.Condition, ...] = ()
    invariants: bool = False
    counts: bool = False
    ahead: Evaluation | None = None
    seats: tuple[Evaluation | None, ...] = ()
    barring: bool = False

    @property
    def evaluations(self) -> tuple[Evaluation, ...]:
        """The evaluations by which players look ahead."""
        return tuple(evaluation for evaluation in (self.ahead, *self.seats) if evaluation is not None)

    @property
    def digest(self) -> str:
        """A digest of all that a module with these extras depends on besides its program."""
        players = ["" if evaluation is None else evaluation.digest for evaluation in (self.ahead, *self.seats)]
        return hashlib.sha256(repr((self.figures, self.invariants, self.counts, players, self.barring)).encode()).hexdigest()

    def added_to(self, program: ir.Program) -> ir.Program:
        """The program, with the tables that the questions read. Raises Unsupported."""
        worth = (numbers for evaluation in self.evaluations for numbers in evaluation.numbers)
        asked = (*self.figures, *chain.from_iterable(worth))
        tables: dict[str, tuple[object, ...]] = dict(program.tables)
        for condition in asked:
            for name, rows in condition.tables:
                if tables.setdefault(name, rows) != rows:
                    raise Unsupported(f"two tables called {name}")
        return evolve(program, tables=tuple(tables.items()))


NO_EXTRAS = Extras()
