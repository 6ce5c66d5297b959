"""Check operators, and return their types: `+` to `mod`, comparisons, `and`, `or`, `the`, `if`."""

from __future__ import annotations

from ... import syntax as ast
from ...source.fixes import in_place
from ...symbols.symbols import DECIDER, Ambiguous, NameTable
from ...symbols.type_reader import MAX_LIST
from ...types.conversion import fits, join, without
from ...types.types import (
    FLAG,
    UNKNOWN,
    DomainType,
    EnumType,
    IntType,
    ListType,
    PerType,
    Scalar,
    SetType,
    TupleType,
    Type,
    UnionType,
    UnknownType,
)
from ..functions.tiles import is_turn, turned_further
from ..scope.checking import Checker
from ..scope.fitting import collected, fit, numeric, present, record_conversion
from ..scope.scopes import Scopes
from ..scope.typing import is_space_of
from .amounts import compared
from .membership import joined_domain, member_of

_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
# Beyond this, products of ranges are no longer exact integers on every machine.
MAX_RANGE = 10**15


def unary(checker: Checker, node: ast.Unary) -> Type:
    """Return the type of `not x`, `-x` or `the x`."""
    match node.operator:
        case "not":
            checker.value(node.operand, FLAG)
            return FLAG
        case "-":
            type_ = checker.number(node.operand)
            return IntType(-type_.high, -type_.low) if isinstance(type_, IntType) else UNKNOWN
    type_ = checker.expr(node.operand)
    return without(type_, frozenset(type_.extras)) if isinstance(type_, UnionType) else type_


def binary(checker: Checker, node: ast.Binary, expected: Type | None) -> Type:
    """Return the type of two operands and what stands between them."""
    match node.operator:
        case "+" | "-" | "*" | "div" | "mod":
            return _arithmetic(checker, node, expected)
        case "and":
            checker.value(node.left, FLAG)
            with checker.scopes.knowing(node.left, True):
                _other_condition(checker, node)
        case "or":
            return _or(checker, node)
        case "in" | "not in":
            member_of(checker, node)
        case "starting with":
            element = checker.domain(node.left)
            checker.value(node.right, element)
            return DomainType(element) if element != UNKNOWN else UNKNOWN
        case _:
            _comparison(checker, node)
    return FLAG


def _or(checker: Checker, node: ast.Binary) -> Type:
    """Two conditions, or a domain and more: another type, or one more word."""
    left = checker.expr(node.left)
    if isinstance(left, DomainType):
        return joined_domain(checker, node, left.element)
    fit(checker.scopes, node.left, left, FLAG)
    with checker.scopes.knowing(node.left, False):
        _other_condition(checker, node)
    return FLAG


def _other_condition(checker: Checker, node: ast.Binary) -> None:
    """Check the part behind `and` or `or`; a value alone gets the comparison of the condition before it."""
    before = node.left
    while isinstance(before, ast.Binary) and before.operator in ("and", "or"):
        before = before.right if isinstance(before.right, ast.Binary) else before.left
    plain = isinstance(node.right, ast.Name | ast.Integer | ast.Attribute)
    if not plain or not isinstance(before, ast.Binary) or before.operator not in _COMPARISONS:
        checker.value(node.right, FLAG)
        return
    type_ = checker.expr(node.right, FLAG)
    if type_ in (FLAG, UNKNOWN):
        fit(checker.scopes, node.right, type_, FLAG)
        return
    compared = f"{before.left.span.text} {before.operator} {node.right.span.text}"
    checker.scopes.complain("E301", f"this is {type_}, where {FLAG} is needed", node.right.span,
                            help=f"name both sides of each comparison: `{compared}`",
                            fixes=(in_place(node.right.span, compared),))


# ---- Arithmetic ----------------------------------------------------------------------------------


