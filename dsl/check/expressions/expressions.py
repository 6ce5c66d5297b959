"""Check expressions: give each its type, by its form and by the facts that hold there."""

from __future__ import annotations

from typing import assert_never

from ... import syntax as ast
from ...source.diagnostics import Diagnostics
from ...symbols.constants import MAX_NUMBER
from ...symbols.symbols import SymbolTable
from ...types.types import FLAG, UNKNOWN, IntType, Type
from ..scope.checking import Checker
from ..scope.scopes import Scopes
from .ahead import can, supposed
from .amounts import amounts
from .calls import call
from .domains import collection, comprehension, quantified, range_of
from .names import name
from .operators import binary, conditional, tuple_of, unary
from .parts import attribute, index
from .ranks import ranked
from .steps import happening


def expression_checker(symbols: SymbolTable, diagnostics: Diagnostics, seats: tuple[str, ...] = ()) -> Checker:
    """Return a checker of all forms of expressions, as `Scopes`."""
    return Checker(Scopes(symbols, diagnostics, seats), _typed)


def _typed(checker: Checker, node: ast.Expr, expected: Type | None) -> Type:
    """Return the type of an expression, before anything is known about its value."""
    match node:
        case ast.Integer():
            # The parser has reported a greater number.
            return IntType(node.value, node.value) if node.value <= MAX_NUMBER else UNKNOWN
        case ast.Flag():
            return FLAG
        case ast.Name():
            return name(checker.scopes, node, expected)
        case ast.Attribute():
            return attribute(checker, node)
        case ast.Index():
            return index(checker, node)
        case ast.Call():
            return call(checker, node, expected)
        case ast.Unary():
            return unary(checker, node)
        case ast.Binary():
            return binary(checker, node, expected)
        case ast.RangeOf():
            return range_of(checker, node)
        case ast.Conditional():
            return conditional(checker, node, expected)
        case ast.Quantified():
            return quantified(checker, node)
        case ast.Happening():
            return happening(checker, node)
        case ast.Ranked():
            return ranked(checker, node)
        case ast.Chain():
            checker.scopes.complain("E206", "a chain is a value that a move leaves open", node.span,
                          help="`[x in ...]` makes a list")
            return UNKNOWN
        case ast.AmountOf():
            checker.scopes.complain("E206", "an amount is a value that a move leaves open", node.span,
                          help="`{gold: 2, wood: 1}` gives numbers for all values of a type")
            return UNKNOWN
        case ast.Supposed():
            return supposed(checker, node, expected)
        case ast.Can():
            return can(checker, node)
        case ast.TupleOf():
            return tuple_of(checker, node, expected)
        case ast.Collection():
            return collection(checker, node, expected)
        case ast.Amounts():
            return amounts(checker, node, expected)
        case ast.Comprehension():
            return comprehension(checker, node)
        case _:
            assert_never(node)
