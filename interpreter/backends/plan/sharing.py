"""Values of functions and lists of open values that the moves of one position share, so that each is computed once.

Both only depend on the position, so they are forgotten as soon as the position may change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....dsl import ir
from ...canonical.free_temps import free_temps
from .loop_budget import LoopBudget
from .rebuild import substituted

# What makes fewer passes is worked out again as fast as it is remembered.
FEWEST_PASSES = 6
# The name under which lists are compared.
SHARED = "shared"

Key = tuple[ir.Domain, ir.Expr | None]


def key_of(bound: ir.Bound, others: frozenset[str], fails: Callable[[object], bool]) -> Key | None:
    """The key of the list of an open value's values; None where the list depends on other open values, or may raise a fault."""
    if bound.condition is None or fails((bound.domain, bound.condition)):
        return None
    key = bound.domain, substituted(bound.condition, {bound.name: ir.Temp(SHARED)})
    return key if others.isdisjoint(free_temps(key)) else None


def remembered(tests: Iterator[tuple[int, object]], names: tuple[str, ...], called: Callable[[str], object],
               budget: LoopBudget) -> frozenset[ir.CallFunction]:
    """The calls among tests that do not speak of all values known there, so that they are made again.

    Each test stands with the number of values that it is tested after.
    """
    repeated, inside = set(), set()
    for level, test in tests:
        calls = set(calls_in(test))
        inside |= {item for item in ir.inside(test) if isinstance(item, ir.CallFunction)} - calls
        for call in calls:
            if set(free_temps(call.arguments)) < set(names[:level]) and budget.of(called(call.function)) >= FEWEST_PASSES:
                repeated.add(call)
    return frozenset(repeated - inside)


def calls_in(node: object) -> Iterator[ir.CallFunction]:
    """The calls in an expression that stand in no loop."""
    if isinstance(node, ir.Gather | ir.Paths | ir.Ranked):
        return
    if isinstance(node, ir.CallFunction):
        yield node
    for part in ir.parts_of(node):
        yield from calls_in(part)
