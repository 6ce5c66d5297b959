"""Check that the type of a value fits the expected type; record the conversion of the value."""

from __future__ import annotations

from itertools import chain, count

from ... import syntax as ast
from ...source.fixes import Fix, Meant, in_place
from ...types.conversion import fits, keeps_codes, number_range
from ...types.types import UNKNOWN, DomainType, EnumType, IntType, ListType, Scalar, SetType, Type, UnionType, UnknownType
from .scopes import Scopes
from .typing import is_space_of

# Domains that are gone through, and are no lists by themselves.
_NO_LISTS = (ast.Name, ast.RangeOf, ast.Binary)


def fit(scopes: Scopes, node: ast.Expr, type_: Type, expected: Type) -> None:
    """Check that a value of one type can stand where another is needed."""
    if is_space_of(type_, expected):
        scopes.typing.promote_to_region.add(node)
    elif fits(type_, expected) and not (isinstance(type_, DomainType) and isinstance(node, _NO_LISTS)):
        record_conversion(scopes, node, type_, expected)
    # What may be missing is named as such: "this is T or none" alone would not say what to do.
    elif isinstance(type_, UnionType) and (
            _is_one_word(type_) or any(fits(base, expected) for base in type_.bases)):
        missing(scopes, node, type_, expected)
    elif isinstance(type_, DomainType) and isinstance(expected, ListType | SetType):
        scopes.complain("E301", f"this is {type_}, where {expected} is needed", node.span,
                        help="`[x in ...]` makes a list of them, `{x in ...}` a set",
                        fixes=(collected(scopes, node, "{}" if isinstance(expected, SetType) else "[]"),))
    # `fits` is false of ranges that have no number in common. Where they have one, play checks the number (`exceeded`).
    elif isinstance(type_, IntType) and isinstance(expected, IntType):
        verb = "is not" if type_.low == type_.high else "are never"
        what = str(type_.low) if type_.low == type_.high else f"numbers in {type_}"
        scopes.complain("E303", f"{what} {verb} in {expected}", node.span)
    elif _as_larger_set(type_, expected):
        scopes.typing.coerce_to[node] = expected
    elif _of_numbers(type_) and _of_numbers(expected):
        _numbers_of_set(scopes, node, type_, expected)
    else:
        scopes.complain("E301", f"this is {type_}, where {expected} is needed", node.span)


def _numbers_of_set(scopes: Scopes, node: ast.Expr, type_: Type, expected: Type) -> None:
    """Check that a set of numbers can stand where a set of others is needed: where it surely holds no others."""
    assert isinstance(type_, SetType), "asked only of sets of numbers"
    assert isinstance(expected, SetType), "asked only of sets of numbers"
    element, expected_element = type_.element, expected.element
    if (isinstance(element, IntType) and isinstance(expected_element, IntType)
            and expected_element.low <= element.low and element.high <= expected_element.high):
        scopes.typing.coerce_to[node] = expected
        return
    scopes.complain("E301", f"this is {type_}, where {expected} is needed", node.span,
                    help=f"add those that fit one by one: `for each x in {node.span.text}`, `if x in {expected_element}`")


def collected(scopes: Scopes, node: ast.Expr, brackets: str) -> Fix:
    """Return the change of values to go through to a list or set of them, under a name that is free."""
    name = next(name for name in chain("xyz", (f"x{number}" for number in count(1))) if name not in scopes.scope)
    return in_place(node.span, f"{brackets[0]}{name} in {node.span.text}{brackets[1]}")


def record_conversion(scopes: Scopes, node: ast.Expr, type_: Type, expected: Type) -> None:
    """Record the conversion of a value where the type that takes it keeps it as another number."""
    if isinstance(type_, Scalar) and isinstance(expected, Scalar) and not keeps_codes(type_, expected):
        scopes.typing.coerce_to[node] = expected


def missing(scopes: Scopes, node: ast.Expr, type_: UnionType, expected: Type, of_it: bool = False) -> None:
    """Record that a value that may be something else, such as `none`, is used as if it were what is expected.

    A part `of_it` may be what is used.
    """
    written = node.span.text
    if _is_one_word(type_):
        scopes.complain("E302", f"`{written}` is `{type_}` here", node.span)
        return
    others = [str(base) for base in type_.bases if not fits(base, expected)]
    if others or len(type_.extras) > 1:
        named = next((str(base) for base in type_.bases if fits(base, expected)), str(expected))
        test = f"in {named}"
    else:
        test = f"!= {' '.join(type_.extras)}"
    if isinstance(node, ast.Call):
        help = f"name it by `let`, and test the name: `let x = {written}`, `x {test}`"
    else:
        help = f"test it first: `{written} {test}`"
    if not others:
        asserted = f"(the {written})" if of_it else f"the {written}"
        help = Meant(f"{help}; or write `{asserted}` where the rules make sure of it", written, asserted)
    might = [*type_.extras, *others]
    scopes.complain("E302", f"`{written}` may be `{might[0]}` here", node.span, help=help)


def numeric(scopes: Scopes, node: ast.Expr, type_: Type) -> Type:
    """Check that an expression of this type gives a number; return its range, or unknown."""
    if isinstance(type_, IntType | UnknownType):
        return type_
    numbers = number_range(type_)
    if isinstance(type_, UnionType) and numbers is not None:
        missing(scopes, node, type_, numbers)
        return numbers
    scopes.complain("E301", f"this is {type_}, where a number is needed", node.span)
    return UNKNOWN


def present(scopes: Scopes, node: ast.Expr, type_: Type, part: str | None = None) -> Type:
    """Return the type of a thing that must not be missing; of several, the one that has a part of this name."""
    if not isinstance(type_, UnionType):
        return type_
    enums = [base for base in type_.bases if isinstance(base, EnumType)]
    having = [enum for enum in enums if (enum.name, part) in scopes.symbols.names.attributes] or enums
    if not having and not _is_one_word(type_):
        return type_
    missing(scopes, node, type_, having[0] if having else UNKNOWN, of_it=part is not None)
    return having[0] if having else UNKNOWN


def _is_one_word(type_: UnionType) -> bool:
    """Return whether a value is known to be one word, such as `none`."""
    return not type_.bases and len(type_.extras) == 1


def _as_larger_set(type_: Type, expected: Type) -> bool:
    """Return whether a set of one type becomes one that holds words beside its values: the values are the same numbers."""
    if not isinstance(type_, SetType) or not isinstance(expected, SetType) or not isinstance(expected.element, UnionType):
        return False
    numbers, limits = number_range(type_.element), number_range(expected.element)
    if numbers is not None and limits is not None and not limits.low <= numbers.low <= numbers.high <= limits.high:
        return False
    return fits(type_.element, expected.element) and keeps_codes(type_.element, expected.element)


def _of_numbers(type_: Type) -> bool:
    return isinstance(type_, SetType) and isinstance(type_.element, IntType)
