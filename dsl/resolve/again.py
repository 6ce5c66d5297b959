"""A declaration with another value, and names that are resolved already -> what the name stands for with this value."""

from __future__ import annotations

from typing import assert_never

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import SymbolTable
from ..types.types import Scalar, Type
from .columns import value_in
from .components import value_for_players
from .names import Names


def value_of(symbols: SymbolTable, node: ast.Constant | ast.Parameter) -> tuple[Type, int] | None:
    """Return the type and value of a constant or a parameter; None where it has none without a mistake."""
    diagnostics = Diagnostics()
    names = Names(symbols, diagnostics)
    match node:
        case ast.Constant():
            known = value_for_players(names, node)
        case ast.Parameter():
            type_ = names.reader.type(node.type)
            value = names.reader.constant_value(node.value, type_) if isinstance(type_, Scalar) else None
            known = None if value is None else (type_, value)
        case _:
            assert_never(node)
    return None if diagnostics.sorted() else known


def value_in_row(symbols: SymbolTable, node: ast.Expr, type_: Type, diagnostics: Diagnostics) -> tuple[int, ...]:
    """Return a value of a column, as the numbers that it is kept as; zeros where it is wrong, which is recorded."""
    return value_in(Names(symbols, diagnostics), node, type_)
