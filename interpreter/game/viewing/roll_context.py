"""Describe a roll by the statement of the rule around it, if that mentions the rule's parameters."""

from __future__ import annotations

from collections.abc import Mapping

from ....dsl.source.clauses import Clause
from ...backends.backend import BLOCK
from ...runtime.cells import write
from ..table.analyses import Analyses
from ..table.values import Position


def roll_context(analyses: Analyses, clauses: Mapping[str, Clause], seats: list[str], position: Position) -> str:
    """Describe the purpose of the roll that is due; nothing where the rules do not say it, or not all may know it."""
    procedure = analyses.procedure_at_block.get(position.slots[BLOCK])
    clause = None if procedure is None else clauses.get(procedure.name)
    if procedure is None or clause is None:
        return ""
    named = {name: write(type_, position.slots[slot], seats) for name, slot, type_ in procedure.params
             if name in clause.pieces[1::2] and name not in procedure.hidden}
    return clause.filled(named) if named else ""
