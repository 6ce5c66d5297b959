"""Wordings and what they word -> those that were written for another state of it, and clauses of a variant that have none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.parse import items_of
from ...dsl.source.diagnostics import Diagnostics
from ...dsl.source.fixes import in_place
from ...dsl.variants import named
from ..facts.meaning import NOTATIONS, OriginalRows, fingerprint, notations
from .wordings import Wording, Wordings, languages_of, wordings_of


def check_age(wording: Wording, worded: ast.Node, diagnostics: Diagnostics) -> None:
    """Record that a text was written for another state of what it words."""
    current = fingerprint(worded)
    if wording.fingerprint != current:
        why = "has changed since this text was written" if wording.fingerprint else "is not said to be the one meant"
        written = wording.id if wording.kind == "clause" else f"{wording.kind} {wording.id}"
        diagnostics.add("W503", f"the {wording.kind} {why}", wording.span, clause=wording.id,
                        help=f"if the text says what the {wording.kind} says now, write `{written} {current}`",
                        fixes=(in_place(wording.named_span, f"{wording.id} {current}"),))


def check_ages(files: Files, clauses: Mapping[str, ast.Node], diagnostics: Diagnostics) -> None:
    """Record those texts of some clauses that were written for another state of them, as a check of all texts does.

    `files` says which texts there are: those of its rulebook, or of the topmost of its variants.
    """
    top = files.variants[-1].name if files.variants else None
    naming = _naming(clauses)
    layers = (layer for language in languages_of(files) for layer in wordings_of(files, language, Diagnostics(), naming))
    for layer in (layer for layer in layers if layer.variant == top):
        for id, node in clauses.items():
            wording = layer.entries.get(("clause", id))
            if wording is not None:
                check_age(wording, node, diagnostics)
            for kind in NOTATIONS:
                for number, text in enumerate(notations(node, kind), 1):
                    # The number of the first may be left out.
                    written = (layer.entries.get((kind, name)) for name in (f"{id}.{number}", *([id] if number == 1 else ())))
                    for wording in filter(None, written):
                        check_age(wording, text, diagnostics)


def _naming(clauses: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that is found in each file with a text for one of these clauses."""
    return re.compile("|".join(sorted(map(re.escape, clauses))) or r"(?!)")


# ---- Clauses that a variant changes ----------------------------------------------------------------


def clauses_below(files: Files) -> dict[str, ast.Node]:
    """The clauses of a rulebook as they are without its variants, by their ids."""
    if not files.variants:
        return {}
    own = (source for source in files.sources if source not in {variant.span.source for variant in files.variants})
    return {declaration.id: declaration.node for source in own for declaration in named(items_of(source))}


def differs(node: ast.Node, below: ast.Node | None) -> bool:
    """Return whether a variant changes or adds a clause; `below` is the clause without the variant."""
    return below is None or (below is not node and fingerprint(below) != fingerprint(node))


def has_text(layers: Iterable[Wordings], top: str | None, id: str, node: ast.Node) -> bool:
    """Return whether a clause has a text; that of the rulebook counts while the variant on `top` leaves the clause alone."""
    texts = [(layer, wording) for layer in layers if (wording := layer.entries.get(("clause", id))) is not None]
    return any(layer.variant == top or text.fingerprint == fingerprint(node) for layer, text in texts)


def without_text(files: Files, clauses: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Return those of some clauses that the topmost variant changes and that have no text, each with the language."""
    top = files.variants[-1].name if files.variants else None
    unset, below = OriginalRows(files.declarations), clauses_below(files)
    nodes = {declaration.id: declaration.node for declaration in named(files.declarations)}
    nodes_of_clauses = {id: unset.node(id, nodes[id]) for id in clauses if id in nodes}
    own = {id: node for id, node in nodes_of_clauses.items() if top is None or differs(node, below.get(id))}
    naming = _naming(own)
    return frozenset((id, language) for language in languages_of(files)
                     for layers in (wordings_of(files, language, Diagnostics(), naming),)
                     for id, node in own.items() if not has_text(layers, top, id, node))
