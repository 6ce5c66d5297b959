"""Lines that note that a clause does something (`canonical.effects`)."""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from ....canonical.effects import askers, first_local_of
from ..values import naming


class DidCode:
    """Writes the notes of clauses that do something, with `record`. `clause` is the one whose operations are written."""

    def __init__(self, program: ir.Program, record: bool) -> None:
        self.record, self.clause = record, ""
        self.first_local = first_local_of(program)
        self.by_id = {clause.id: clause for clause in program.clauses}
        self.asking = {block.end.clause for block in program.blocks if isinstance(block.end, ir.ChooseMove)}

    def noted(self, depth: int) -> Iterator[str]:
        """Note that the clause does something; for an `otherwise` so does what asks."""
        if self.record and self.clause:
            clauses = tuple(askers(self.clause, self.by_id)) if self.clause in self.asking else (self.clause,)
            yield from (f"{'    ' * depth}{naming.DID}.add({text!r})" for text in clauses)
