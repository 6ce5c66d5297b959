"""A roll to what it is for: the statement of the rule around it, if that mentions the rule's parameters."""

from __future__ import annotations

from ...backends.backend import BLOCK
from ...runtime.cells import write
from ..table.table import Table
from ..table.values import Position


def roll_context(table: Table, position: Position) -> str:
    """Describe the purpose of the roll that is due; nothing where the rules do not say it, or not all may know it."""
    routine = table.routine_at_block.get(position.slots[BLOCK])
    clause = None if routine is None else table.clauses.get(routine.name)
    if routine is None or clause is None:
        return ""
    named = {name: write(type_, position.slots[slot], table.seats) for name, slot, type_ in routine.params
             if name in clause.pieces[1::2] and name not in routine.hidden}
    return clause.said(named) if named else ""
