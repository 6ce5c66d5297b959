"""Separate touches that can stand together from clashes, and report these.

A layer may change a clause only by its name, and no two layers that do not know of each other may
change the same clause, or one that is part of another; therefore the order in which variants are
given never matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from .index import named
from .layers import Layer
from .touches import LayerTouch


class PartTree:
    """The parts of each id, in a rulebook and in all that variants put into it."""

    def __init__(self, declarations: Iterable[ast.Node], layers: Iterable[Layer]) -> None:
        # A set, because two layers may put parts of one name into different places; what they touch then clashes with either.
        self.parents: dict[str, set[str]] = {}
        self._note(declarations, None)
        for layer in layers:
            for item, _ in layer.with_reasons():
                match item:
                    case ast.Replace():
                        self._note(item.parts, None)
                    case ast.AddParts(target=target, parts=parts):
                        self._note((part for part in parts if not isinstance(part, ast.Row)), target.name)
                        self.parents |= {f"{target.name}.{part.name}": {target.name} for part in parts
                                         if isinstance(part, ast.Row)}
                    case ast.AddStatements(target=target, body=body):
                        self._note(body, target.name)
                    case ast.SetValue() | ast.Remove() | ast.AddWords():
                        pass
                    case _:
                        # Everything else is a declaration that the layer adds.
                        self._note((item,), None)

    def _note(self, nodes: Iterable[ast.Node], within: str | None) -> None:
        for declaration in named(nodes):
            parent = declaration.parent or within
            if parent is not None:
                self.parents.setdefault(declaration.id, set()).add(parent)

    def around(self, id: str) -> frozenset[str]:
        """Return the ids of all that something is part of; a cell is part of its row."""
        out: set[str] = set()
        # Values, words and `otherwise` parts are no declarations and have no parents here: their id says where they are.
        edge = set(self.parents.get(id, ())) or ({id.rpartition(".")[0]} - {""})
        while edge:
            out |= edge
            edge = {parent for text in edge for parent in self.parents.get(text, ())} - out
        return frozenset(out)


def without_clashes(touches: tuple[LayerTouch, ...], parts: PartTree, diagnostics: Diagnostics) -> tuple[LayerTouch, ...]:
    """The touches without those that change what another does, within a layer or in two that do not know of each other."""
    # Each touch is compared with earlier ones only, and only with those near it: `own_touches` has those of a clause itself,
    # `inside` those of anything in it. Large variants have hundreds, so all pairs would take too long.
    left: list[LayerTouch] = []
    own_touches: dict[str, list[LayerTouch]] = {}
    inside: dict[str, list[LayerTouch]] = {}
    for later in touches:
        around = parts.around(later.id)
        clashing = False
        for earlier in _candidates(later, around, own_touches, inside):
            if _apart(earlier.layer, later.layer) and _clash(earlier, later):
                clashing = True
                where = "this variant" if earlier.layer is later.layer else f"the variant `{earlier.layer.name}`"
                diagnostics.add("E702", f"`{later.id}` is changed in {where} too", later.span,
                          related=(("it is changed here", earlier.span),), help=_advice(earlier, later))
        if not clashing:
            left.append(later)
            own_touches.setdefault(later.id, []).append(later)
            for outer in around:
                inside.setdefault(outer, []).append(later)
    return tuple(left)


def _candidates(later: LayerTouch, around: frozenset[str], own_touches: dict[str, list[LayerTouch]],
                inside: dict[str, list[LayerTouch]]) -> Iterator[LayerTouch]:
    """Yield the earlier touches of the same clause, of what it is part of, and of its parts."""
    yield from own_touches.get(later.id, ())
    for outer in sorted(around):
        yield from (touch for touch in own_touches.get(outer, ()) if touch.whole and not _says_dropped(touch, later))
    if later.whole:
        yield from (touch for touch in inside.get(later.id, ()) if not _says_dropped(later, touch))


def _apart(layer: Layer, other: Layer) -> bool:
    """Return whether neither layer lies on the other; a layer that lies on another may change it again."""
    return layer is other or (layer not in other.lower and other not in layer.lower)


def _clash(touch: LayerTouch, other: LayerTouch) -> bool:
    # Here both are about the same clause, or one is about a part of what the other replaces. Additions to one clause go
    # together, but for statements of two layers in the same place: which of them comes first would depend on their order.
    if touch.id != other.id or touch.whole or other.whole:
        return True
    return touch.layer is not other.layer and isinstance(touch.edit, ast.AddStatements) and isinstance(
        other.edit, ast.AddStatements) and touch.edit.where == other.edit.where


def _says_dropped(outer: LayerTouch, inner: LayerTouch) -> bool:
    """Return whether a layer replaces or removes a clause, and says that a part of it is no longer there."""
    return outer.layer is inner.layer and isinstance(inner.edit, ast.Remove) and not isinstance(outer.edit, ast.SetValue)


def _advice(touch: LayerTouch, other: LayerTouch) -> str | None:
    if touch.layer is not other.layer:
        return f"write a variant of `{touch.layer.name}` that says what holds when both are played"
    if touch.id != other.id:
        return "write the change into the replacement of the whole"
    return None


def check_headers(layers: tuple[Layer, ...], diagnostics: Diagnostics) -> None:
    """Record changes without a name to be found by, and headers that repeat a thing, or stand twice."""
    for i, later in enumerate(layers):
        for part in (part for item, _ in later.with_reasons() if isinstance(item, ast.Replace) for part in item.parts):
            if isinstance(part, ast.Move) and part.id is None:
                diagnostics.add("E701", "a move without a name cannot be replaced", part.notation.span,
                          help="replace the choice that it belongs to")
        headers = [item for item in later.items if isinstance(item, ast.Variant)]
        for second in headers[1:]:
            diagnostics.add("E105", "a second header", second.name_span, related=(("the first is here", headers[0].name_span),))
        for earlier in layers[:i]:
            variant, other = earlier.header, later.header
            if variant.name == other.name:
                diagnostics.add("E702", f"two variants are called `{other.name}`", other.name_span,
                          related=(("the other is here", variant.name_span),))
            elif _apart(earlier, later) and ((variant.most and other.most) or (variant.seats and other.seats)):
                diagnostics.add(
                    "E702",
                    f"players and seats are changed in the variant `{earlier.name}` too",
                    other.players_span,
                    related=(("they are changed here", variant.players_span),),
                )
