"""Lower the questions of an invariant about the events of a step."""

from __future__ import annotations

from ... import ir
from ... import syntax as ast
from .lowering import Lowering


def happened(lowering: Lowering, node: ast.Happening) -> ir.Happened:
    """Return a quantifier over the events of a step."""
    event = list(lowering.symbols.events).index(node.event.name)
    names = tuple(lowering.shared.temp(word.name) for word in node.values)
    for word, name in zip(node.values, names, strict=True):
        lowering.env[lowering.typing.locals[word]] = ir.Temp(name)
    return ir.Happened(node.kind, event, names, None if node.condition is None else lowering.expr(node.condition),
                       None if node.body is None else lowering.expr(node.body))
