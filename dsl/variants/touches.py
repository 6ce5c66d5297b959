"""Layers to touches: which ids each layer changes, and what cannot stand together.

A layer may change a clause only by its name, and no two layers that do not know of each other may
change the same clause, or one that is part of another; therefore the order in which variants are
given never matters.
"""

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
    if target is None:
        found.add("E701", f"there is no `{touch.id}` to change", touch.span, help=did_you_mean(touch.id, index.by_id))
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


def without_clashes(everything: tuple[Touch, ...], index: Index, found: Diagnostics) -> tuple[Touch, ...]:
    """The touches without those that change what another does, within a layer or in two that do not know of each other.

    What is left out is recorded.
    """
    left: list[Touch] = []
    for later in everything:
        clashing = False
        for earlier in left:
            if _apart(earlier.layer, later.layer) and _clash(earlier, later, index):
                clashing = True
                where = "this variant" if earlier.layer is later.layer else f"the variant `{earlier.layer.name}`"
                found.add("E702", f"`{later.id}` is changed in {where} too", later.span,
                          related=(("it is changed here", earlier.span),), help=_advice(earlier, later))
        if not clashing:
            left.append(later)
    return tuple(left)


def _apart(one: Layer, other: Layer) -> bool:
    """Whether neither layer lies on the other; a layer that lies on another may change it again."""
    return one is other or (one not in other.chain() and other not in one.chain())


def _clash(one: Touch, other: Touch, index: Index) -> bool:
    if one.id == other.id:
        if one.whole or other.whole:
            return True
        return one.layer is not other.layer and isinstance(one.edit, ast.AddStatements) and isinstance(
            other.edit, ast.AddStatements) and one.edit.where == other.edit.where
    return any(outer.whole and not _says_dropped(outer, inner) and outer.id in _around(inner, index)
               for outer, inner in ((one, other), (other, one)))


def _around(touch: Touch, index: Index) -> tuple[str, ...]:
    if touch.id in index.by_id:
        return tuple(index.around(touch.id))
    row = touch.id.rpartition(".")[0]
    return (row, *index.around(row))


def _says_dropped(outer: Touch, inner: Touch) -> bool:
    """Whether a layer replaces or removes a clause, and says that a part of it is no longer there."""
    return outer.layer is inner.layer and isinstance(inner.edit, ast.Remove) and not isinstance(outer.edit, ast.SetValue)


def _advice(one: Touch, other: Touch) -> str | None:
    if one.layer is not other.layer:
        return f"write a variant of `{one.layer.name}` that says what holds when both are played"
    if one.id != other.id:
        return "write the change into the replacement of the whole"
    return None


def dropped(touch: Touch, index: Index, removed: frozenset[str], present: frozenset[str], found: Diagnostics) -> None:
    """Record the parts of a replaced clause that its replacement has no longer, unless they are removed by name."""
    if not isinstance(touch.edit, ast.Replace) or touch.part is None or touch.id not in index.by_id:
        return
    for one in index.by_id.values():
        around = tuple(index.around(one.id))
        if touch.id in around and not {one.id, *around} & removed and one.id not in present:
            found.add("E703", f"the {one.kind} `{one.id}` is lost when `{touch.id}` is replaced", touch.span,
                      related=(("it stands here", one.span),),
                      help=f"write it in the replacement, or add a line `remove {one.id}`")
