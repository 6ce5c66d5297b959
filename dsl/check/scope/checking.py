"""The questions that every part of the checker asks of an expression: a value of a type, a number, values to go through.

The parts call each other in circles, as expressions stand inside each other. So that their files do not, each part takes
a `Checking`, which leaves open how the type of an expression is found.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from ... import syntax as ast
from ...source.diagnostics import counted
from ...source.fixes import in_place
from ...symbols.symbols import Local
from ...types.types import (
    FLAG,
    UNKNOWN,
    DomainType,
    EnumType,
    FlagType,
    IntType,
    ListType,
    PerType,
    SetType,
    TupleType,
    Type,
    UnknownType,
)
from .fitting import Fitting
from .holding import fits_count
from .typing import numbers_of


class Checking(Fitting, ABC):
    """Checks of expressions that need nothing but their types."""

    # With UNKNOWN expected, names that stand for nothing are not reported: they may be words of the type that is missing.
    @abstractmethod
    def expr(self, node: ast.Expr, expected: Type | None = None) -> Type:
        """Check an expression and return its type; `expected` only helps to read words such as `none`."""

    def value(self, node: ast.Expr, expected: Type) -> Type:
        """Check an expression that must give a value of this type."""
        type_ = self.expr(node, expected)
        self.fit(node, type_, expected)
        fits_count(self, node, expected)
        return type_

    def number(self, node: ast.Expr) -> Type:
        """Check an expression that must give a number."""
        return self.numeric(node, self.expr(node))

    def domain(self, node: ast.Expr) -> Type:
        """Check an expression that must give values to go through; return the type of one."""
        if isinstance(node, ast.Collection) and not node.items:
            self.typing.types[node] = UNKNOWN
            self.complain("E304", f"`{node.span.text}` is empty", node.span)
            return UNKNOWN
        match self.expr(node):
            case DomainType(element) | SetType(element) | ListType(element):
                return element
            case UnknownType():
                return UNKNOWN
            case PerType(value, index) as type_:
                is_there = f" where {node.span.text}[x] > 0" if isinstance(value, IntType) else ""
                self.complain("E304", f"this is {type_}, where values to go through are needed", node.span,
                              help=f"go through what it has values for: `x in {index}{is_there}`")
            case type_:
                self.complain("E304", f"this is {type_}, where values to go through are needed", node.span,
                              help="a type, a range, a set or a list")
        return UNKNOWN

    def arguments(self, call: ast.Call, params: tuple[Local, ...]) -> None:
        """Check the values that a call gives to parameters."""
        self.no_paths(call)
        if len(call.arguments) != len(params):
            wanted = ", ".join(f"{param.name}: {param.type}" for param in params) or "nothing"
            given = counted(len(call.arguments), "value")
            self.complain("E305", f"{given} instead of {len(params)}", call.span,
                          help=f"it takes {wanted}")
        # The values that are there are checked even where their number is wrong.
        for argument, param in zip(call.arguments, params, strict=False):
            self.value(argument, param.type)

    def no_paths(self, call: ast.Call) -> None:
        """Check that a call of what knows no paths does not lead through spaces."""
        if call.through is not None:
            self.complain("E206", "only `distance` and `reachable` lead through spaces", call.through.span)

    def text(self, node: ast.Text | None) -> None:
        """Check the expressions in a text."""
        for part in () if node is None else node.parts:
            if not isinstance(part, str):
                type_ = self.expr(part)
                if isinstance(type_, DomainType | PerType | TupleType) and not numbers_of(type_):
                    self.complain("E301", f"{type_} cannot be written in a text", part.span)

    @contextmanager
    def binding(self, node: ast.Binder) -> Iterator[Type]:
        """The scope in which a binder's name stands for a value of its domain; gives its type."""
        with self.nested():
            yield self.bind(node)

    def bind(self, node: ast.Binder) -> Type:
        """Let a binder's name stand for a value of its domain, in the scope that is open."""
        element = self.domain(node.domain)
        self.declare(node, node.name, node.name_span, element, "each")
        if node.condition is not None:
            self.value(node.condition, FLAG)
            self.learn(node.condition, True)
        if node.key is not None:
            self.key(node.key)
        return element

    def key(self, node: ast.Expr) -> None:
        """Check an expression to sort by."""
        type_ = self.expr(node)
        parts = type_.items if isinstance(type_, TupleType) else (type_,)
        if not all(isinstance(part, IntType | FlagType | EnumType | UnknownType) for part in parts):
            summed = f"(sum k in {type_.index}: {node.span.text}[k])" if isinstance(type_, PerType) and isinstance(
                type_.value, IntType) else None
            self.complain("E301", f"values of {type_} have no order to sort by", node.span,
                          help=None if summed is None else f"to sort by all of them together write `{summed}`",
                          fixes=() if summed is None else (in_place(node.span, summed),))

    def absence(self, name: str) -> str | None:
        """Return when something of this name would be there, if it is not there in this game."""
        condition = self.symbols.names.absent.get(name)
        return None if condition is None else f"it is only there when {condition}"
