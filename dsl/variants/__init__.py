"""A rulebook and its variants to one rulebook: declarations in, declarations out.

    layers         the variants as read, each on top of the rulebook or of another
    columns        rows whose values stand in order, with the names of their columns
    index          what can be named in a rulebook, and what is part of what
    touches        what a layer changes, and whether that is there
    clashes        changes that cannot stand together
    rewrite        the changed declarations
    attribution    mistakes in a rulebook -> the changes of its variants that cause them

What comes out is compiled like any rulebook; no later pass knows that there are variants.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import attrs
from attrs import field, frozen

from .. import syntax as ast
from ..source.diagnostics import Diagnostic, Diagnostics
from .clashes import PartTree, check_headers, without_clashes
from .columns import as_written, layers_with_columns, with_columns
from .index import NamedKind, NamedNode, NodeIndex, holder_of, name_of, named, used_names
from .layers import Layer, ordered
from .rewrite import Rewriter
from .touches import LayerTouch, alterations_of, check_targets, dropped, touches_of

__all__ = [
    "Layer", "NamedKind", "NamedNode", "NodeIndex", "extended", "holder_of", "name_of", "named", "reasons", "used_names",
    "with_columns",
]


# How many rulebooks with variants are kept, for those who read them again.
EXTENDED_KEPT = 16


def extended(declarations: tuple[ast.Declaration, ...], tops: tuple[Layer, ...],
             diagnostics: Diagnostics) -> tuple[ast.Declaration, ...]:
    """Return the declarations of a rulebook with these variants, and the layers they lie on.

    Changes that have no target, or that touch the same clause, are diagnostics. The same nodes give the same nodes again, so
    that what passes have found of these holds when the rulebook is read next.
    """
    chains = tuple(tuple((layer.header, layer.items) for layer in top.chain) for top in tops)
    declarations_now, problems = _extended(_Extension(declarations, chains, tops))
    diagnostics.extend(problems)
    return declarations_now


@frozen
class _Extension:
    """A rulebook and its variants. Files that are read again parse to the same nodes, but not to the same layers."""

    declarations: tuple[ast.Declaration, ...]
    chains: tuple[tuple[tuple[ast.Variant, tuple[ast.Item, ...]], ...], ...]
    tops: tuple[Layer, ...] = field(eq=False)


@lru_cache(maxsize=EXTENDED_KEPT)
def _extended(extension: _Extension) -> tuple[tuple[ast.Declaration, ...], tuple[Diagnostic, ...]]:
    declarations, tops, diagnostics = extension.declarations, extension.tops, Diagnostics()
    # Values that stand in order get the names of their columns first: a variant may add or take away a column, and the values
    # of other rows would move. `as_written` undoes it at the end for rows that no variant has touched.
    layers = layers_with_columns(ordered(tops), declarations)
    before = declarations
    declarations = with_names = with_columns(declarations)
    everything = tuple(touch for layer in layers for touch in touches_of(layer))
    check_headers(layers, diagnostics)
    left = without_clashes(everything, PartTree(declarations, layers), diagnostics)
    changes: list[ast.Alteration] = []
    # INVARIANT: the layers may be applied one after the other, because no two that do not know of each other touch the same.
    # Each sees the rulebook as the layers below have left it, so each gets an index of its own.
    for layer in layers:
        touches = tuple(touch for touch in left if touch.layer is layer)
        index = NodeIndex(declarations)
        known = check_targets(touches, index, diagnostics)
        declarations = _with_layer(declarations, layer, known, index, diagnostics)
        changes += alterations_of(known, index, diagnostics)
    # The rulebook without its variants goes along: a mistake that it has too is not one of the changes (`attribution`).
    span = tops[0].header.span
    declarations = as_written(declarations, before, with_names)
    return (*_titled(declarations, _title(tops)), ast.Alterations(span, tuple(changes), before)), diagnostics.sorted()


def reasons(tops: tuple[Layer, ...]) -> dict[str, str]:
    """Return the reasons that variants give for what they change and add, by the id of what it is."""
    out: dict[str, str] = {}
    for layer in ordered(tops):
        touches = touches_of(layer)
        # A value, a word or an `otherwise` has no id of its own: what it belongs to is changed.
        out |= {touch.id.rpartition(".")[0]: touch.reason or "" for touch in touches if "." in touch.id}
        out |= {touch.id: touch.reason or "" for touch in touches}
        for item, reason in layer.with_reasons():
            if reason is not None:
                out |= {declaration.id: reason.raw for declaration in named(written_by(item))}
    return {id: reason for id, reason in out.items() if reason}


def _with_layer(declarations: tuple[ast.Declaration, ...], layer: Layer, known: tuple[LayerTouch, ...], index: NodeIndex,
                diagnostics: Diagnostics) -> tuple[ast.Declaration, ...]:
    new = [item for item, _ in layer.with_reasons() if not isinstance(item, ast.Edit)]
    removed = frozenset(touch.id for touch in known if isinstance(touch.edit, ast.Remove))
    present = _present(layer)
    for touch in known:
        dropped(touch, index, removed, present, diagnostics)
    out = [
        _with_header(declaration, layer.header) for declaration in Rewriter(known, index, diagnostics).rewritten(declarations)
    ]
    return (*out, *new)


def _titled(declarations: Iterable[ast.Declaration], title: ast.Text | None) -> tuple[ast.Declaration, ...]:
    return tuple(
        attrs.evolve(declaration, title=title) if title is not None and isinstance(declaration, ast.Rulebook) else declaration
        for declaration in declarations
    )


def _title(tops: tuple[Layer, ...]) -> ast.Text | None:
    """Return the title of a rulebook with these variants: that of the highest that has one; side by side of all of them."""
    # Titles side by side are sorted, so that the order in which variants are given does not show in the title either.
    highest = [next((layer.header.title for layer in reversed(top.chain) if layer.header.title), None) for top in tops]
    titles = sorted((text for text in highest if text is not None), key=lambda title: title.raw)
    if not titles:
        return None
    together = " and ".join(dict.fromkeys(text.raw for text in titles))
    return attrs.evolve(titles[0], parts=(together,))


def _present(layer: Layer) -> frozenset[str]:
    """Return the ids of everything that a layer itself writes out."""
    return frozenset(declaration.id for item, _ in layer.with_reasons() for declaration in named(written_by(item)))


def written_by(item: ast.Edit | ast.Declaration) -> tuple[ast.Node, ...]:
    """Return the nodes that an edit, or an added declaration, puts into the rulebook."""
    match item:
        case ast.Replace():
            return item.parts
        case ast.AddParts():
            # The id of a row has its table's name in it, which is not known here.
            return tuple(part for part in item.parts if not isinstance(part, ast.Row))
        case ast.AddStatements():
            return item.body
        case ast.SetValue() | ast.Remove() | ast.AddWords():
            return ()
        case _:
            # Everything else is a declaration, written as it stands.
            return (item,)


def _with_header(declaration: ast.Declaration, variant: ast.Variant) -> ast.Declaration:
    """Return the header of the rulebook as a variant changes it; any other declaration as it is."""
    if not isinstance(declaration, ast.Rulebook):
        return declaration
    if variant.most:
        declaration = attrs.evolve(declaration, fewest=variant.fewest, most=variant.most, players_span=variant.players_span)
    return attrs.evolve(declaration, seats=variant.seats) if variant.seats else declaration
