"""Lower numbers for each value of a type, taken as a whole: part by part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import ir
from .. import syntax as ast
from ..symbols.constants import fold
from ..symbols.symbols import BEFORE, Builtin, ColumnInfo
from ..types.types import PerType, lowest, size, width
from .lowering import Lowering

# The number for a value.
Numbers = Callable[[ir.Expr], ir.Expr]


def settled(lowering: Lowering, node: ast.Expr) -> tuple[list[ir.Op], Numbers]:
    """Return the numbers of an expression before anything is written, and the operations that work them out."""
    if not isinstance(node, ast.Amounts):
        return [], lambda key: part(lowering, node, key)
    ops: list[ir.Op] = []
    numbers: list[ir.Expr] = []
    for amount in node.parts:
        name = lowering.shared.temp("part")
        ops.append(ir.Let(name, lowering.expr(amount.value)))
        numbers.append(ir.Temp(name))
    return ops, lambda key: _picked(lowering, node, numbers, key)


def part(lowering: Lowering, node: ast.Expr, key: ir.Expr) -> ir.Expr:
    """Return the number that an expression has for a value."""
    type_ = lowering.type_of(node)
    assert isinstance(type_, PerType), "asked only of such expressions"
    meaning = lowering.typing.meanings.get(node)
    match node:
        case ast.Amounts():
            return _picked(lowering, node, [lowering.expr(amount.value) for amount in node.parts], key)
        case ast.Collection():
            return ir.Const(0)
        case ast.Call():
            # Of all functions, only `open` and `before` give back numbers as a whole.
            number = part(lowering, node.arguments[0], key)
            was = isinstance(meaning, Builtin) and meaning.name == BEFORE
            return ir.Before(number) if was else lowering.opened(node, number)
    if isinstance(meaning, ColumnInfo) and isinstance(node, ast.Attribute):
        return column_part(lowering, node, meaning, key)
    return part_of(lowering.place(node), type_, key)


def _picked(lowering: Lowering, node: ast.Amounts, numbers: Sequence[ir.Expr], key: ir.Expr) -> ir.Expr:
    """Return the number that stands at a value in `{gold: 2, wood: 1}`; 0 where none does."""
    out: ir.Expr = ir.Const(0)
    for amount, number in reversed(list(zip(node.parts, numbers, strict=True))):
        known = fold(amount.key, lowering.typing.meanings.get)[1]
        out = ir.IfElse(ir.Compare("=", key, ir.Const(known)), number, out)
    return out


def part_of(place: ir.Slot | ir.Temp, type_: PerType, key: ir.Expr) -> ir.Slot:
    """Return where the number for a value is kept, in a place of this type."""
    assert isinstance(place, ir.Slot), "what has several parts is kept in the state"
    return ir.Slot(place.base, (*place.steps, ir.Step(key, lowest(type_.index), size(type_.index), width(type_.value))))


def column_part(lowering: Lowering, node: ast.Attribute, column: ColumnInfo, key: ir.Expr) -> ir.Expr:
    """Return the number for a value in a column that has one for each."""
    assert isinstance(column.type, PerType), "asked only of such columns"
    table = lowering.shared.table(f"{column.owner.name}.{column.name}", column.values)
    low = lowest(column.type.index)
    place = key if low == 0 else ir.Arith("-", key, ir.Const(low))
    row = ir.Arith("*", lowering.expr(node.subject), ir.Const(size(column.type.index)))
    return ir.Lookup(table, ir.Arith("+", row, place))


def indexed(lowering: Lowering, node: ast.Attribute, column: ColumnInfo, key: ast.Expr) -> ir.Expr:
    """`row.column[key]`; a number out of range is a fault in play."""
    assert isinstance(column.type, PerType), "asked only of such columns"
    low = lowest(column.type.index)
    return column_part(lowering, node, column, lowering.ranged(key, low, low + size(column.type.index) - 1))


def compared(lowering: Lowering, node: ast.Binary, type_: PerType) -> ir.Expr:
    """Return a comparison that holds when it holds for every part; `!=` when not all are equal."""
    name = lowering.shared.temp("each")
    operator = "=" if node.operator == "!=" else node.operator
    parts = (part(lowering, node.left, ir.Temp(name)), part(lowering, node.right, ir.Temp(name)))
    holds = ir.Gather("every", name, values_of(type_), None, None, False, ir.Compare(operator, *parts))
    return ir.Not(holds) if node.operator == "!=" else holds


def values_of(type_: PerType) -> ir.Domain:
    """Return the values for which there is a number."""
    low = lowest(type_.index)
    return ir.RangeDomain(ir.Const(low), ir.Const(low + size(type_.index) - 1))


def listed(lowering: Lowering, node: ast.Expr, type_: PerType) -> ir.Expr:
    """Return all the numbers, in the order of the values."""
    low = lowest(type_.index)
    return ir.MakeList(tuple(part(lowering, node, ir.Const(low + i)) for i in range(size(type_.index))))
