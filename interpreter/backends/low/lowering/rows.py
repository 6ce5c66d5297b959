"""A loop over known values, of whose conditions the rulebook decides one -> a table of the values that are left for each case.

    max o in piece where o.post = x and o.owner = y: o.place        goes through the pieces of y

Only loops whose passes are not counted become shorter, so both machines count the same. What comes before the condition must
not raise a fault: it is not asked of all values any more.
"""

from __future__ import annotations

from functools import reduce

from attrs import evolve

from .....dsl import ir
from ....canonical.free_temps import free_temps
from ...plan.knowledge import Unknown
from ...plan.loop_budget import SHORT_CALL
from ..emitting import lists
from ..language.values import ListVal, number
from ..writing.building import Code
from ..writing.numbers import arith
from . import expressions

# A table has at least, and at most, this number of values; the upper limit also holds for cases.
FEWEST, MOST = 5, 256


def shortened(code: Code, node: ir.Gather) -> tuple[ListVal, ir.Gather] | None:
    """The values that are left, and what is still to be asked of them; None where all values are gone through."""
    match node.domain:
        case ir.RangeDomain(ir.Const(low), ir.Const(high)) if FEWEST <= high - low + 1 <= MOST:
            values = range(low, high + 1)
        case _:
            # Other domains are worked out in play.
            return None
    if code.whole.budget.is_long(node):
        return None
    parts = _parts(node.condition) + (_parts(node.body) if node.kind in ("some", "no") else ())
    for i, part in enumerate(parts):
        # A call that counts as a pass counts for each value of which it is asked.
        counts = code.whole.budget.of((parts[:i], part)) > SHORT_CALL
        remaining = None if counts else _left(code, node.name, values, part)
        if remaining is not None:
            rest = (*parts[:i], *parts[i + 1:])
            condition = reduce(ir.Both, rest) if rest else None
            return remaining, evolve(node, condition=condition, body=ir.Const(1) if node.kind in ("some", "no") else node.body)
        if code.whole.planner.early.fails(part):
            return None
    return None


def _parts(condition: ir.Expr | None) -> tuple[ir.Expr, ...]:
    """The conditions of which all must hold, in their order."""
    match condition:
        case None:
            return ()
        case ir.Both(left, right):
            return (*_parts(left), *_parts(right))
        case _:
            # Any other condition is one part.
            return (condition,)


def _left(code: Code, name: str, values: range, part: ir.Expr) -> ListVal | None:
    """The values of which a condition holds that asks whether something the rulebook says of them equals something else."""
    if not isinstance(part, ir.Compare) or part.operator != "=":
        return None
    for own, other in ((part.left, part.right), (part.right, part.left)):
        if free_temps(own) != (name,) or name in free_temps(other) or code.whole.planner.early.fails(other):
            continue
        try:
            cases = [code.whole.planner.knowledge.value(own, {name: value}) for value in values]
        except Unknown:
            continue
        return _looked_up(code, values, cases, other)
    return None


def _looked_up(code: Code, values: range, cases: list[int], other: ir.Expr) -> ListVal | None:
    """The list of the values of a case, out of a table with a list for each case that can come up."""
    with code.nested() as body:
        case = expressions.num(code, other)
    if case.high - case.low >= MOST:
        return None
    rows = tuple(tuple(value for value, its in zip(values, cases, strict=True) if its == own_case)
                 for own_case in range(case.low, case.high + 1))
    # A case that leaves more than half of all values saves too little for a table.
    if 2 * max(map(len, rows)) > len(values):
        return None
    code.emit(*body)
    table = f"rows {rows}"
    code.whole.constants.tables.setdefault(table, rows)
    row = lists.looked_up(code, table, arith(code, "-", case, number(case.low)))
    assert isinstance(row, ListVal), "a table of lists"
    listed = code.reusable(row)
    assert isinstance(listed, ListVal), "what is kept is what it was"
    return listed
