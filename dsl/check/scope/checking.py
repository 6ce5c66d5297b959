"""The questions that every part of the checker asks of an expression: a value of a type, a number, values to go through.

The parts call each other in circles, as expressions stand inside each other. So that their files do not, each part takes
a `Checker`, which is given how the type of an expression is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ... import syntax as ast
from ...source.diagnostics import counted
from ...source.fixes import in_place
from ...symbols.symbols import Local, SymbolTable
from ...types.conversion import keeps_codes, without
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
    UnionType,
    UnknownType,
)
from .fitting import fit, numeric
from .holding import fits_count
from .narrowing import path
from .scopes import Scopes
from .typing import numbers_of


class Checker:
    """Checks expressions in `scopes`; `typed` gives the type of one by its form, before anything is known about its value."""

    def __init__(self, scopes: Scopes, typed: Callable[[Checker, ast.Expr, Type | None], Type]) -> None:
        self.scopes, self._typed = scopes, typed

    def expr(self, node: ast.Expr, expected: Type | None = None) -> Type:
        """Check an expression and return its type; `expected` only helps to read words such as `none`.

        With UNKNOWN expected, names that stand for nothing are not reported: they may be words of the type that is missing.
        """
        type_ = self._typed(self, node, expected)
        scopes = self.scopes
        # Facts only take alternatives away, so there are none about a value of one type.
        if isinstance(type_, UnionType) and scopes.facts:
            where = path(node, scopes.typing.meanings.get)
            if where is not None and where in scopes.facts:
                type_ = _narrowed(scopes, node, type_, scopes.facts[where])
        scopes.typing.types[node] = type_
        return type_

    def value(self, node: ast.Expr, expected: Type) -> Type:
        """Check an expression that must give a value of this type."""
        type_ = self.expr(node, expected)
        fit(self.scopes, node, type_, expected)
        fits_count(self.scopes, node, expected)
        return type_

    def number(self, node: ast.Expr) -> Type:
        """Check an expression that must give a number."""
        return numeric(self.scopes, node, self.expr(node))

    def domain(self, node: ast.Expr) -> Type:
        """Check an expression that must give values to go through; return the type of one."""
        scopes = self.scopes
        if isinstance(node, ast.Collection) and not node.items:
            scopes.typing.types[node] = UNKNOWN
            scopes.complain("E304", f"`{node.span.text}` is empty", node.span)
            return UNKNOWN
        match self.expr(node):
            case DomainType(element) | SetType(element) | ListType(element):
                return element
            case UnknownType():
                return UNKNOWN
            case PerType(value, index) as type_:
                is_there = f" where {node.span.text}[x] > 0" if isinstance(value, IntType) else ""
                scopes.complain("E304", f"this is {type_}, where values to go through are needed", node.span,
                                help=f"go through what it has values for: `x in {index}{is_there}`")
            case type_:
                # A value of any other type is a single one.
                scopes.complain("E304", f"this is {type_}, where values to go through are needed", node.span,
                                help="a type, a range, a set or a list")
        return UNKNOWN

    def arguments(self, call: ast.Call, params: tuple[Local, ...]) -> None:
        """Check the values that a call gives to parameters."""
        no_paths(self.scopes, call)
        if len(call.arguments) != len(params):
            signature = ", ".join(f"{param.name}: {param.type}" for param in params) or "nothing"
            count = counted(len(call.arguments), "value")
            self.scopes.complain("E305", f"{count} instead of {len(params)}", call.span,
                                 help=f"it takes {signature}")
        # The values that are there are checked even where their number is wrong.
        for argument, param in zip(call.arguments, params, strict=False):
            self.value(argument, param.type)

    def text(self, node: ast.Text | None) -> None:
        """Check the expressions in a text."""
        for part in () if node is None else node.parts:
            if not isinstance(part, str):
                type_ = self.expr(part)
                if isinstance(type_, DomainType | PerType | TupleType) and not numbers_of(type_):
                    self.scopes.complain("E301", f"{type_} cannot be written in a text", part.span)

    @contextmanager
    def binding(self, node: ast.Binder) -> Iterator[Type]:
        """The scope in which a binder's name stands for a value of its domain; gives its type."""
        with self.scopes.nested():
            yield self.bind(node)

    def bind(self, node: ast.Binder) -> Type:
        """Let a binder's name stand for a value of its domain, in the scope that is open."""
        element = self.domain(node.domain)
        self.scopes.declare(node, node.name, node.name_span, element, "each")
        if node.condition is not None:
            self.value(node.condition, FLAG)
            self.scopes.learn(node.condition, True)
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
            self.scopes.complain("E301", f"values of {type_} have no order to sort by", node.span,
                                 help=None if summed is None else f"to sort by all of them together write `{summed}`",
                                 fixes=() if summed is None else (in_place(node.span, summed),))


def _narrowed(scopes: Scopes, node: ast.Expr, type_: UnionType, excluded: frozenset[str]) -> Type:
    """Return the type of an expression that is known not to be some of what it was declared to be."""
    narrow = without(type_, excluded)
    # A value of a union may be another number by the narrower type. `lower` recodes it where it is read.
    if not keeps_codes(type_, narrow):
        scopes.typing.stored_type[node] = type_
    return narrow


def no_paths(scopes: Scopes, call: ast.Call) -> None:
    """Check that a call of what knows no paths does not lead through spaces."""
    if call.through is not None:
        scopes.complain("E206", "only `distance` and `reachable` lead through spaces", call.through.span)


def absence(symbols: SymbolTable, name: str) -> str | None:
    """Return when something of this name would be there, if it is not there in this game."""
    condition = symbols.names.absent.get(name)
    return None if condition is None else f"it is only there when {condition}"
