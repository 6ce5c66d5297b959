"""A roll to what it is for: the statement of the rule around it, if that speaks of what the rule is carried out with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..runtime.cells import write
from .state import State

if TYPE_CHECKING:
    from .rules import Rules


def purpose(rules: Rules, state: State) -> str:
    """What the roll that is due is for; nothing where the rules do not say it, or not all may know it."""
    routine = rules.routine_at_block.get(state.slots[0])
    clause = None if routine is None else rules.clauses.get(routine.name)
    if routine is None or clause is None:
        return ""
    named = {name: write(type_, state.slots[slot], rules.seats) for name, slot, type_ in routine.params
             if name in clause.pieces[1::2] and name not in routine.hidden}
    return clause.said(named) if named else ""
