"""Operators to types: `+` to `mod`, comparisons, `and`, `or`, `in`, `the` and the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import syntax as ast
from ..types import (
    FLAG,
    UNKNOWN,
    DomainType,
    EnumType,
    FlagType,
    IntType,
    PerType,
    SetType,
    TupleType,
    Type,
    UnionType,
    UnknownType,
    join,
)
from ..world import Ambiguous
from .amounts import compared
from .typing import is_space_of

if TYPE_CHECKING:
    from .expressions import ExpressionChecker

# Beyond this, products of ranges are no longer exact integers on every machine.
MAX_RANGE = 10**15


def unary(checker: ExpressionChecker, node: ast.Unary) -> Type:
    """The type of `not x`, `-x` or `the x`."""
    match node.operator:
        case "not":
            checker.value(node.operand, FLAG)
            return FLAG
        case "-":
            type_ = checker.number(node.operand)
            return IntType(-type_.high, -type_.low) if isinstance(type_, IntType) else UNKNOWN
    type_ = checker.expr(node.operand)
    return type_.base if isinstance(type_, UnionType) else type_


def binary(checker: ExpressionChecker, node: ast.Binary, expected: Type | None) -> Type:
    """The type of two operands and what stands between them."""
    match node.operator:
        case "+" | "-" | "*" | "div" | "mod":
            return _arithmetic(checker, node, expected)
        case "and":
            checker.value(node.left, FLAG)
            with checker.knowing(node.left, True):
                checker.value(node.right, FLAG)
        case "or":
            return _or(checker, node)
        case "in" | "not in":
            _member(checker, node)
        case "starting with":
            element = checker.domain(node.left)
            checker.value(node.right, element)
            return DomainType(element) if element != UNKNOWN else UNKNOWN
        case _:
            _comparison(checker, node)
    return FLAG


def _member(checker: ExpressionChecker, node: ast.Binary) -> None:
    element = checker.domain(node.right)
    left = checker.expr(node.left, element)
    if is_space_of(left, element):
        checker.typing.to_region.add(node.left)
    elif join(left, element) is None:
        checker.complain("E301", f"{left} is never among values of {element}", node.span)


def _or(checker: ExpressionChecker, node: ast.Binary) -> Type:
    """Two conditions, or a domain and one more word."""
    left = checker.expr(node.left)
    if isinstance(left, DomainType):
        return _with_word(checker, node.right, left.element)
    checker.fit(node.left, left, FLAG)
    with checker.knowing(node.left, False):
        checker.value(node.right, FLAG)
    return FLAG


def _with_word(checker: ExpressionChecker, node: ast.Expr, element: Type) -> Type:
    if not isinstance(node, ast.Name):
        checker.complain("E301", "after a domain, `or` adds a word", node.span)
        return UNKNOWN
    words = element.extras if isinstance(element, UnionType) else ()
    base = element.base if isinstance(element, UnionType) else element
    if not isinstance(base, IntType | FlagType | EnumType) or (isinstance(base, IntType) and base.low < 0):
        checker.complain("E301", f"`or` cannot be added to values of {element}", node.span)
        return UNKNOWN
    if node.name in words or (isinstance(base, EnumType) and node.name in base.members):
        checker.complain("E202", f"`{node.name}` is a value of this type already", node.span)
        return UNKNOWN
    return DomainType(UnionType(base, (*words, node.name)))


# ---- Arithmetic ----------------------------------------------------------------------------------


def _arithmetic(checker: ExpressionChecker, node: ast.Binary, expected: Type | None) -> Type:
    first = checker.expr(node.left, expected)
    if node.operator in "+-" and isinstance(first, SetType):
        checker.value(node.right, first)
        return first
    left, right = checker.numeric(node.left, first), checker.number(node.right)
    if not isinstance(left, IntType) or not isinstance(right, IntType):
        return UNKNOWN
    type_ = _divided(checker, node, left, right) if node.operator in ("div", "mod") else _range(node, left, right)
    if isinstance(type_, IntType) and max(abs(type_.low), abs(type_.high)) > MAX_RANGE:
        checker.complain("E106", f"numbers in {type_} are too great", node.span)
        return UNKNOWN
    return type_


def _range(node: ast.Binary, left: IntType, right: IntType) -> Type:
    match node.operator:
        case "+":
            return IntType(left.low + right.low, left.high + right.high)
        case "-":
            return IntType(left.low - right.high, left.high - right.low)
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return IntType(min(corners), max(corners))


def _divided(checker: ExpressionChecker, node: ast.Binary, left: IntType, right: IntType) -> Type:
    if right.low <= 0:
        checker.complain("E303", "the divisor may be 0" if right.high >= 0 else "the divisor is negative",
                         node.right.span)
        return UNKNOWN
    if node.operator == "mod":
        return IntType(0, right.high - 1)
    corners = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]
    return IntType(min(corners), max(corners))


# ---- Comparisons ---------------------------------------------------------------------------------


def _comparison(checker: ExpressionChecker, node: ast.Binary) -> None:
    first, second = node.left, node.right
    if _needs_a_type(checker, first):
        first, second = second, first
    one = checker.expr(first)
    other = checker.expr(second, one)
    if isinstance(one, UnknownType) or isinstance(other, UnknownType):
        return
    if compared(checker, node, one, other):
        return
    if is_space_of(one, other):
        checker.typing.to_region.add(first)
    elif is_space_of(other, one):
        checker.typing.to_region.add(second)
    elif join(one, other) is None or isinstance(one, DomainType | PerType):
        checker.complain("E301", f"{one} and {other} cannot be compared", node.span)
    elif node.operator not in ("=", "!="):
        _ordered(checker, node.left)
        _ordered(checker, node.right)


def _needs_a_type(checker: ExpressionChecker, node: ast.Expr) -> bool:
    """Whether an operand can be read only when the type of the other is known."""
    if isinstance(node, ast.Collection):
        return not node.items
    if not isinstance(node, ast.Name) or node.name in checker.scope:
        return False
    meaning = checker.world.globals.get(node.name)
    return meaning is None or isinstance(meaning, Ambiguous)


def _ordered(checker: ExpressionChecker, node: ast.Expr) -> None:
    type_ = checker.plain_type(node)
    if isinstance(type_, UnionType):
        checker.missing(node, type_)
    elif not isinstance(type_, IntType | TupleType):
        checker.complain("E301", f"values of {type_} are neither greater nor less", node.span)
