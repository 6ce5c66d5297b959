"""What invariants of steps ask about a step, as Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....dsl import ir
from ...canonical.free_temps import CLAUSES, DECIDER, EVENTS, PAST
from .gathering import gathered

if TYPE_CHECKING:
    from .expressions import PyCode

PARAMETERS = ", ".join(("s", PAST, EVENTS, CLAUSES, DECIDER))


def about_step(code: PyCode, node: ir.Before | ir.Happened | ir.Applied | ir.Decider) -> str:
    """An expression about a step."""
    match node:
        case ir.Before(ir.Slot() as slot) if all(
            isinstance(step.index, ir.Const | ir.Temp | ir.Decider) for step in slot.steps
        ):
            return f"{PAST}[{code.slot(slot)}]"
        case ir.Before(value):
            # The same expression, in which the state is the one before.
            return f"(lambda s: {code.expr(value)})({PAST})"
        case ir.Happened():
            return _happened(code, node)
        case ir.Applied(clauses):
            return f"({' or '.join(f'{clause!r} in {CLAUSES}' for clause in clauses)})"
    return DECIDER


def _happened(code: PyCode, node: ir.Happened) -> str:
    condition = "" if node.condition is None else f" if {code.expr(node.condition)}"
    clause = f"for ({''.join(f'{name}, ' for name in node.names)}) in {EVENTS}[{node.event}]{condition}"
    body = "" if node.body is None else code.expr(node.body)
    return gathered(node.kind, body, clause)
