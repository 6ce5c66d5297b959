"""Check numbers for each value of a type, taken as a whole: a price, a stock of goods."""

from __future__ import annotations

from ... import syntax as ast
from ...symbols.constants import AlreadyReported, NotKnown, fold
from ...types.conversion import fits
from ...types.types import UNKNOWN, EnumType, IntType, PerType, Type, UnknownType, lowest, name_of
from ..scope.checking import Checker
from ..scope.scopes import Scopes
from ..scope.typing import numbers_of

WHOLE = ("=", "!=", "<=", ">=")


def amounts(checker: Checker, node: ast.Amounts, expected: Type | None) -> Type:
    """Return the type of `{gold: 2, wood: 1}`; what is not named is 0."""
    index: Type | None = expected.index if isinstance(expected, PerType) and numbers_of(expected) else None
    # Values without a number have 0, so the range holds 0 in any case.
    low = high = 0
    visited: set[int] = set()
    for part in node.parts:
        # Where no type is expected, the first key says what the numbers are for.
        if index is None:
            index = checker.expr(part.key)
        else:
            checker.value(part.key, index)
        _once(checker.scopes, part.key, visited)
        number = checker.number(part.value)
        if isinstance(number, IntType):
            low, high = min(low, number.low), max(high, number.high)
    if isinstance(index, EnumType | IntType):
        return PerType(IntType(low, high), index)
    if not isinstance(index, UnknownType | None):
        checker.scopes.complain("E301", f"an amount cannot have a number for each value of {index}", node.span)
    return UNKNOWN


def _once(scopes: Scopes, key: ast.Expr, visited: set[int]) -> None:
    try:
        value = fold(key, scopes.typing.meanings.get)[1]
    except AlreadyReported:
        return
    except NotKnown as error:
        scopes.complain("E307", f"this {error.reason}", error.node.span, help="name the parts by words or numbers")
        return
    if value in visited:
        scopes.complain("E202", f"`{key.span.text}` has a number already", key.span)
    visited.add(value)


def fit_amounts(checker: Checker, node: ast.Expr, expected: PerType) -> None:
    """Check an expression that must give numbers for the same values."""
    type_ = checker.expr(node, expected)
    numbers, limits = numbers_of(type_), numbers_of(expected)
    assert limits is not None, "asked only of numbers"
    if numbers is None or not isinstance(type_, PerType) or type_.index != expected.index:
        if type_ != UNKNOWN:
            checker.scopes.complain("E301", f"this is {type_}, where {expected} is needed", node.span,
                                    help="name a part in brackets, or give numbers: `{" + _example(expected) + "}`")
    elif not fits(numbers, limits):
        checker.scopes.complain("E303", f"numbers in {numbers} are never in {limits}", node.span)


def _example(expected: PerType) -> str:
    return f"{name_of(expected.index, lowest(expected.index))}: 1"


def compared(scopes: Scopes, node: ast.Binary, per_type: Type, other: Type) -> bool:
    """Return whether both operands are numbers for the values of one type; what is wrong with the comparison is recorded."""
    if not (isinstance(per_type, PerType) and isinstance(other, PerType) and numbers_of(per_type) and numbers_of(other)
            and per_type.index == other.index):
        return False
    if node.operator not in WHOLE:
        scopes.complain("E301", f"values of {per_type} have no order", node.span,
                        help="compare all parts at once with `<=` or `>=`")
    return True
