"""The names that live within a run of operations: which of them a part of a program takes from around it."""

from __future__ import annotations

from ...dsl import ir

# What the functions of invariants of steps have besides the state after the step: the state before it, the values of the
# events that happened, for each kind, the clauses that were applied, and the seat that decided.
PAST, EVENTS, CLAUSES, DECIDER = "past", "events", "clauses", "decider"


def free_temps(node: object) -> tuple[str, ...]:
    """The temporary names, and what is known of a step, that an expression or domain takes from around it, each once."""
    found: dict[str, None] = {}
    _collect(node, (), found)
    return tuple(found)


def _collect(node: object, bound: tuple[str, ...], found: dict[str, None]) -> None:
    """Add the names that a part of a program takes from around it, but for those that something around it binds."""
    match node:
        case ir.Temp(name):
            if name not in bound:
                found[name] = None
        case ir.Gather(_, name, domain):
            _collect(domain, bound, found)
            _collect((node.condition, node.key, node.body), (*bound, name), found)
        case ir.Before(value):
            found[PAST] = None
            _collect(value, bound, found)
        case ir.Happened(_, _, names):
            found[EVENTS] = None
            _collect((node.condition, node.body), (*bound, *names), found)
        case ir.Applied():
            found[CLAUSES] = None
        case ir.Decider():
            found[DECIDER] = None
        case ir.Paths(_, _, start, goal, _, name, among):
            _collect((start, goal, among), bound, found)
            _collect((node.condition, node.cost), (*bound, name), found)
        case _:
            # Any other node names nothing: only its parts can.
            for part in ir.parts_of(node):
                _collect(part, bound, found)
