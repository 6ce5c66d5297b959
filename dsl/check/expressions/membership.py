"""Check `x in values`, and domains of several types."""

from __future__ import annotations

from ... import syntax as ast
from ...symbols.symbols import BoardInfo, DomainOf, Meaning, NameTable
from ...types.conversion import bases_of, extras_of, join
from ...types.types import UNKNOWN, Base, DomainType, IntType, ListType, Scalar, Type, UnionType, members
from ..scope.checking import Checker
from ..scope.fitting import record_conversion
from ..scope.typing import is_space_of


def is_whole_type(meaning: Meaning | None) -> bool:
    """Return whether a name stands for all values of a type, which never change."""
    return isinstance(meaning, BoardInfo) or (isinstance(meaning, DomainOf) and meaning.type.kind != "region")


def member_of(checker: Checker, node: ast.Binary) -> None:
    """Check `x in values` or `x not in values`."""
    scopes = checker.scopes
    if isinstance(node.right, ast.Collection) and node.right.items:
        left = checker.expr(node.left)
        if isinstance(left, UnionType):
            _one_of(checker, node.left, left, node.right)
            return
    element = checker.domain(node.right)
    left = checker.expr(node.left, element)
    common = join(left, element)
    if is_space_of(left, element):
        scopes.typing.promote_to_region.add(node.left)
    elif common is None:
        scopes.complain("E301", f"{left} is never among values of {element}", node.span)
    # Being of a type is read off the number by which the union keeps the value (`lower.expressions.member`): it stays as it is.
    elif not (is_whole_type(scopes.typing.meanings.get(node.right)) and element in bases_of(left)):
        record_conversion(scopes, node.left, left, element)


def _one_of(checker: Checker, node: ast.Expr, left: UnionType, among: ast.Collection) -> None:
    """Check that a value of a union may be one of a few, which may be words."""
    scopes = checker.scopes
    types = [checker.expr(item, left) for item in among.items]
    common: Type = left
    for item, type_ in zip(among.items, types, strict=True):
        joined = join(common, type_)
        if joined is None:
            scopes.complain("E301", f"{left} is never {type_}", item.span)
        common = common if joined is None else joined
    for item, type_ in zip((node, *among.items), (left, *types), strict=True):
        record_conversion(scopes, item, type_, common)
    scopes.typing.types[among] = ListType(common, len(types)) if isinstance(common, Scalar) else UNKNOWN


def joined_domain(checker: Checker, node: ast.Binary, element: Type) -> Type:
    """Return the type of a domain to which `or` adds the values of another type, or a word."""
    scopes = checker.scopes
    more = node.right
    # A union keeps words as -1, -2 and so on. Numbers below 0 would be taken for them.
    if (isinstance(element, IntType) and element.low < 0) or not isinstance(element, Scalar):
        scopes.complain("E301", f"`or` cannot be added to values of {element}", more.span)
        return UNKNOWN
    if isinstance(more, ast.Name) and more.name not in scopes.scope and not _is_domain(scopes.symbols.names, more):
        if more.name in members(element):
            scopes.complain("E202", f"`{more.name}` is a value of this type already", more.span)
            return UNKNOWN
        return DomainType(UnionType(bases_of(element), (*extras_of(element), more.name)))
    added = checker.domain(more)
    if added == UNKNOWN:
        return UNKNOWN
    if not isinstance(added, Base) or isinstance(added, IntType) or added in bases_of(element):
        scopes.complain("E301", f"`or` cannot add values of {added} to values of {element}", more.span)
        return UNKNOWN
    return DomainType(UnionType((*bases_of(element), added), extras_of(element)))


def _is_domain(names: NameTable, node: ast.Name) -> bool:
    return isinstance(names.meaning(node.name), DomainOf | BoardInfo)
