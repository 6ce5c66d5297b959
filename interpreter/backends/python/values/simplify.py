"""Conditions of which a part is known: what is left to work out in play."""

from __future__ import annotations

from .....dsl import ir
from ...plan.knowledge import COMPARE


def simplified(node: ir.Expr) -> ir.Expr:
    """An expression with the same value and the same faults; a constant where that is known."""
    match node:
        case ir.Compare(compare, left, right):
            match simplified(left), simplified(right):
                case ir.Const(a), ir.Const(b):
                    return ir.Const(int(COMPARE[compare](a, b)))
                case ir.Arith("+", a, ir.Const(more)), ir.Arith("+", b, ir.Const(as_much)) if more == as_much:
                    return ir.Compare(compare, a, b)
                case _:
                    # What other sides are is known in play only.
                    pass
        case ir.Not(operand):
            match simplified(operand):
                case ir.Const(value):
                    return ir.Const(int(not value))
                case _:
                    # Whether it holds is known in play only.
                    pass
        case ir.Both(left, right):
            match simplified(left):
                case ir.Const(value) as known:
                    return simplified(right) if value else known
                case _:
                    # Whether the left part holds is known in play only.
                    pass
        case ir.Either(left, right):
            match simplified(left):
                case ir.Const(value) as known:
                    return known if value else simplified(right)
                case _:
                    # Whether the left part holds is known in play only.
                    pass
        case ir.IfElse(condition, this, that):
            match simplified(condition):
                case ir.Const(value):
                    return simplified(this if value else that)
                case _:
                    # Which of the two it is, is known in play only.
                    pass
        case _:
            # Other expressions stay as they are.
            pass
    return node
