"""The law of conservation: what the rules only move is neither made nor lost."""

from __future__ import annotations

from .....dsl import ir
from ....game.rules import Rules
from ..law.law import Breach, Law, ReachedPosition
from ..law.per_program import once_per_program
from .conserved import ConservedQuantity, conserved_quantities


def closed_quantities(program: ir.Program) -> tuple[ConservedQuantity, ...]:
    """The conserved quantities that are only moved."""
    return tuple(quantity for quantity in conserved_quantities(program) if not quantity.open_by)


@once_per_program
def conserved_parts(program: ir.Program) -> tuple[tuple[str, tuple[int, ...], int], ...]:
    """Each part of each closed quantity, in words, with its slots and how much there is of it."""
    start = program.start
    return tuple((quantity.wording(word), slots, sum(start[slot] for slot in slots))
                 for quantity in closed_quantities(program) for word, slots in quantity.parts())


def _nothing_is_lost(reached: ReachedPosition) -> Breach | None:
    """There is as much of each quantity that is only moved as at the beginning."""
    for name, slots, total in conserved_parts(reached.rules.program):
        there_is = sum(reached.state.slots[slot] for slot in slots)
        if there_is != total:
            return Breach(f"{name} is {there_is}, and was {total}", (name,))
    return None


def _moves_something(rules: Rules) -> bool:
    return bool(conserved_parts(rules.program))


NOTHING_IS_LOST = Law(
    "nothing_is_lost", "If the rules only move a quantity between places, its total stays the same.", _nothing_is_lost,
    _moves_something)
