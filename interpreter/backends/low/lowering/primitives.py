"""`min`, `max`, `abs`, the foremost of some values, and the functions of boards."""

from __future__ import annotations

from collections.abc import Sequence

from .....dsl import ir
from ..emitting import boards, distances
from ..language import tree
from ..language.values import Num, Unsupported, Val, number
from ..writing.building import Code
from ..writing.numbers import as_num, compared, either
from . import expressions, sorting


def called(code: Code, name: str, arguments: Sequence[ir.Expr]) -> Val:
    """The value of a primitive for these arguments."""
    if name == "foremost":
        pairs, descending = arguments
        assert isinstance(pairs, ir.Gather), "pairs come from a quantifier"
        assert isinstance(descending, ir.Const), "which way is known"
        return sorting.foremost(code, pairs, bool(descending.value))
    nums = [as_num(code.reusable(expressions.num(code, argument))) for argument in arguments]
    if name == "abs":
        (item,) = nums
        away = Num(tree.Arith("sub", tree.Int(0), item.node), -item.high, -item.low)
        most = max(abs(item.low), abs(item.high))
        picked = either(compared("<", item, number(0)), away, item)
        return Num(picked.node, 0 if item.low <= 0 <= item.high else min(abs(item.low), abs(item.high)), most)
    out = nums[0]
    for num in nums[1:]:
        so_far = as_num(code.reusable(out))
        chosen = either(compared("<" if name == "min" else ">", num, so_far), num, so_far)
        pick = min if name == "min" else max
        out = Num(chosen.node, pick(num.low, so_far.low), pick(num.high, so_far.high))
    return out


def of_board(code: Code, name: str, arguments: Sequence[ir.Expr], board: str) -> Val:
    """A function of a board."""
    nums = [as_num(code.reusable(expressions.num(code, argument))) for argument in arguments]
    match name:
        case "spaces":
            return boards.spaces(code, board, nums[0])
        case "region_neighbours":
            return boards.region_neighbours(code, board, nums[0])
        case "walk":
            return boards.walked(code, board, nums[0], nums[1])
        case "shift":
            return boards.shifted(code, board, *nums)
        case "steps":
            return boards.stepped(code, board, *nums)
        case "within":
            return distances.near(code, board, nums[0], nums[1], itself=True)
    raise Unsupported(f"the function {name} of boards")
