"""Check expressions: give each its type, by its form and by the facts that hold there."""

from __future__ import annotations

from typing import assert_never

from ... import syntax as ast
from ...symbols.constants import MAX_NUMBER
from ...types.conversion import keeps_codes, without
from ...types.types import (
    FLAG,
    UNKNOWN,
    IntType,
    Type,
    UnionType,
)
from ..scope.checking import Checking
from ..scope.narrowing import path
from .ahead import can, supposed
from .amounts import amounts
from .calls import call
from .domains import collection, comprehension, quantified, range_of
from .names import name
from .operators import binary, conditional, tuple_of, unary
from .parts import attribute, index
from .ranks import ranked
from .steps import happening


class ExpressionChecker(Checking):
    """Gives every expression its type."""

    def expr(self, node: ast.Expr, expected: Type | None = None) -> Type:
        """Check an expression; `expected` only helps to read words such as `none`."""
        type_ = self.typed(node, expected)
        # Facts only take alternatives away, so there are none about a value of one type.
        if isinstance(type_, UnionType) and self.facts:
            where = path(node, self.typing.meanings.get)
            if where is not None and where in self.facts:
                type_ = self.narrowed(node, type_, self.facts[where])
        self.typing.types[node] = type_
        return type_

    def narrowed(self, node: ast.Expr, type_: UnionType, excluded: frozenset[str]) -> Type:
        """Return the type of an expression that is known not to be some of what it was declared to be."""
        narrow = without(type_, excluded)
        # A value of a union may be another number by the narrower type. `lower` recodes it where it is read.
        if not keeps_codes(type_, narrow):
            self.typing.stored_type[node] = type_
        return narrow

    def typed(self, node: ast.Expr, expected: Type | None) -> Type:
        """Return the type of an expression, before anything is known about its value."""
        match node:
            case ast.Integer():
                # The parser has reported a greater number.
                return IntType(node.value, node.value) if node.value <= MAX_NUMBER else UNKNOWN
            case ast.Flag():
                return FLAG
            case ast.Name():
                return name(self, node, expected)
            case ast.Attribute():
                return attribute(self, node)
            case ast.Index():
                return index(self, node)
            case ast.Call():
                return call(self, node, expected)
            case ast.Unary():
                return unary(self, node)
            case ast.Binary():
                return binary(self, node, expected)
            case ast.RangeOf():
                return range_of(self, node)
            case ast.Conditional():
                return conditional(self, node, expected)
            case ast.Quantified():
                return quantified(self, node)
            case ast.Happening():
                return happening(self, node)
            case ast.Ranked():
                return ranked(self, node)
            case ast.Chain():
                self.complain("E206", "a chain is a value that a move leaves open", node.span,
                              help="`[x in ...]` makes a list")
                return UNKNOWN
            case ast.AmountOf():
                self.complain("E206", "an amount is a value that a move leaves open", node.span,
                              help="`{gold: 2, wood: 1}` gives numbers for all values of a type")
                return UNKNOWN
            case ast.Supposed():
                return supposed(self, node, expected)
            case ast.Can():
                return can(self, node)
            case ast.TupleOf():
                return tuple_of(self, node, expected)
            case ast.Collection():
                return collection(self, node, expected)
            case ast.Amounts():
                return amounts(self, node, expected)
            case ast.Comprehension():
                return comprehension(self, node)
            case _:
                assert_never(node)
