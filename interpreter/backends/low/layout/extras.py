"""Questions about games besides how they go: numbers of their last positions, invariants, counts, players who look ahead."""

from __future__ import annotations

import hashlib

from attrs import evolve, frozen

from .....dsl import ir
from ...evaluation import Evaluation
from ..language.values import Unsupported

Tables = tuple[tuple[str, tuple[object, ...]], ...]


@frozen
class Extras:
    """Questions about random games: `figures` of last positions, whether `invariants` hold, which moves are made (`counts`).

    With `ahead`, players look ahead where they would choose at random.
    """

    figures: tuple[ir.Condition, ...] = ()
    invariants: bool = False
    counts: bool = False
    ahead: Evaluation | None = None

    @property
    def digest(self) -> str:
        """A digest of all that a module with these extras depends on besides its program."""
        ahead = "" if self.ahead is None else self.ahead.digest
        return hashlib.sha256(repr((self.figures, self.invariants, self.counts, ahead)).encode()).hexdigest()

    def added_to(self, program: ir.Program) -> ir.Program:
        """The program, with the tables that the questions read. Raises Unsupported."""
        asked = (*self.figures, *(number for numbers in (self.ahead.numbers if self.ahead else ()) for number in numbers))
        tables: dict[str, tuple[object, ...]] = dict(program.tables)
        for condition in asked:
            for name, rows in condition.tables:
                if tables.setdefault(name, rows) != rows:
                    raise Unsupported(f"two tables called {name}")
        return evolve(program, tables=tuple(tables.items()))


NO_EXTRAS = Extras()
