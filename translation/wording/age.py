"""Wordings and what they word -> those that were written for another state of it."""

from __future__ import annotations

from collections.abc import Mapping

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics
from ...dsl.source.fixes import in_place
from ..facts.meaning import fingerprint
from .wordings import Wording, languages_of, wordings_of


def check_age(wording: Wording, worded: ast.Node, diagnostics: Diagnostics) -> None:
    """Record that a text was written for another state of what it words."""
    now = fingerprint(worded)
    if wording.fingerprint != now:
        why = "has changed since this text was written" if wording.fingerprint else "is not said to be the one meant"
        written = wording.id if wording.kind == "clause" else f"{wording.kind} {wording.id}"
        diagnostics.add("W503", f"the {wording.kind} {why}", wording.span, clause=wording.id,
                        help=f"if the text says what the {wording.kind} says now, write `{written} {now}`",
                        fixes=(in_place(wording.named_span, f"{wording.id} {now}"),))


def check_ages(files: Files, clauses: Mapping[str, ast.Node], diagnostics: Diagnostics) -> None:
    """Record those texts of some clauses that were written for another state of them, as a check of all texts does.

    `files` says which texts there are: those of its rulebook, or of the topmost of its variants.
    """
    top = files.variants[-1].name if files.variants else None
    layers = (layer for language in languages_of(files) for layer in wordings_of(files, language, Diagnostics()))
    for layer in (layer for layer in layers if layer.variant == top):
        for id, node in clauses.items():
            wording = layer.entries.get(("clause", id))
            if wording is not None:
                check_age(wording, node, diagnostics)
