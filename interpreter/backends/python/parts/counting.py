"""Lines that count the passes of loops, for what may go through many."""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from ...plan.loop_budget import LoopBudget


def begins(budget: LoopBudget, inside: object) -> Iterator[str]:
    """The line that begins a new count of passes in a function, where there are any to count."""
    if budget.is_long(inside):
        yield "    begin()"


def counted(budget: LoopBudget, body: object, depth: int) -> Iterator[str]:
    """The line that counts one more pass, where a function or rule is long."""
    if budget.is_long_call(body):
        yield f"{'    ' * depth}once_more()"


def moves_begin(budget: LoopBudget, program: ir.Program) -> bool:
    """Return whether each move begins a new count: whether the blocks together may go through many.

    Ask this first: what the budget knows of names grows with what it is asked.
    """
    return budget.are_long_together((block.ops, block.end) for block in program.blocks)
