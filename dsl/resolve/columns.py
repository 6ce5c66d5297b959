"""Resolve columns of tables and boards: their types, and the values in them."""

from __future__ import annotations

from .. import syntax as ast
from ..types.types import UNKNOWN, IntType, ListType, PerType, Scalar, SetType, Type, UnknownType, width
from .names import Names


def column_type(names: Names, column: ast.Column) -> Type:
    """Return the type of a column: single values, sets, lists, or numbers for each value of a type."""
    type_ = names.reader.type(column.type)
    if isinstance(type_, Scalar | SetType | ListType | UnknownType) or (
            isinstance(type_, PerType) and isinstance(type_.value, IntType)):
        return type_
    names.diagnostics.add("E901", f"a column of {type_} is not supported yet", column.type.span)
    return UNKNOWN


def value_in(names: Names, node: ast.Expr, type_: Type) -> tuple[int, ...]:
    """Return a value of a column, as the numbers it is kept as; zeros where it is wrong."""
    known = None if type_ == UNKNOWN else names.reader.constant_slots(node, type_)
    return (0,) * width(type_) if known is None else known
