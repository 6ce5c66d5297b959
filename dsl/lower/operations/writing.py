"""Lower writes to places, checked in play where a type does not say that the value fits."""

from __future__ import annotations

from ... import ir
from ... import syntax as ast
from ...types.conversion import exceeded
from ...types.types import IntType, ListType, Type
from .scope import RuleScope


def limits(rule: RuleScope, type_: Type, value: ast.Expr | None) -> tuple[int | None, int | None]:
    """Return the range to check when a value of this expression is kept as this type."""
    return (None, None) if value is None else exceeded(rule.shared.typing.types[value], type_)


def write(rule: RuleScope, to: ir.Slot | ir.Temp, value: ir.Expr, type_: Type, node: ast.Node,
          source: ast.Expr | None = None) -> list[ir.Op]:
    """Write a value to a place; `source` is the expression that it comes from, whose type says what to check."""
    site = rule.site(node, "a value out of range")
    if isinstance(type_, ListType):
        assert isinstance(to, ir.Slot)
        if source is not None:
            _, value = checked_value(rule, value, type_, source)
        return [ir.WriteList(to, value, type_.limit, site)]
    low, high = limits(rule, type_, source)
    if isinstance(to, ir.Temp):
        return [ir.Let(to.name, value, low, high, site)]
    return [ir.Write(to, value, low, high, site)]


def checked_value(rule: RuleScope, value: ir.Expr, type_: Type, source: ast.Expr) -> tuple[list[ir.Op], ir.Expr]:
    """Return a value that is handed on as a type, and the operations that make sure that it fits."""
    low, high = limits(rule, type_, source)
    if low is None and high is None:
        return [], value
    site = rule.site(source, "a value out of range")
    if isinstance(type_, ListType):
        return [], ir.EntriesWithin(value, low, high, site)
    name = rule.shared.temp("given")
    return [ir.Let(name, value, low, high, site)], ir.Temp(name)


def add(rule: RuleScope, to: ir.Slot | ir.Temp, value: ir.Expr, type_: Type, operator: ir.SetOperator,
        node: ast.Node) -> list[ir.Op]:
    """Add to a number, or subtract from it; leaving its range is a fault in play."""
    assert isinstance(type_, IntType), type_
    site = rule.site(node, "a value out of range")
    # Both ends are tested, whatever the types say: the sum of two ranges nearly always passes that of the place.
    changed = ir.Arith(operator, to, value)
    if isinstance(to, ir.Temp):
        return [ir.Let(to.name, changed, type_.low, type_.high, site)]
    return [ir.Write(to, changed, type_.low, type_.high, site)]


def declared(rule: RuleScope, place: ast.Expr) -> Type:
    """Return the type a place was declared with."""
    type_ = rule.shared.typing.declared(place)
    assert type_ is not None, "checked to be a place"
    return type_
