"""Questions of invariants about a step to Python."""

from __future__ import annotations

from typing import Protocol, assert_never

from .....dsl import ir
from ....canonical.free_temps import CLAUSES, DECIDER, EVENTS, PAST
from .gathering import gathered

PARAMETERS = ", ".join(("s", PAST, EVENTS, CLAUSES, DECIDER))


class Writes(Protocol):
    """A writer of expressions; `expressions.PyCode` is one."""

    def expr(self, node: ir.Expr) -> str:
        """An expression as Python."""
        ...

    def slot(self, slot: ir.Slot) -> str:
        """The index of a slot in the state."""
        ...


def about_step(code: Writes, node: ir.Before | ir.Happened | ir.Applied | ir.Decider) -> str:
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
        case ir.Decider():
            return DECIDER
        case _:
            assert_never(node)


def _happened(code: Writes, node: ir.Happened) -> str:
    condition = "" if node.condition is None else f" if {code.expr(node.condition)}"
    clause = f"for ({''.join(f'{name}, ' for name in node.names)}) in {EVENTS}[{node.event}]{condition}"
    body = "" if node.body is None else code.expr(node.body)
    return gathered(node.kind, body, clause)