def _arithmetic(checker: Checker, node: ast.Binary, expected: Type | None) -> Type:
    scopes = checker.scopes
    # `{} + hand` has its type on the right only. Where a type is expected, that one serves both operands.
    if node.operator in "+-" and not isinstance(expected, SetType) and _is_set_literal(scopes, node.left):
        second = checker.expr(node.right)
        if isinstance(second, SetType | UnknownType):
            checker.value(node.left, second)
            return second
    first = checker.expr(node.left, expected)
    if node.operator in "+-" and isinstance(first, SetType):
        checker.value(node.right, first)
        return first
    if node.operator == "+" and isinstance(first, ListType):
        return _lists_joined(checker, node, first)
    if is_turn(first):
        return turned_further(checker, node, first)
    left, right = numeric(scopes, node.left, first), checker.number(node.right)
    if not isinstance(left, IntType) or not isinstance(right, IntType):
        return UNKNOWN
    type_ = _divided(scopes, node, left, right) if node.operator in ("div", "mod") else _range(node, left, right)
    if isinstance(type_, IntType) and max(abs(type_.low), abs(type_.high)) > MAX_RANGE:
        scopes.complain("E106", f"numbers in {type_} are too great", node.span)
        return UNKNOWN
    return type_


def _is_set_literal(scopes: Scopes, node: ast.Expr) -> bool:
    """Return whether a set is written out, or is `all`: what it can hold is read off the set beside it."""
    if isinstance(node, ast.Name):
        return node.name == "all" and node.name not in scopes.scope and node.name not in scopes.symbols.names.globals
    return isinstance(node, ast.Collection) and node.kind == "set"


def _lists_joined(checker: Checker, node: ast.Binary, first: ListType) -> Type:
    """Return the type of the entries of one list and, behind them, those of another."""
    scopes = checker.scopes
    second = checker.expr(node.right, first)
    common = join(first, second) if isinstance(second, ListType) else None
    if isinstance(second, ListType) and isinstance(common, ListType):
        most = first.limit + second.limit
        if most <= MAX_LIST:
            return ListType(common.element, most)
        scopes.complain("E106", f"a list of up to {most} values; at most {MAX_LIST} are allowed", node.span)
    elif second != UNKNOWN:
        message = f"this is {second}, and only a list of {first.element} can be put behind {first}"
        scopes.complain("E301", message, node.right.span,
                        help=f"make a list of it: `[x in {node.right.span.text}]`"
                        if isinstance(second, DomainType | SetType) else None,
                        fixes=(collected(scopes, node.right, "[]"),) if isinstance(second, DomainType | SetType) else ())
    return UNKNOWN


def _range(node: ast.Binary, left: IntType, right: IntType) -> Type:
    match node.operator:
        case "+":
            return IntType(left.low + right.low, left.high + right.high)
        case "-":
            return IntType(left.low - right.high, left.high - right.low)
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return IntType(min(corners), max(corners))


def _divided(scopes: Scopes, node: ast.Binary, left: IntType, right: IntType) -> Type:
    if right.low <= 0:
        scopes.complain("E303", "the divisor may be 0" if right.high >= 0 else "the divisor is negative",
                        node.right.span)
        return UNKNOWN
    # `div` rounds down and `mod` is never negative, as in Python. Each back end must do the same; the divisor is above 0.
    if node.operator == "mod":
        return IntType(0, right.high - 1)
    corners = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]
    return IntType(min(corners), max(corners))


# ---- Comparisons ---------------------------------------------------------------------------------


def _one_of_them(*sides: tuple[ast.Expr, Type]) -> str | None:
    """Return the help for the comparison of the values of several things, such as `p.hand > 0`, with one value."""
    several = [(node.span.text, type_.index) for node, type_ in sides if isinstance(type_, PerType)]
    if len(several) != 1:
        return None
    text, index = several[0]
    return f"it has a value for each {index}: compare `{text}[x]`, as in `some x in {index}: ...`"


