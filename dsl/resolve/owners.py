"""Declare owned values: pieces and words of which each player, side or other thing has their own."""

from __future__ import annotations

from .. import syntax as ast
from ..source.diagnostics import did_you_mean
from ..source.span import Span
from ..symbols.symbols import ColumnInfo, OwnedName
from ..types.types import EnumType
from .names import Names


def owner_named(names: Names, word: ast.Name, kinds: tuple[str, ...], what: str) -> EnumType | None:
    """Return the type whose values own something, of one of these kinds; report a name that is no such type."""
    type_ = names.symbols.names.type_named(word.name)
    if isinstance(type_, EnumType) and type_.kind in kinds:
        return type_
    if isinstance(type_, EnumType):
        names.diagnostics.add("E206", f"a {type_.kind} cannot own {what}", word.span)
    elif type_ is None and not names.symbols.names.may_declare(word.name):
        names.diagnostics.add("E201", f"unknown type `{word.name}`", word.span,
                        help=did_you_mean(word.name, names.symbols.names.types))
    return None


def members_of(owner: EnumType, own: tuple[str, ...]) -> tuple[str, ...]:
    """Return all values of a type of which each owner has these: `owner.name`, those of the first owner first."""
    return tuple(f"{member}.{name}" for member in owner.members for name in own)


def owned(names: Names, type_: EnumType, own: tuple[str, ...], spans: tuple[Span, ...]) -> ColumnInfo:
    """Declare the names by which an owner has each value, and `owner`, the column with the owner of each; return it."""
    assert type_.owner is not None, "it has an owner"
    for i, (name, span) in enumerate(zip(own, spans, strict=True)):
        if (type_.owner.name, name) in names.symbols.names.attributes:
            names.diagnostics.add("E202", f"each {type_.owner} has `{name}` already", span)
        names.symbols.names.attributes.setdefault((type_.owner.name, name), OwnedName(name, type_, i, len(own)))
    column = ColumnInfo("owner", type_, type_.owner, tuple(i for i in range(len(type_.owner.members)) for _ in own))
    names.symbols.names.attributes.setdefault((type_.name, "owner"), column)
    return column
