"""The types of columns, which tables and boards have."""

from __future__ import annotations

from .. import syntax as ast
from ..types import UNKNOWN, EnumType, FlagType, IntType, Type, UnionType, UnknownType
from .names import Names


def column_type(names: Names, column: ast.Column) -> Type:
    """The type of a column, which holds one value for each row or space."""
    type_ = names.reader.type(column.type)
    if isinstance(type_, IntType | FlagType | EnumType | UnionType | UnknownType):
        return type_
    names.found.add("E901", f"a column of {type_} is not supported yet", column.type.span)
    return UNKNOWN
