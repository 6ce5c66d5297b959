"""Names that are resolved already, and declarations with other values, new or gone -> what names stand for then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from attrs import evolve

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import SymbolTable, Wording
from ..types.types import Scalar, Type
from ..variants import named
from .columns import value_in
from .components import constant, value_for_players
from .names import Names
from .rules import declare


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


def with_and_without(symbols: SymbolTable, new: Iterable[ast.Declaration], gone: Iterable[ast.Declaration],
                     diagnostics: Diagnostics) -> SymbolTable:
    """Return the names of a rulebook with declarations that are new, and without those that are gone; these nothing names.

    They are constants, functions, rules, invariants and notes. `used` then holds the names that the new ones use.
    """
    less = {inner.id for inner in named(gone)}
    clauses = {id: clause for id, clause in symbols.wording.clauses.items() if id not in less}
    table = evolve(
        symbols, wording=Wording(clauses, list(symbols.wording.statements), dict(symbols.wording.texts)),
        names=evolve(symbols.names, used=set(), words=list(symbols.names.words),
                     globals={name: meaning for name, meaning in symbols.names.globals.items() if name not in less}),
        functions={name: info for name, info in symbols.functions.items() if name not in less},
        rules={name: info for name, info in symbols.rules.items() if name not in less},
        constants={name: node for name, node in symbols.constants.items() if name not in less},
        invariants=[node for node in symbols.invariants if node.name not in less])
    names, more = Names(table, diagnostics), tuple(new)
    for node in more:
        if isinstance(node, ast.Constant):
            constant(names, node)
    declare(names, more)
    return table
