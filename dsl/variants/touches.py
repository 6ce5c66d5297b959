"""Layers of variants to touches by id; report an id that is not there."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from attrs import frozen

from .. import syntax as ast
from ..source.diagnostics import Diagnostics, did_you_mean
from ..source.fixes import Meant, line_in_front
from ..source.span import Span
from ..syntax.walk import nodes_in
from .index import NamedNode, NodeIndex, a, kind_of, named
from .layers import Layer

# What the header states, and no clause.
HEADER = ("players", "seats")


@frozen(eq=False)
class LayerTouch:
    """One thing that a layer changes; `whole` means that it is replaced, removed or set."""

    id: str
    span: Span
    edit: ast.Edit
    whole: bool
    layer: Layer
    part: ast.Node | None = None
    reason: str | None = None


def touches_of(layer: Layer) -> tuple[LayerTouch, ...]:
    """Everything that a layer changes in what lies below it."""
    return tuple(attrs.evolve(touch, reason=None if reason is None else reason.raw)
                 for item, reason in layer.with_reasons() for touch in _touches(item, layer))


def _touches(item: ast.Edit | ast.Declaration, layer: Layer) -> Iterator[LayerTouch]:
    match item:
        case ast.SetValue() | ast.Remove():
            yield LayerTouch(item.target.name, item.target.span, item, True, layer)
        case ast.AddParts() | ast.AddWords() | ast.AddStatements():
            yield LayerTouch(item.target.name, item.target.span, item, False, layer)
        case ast.Replace():
            for part in item.parts:
                for declaration in _named_parts(part):
                    yield LayerTouch(declaration.id, declaration.span, item, True, layer, declaration.node)
        case _:
            # A declaration adds to the rulebook and touches nothing of it.
            pass


def _named_parts(part: ast.Node) -> Iterator[NamedNode]:
    """Yield the ids that a replacement replaces: the declaration, or the fields, rows or columns that it holds."""
    inside = list(named((part,)))
    if isinstance(part, ast.Fields) or (isinstance(part, ast.Table) and part.continues):
        yield from (declaration for declaration in inside if isinstance(declaration.node, ast.Field | ast.Row | ast.Column))
    else:
        yield from inside[:1]


# ---- What cannot be ------------------------------------------------------------------------------


def check_targets(touches: tuple[LayerTouch, ...], index: NodeIndex, diagnostics: Diagnostics) -> tuple[LayerTouch, ...]:
    """Return the touches whose targets exist and are of the right kind; the others are recorded."""
    return tuple(touch for touch in touches if _has_target(touch, index, diagnostics))


def _has_target(touch: LayerTouch, index: NodeIndex, diagnostics: Diagnostics) -> bool:
    target = index.by_id.get(touch.id) or _holder(touch, index)
    if target is None and index.may_hold(touch.id):
        return False
    if target is None:
        diagnostics.add("E701", f"there is no `{touch.id}` to change", touch.span, help=_nearest(touch, index))
        return False
    second = index.second.get(touch.id)
    if second is not None:
        diagnostics.add("E702", f"`{touch.id}` is the name of two things, {a(target.kind)} and {a(second.kind)}", touch.span,
                  related=(("the one is here", target.span), ("the other is here", second.span)))
        return False
    if touch.part is not None and not _alike(touch.part, target.node):
        diagnostics.add("E701", f"`{touch.id}` is {a(target.kind)}, not {a(kind_of(touch.part))}", touch.span,
                  related=(("it is declared here", target.span),))
        return False
    return True


def _holder(touch: LayerTouch, index: NodeIndex) -> NamedNode | None:
    """Return the id of the holder of a changed part that has no name: a row for a value, an enum for a word, a choice."""
    outer, _, part = touch.id.rpartition(".")
    holder = index.by_id.get(outer)
    if holder is None:
        return None
    match holder.node, touch.edit:
        case ast.Row(), ast.SetValue():
            return holder
        case ast.Enum(), ast.Remove():
            return holder if part in _words(holder.node) else None
        case ast.Choose(), ast.Remove():
            return holder if part == "otherwise" and holder.node.otherwise is not None else None
        case _:
            # All other parts have names, and are found by these.
            return None


def _words(node: ast.Enum) -> list[str]:
    return [word.name for word in node.members]


def _nearest(touch: LayerTouch, index: NodeIndex) -> str | None:
    """Return the ids nearest to a name that nothing has."""
    if touch.id in HEADER:
        return f"`{touch.id}` stands in the header, below the title and above all else"
    words = [
        f"{id}.{word}"
        for id, declaration in index.by_id.items()
        if isinstance(declaration.node, ast.Enum)
        for word in _words(declaration.node)
    ]
    own = [word for word in words if word.endswith(f".{touch.id}")]
    if own and isinstance(touch.edit, ast.Remove):
        return Meant(f"write `remove {own[0]}`", touch.id, own[0])
    table = _table_of(touch, index) if isinstance(touch.edit, ast.SetValue) else None
    if table is not None:
        return Meant(f"name the table first: `set {table}.{touch.id} = ...`", touch.id, f"{table}.{touch.id}")
    near = did_you_mean(touch.id, (*index.by_id, *words))
    written = touch.span.text
    parent = index.by_id.get(touch.id.partition(".")[0])
    if "." in touch.id and parent is not None and _makes_parts(parent.node):
        explanation = f"what a line of `{parent.id}` makes is changed with the whole line"
        return explanation if near is None else Meant(f"{near} {explanation}", written, near.meant)
    if near is None or written == touch.id:
        return near
    # Of a part of a declaration only the last word stands there.
    holder, _, last = near.meant.rpartition(".")
    return Meant(near, written, last) if holder == touch.id.rpartition(".")[0] else str(near)


def _table_of(touch: LayerTouch, index: NodeIndex) -> str | None:
    """Return the table that has a row and a column of these names, for `axe.cost` without a table before it."""
    row, _, column = touch.id.rpartition(".")
    tables = (id.rpartition(".")[0] for id, declaration in index.by_id.items()
              if isinstance(declaration.node, ast.Row) and row == id.rpartition(".")[2])
    return next((table for table in tables if f"{table}.{column}" in index.by_id), None)


def _makes_parts(node: ast.Node) -> bool:
    """Return whether words of an enum or rows of a table are made by a line."""
    return (isinstance(node, ast.Enum) and node.made is not None) or (
        isinstance(node, ast.Table) and any(row.binders for row in node.rows))


def _alike(new: ast.Node, old: ast.Node) -> bool:
    if isinstance(new, ast.LooseException):
        return isinstance(old, ast.RuleException | ast.FunctionException | ast.RequireException)
    if isinstance(new, ast.Rule) and isinstance(old, ast.Rule):
        return (new.kind == "play") == (old.kind == "play")
    return type(new) is type(old)


def dropped(touch: LayerTouch, index: NodeIndex, removed: frozenset[str], present: frozenset[str],
            diagnostics: Diagnostics) -> None:
    """Record the parts of a replaced clause that its replacement has no longer, unless they are removed by name."""
    if not isinstance(touch.edit, ast.Replace) or touch.part is None or touch.id not in index.by_id:
        return
    # A requirement that is left out of a replacement by oversight is the mistake that variants make most easily, and no other
    # pass could see it: the rest compiles. So what is to go is said by name.
    removed_ids = set(removed)
    for declaration in tuple(named((index.by_id[touch.id].node,)))[1:]:
        if declaration.parent in removed_ids:
            removed_ids.add(declaration.id)
        elif declaration.id not in present | removed_ids and not isinstance(declaration.node, ast.Column):
            # What stood inside it goes with it, also with the `remove` that mends this.
            removed_ids.add(declaration.id)
            diagnostics.add(
                "E703",
                f"the {declaration.kind} `{declaration.id}` is lost when `{touch.id}` is replaced",
                touch.span,
                related=(("it stands here", declaration.span),),
                help=f"write it in the replacement, or add a line `remove {declaration.id}`",
                fixes=(line_in_front(touch.edit.span, f"remove {declaration.id}"),),
            )


# ---- What follows from it ------------------------------------------------------------------------


def alterations_of(touches: tuple[LayerTouch, ...], index: NodeIndex, diagnostics: Diagnostics) -> list[ast.Alteration]:
    """Return the alterations that touches make, with the names that messages about the rest of the rulebook may use."""
    faulty = {diagnostic.span for diagnostic in diagnostics.sorted()}
    out = []
    for touch in touches:
        old = index.by_id.get(touch.id)
        used = frozenset(node.name for node in nodes_in(old.node) if isinstance(node, ast.Name | ast.Attribute | ast.NamedType)
                         ) if old is not None and touch.whole else frozenset()
        out.append(ast.Alteration(touch.span, touch.id, _names(touch, old), used, isinstance(touch.edit, ast.Remove),
                              touch.span in faulty))
    return out


def _names(touch: LayerTouch, old: NamedNode | None) -> frozenset[str]:
    """Return the names by which the rest of a rulebook speaks of what is changed, and of what stood inside it."""
    names = {touch.id.rpartition(".")[2]}
    if old is not None and touch.whole:
        names |= {declaration.id.rpartition(".")[2] for declaration in named((old.node,))}
        names |= {word.name for word in old.node.members} if isinstance(old.node, ast.Enum) else set()
    if old is not None and isinstance(old.node, ast.Table | ast.Pieces) and touch.whole:
        names |= {part.name for part in nodes_in(old.node) if isinstance(part, ast.Column | ast.Field)}
    return frozenset(names)
