"""Layers to touches: which ids each layer changes, and whether there is anything of that name to change."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from attrs import frozen

from .. import syntax as ast
from ..diagnostics import Diagnostics, did_you_mean
from ..spans import Span
from .index import Index, Named, a, kind_of, named
from .layers import Layer


@frozen(eq=False)
class Touch:
    """One thing that a layer changes; `whole` means that it is replaced, removed or set."""

    id: str
    span: Span
    edit: ast.Edit
    whole: bool
    layer: Layer
    part: ast.Node | None = None
    reason: str | None = None


def touches_of(layer: Layer) -> tuple[Touch, ...]:
    """Everything that a layer changes in what lies below it."""
    return tuple(attrs.evolve(touch, reason=None if reason is None else reason.raw)
                 for item, reason in layer.said() for touch in _touches(item, layer))


def _touches(item: ast.Edit | ast.Declaration, layer: Layer) -> Iterator[Touch]:
    match item:
        case ast.SetValue() | ast.Remove():
            yield Touch(item.target.name, item.target.span, item, True, layer)
        case ast.AddParts() | ast.AddWords() | ast.AddStatements():
            yield Touch(item.target.name, item.target.span, item, False, layer)
        case ast.Replace():
            for part in item.parts:
                for one in _named_parts(part):
                    yield Touch(one.id, one.span, item, True, layer, one.node)
        case _:
            pass


def _named_parts(part: ast.Node) -> Iterator[Named]:
    """What a replacement replaces: the declaration, or the fields or rows of one that only holds them."""
    inside = list(named((part,)))
    if isinstance(part, ast.Fields) or (isinstance(part, ast.Table) and part.continues):
        yield from (one for one in inside if isinstance(one.node, ast.Field | ast.Row))
    else:
        yield from inside[:1]


# ---- What cannot be ------------------------------------------------------------------------------


def check_targets(touches: tuple[Touch, ...], index: Index, found: Diagnostics) -> tuple[Touch, ...]:
    """The touches whose targets exist and are of the right kind; the others are recorded."""
    return tuple(touch for touch in touches if _has_target(touch, index, found))


def _has_target(touch: Touch, index: Index, found: Diagnostics) -> bool:
    target = index.by_id.get(touch.id)
    if target is None and isinstance(touch.edit, ast.SetValue):
        target = index.by_id.get(touch.id.rpartition(".")[0])
        if target is not None and not isinstance(target.node, ast.Row):
            target = None
    if target is None and index.may_hold(touch.id):
        return False
    if target is None:
        found.add("E701", f"there is no `{touch.id}` to change", touch.span, help=did_you_mean(touch.id, index.by_id))
        return False
    second = index.second.get(touch.id)
    if second is not None:
        found.add("E702", f"`{touch.id}` is the name of two things, {a(target.kind)} and {a(second.kind)}", touch.span,
                  related=(("the one is here", target.span), ("the other is here", second.span)))
        return False
    if touch.part is not None and not _alike(touch.part, target.node):
        found.add("E701", f"`{touch.id}` is {a(target.kind)}, not {a(kind_of(touch.part))}", touch.span,
                  related=(("it is declared here", target.span),))
        return False
    return True


def _alike(new: ast.Node, old: ast.Node) -> bool:
    if isinstance(new, ast.LooseException):
        return isinstance(old, ast.RuleException | ast.FunctionException | ast.RequireException)
    if isinstance(new, ast.Rule) and isinstance(old, ast.Rule):
        return (new.kind == "play") == (old.kind == "play")
    return type(new) is type(old)


def dropped(touch: Touch, index: Index, removed: frozenset[str], present: frozenset[str], found: Diagnostics) -> None:
    """Record the parts of a replaced clause that its replacement has no longer, unless they are removed by name."""
    if not isinstance(touch.edit, ast.Replace) or touch.part is None or touch.id not in index.by_id:
        return
    gone = set(removed)
    for one in tuple(named((index.by_id[touch.id].node,)))[1:]:
        if one.parent in gone:
            gone.add(one.id)
        elif one.id not in present | gone:
            found.add("E703", f"the {one.kind} `{one.id}` is lost when `{touch.id}` is replaced", touch.span,
                      related=(("it stands here", one.span),),
                      help=f"write it in the replacement, or add a line `remove {one.id}`")
