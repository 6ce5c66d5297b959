"""Lower turns and sides of tiles: sums that go round, and tables of what lies in a direction."""

from __future__ import annotations

from ... import ir
from ... import syntax as ast
from ...boards.forms import DIRECTIONS
from ...boards.tiles import places_of_sides, turned
from ...types.types import ListType, Type, size
from .lowering import Lowering


def tile_call(lowering: Lowering, node: ast.Call, name: str) -> ir.Expr:
    """Return a direction that is turned or opposite, or the side that a turned tile has in a direction."""
    first, *rest = node.arguments
    match name:
        case "opposite":
            # Directions are numbered all the way round, so the opposite one is half of them further.
            half = ir.Const(len(DIRECTIONS) // 2)
            return ir.Arith("mod", ir.Arith("+", lowering.expr(first), half), ir.Const(len(DIRECTIONS)))
        case "turned":
            count = size(lowering.type_of(rest[0]))
            table = lowering.shared.table(f"turned.{count}", turned(count))
            return ir.Lookup(table, _entry(count, lowering.expr(first), lowering.expr(rest[0])))
    sides = lowering.type_of(first)
    assert isinstance(sides, ListType), "checked to be the sides of a tile"
    turn = lowering.expr(rest[1]) if len(rest) == 2 else ir.Const(0)
    table = lowering.shared.table(f"sides.{sides.limit}", places_of_sides(sides.limit))
    place = ir.Lookup(table, _entry(sides.limit, lowering.expr(rest[0]), turn))
    return ir.ItemAt(lowering.expr(first), place, lowering.site(node, "the tile has no side in this direction"))


def _entry(count: int, direction: ir.Expr, turn: ir.Expr) -> ir.Expr:
    return ir.Arith("+", ir.Arith("*", direction, ir.Const(count)), turn)


def turned_further(operator: ir.SetOperator, left: ir.Expr, right: ir.Expr, turn: Type) -> ir.Expr:
    """Return a turn and another, together a turn again."""
    return ir.Arith("mod", ir.Arith(operator, left, right), ir.Const(size(turn)))
