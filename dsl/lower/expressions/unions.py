"""Recode values of several types: what a value of one type is in another, and whether it is there."""

from __future__ import annotations

from ... import ir
from ...types.conversion import converted
from ...types.types import Scalar, values
from ..shared.shared import Shared

MISSING = -1


def recoded(shared: Shared, value: ir.Expr, type_: Scalar, into: Scalar, surely: bool = False) -> ir.Expr:
    """Return a value of one type as it is kept in another; `surely` when it is known to be there.

    What is not there becomes -1, which is no value of any base type.
    """
    # If all values move by the same number, adding it does what a table would.
    codes = {code: converted(code, type_, into) for code in values(type_)}
    steps = {new - code for code, new in codes.items() if new is not None}
    if isinstance(value, ir.Const):
        new = codes[value.value]
        return ir.Const(MISSING if new is None else new)
    if len(steps) == 1 and (surely or None not in codes.values()):
        return shifted(value, steps.pop())
    # Words are kept below 0, and a table is read from its end by such an index.
    order = (*range(max(codes) + 1), *range(min(*codes, 0), 0))
    cells = tuple(MISSING if (new := codes.get(code)) is None else new for code in order)
    return ir.Lookup(shared.table(f"{type_} as {into}", cells), value)


def shifted(value: ir.Expr, by: int) -> ir.Expr:
    """Return a value so much greater."""
    if isinstance(value, ir.Const):
        return ir.Const(value.value + by)
    return value if by == 0 else ir.Arith("+", value, ir.Const(by))


def joined_domain(first: ir.Domain, second: ir.Domain, shift: int) -> ir.Domain:
    """Return the values of one domain, and after them those of another, as much greater as their type says."""
    match first, second:
        case ir.RangeDomain(ir.Const() as low, ir.Const(high)), ir.RangeDomain(ir.Const(begin), ir.Const(end)):
            if high + 1 == begin + shift:
                return ir.RangeDomain(low, ir.Const(end + shift))
        case _:
            # Only ranges of numbers can make one range.
            pass
    return ir.JointDomain(first, second, shift)
