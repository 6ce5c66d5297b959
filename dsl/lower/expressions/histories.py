"""Lower histories: positions as words of numbers in a list, and how often the position is among them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from ... import ir
from ... import syntax as ast
from ...symbols.symbols import FieldInfo, History, PackedSlot
from ..shared.shared import Shared
from .lowering import Lowering


def remember(lowering: Lowering, node: ast.Remember) -> list[ir.Op]:
    """Return the operations that add the position to a history, or empty it."""
    info, history = _history(lowering, node.history)
    to = ir.Slot(lowering.shared.bases[info])
    most = history.limit * len(history.words)
    site = lowering.site(node, f"a history of {history.limit} positions")
    if node.forgets:
        return [ir.WriteList(to, ir.Values(()), most, site)]
    # All words of a position or none: the limit is a multiple of their number, so only the first can find the list full.
    return [ir.Append(to, _word(lowering.shared, word), most, site) for word in history.words]


def times(lowering: Lowering, node: ast.Name) -> ir.Expr:
    """Return how often a history has the position: the value of a function that each program with the history has."""
    return ir.CallFunction(_function_of(_history(lowering, node)[0]), ())


def functions(shared: Shared) -> Iterator[ir.Function]:
    """Yield the function of each history that counts the position in it."""
    for info in shared.symbols.components.fields:
        if info.history is not None:
            yield ir.Function(_function_of(info), (), _times(shared, info, info.history))


def _function_of(info: FieldInfo) -> str:
    # No function of a rulebook begins with a digit.
    return f"0_times_{info.name}"


def remembered(lowering: Lowering, node: ast.Name) -> ir.Expr:
    """Return how many positions a history has."""
    info, history = _history(lowering, node)
    return ir.Arith("div", ir.Slot(lowering.shared.bases[info]), ir.Const(len(history.words)))


def _history(lowering: Lowering, node: ast.Name) -> tuple[FieldInfo, History]:
    info = lowering.typing.meanings[node]
    assert isinstance(info, FieldInfo), "the checker asks for a history"
    assert info.history is not None, "the checker asks for a history"
    return info, info.history


def _times(shared: Shared, info: FieldInfo, history: History) -> ir.Value:
    """Return the words of the position, and the number of positions in the history that have the same words."""
    lets = tuple(ir.Let(shared.temp("word"), _word(shared, word)) for word in history.words)
    base, words, name = shared.bases[info], len(history.words), shared.temp("position")
    # An empty history gives -1, and a range from 0 to -1 has no values.
    last = ir.Arith("-", ir.Arith("div", ir.Slot(base), ir.Const(words)), ir.Const(1))
    step = ir.Step(ir.Temp(name), 0, history.limit, words)
    same: list[ir.Expr] = [ir.Compare("=", ir.Slot(base + 1 + i, (step,)), ir.Temp(let.name)) for i, let in enumerate(lets)]
    condition = reduce(lambda rest, part: ir.Both(part, rest), reversed(same))
    domain = ir.RangeDomain(ir.Const(0), last)
    return ir.Value(lets, ir.Gather("count", name, domain, condition, None, False, None), ())


def _word(shared: Shared, parts: tuple[PackedSlot, ...]) -> ir.Expr:
    """Return a word of the position: its numbers, each from 0 up, side by side."""
    # Each number has bits of its own (`PackedSlot.shift`), so a sum puts them side by side and none runs into another.
    return reduce(lambda left, right: ir.Arith("+", left, right), (_shifted(shared, part) for part in parts))


def _shifted(shared: Shared, part: PackedSlot) -> ir.Expr:
    number: ir.Expr = ir.Slot(shared.bases[part.of] + part.slot)
    if part.low:
        number = ir.Arith("-", number, ir.Const(part.low))
    return ir.Arith("*", number, ir.Const(1 << part.shift)) if part.shift else number
