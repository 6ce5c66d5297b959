"""The names that live within a run of operations: which of them a part of a program takes from around it."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl import ir

# What the functions of invariants of steps have besides the state after the step: the state before it, the values of the
# events that happened, for each kind, the clauses that were applied, and the seat that decided.
PAST, EVENTS, CLAUSES, DECIDER = "past", "events", "clauses", "decider"


def free_temps(node: object) -> tuple[str, ...]:
    """The temporary names, and what is known of a step, that an expression or domain takes from around it, each once."""
    return tuple(dict.fromkeys(_free(node)))


def _free(node: object) -> Iterator[str]:
    match node:
        case ir.Temp(name):
            yield name
        case ir.Gather(_, name, domain):
            yield from _free(domain)
            inside: tuple[object, ...] = (node.condition, node.key, node.body)
            yield from (text for text in _free(inside) if text != name)
        case ir.Before(value):
            yield PAST
            yield from _free(value)
        case ir.Happened(_, _, names):
            yield EVENTS
            yield from (text for text in _free((node.condition, node.body)) if text not in names)
        case ir.Applied():
            yield CLAUSES
        case ir.Decider():
            yield DECIDER
        case ir.Paths(_, _, start, goal, _, name, among):
            yield from _free((start, goal, among))
            inside = (node.condition, node.cost)
            yield from (text for text in _free(inside) if text != name)
        case _:
            # Any other node names nothing: only its parts can.
            for part in ir.parts_of(node):
                yield from _free(part)
