"""Lower changes of numbers for all values of a type at once: work them out, then write part by part."""

from __future__ import annotations

from ... import ir
from ... import syntax as ast
from ...types.conversion import exceeded
from ...types.types import IntType, PerType
from ..expressions.amounts import part_of, settled, values_of
from .scope import RuleScope
from .writing import add, declared


def change_all(rule: RuleScope, node: ast.Change, to: ir.Slot | ir.Temp, type_: PerType) -> list[ir.Op]:
    """`becomes`, `gains` and `loses`."""
    if node.kind == "becomes":
        return write_all(rule, node, to, type_, node.value)
    key = ir.Temp(rule.shared.temp("each"))
    # Worked out before the loop: the numbers may speak of places that it changes.
    ops, number = settled(rule.expressions, node.value)
    added = add(rule, part_of(to, type_, key), number(key), type_.value, "+" if node.kind == "gains" else "-", node)
    return [*ops, ir.For(key.name, values_of(type_), None, None, False, tuple(added))]


def at_most(amount: ir.Expr, place: ir.Expr, type_: IntType) -> ir.Expr:
    """Return the amount, or what is left in a place, if that is less."""
    left = place if type_.low == 0 else ir.Arith("-", place, ir.Const(type_.low))
    return ir.Primitive("min", (amount, left))


def write_all(rule: RuleScope, node: ast.Node, to: ir.Slot | ir.Temp, type_: PerType, value: ast.Expr) -> list[ir.Op]:
    """Put the numbers of an expression into a place."""
    value_type = rule.shared.typing.types[value]
    assert isinstance(value_type, PerType), "checked to hold numbers for the same values"
    key = ir.Temp(rule.shared.temp("each"))
    ops, number = settled(rule.expressions, value)
    low, high = exceeded(value_type.value, type_.value)
    write = ir.Write(part_of(to, type_, key), number(key), low, high, rule.site(node, "a value out of range"))
    return [*ops, ir.For(key.name, values_of(type_), None, None, False, (write,))]


def transfer_all(rule: RuleScope, node: ast.Transfer, amounts: PerType) -> list[ir.Op]:
    """`transfer` of a number for each value."""
    key, amount = ir.Temp(rule.shared.temp("each")), rule.shared.temp("amount")
    before, number = settled(rule.expressions, node.amount)
    moved = number(key)
    if node.up_to:
        source_type = declared(rule, node.source)
        assert isinstance(source_type, PerType), "checked to hold numbers for the same values"
        assert isinstance(source_type.value, IntType)
        moved = at_most(moved, part_of(rule.expressions.place(node.source), source_type, key), source_type.value)
    # Named before anything is taken away: with `up to` it depends on what the source holds.
    ops: list[ir.Op] = [ir.Let(amount, moved)]
    exchange: tuple[tuple[ir.SetOperator, ast.Expr], ...] = (("-", node.source), ("+", node.target))
    for operator, place in exchange:
        type_ = declared(rule, place)
        assert isinstance(type_, PerType), "checked to hold numbers for the same values"
        assert isinstance(type_.value, IntType)
        ops += add(rule, part_of(rule.expressions.place(place), type_, key), ir.Temp(amount), type_.value,
                   operator, node)
    return [*before, ir.For(key.name, values_of(amounts), None, None, False, tuple(ops))]
