"""Questions about games besides how they go: numbers of their last positions, invariants, counts, players who look ahead."""

from __future__ import annotations

import hashlib
from itertools import chain

from attrs import evolve, frozen

from .....dsl import ir
from ...evaluation import Evaluation
from ..language.values import Unsupported

Tables = tuple[tuple[str, tuple[object, ...]], ...]
# Slots whose sum never changes, and the sum.
Totals = tuple[tuple[tuple[int, ...], int], ...]


@frozen
class Extras:
    """Questions about random games: `figures` of last positions, whether `invariants` hold, which moves are made (`counts`).

    With `ahead`, players look ahead where they would choose at random. With `seats`, each seat has chance of its own, and
    looks ahead by its evaluation, or chooses at random where it has none. With `barring`, a seat may be kept from moves. With
    `totals`, the laws of codes and states are tested in each position, and that these totals stay.
    """

    figures: tuple[ir.Condition, ...] = ()
    invariants: bool = False
    counts: bool = False
    ahead: Evaluation | None = None
    seats: tuple[Evaluation | None, ...] = ()
    barring: bool = False
    totals: Totals | None = None

    @property
    def evaluations(self) -> tuple[Evaluation, ...]:
        """The evaluations by which players look ahead."""
        return tuple(evaluation for evaluation in (self.ahead, *self.seats) if evaluation is not None)

    @property
    def digest(self) -> str:
        """A digest of all that a module with these extras depends on besides its program."""
        players = ["" if evaluation is None else evaluation.digest for evaluation in (self.ahead, *self.seats)]
        questions = (self.figures, self.invariants, self.counts, players, self.barring, self.totals)
        return hashlib.sha256(repr(questions).encode()).hexdigest()

    def added_to(self, program: ir.Program) -> ir.Program:
        """The program, with the tables that the questions read. Raises Unsupported."""
        by_seat = (numbers for evaluation in self.evaluations for numbers in evaluation.numbers)
        figures = (*self.figures, *chain.from_iterable(by_seat))
        tables: dict[str, tuple[object, ...]] = dict(program.tables)
        for condition in figures:
            for name, rows in condition.tables:
                # A condition was compiled by itself, so its table may have the name of another one of the program.
                if tables.setdefault(name, rows) != rows:
                    raise Unsupported(f"two tables called {name}")
        return evolve(program, tables=tuple(tables.items()))


NO_EXTRAS = Extras()
