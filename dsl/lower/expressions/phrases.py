"""Lower domains to texts that say them in the author's words, with the values that are known in them."""

from __future__ import annotations

from ... import ir
from ... import syntax as ast
from ...symbols.symbols import FieldInfo, Local
from ...syntax.walk import nodes_in
from ...types.types import Scalar
from .lowering import Lowering


def phrase_of(lowering: Lowering, node: ast.Expr, names: tuple[str, ...]) -> int | None:
    """Return the number of the text that says a domain in the author's words, with the values of names and fields in it."""
    # The words are cut out of the source by columns, which only makes sense within one line.
    if node.span.end_line != node.span.line:
        return None
    parts: list[str | ir.TextPart] = []
    written, end = node.span.text, 0
    for item in nodes_in(node):
        begin = item.span.column - node.span.column
        # `nodes_in` gives the outer part first: the names inside `p.gold` begin before `end`, once it is filled in as a whole.
        if isinstance(item, ast.Name | ast.Attribute) and begin >= end and _has_value(lowering, item, names):
            parts += [written[end:begin], ir.TextPart(lowering.expr(item), lowering.type_of(item))]
            end = begin + len(item.span.text)
    lowering.shared.texts.append(ir.TextOf((*(part for part in parts if part), written[end:]), names))
    return len(lowering.shared.texts) - 1


def _has_value(lowering: Lowering, node: ast.Expr, names: tuple[str, ...]) -> bool:
    """Return whether a name, or a field of what a name stands for, is known where a move is refused."""
    meaning = lowering.typing.meanings.get(node)
    if not isinstance(lowering.typing.types.get(node), Scalar):
        return False
    if isinstance(node, ast.Attribute):
        return isinstance(meaning, FieldInfo) and _has_value(lowering, node.subject, names)
    place = lowering.env.get(meaning) if isinstance(meaning, Local) else None
    return isinstance(place, ir.Slot | ir.Const) or (isinstance(place, ir.Temp) and place.name in names)
