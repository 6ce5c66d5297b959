"""Lower changes of numbers for all values of a type at once: work them out, then write part by part."""

from __future__ import annotations

from ... import ir
from ... import syntax as ast
from ...types.conversion import exceeded
from ...types.types import IntType, PerType
from ..expressions.amounts import part_of, settled, values_of
from .writing import Writing


def change_all(lowering: Writing, node: ast.Change, to: ir.Slot | ir.Temp, type_: PerType) -> list[ir.Op]:
    """`becomes`, `gains` and `loses`."""
    if node.kind == "becomes":
        return write_all(lowering, node, to, type_, node.value)
    key = ir.Temp(lowering.shared.temp("each"))
    # Worked out before the loop: the numbers may speak of places that it changes.
    ops, number = settled(lowering.expressions, node.value)
    add = lowering.add(part_of(to, type_, key), number(key), type_.value, "+" if node.kind == "gains" else "-", node)
    return [*ops, ir.For(key.name, values_of(type_), None, None, False, tuple(add))]


def at_most(amount: ir.Expr, place: ir.Expr, type_: IntType) -> ir.Expr:
    """Return the amount, or what is left in a place, if that is less."""
    left = place if type_.low == 0 else ir.Arith("-", place, ir.Const(type_.low))
    return ir.Primitive("min", (amount, left))


def write_all(lowering: Writing, node: ast.Node, to: ir.Slot | ir.Temp, type_: PerType, of: ast.Expr) -> list[ir.Op]:
    """Put the numbers of an expression into a place."""
    given = lowering.shared.typing.types[of]
    assert isinstance(given, PerType), "checked to hold numbers for the same values"
    key = ir.Temp(lowering.shared.temp("each"))
    ops, number = settled(lowering.expressions, of)
    low, high = exceeded(given.value, type_.value)
    write = ir.Write(part_of(to, type_, key), number(key), low, high, lowering.site(node, "a value out of range"))
    return [*ops, ir.For(key.name, values_of(type_), None, None, False, (write,))]


def transfer_all(lowering: Writing, node: ast.Transfer, given: PerType) -> list[ir.Op]:
    """`transfer` of a number for each value."""
    key, amount = ir.Temp(lowering.shared.temp("each")), lowering.shared.temp("amount")
    before, number = settled(lowering.expressions, node.amount)
    moved = number(key)
    if node.up_to:
        held = lowering.declared(node.source)
        assert isinstance(held, PerType), "checked to hold numbers for the same values"
        assert isinstance(held.value, IntType)
        moved = at_most(moved, part_of(lowering.expressions.place(node.source), held, key), held.value)
    # Named before anything is taken away: with `up to` it depends on what the source holds.
    ops: list[ir.Op] = [ir.Let(amount, moved)]
    for operator, place in (("-", node.source), ("+", node.target)):
        type_ = lowering.declared(place)
        assert isinstance(type_, PerType), "checked to hold numbers for the same values"
        assert isinstance(type_.value, IntType)
        ops += lowering.add(part_of(lowering.expressions.place(place), type_, key), ir.Temp(amount), type_.value,
                            operator, node)
    return [*before, ir.For(key.name, values_of(given), None, None, False, tuple(ops))]
