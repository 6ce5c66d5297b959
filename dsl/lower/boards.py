"""Functions of boards to IR: arithmetic where a board is regular, constant tables where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from .. import syntax as ast
from ..boards import lines_of
from ..types import EnumType, IntType
from ..world import BoardInfo

if TYPE_CHECKING:
    from .expressions import Expressions


def board_call(lowering: Expressions, node: ast.Call, name: str) -> ir.Expr:
    first = node.arguments[0]
    meaning = lowering.typing.meanings.get(first)
    type_ = lowering.type_of(first) if first in lowering.typing.types else None
    if type_ == lowering.world.player:
        step = ir.Const(1 if name == "next" else lowering.world.players - 1)
        return ir.Arith("mod", ir.Arith("+", lowering.expr(first), step), ir.Const(lowering.world.players))
    if isinstance(meaning, BoardInfo):
        return _on_board(lowering, node, name, meaning)
    assert isinstance(type_, EnumType)
    board = lowering.world.board_of(type_)
    assert board is not None
    if type_ == board.region:
        return _on_region(lowering, node, name, board)
    return _on_space(lowering, node, name, board)


def _on_board(lowering: Expressions, node: ast.Call, name: str, board: BoardInfo) -> ir.Expr:
    if name == "lines":
        length = _length(lowering, node.arguments[1])
        table = lowering.shared.table(f"lines.{board.name}.{length}", (lines_of(board.columns, board.rows, length),))
        return ir.Lookup(table, ir.Const(0))
    column = lowering.ranged(node.arguments[1], 1, board.columns)
    row = lowering.ranged(node.arguments[2], 1, board.rows)
    along = ir.Arith("-", column, ir.Const(1))
    up = ir.Arith("*", ir.Arith("-", row, ir.Const(1)), ir.Const(board.columns))
    return ir.Arith("+", up, along)


def _length(lowering: Expressions, node: ast.Expr) -> int:
    type_ = lowering.type_of(node)
    assert isinstance(type_, IntType)
    return type_.low


def _on_region(lowering: Expressions, node: ast.Call, name: str, board: BoardInfo) -> ir.Expr:
    region = lowering.expr(node.arguments[0])
    match name:
        case "region":
            return region
        case "next":
            return ir.Primitive("walk", (region, ir.Const(1)), board.name)
        case "previous":
            return ir.Primitive("walk", (region, ir.Const(-1)), board.name)
        case "clockwise":
            return ir.Primitive("walk", (region, lowering.expr(node.arguments[1])), board.name)
        case "anticlockwise":
            return ir.Primitive("walk", (region, ir.Negate(lowering.expr(node.arguments[1]))), board.name)
        case "neighbours":
            return ir.Primitive("region_neighbours", (region,), board.name)
    assert name == "spaces", name
    return ir.Primitive("spaces", (region,), board.name)


def _on_space(lowering: Expressions, node: ast.Call, name: str, board: BoardInfo) -> ir.Expr:
    space = lowering.expr(node.arguments[0])
    count = ir.Const(len(board.space.members))
    match name:
        case "region":
            return ir.RegionOf(board.name, space)
        case "neighbours":
            return ir.Lookup(lowering.shared.table(f"near.{board.name}", board.neighbours), space)
        case "next" | "previous" if board.shape == "ring":
            return ir.Arith("mod", ir.Arith("+", space, ir.Const(1 if name == "next" else -1)), count)
        case "next" | "previous":
            n = len(board.space.members)
            steps = (*range(1, n), -1) if name == "next" else range(-1, n - 1)
            return ir.Lookup(lowering.shared.table(f"{name}.{board.name}", tuple(steps)), space)
        case "clockwise":
            return ir.Arith("mod", ir.Arith("+", space, lowering.expr(node.arguments[1])), count)
        case "anticlockwise":
            return ir.Arith("mod", ir.Arith("-", space, lowering.expr(node.arguments[1])), count)
        case "column":
            return ir.Arith("+", ir.Arith("mod", space, ir.Const(board.columns)), ir.Const(1))
        case "row":
            return ir.Arith("+", ir.Arith("div", space, ir.Const(board.columns)), ir.Const(1))
        case "lines_through":
            length = _length(lowering, node.arguments[1])
            lines = lines_of(board.columns, board.rows, length)
            through = tuple(tuple(line for line in lines if i in line) for i in range(count.value))
            return ir.Lookup(lowering.shared.table(f"lines_through.{board.name}.{length}", through), space)
        case "shift":
            return _shift(lowering, node, space, board)
    assert name == "distance", name
    rows = tuple(_distances(board, i) for i in range(count.value))
    table = lowering.shared.table(f"distance.{board.name}", tuple(d for row in rows for d in row))
    index = ir.Arith("+", ir.Arith("*", space, count), lowering.expr(node.arguments[1]))
    return ir.Lookup(table, index)


def _shift(lowering: Expressions, node: ast.Call, space: ir.Expr, board: BoardInfo) -> ir.Expr:
    columns, rows = lowering.expr(node.arguments[1]), lowering.expr(node.arguments[2])
    fixed = [lowering.type_of(argument) for argument in node.arguments[1:]]
    if all(isinstance(one, IntType) and one.low == one.high for one in fixed):
        x, y = (_length(lowering, argument) for argument in node.arguments[1:])
        at = {place: i for i, place in enumerate(board.coordinates)}
        cells = tuple(at.get((c + x, r + y), -1) for c, r in board.coordinates)
        return ir.Lookup(lowering.shared.table(f"shift.{board.name}.{x}.{y}", cells), space)
    return ir.Primitive("shift", (space, columns, rows), board.name)


def _distances(board: BoardInfo, start: int) -> tuple[int, ...]:
    """Steps from a space to every other, by breadth-first search; the number of spaces if none lead there."""
    far = {start: 0}
    edge = [start]
    while edge:
        reached = []
        for i in edge:
            for j in board.neighbours[i]:
                if j not in far:
                    far[j] = far[i] + 1
                    reached.append(j)
        edge = reached
    return tuple(far.get(i, len(board.neighbours)) for i in range(len(board.neighbours)))
