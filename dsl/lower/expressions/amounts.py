"""Lower numbers for each value of a type, taken as a whole: part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce

from attrs import frozen

from ... import ir
from ... import syntax as ast
from ...symbols.constants import fold
from ...symbols.symbols import BEFORE, Builtin, ColumnInfo, Local
from ...syntax.walk import nodes_in
from ...types.types import PerType, lowest, size, values, width
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
        case ast.Attribute() if isinstance(meaning, ColumnInfo):
            return column_part(lowering, node, meaning, key)
        case _:
            # Other expressions name a place of the state, or numbers that a move leaves open.
            numbers = open_numbers(lowering, node)
            return part_of(lowering.place(node), type_, key) if numbers is None else open_part(lowering, node, numbers, key)


def open_numbers(lowering: Lowering, node: ast.Expr) -> tuple[ir.Expr, ...] | None:
    """Return the numbers of an amount that a move leaves open, where no place of the state keeps them; None for all else."""
    meaning = lowering.typing.meanings.get(node)
    numbers = lowering.env.get(meaning) if isinstance(meaning, Local) and isinstance(meaning.type, PerType) else None
    return numbers.items if isinstance(numbers, ir.MakeList) else None


def open_part(lowering: Lowering, node: ast.Expr, numbers: tuple[ir.Expr, ...], key: ir.Expr) -> ir.Expr:
    """Return the number for a value in an amount that a move leaves open."""
    type_ = lowering.type_of(node)
    assert isinstance(type_, PerType), "asked only of such expressions"
    low = lowest(type_.index)
    if isinstance(key, ir.Const):
        return numbers[key.value - low]
    if not isinstance(key, ir.Temp | ir.Slot):
        index = ir.Arith("+", key, ir.Const(1 - low))
        return ir.ItemAt(ir.MakeList(numbers), index, lowering.site(node, "the amount has no such kind"))
    # The last needs no test: the key is checked to be one of the kinds.
    out = numbers[-1]
    for place, number in reversed(list(enumerate(numbers[:-1]))):
        out = ir.IfElse(ir.Compare("=", key, ir.Const(low + place)), number, out)
    return out


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
    assert node.operator in ("=", "!=", "<", "<=", ">", ">="), "asked only of comparisons"
    operator: ir.Comparison = "=" if node.operator == "!=" else node.operator
    # Numbers that a move leaves open are temporaries and lie in no place that a loop could go through: each part is compared by
    # itself.
    if open_numbers(lowering, node.left) is not None or open_numbers(lowering, node.right) is not None:
        comparisons: Iterator[ir.Expr] = (
            ir.Compare(operator, part(lowering, node.left, key), part(lowering, node.right, key)) for key in keys_of(type_))
        all_hold = reduce(ir.Both, comparisons)
        return ir.Not(all_hold) if node.operator == "!=" else all_hold
    parts = (part(lowering, node.left, ir.Temp(name)), part(lowering, node.right, ir.Temp(name)))
    holds = ir.Gather("every", name, values_of(type_), None, None, False, ir.Compare(operator, *parts))
    return ir.Not(holds) if node.operator == "!=" else holds


def key_of(lowering: Lowering, node: ast.Index) -> ir.Expr:
    """Return the value in brackets; one that has no number is a fault in play."""
    type_ = lowering.type_of(node.subject)
    assert isinstance(type_, PerType), "asked only of such expressions"
    low = lowest(type_.index)
    return lowering.ranged(node.key, low, low + size(type_.index) - 1)


def keys_of(type_: PerType) -> tuple[ir.Const, ...]:
    """Return the values for which there is a number, one by one."""
    return tuple(map(ir.Const, values(type_.index)))


def values_of(type_: PerType) -> ir.Domain:
    """Return the values for which there is a number."""
    low = lowest(type_.index)
    return ir.RangeDomain(ir.Const(low), ir.Const(low + size(type_.index) - 1))


def listed(lowering: Lowering, node: ast.Expr, type_: PerType) -> ir.Expr:
    """Return all the numbers, in the order of the values."""
    low = lowest(type_.index)
    return ir.MakeList(tuple(part(lowering, node, ir.Const(low + i)) for i in range(size(type_.index))))


# ---- Loops over the kinds of an amount that a move leaves open -------------------------------------


@frozen
class Fold:
    """The way in which the parts of a loop become one expression: two together, and one that counts under a condition only."""

    combine: Callable[[ir.Expr, ir.Expr], ir.Expr]
    nothing: ir.Expr

    def together(self, parts: Sequence[ir.Expr]) -> ir.Expr:
        """Return all parts together."""
        return reduce(self.combine, parts) if parts else self.nothing

    def only_if(self, condition: ir.Expr, part: ir.Expr) -> ir.Expr:
        """Return a part that counts where a condition holds."""
        return ir.IfElse(condition, part, self.nothing)


JOINED = {
    "sum": Fold(lambda left, right: ir.Arith("+", left, right), ir.Const(0)),
    "every": Fold(ir.Both, ir.Const(1)),
    "some": Fold(ir.Either, ir.Const(0)),
}


def picks_by(lowering: Lowering, binder: ast.Binder, body: ast.Expr) -> bool:
    """Return whether a loop picks the numbers of an open amount by the values that it goes through."""
    local = lowering.typing.locals[binder]
    return any(isinstance(node, ast.Index) and isinstance(node.key, ast.Name)
               and lowering.typing.meanings.get(node.key) is local and open_numbers(lowering, node.subject) is not None
               for node in nodes_in((body, binder.condition)))


def known_keys(domain: ir.Domain) -> tuple[ir.Const, ...] | None:
    """Return the values of a domain that is the same in every position; None where it is not."""
    match domain:
        case ir.RangeDomain(ir.Const(low), ir.Const(high)):
            return tuple(map(ir.Const, range(low, high + 1)))
        case _:
            # Other domains are made of values of the position.
            return None
