"""Values of functions, computed once for all moves of a position; beside each stands the number of its listing."""

from __future__ import annotations

from collections.abc import Callable

from ..language import tree
from ..language.values import Cond, ListVal, Num, Unsupported, Val, number
from ..writing.building import Code, times
from ..writing.numbers import arith, as_num, narrowed

# The number of the listing that is under way.
LISTING = tree.Global("listing", wide=True)
# A number of 8 bytes for the listing, and one for the value; the most combinations of a function that is remembered.
CELL, MOST = 16, 1024


def next_listing(code: Code) -> None:
    """Begin to list the moves of a position: nothing is remembered of it."""
    # Each value stands beside the number of the listing that it was worked out in, so to forget all of them is to count on.
    code.emit(tree.Set(LISTING, tree.Arith("add", LISTING, tree.Int(1))))


def value_of(code: Code, name: str, vals: list[Val], work_out: Callable[[], Val]) -> Val | None:
    """The value of a call, worked out if it was not in this listing; None where it cannot be remembered."""
    place = _place(code, name, vals)
    if place is None:
        return None
    address, cell = place
    with code.nested() as body:
        val = code.settled(work_out())
        if not isinstance(val, Num | Cond):
            return None
        code.emit(tree.Store(address, cell + 8, as_num(val).node, 8), tree.Store(address, cell, LISTING, 8))
    result = code.local()
    # A value is stored as a word, also a condition, so that all cells have one size.
    body.append(tree.Set(result, as_num(val).node))
    code.emit(tree.If(tree.Test("ne", tree.Load(address, cell, 8), LISTING), tuple(body),
                      (tree.Set(result, tree.Load(address, cell + 8, 8)),)))
    if isinstance(val, Cond):
        return Cond(tree.Narrow(result))
    return Num(result, val.low, val.high)


def _place(code: Code, name: str, vals: list[Val]) -> tuple[tree.Expr, int] | None:
    """The place of a function's remembered value for these arguments: an address, and the offset that is added to it."""
    # A table with a cell for each combination of arguments that the ranges allow: no hashes, and no two in one place.
    nums = [as_num(val) for val in vals if isinstance(val, Num | Cond)]
    count = 1
    for num in nums:
        count *= max(1, num.high - num.low + 1)
    if len(nums) < len(vals) or count > MOST:
        return None
    ranges = tuple((num.low, num.high) for num in nums)
    cell = code.whole.cells.setdefault((name, ranges), -1)
    if cell < 0:
        cell = code.whole.cells[name, ranges] = code.whole.memory.reserved(CELL * count)
    index = number(0)
    for num in nums:
        span = number(num.high - num.low + 1)
        index = arith(code, "+", arith(code, "*", index, span), arith(code, "-", num, number(num.low)))
    return code.in_local(times(narrowed(index.node), CELL), wide=False), cell


def list_of(code: Code, key: object, make: Callable[[], ListVal]) -> ListVal:
    """A list that several moves go through, made if it was not in this listing."""
    cell = code.whole.cells.get(key, -1)
    if cell < 0:
        cell = code.whole.cells[key] = code.whole.memory.reserved(CELL)
    place = code.local(wide=False)
    with code.nested() as body:
        list_val = make()
        if not isinstance(list_val.node, tree.Local):
            raise Unsupported("a list that stands nowhere")
        code.emit(tree.Set(place, list_val.node), tree.Store(tree.Mark(cell), 8, tree.Widen(place), 8),
                  tree.Store(tree.Mark(cell), 0, LISTING, 8))
    start = tree.Narrow(tree.Load(tree.Mark(cell), 8, 8))
    code.emit(tree.If(tree.Test("ne", tree.Load(tree.Mark(cell), 0, 8), LISTING), tuple(body), (tree.Set(place, start),)))
    return ListVal(place, list_val.most, list_val.entry, fixed=True)
