"""The names that live within a run of operations: which of them a part of a program takes from around it."""

from __future__ import annotations

from ...dsl import ir

# What the functions of invariants of steps have besides the state after the step: the state before it, the values of the
# events that happened, for each kind, the clauses that were applied, and the seat that decided.
PAST, EVENTS, CLAUSES, DECIDER = "past", "events", "clauses", "decider"


def free_temps(node: object) -> tuple[str, ...]:
    """The temporary names, and what is known of a step, that an expression or domain takes from around it, each once."""
    free: dict[str, None] = {}
    _collect(node, frozenset(), free)
    return tuple(free)


# What gives names, takes them, or asks about a step; any other node names nothing: only its parts can.
_NAMING = frozenset((ir.Temp, ir.Gather, ir.Before, ir.Happened, ir.Applied, ir.Decider, ir.Paths))


def _collect(node: object, bound: frozenset[str], free: dict[str, None]) -> None:
    """Add the names that a node takes from around it, but for those that are given on the way."""
    for inner in ir.outermost(node, _NAMING):
        _collect_from(inner, bound, free)


def _collect_from(node: object, bound: frozenset[str], free: dict[str, None]) -> None:
    """Add the names that a node of one of these kinds takes from around it."""
    match node:
        case ir.Temp(name):
            _add(name, bound, free)
        case ir.Gather(_, name, domain):
            _collect(domain, bound, free)
            _collect((node.condition, node.key, node.body), bound | {name}, free)
        case ir.Before(value):
            _add(PAST, bound, free)
            _collect(value, bound, free)
        case ir.Happened(_, _, names):
            _add(EVENTS, bound, free)
            _collect((node.condition, node.body), bound | set(names), free)
        case ir.Applied():
            _add(CLAUSES, bound, free)
        case ir.Decider():
            _add(DECIDER, bound, free)
        case ir.Paths(_, _, start, goal, _, name, among):
            _collect((start, goal, among), bound, free)
            _collect((node.condition, node.cost), bound | {name}, free)
        case _:
            # Only the classes of `_NAMING` come here, and those are above.
            raise AssertionError(f"{type(node).__name__} names nothing")


def _add(name: str, bound: frozenset[str], free: dict[str, None]) -> None:
    if name not in bound:
        free[name] = None
