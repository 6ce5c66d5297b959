"""Declarations that are new or gone in a rulebook -> what a check of all its texts reports of them, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics
from ...dsl.statements.glossary import glossary_of
from ...dsl.variants import named
from .check import UNPRINTED, report_missing
from .reworded import is_forbidden
from .wordings import Wordings, languages_of, wordings_of


def check_besides(files: Files, rulebook: str, new: Sequence[ast.Declaration], gone: Sequence[ast.Declaration],
                  diagnostics: Diagnostics) -> bool:
    """Record which of the clauses that are new have no text; return False where more may be reported.

    `files` says which texts there are, `rulebook` is the name of the rulebook. Nothing but the age of texts is reported of it
    without these declarations.
    """
    english = glossary_of(files, "en")
    statements = [text for inner in named(new) if isinstance(text := getattr(inner.node, "statement", None), ast.Text)]
    # A line below a statement may name a concept that no glossary has.
    if any(text.says or (english is not None and is_forbidden(text, english)) for text in statements):
        return False
    layers = {language: wordings_of(files, language, Diagnostics()) for language in languages_of(files)}
    ids = {inner.id for inner in named((*new, *gone))}
    if any(_names_one(layer, ids) for known in layers.values() for layer in known):
        return False
    if english is not None and any(isinstance(item, ast.Function) and item.name in english.concepts for item in new):
        return False
    printed = [item for item in new if not isinstance(item, ast.Function) and _to_word((item,))]
    # The clauses are listed in the order of the printed rules, which that of two declarations need not be.
    if len(printed) > 1:
        return False
    # A variant leaves the declarations of its rulebook alone that are new, so that it need not word them.
    if printed and not files.variants:
        for language, known in layers.items():
            layer = next((wordings for wordings in known if wordings.variant is None), None)
            if language != "en" and layer is not None:
                report_missing(_to_word(printed), layer, language, rulebook, diagnostics)
    return True


def _names_one(layer: Wordings, ids: set[str]) -> bool:
    """Return whether a file of texts speaks of something with one of these names, or of a part of it."""
    known: Iterable[str] = (*(id for _, id in layer.entries), *layer.left_out)
    return any(id.partition(".")[0] in ids for id in known)


def _to_word(items: Iterable[ast.Declaration]) -> list[str]:
    """Return the clauses in declarations that texts have to word, all outside functions."""
    return [inner.id for inner in named(items) if inner.kind not in UNPRINTED
            and isinstance(text := getattr(inner.node, "statement", None), ast.Text) and text.raw]
