"""An open value -> whether a value may come twice while it is gone through."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import assert_never

from ....dsl import ir
from .listing import Level

AWAY = -1
Tables = Mapping[str, tuple[object, ...]]


def repeats(level: Level, tables: Tables) -> bool:
    """Return whether going through an open value may give a value twice."""
    return may_repeat(level.bound.domain, tables) and not are_apart(level)


def may_repeat(domain: ir.Domain, tables: Tables) -> bool:
    """Return whether going through a domain may give a value twice."""
    match domain:
        case ir.ListDomain(ir.Values(values)):
            return len(set(values)) < len(values)
        case ir.ListDomain(ir.MakeList((_,))):
            return False
        case ir.ListDomain(ir.MakeList(items)) if all(isinstance(item, ir.Const) for item in items):
            return len(set(items)) < len(items)
        case ir.ListDomain(ir.Lookup(table)):
            return any(isinstance(cell, tuple) and len(set(cell)) < len(cell) for cell in tables[table])
        case ir.ListDomain(elements):
            # Paths give each space once. Of any other list that is worked out in play nothing is known.
            return not isinstance(elements, ir.Paths)
        case ir.WordDomain(elements, _) | ir.RotatedDomain(elements, _):
            return may_repeat(elements, tables)
        case ir.JointDomain(elements, more, _):
            # A joint domain shifts its parts to values of their own, so only a part itself can repeat a value.
            return may_repeat(elements, tables) or may_repeat(more, tables)
        case ir.RangeDomain() | ir.SetDomain() | ir.RegionDomain():
            return False
        case _:
            assert_never(domain)


def are_apart(level: Level) -> bool:
    """Return whether the values of a list that pass the tests are surely all different.

    They are steps from one space, each in another direction or another distance, and the tests leave out those off the board:

        t in [shift(s, -1, f), shift(s, 0, f), shift(s, 1, f)] where t != none
    """
    match level.bound.domain:
        case ir.ListDomain(ir.MakeList(items)):
            pass
        case _:
            # The values of other domains are not known to differ.
            return False
    shifts = [item for item in items if isinstance(item, ir.Primitive) and item.name == "shift"]
    if len(shifts) < len(items) or len({(item.board, item.arguments[0]) for item in shifts}) > 1:
        return False
    # Two steps from one space that differ in columns or in rows lead to different spaces, or off the board. Off the board all
    # of them give -1, so a test must leave that out.
    return all(any(_differ(a, b) for a, b in zip(first.arguments[1:], second.arguments[1:], strict=True))
               for first, second in combinations(shifts, 2)) and is_no_word(level)


def _differ(left: ir.Expr, right: ir.Expr) -> bool:
    a, b = _number(left), _number(right)
    return a is not None and b is not None and a != b


def _number(node: ir.Expr) -> int | None:
    match node:
        case ir.Const(value):
            return value
        case ir.Negate(ir.Const(value)):
            return -value
        case _:
            # Others are worked out in play.
            return None


def is_no_word(level: Level) -> bool:
    """Return whether a test leaves out -1, which stands for the first word beside a type, and for a step off the board."""
    tests = level.tests if level.bound.condition is None else (level.bound.condition, *level.tests)
    value = ir.Temp(level.bound.name)
    return any(isinstance(part, ir.Compare) and part.left == value
               and (part.operator, _number(part.right)) in (("!=", AWAY), (">=", 0)) for test in tests for part in _parts(test))


def _parts(test: ir.Expr) -> tuple[ir.Expr, ...]:
    return (*_parts(test.left), *_parts(test.right)) if isinstance(test, ir.Both) else (test,)
