"""The open values of a kind of move -> which of them belong together, so that a player may choose them in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....dsl import ir
from ....dsl.ir.parts import parts_of
from ....dsl.types.types import AMOUNT, EnumType, Type, UnionType


def together(bounds: Sequence[ir.Bound]) -> tuple[int, ...]:
    """Return a number for each open value, the same for those that belong together.

    These are the steps of a chain, the kinds of an amount, and two values of which the rulebook names each pair once, since it
    compares them: `n in 1..9, m in 1..9 where n < m`.
    """
    out: list[int] = []
    for place, bound in enumerate(bounds):
        goes_on = place > 0 and (_continues(bounds[place - 1].type, bound.type) or _is_ordered(bounds[place - 1], bound))
        out.append(out[-1] if goes_on else place)
    return tuple(out)


def _continues(before: Type, type_: Type) -> bool:
    """Return whether an open value is the next step of a chain, or the number of the next kind of an amount."""
    match type_:
        case EnumType(kind=kind, owner=owner) if kind == AMOUNT and owner is not None:
            return isinstance(before, EnumType) and before.kind == AMOUNT and before.owner == owner
        case UnionType(bases=(step,), extras=("",)):
            return before in (step, type_)
        case _:
            # Other values are no steps of a chain and no amounts.
            return False


def _is_ordered(before: ir.Bound, bound: ir.Bound) -> bool:
    """Return whether an open value comes behind the one before it in an order, and nothing else tells the two apart."""
    return before.type == bound.type and any(
        condition.operator in ("<", "<=", ">", ">=") and _is_renamed(condition.left, condition.right, {before.name, bound.name})
        for condition in _conditions(bound.condition)
    )


def _conditions(condition: ir.Expr | None) -> Iterator[ir.Compare]:
    """The comparisons of which a condition demands each."""
    match condition:
        case ir.Both(left, right):
            yield from _conditions(left)
            yield from _conditions(right)
        case ir.Compare():
            yield condition
        case _:
            # Other conditions demand no comparison for certain: of two with `or` one may hold, and of one with `not` none.
            return


def _is_renamed(left: object, right: object, names: set[str]) -> bool:
    """Return whether two expressions differ by these two names alone."""
    if isinstance(left, ir.Temp) and isinstance(right, ir.Temp) and {left.name, right.name} == names:
        return True
    mine, others = list(parts_of(left)), list(parts_of(right))
    if not mine or type(left) is not type(right) or len(mine) != len(others):
        return left == right and not isinstance(left, ir.Temp)
    return all(_is_renamed(own, other, names) for own, other in zip(mine, others, strict=True))
