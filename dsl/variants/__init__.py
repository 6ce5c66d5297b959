"""A rulebook and its variants to one rulebook: declarations in, declarations out.

    layers   the variants as read, each on top of the rulebook or of another
    index    what can be named in a rulebook, and what is part of what
    touches  what a layer changes, and which changes cannot stand together
    rewrite  the changed declarations

What comes out is compiled like any rulebook; no later pass knows that there are variants.
"""

from __future__ import annotations

import attrs

from .. import syntax as ast
from ..diagnostics import Diagnostics
from .index import Index, named
from .layers import Layer, ordered
from .rewrite import Rewriter
from .touches import Touch, check_targets, dropped, touches_of, without_clashes

__all__ = ["Layer", "extended"]


def extended(declarations: tuple[ast.Declaration, ...], tops: tuple[Layer, ...],
             found: Diagnostics) -> tuple[ast.Declaration, ...]:
    """The declarations of a rulebook with these variants, and the layers they lie on.

    Changes that have no target, or that touch the same clause, are diagnostics.
    """
    layers = ordered(tops)
    everything = tuple(touch for layer in layers for touch in touches_of(layer))
    left = without_clashes(everything, Index(declarations), found)
    for layer in layers:
        declarations = _with_layer(declarations, layer, tuple(one for one in left if one.layer is layer), found)
    return declarations


def _with_layer(declarations: tuple[ast.Declaration, ...], layer: Layer, touches: tuple[Touch, ...],
                found: Diagnostics) -> tuple[ast.Declaration, ...]:
    index = Index(declarations)
    known = check_targets(touches, index, found)
    new = [item for item, _ in layer.said() if not isinstance(item, ast.Edit)]
    removed = frozenset(touch.id for touch in known if isinstance(touch.edit, ast.Remove))
    present = _present(layer, new)
    for touch in known:
        dropped(touch, index, removed, present, found)
    out = [_with_header(one, layer.header) for one in Rewriter(known, found).rewritten(declarations)]
    gone = [ast.Removed(touch.span, touch.id) for touch in known if isinstance(touch.edit, ast.Remove)]
    return (*out, *new, *gone)


def _present(layer: Layer, new: list[ast.Declaration]) -> frozenset[str]:
    """The ids of everything that a layer itself writes out."""
    written: list[ast.Node] = list(new)
    for item, _ in layer.said():
        match item:
            case ast.Replace():
                written += item.parts
            case ast.AddParts():
                written += (part for part in item.parts if not isinstance(part, ast.Row))
            case ast.AddStatements():
                written += item.body
            case _:
                pass
    return frozenset(one.id for one in named(written))


def _with_header(one: ast.Declaration, variant: ast.Variant) -> ast.Declaration:
    """The header of the rulebook as a variant changes it; any other declaration as it is."""
    if not isinstance(one, ast.Rulebook):
        return one
    if variant.most:
        one = attrs.evolve(one, fewest=variant.fewest, most=variant.most, players_span=variant.players_span)
    return attrs.evolve(one, seats=variant.seats) if variant.seats else one
