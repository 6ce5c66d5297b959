"""The law of conservation: what the rules only move is neither made nor lost."""

from __future__ import annotations

from .....dsl import ir
from ....game.rules import Rules
from ..law import Breach, Here, Law
from ..per_program import once_per_program
from .conserved import ConservedQuantity, conserved_quantities


def closed_stocks(program: ir.Program) -> tuple[ConservedQuantity, ...]:
    """The conserved_quantities that are only moved."""
    return tuple(stock for stock in conserved_quantities(program) if not stock.open_by)


@once_per_program
def parts_kept(program: ir.Program) -> tuple[tuple[str, tuple[int, ...], int], ...]:
    """Each part of each closed stock, in words, with its slots and how much there is of it."""
    start = program.start
    return tuple((stock.said(word), slots, sum(start[slot] for slot in slots))
                 for stock in closed_stocks(program) for word, slots in stock.parts())


def _nothing_is_lost(here: Here) -> Breach | None:
    """There is as much of each stock that is only moved as at the beginning."""
    for name, slots, wanted in parts_kept(here.rules.program):
        there_is = sum(here.state.slots[slot] for slot in slots)
        if there_is != wanted:
            return Breach(f"{name} is {there_is}, and was {wanted}", (name,))
    return None


def _moves_something(rules: Rules) -> bool:
    return bool(parts_kept(rules.program))


NOTHING_IS_LOST = Law(
    "nothing_is_lost", "If the rules only move a quantity between places, its total stays the same.", _nothing_is_lost,
    _moves_something)