def _comparison(checker: Checker, node: ast.Binary) -> None:
    scopes = checker.scopes
    first, second = node.left, node.right
    # A word, or `{}`, can be read only by the type of the other operand, which is then checked first.
    if _needs_a_type(scopes, first) and not (_needs_a_type(scopes, second) and _is_word(scopes.symbols.names, second)):
        first, second = second, first
    type_ = checker.expr(first)
    other = checker.expr(second, type_)
    if isinstance(type_, UnknownType) or isinstance(other, UnknownType):
        return
    if compared(scopes, node, type_, other):
        return
    if is_space_of(type_, other):
        scopes.typing.promote_to_region.add(first)
        return
    if is_space_of(other, type_):
        scopes.typing.promote_to_region.add(second)
        return
    common = join(type_, other)
    if common is None or isinstance(type_, DomainType | PerType):
        scopes.complain("E301", f"{type_} and {other} cannot be compared", node.span,
                        help=_one_of_them((first, type_), (second, other)))
        return
    record_conversion(scopes, first, type_, common)
    record_conversion(scopes, second, other, common)
    if node.operator not in ("=", "!="):
        _ordered(scopes, node.left)
        _ordered(scopes, node.right)


def _needs_a_type(scopes: Scopes, node: ast.Expr) -> bool:
    """Return whether an operand can be read only when the type of the other is known."""
    if isinstance(node, ast.Collection):
        return not node.items
    if not isinstance(node, ast.Name) or node.name in scopes.scope or node.name == DECIDER:
        return False
    meaning = scopes.symbols.names.globals.get(node.name)
    return meaning is None or isinstance(meaning, Ambiguous)


def _is_word(names: NameTable, node: ast.Expr) -> bool:
    """Return whether an operand is a word that some type has, and so no name that is not known."""
    return isinstance(node, ast.Name) and (
        node.name == "none" or any(word.name == node.name for word in names.words))


def _ordered(scopes: Scopes, node: ast.Expr) -> None:
    """Check that a value has an order: numbers, words in the order of their declaration, and several of them side by side."""
    type_ = scopes.plain_type(node)
    if isinstance(node, ast.TupleOf):
        for item in node.items:
            if scopes.plain_type(item) != FLAG:
                _ordered(scopes, item)
    elif isinstance(type_, UnionType) and len(type_.bases) == 1 and isinstance(type_.bases[0], EnumType):
        present(scopes, node, type_)
    elif isinstance(type_, UnionType):
        numeric(scopes, node, type_)
    elif not isinstance(type_, IntType | EnumType | TupleType | UnknownType):
        scopes.complain("E301", f"values of {type_} have no order", node.span)


# ---- Several values ------------------------------------------------------------------------------


def conditional(checker: Checker, node: ast.Conditional, expected: Type | None) -> Type:
    scopes = checker.scopes
    checker.value(node.condition, FLAG)
    with scopes.knowing(node.condition, True):
        this = checker.expr(node.this, expected)
    with scopes.knowing(node.condition, False):
        # A word in second place may be read by the type of the first value.
        that = checker.expr(node.that, expected if expected is not None else this)
    common = join(this, that)
    # The joined type of two words may be narrower than what is asked for. Numbers keep their own range, which the place checks.
    if expected is not None and not isinstance(expected, IntType | UnknownType) and (
            fits(this, expected) and fits(that, expected)):
        common = expected
    if isinstance(this, DomainType) and isinstance(that, DomainType):
        scopes.complain("E301", "`if` chooses one of two values, and each of these is several values", node.span,
                        help=f"make a set of each: `{{x in {node.this.span.text}}}`, `{{x in {node.that.span.text}}}`")
        return UNKNOWN
    if common is None or isinstance(common, DomainType | PerType):
        scopes.complain("E301", f"one value is {this}, the other {that}", node.span)
        return UNKNOWN
    record_conversion(scopes, node.this, this, common)
    record_conversion(scopes, node.that, that, common)
    return common


def tuple_of(checker: Checker, node: ast.TupleOf, expected: Type | None) -> Type:
    item_types = expected.items if isinstance(expected, TupleType) else ()
    items = [checker.expr(item, item_types[i] if i < len(item_types) else None) for i, item in enumerate(node.items)]
    for i, (item, type_) in enumerate(zip(node.items, items, strict=True)):
        if not isinstance(type_, Scalar | UnknownType):
            checker.scopes.complain("E301", f"{type_} cannot be compared in parentheses", item.span)
            items[i] = UNKNOWN
    return UNKNOWN if UNKNOWN in items else TupleType(tuple(items))
