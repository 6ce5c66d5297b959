"""Check quantifiers, sets, lists and ranges, and return their types."""

from __future__ import annotations

from ... import syntax as ast
from ...symbols.type_reader import MAX_LIST
from ...types.conversion import fits, join, number_range
from ...types.types import (
    FLAG,
    UNKNOWN,
    DomainType,
    EnumType,
    FlagType,
    IntType,
    ListType,
    PerType,
    Scalar,
    SetType,
    Type,
    UnionType,
    UnknownType,
    size,
)
from ..scope.checking import Checker
from ..scope.fitting import record_conversion
from ..scope.scopes import Scopes
from ..scope.typing import numbers_of, rounds


def range_of(checker: Checker, node: ast.RangeOf) -> Type:
    """Return the type of `low..high`."""
    low, high = checker.number(node.low), checker.number(node.high)
    if not isinstance(low, IntType) or not isinstance(high, IntType):
        return UNKNOWN
    if low.low > high.high:
        checker.scopes.complain("E304", f"range {node.span.text} is empty", node.span)
        return UNKNOWN
    return DomainType(IntType(low.low, high.high))


def quantified(checker: Checker, node: ast.Quantified) -> Type:
    """Return the type of `every`, `some`, `no`, `sum`, `max`, `min`, `count`, `first` and `last`."""
    with checker.binding(node.binder) as element:
        times = 0 if element == UNKNOWN else rounds(checker.scopes.plain_type(node.binder.domain), element)
        if node.kind == "count":
            return UNKNOWN if element == UNKNOWN else IntType(0, times)
        if node.kind in ("first", "last"):
            return _first(checker.scopes, node, element)
        assert node.body is not None, "the grammar asks for a body"
        if node.kind in ("every", "some", "no"):
            checker.value(node.body, FLAG)
            return FLAG
        body = checker.number(node.body)
        if not isinstance(body, IntType) or element == UNKNOWN:
            return UNKNOWN
        # Nothing to go through gives 0.
        # A sum adds one value a round; `max` and `min` give one of the values, however many there are.
        times = times if node.kind == "sum" else 1
        return IntType(min(0, times * body.low), max(0, times * body.high))


def _first(scopes: Scopes, node: ast.Quantified, element: Type) -> Type:
    # `none` is kept as -1 beside the values, which therefore are not below 0.
    if isinstance(element, IntType | FlagType | EnumType) and not (isinstance(element, IntType) and element.low < 0):
        return UnionType((element,), ("none",))
    if element != UNKNOWN:
        scopes.complain("E301", f"`{node.kind}` does not work on values of {element}", node.span)
    return UNKNOWN


def collection(checker: Checker, node: ast.Collection, expected: Type | None) -> Type:
    """Return the type of items in braces (a set) or brackets (a list)."""
    scopes = checker.scopes
    if not node.items and isinstance(expected, PerType) and numbers_of(expected):
        return PerType(IntType(0, 0), expected.index)
    item_type = expected.element if isinstance(expected, SetType | ListType) else None
    element: Type | None = item_type
    for item in node.items:
        if isinstance(expected, SetType):
            _within(scopes, item, checker.value(item, expected.element), expected)
        elif item_type is not None or isinstance(expected, UnknownType):
            checker.value(item, item_type or UNKNOWN)
        else:
            type_ = checker.expr(item, element)
            joined = type_ if element is None else join(element, type_)
            if joined is None:
                scopes.complain("E301", f"one value is {element}, the other {type_}", item.span)
            element = joined or UNKNOWN
    if element is None:
        if not isinstance(expected, UnknownType):
            scopes.complain("E301", f"the type of {node.span.text} is not clear", node.span)
        return UNKNOWN
    if item_type is None:
        # The type of all is known only behind the last item, so only now is it known as what each is kept.
        for item in node.items:
            record_conversion(scopes, item, scopes.plain_type(item), element)
    if node.kind == "set" and isinstance(expected, SetType):
        return expected
    return _holding(scopes, node, node.kind, element, len(node.items))


def _within(scopes: Scopes, node: ast.Expr, type_: Type, set_type: SetType) -> None:
    """Each bit of a set is a value, so there is no room for a number outside."""
    expected, actual = number_range(set_type.element), number_range(type_)
    if actual is None or expected is None or not fits(actual, expected):
        return
    if actual.low < expected.low or actual.high > expected.high:
        scopes.complain("E303", f"numbers in {actual} are not all in {expected}", node.span,
                        help="`gains` adds a number to a set and makes sure that it fits")


def comprehension(checker: Checker, node: ast.Comprehension) -> Type:
    """Return the type of `{x in ...}`, `{f(x) for x in ...}` or the same in brackets."""
    with checker.binding(node.binder) as element:
        if element == UNKNOWN:
            return UNKNOWN
        element_type = element if node.body is None else checker.expr(node.body)
        most = rounds(checker.scopes.plain_type(node.binder.domain), element)
        return _holding(checker.scopes, node, node.kind, element_type, most)


def _holding(scopes: Scopes, node: ast.Expr, kind: str, element: Type, most: int) -> Type:
    """Return the type of a set or list of at most this number of values."""
    if kind == "set" and isinstance(element, IntType | EnumType | UnionType):
        if size(element) <= MAX_LIST:
            return SetType(element)
        scopes.complain("E106", f"a set over {size(element)} values; at most {MAX_LIST} are allowed", node.span)
    elif kind == "list" and isinstance(element, Scalar):
        if most <= MAX_LIST:
            return ListType(element, max(1, most))
        scopes.complain("E106", f"a list of up to {most} values; at most {MAX_LIST} are allowed", node.span)
    elif element != UNKNOWN:
        scopes.complain("E301", f"no {kind} can hold values of {element}", node.span)
    return UNKNOWN
