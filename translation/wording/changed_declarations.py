"""Declarations that are new or gone in a rulebook -> what a check of all its texts reports of them, and of nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics
from ...dsl.statements.glossary import glossary_of
from ...dsl.variants import named
from ..facts.meaning import written_notations
from .changed_statements import is_forbidden
from .check import UNPRINTED, called, report_missing, report_no_clause, report_no_word, worded_nodes
from .wordings import ConditionalPart, Placeholder, Wording, Wordings, flat, is_of, languages_of, wordings_of

_WORD = re.compile(r"[^\W\d]\w*")


def check_changed_declarations(files: Files, new: Sequence[ast.Declaration], gone: Sequence[ast.Declaration],
                               loaded: Callable[[], Files | None], diagnostics: Diagnostics, members: Collection[str] = (),
                               lost: Collection[str] = (), words: Callable[[], frozenset[str]] = frozenset) -> bool:
    """Record which clauses that are new have no text, and which texts have no clause; return False where more may be reported.

    `files` says which texts there are; `loaded` returns the rulebook if it has no mistake. `members` are words and rows that
    are new, which no text may name. Those that are `lost` a text may have worded; `words` returns those that there are.
    Nothing but the age of texts is reported of it without these declarations, and nothing of those that are gone.
    """
    english = glossary_of(files, "en")
    statements = [text for inner in named(new) if isinstance(text := getattr(inner.node, "statement", None), ast.Text)]
    # A line below a statement may name a concept that no glossary has. Moves and rolls that are new may need texts as well.
    if any(text.says or (english is not None and is_forbidden(text, english)) for text in statements) or any(
            written_notations(new)):
        return False
    layers = {language: wordings_of(files, language, Diagnostics()) for language in languages_of(files)}
    # The texts of a rulebook are looked at without its variants.
    top = files.variants[-1].name if files.variants else None
    everything = [layer for known in layers.values() for layer in known if layer.variant == top]
    ids = ids_of(gone)
    if any(_names_one(layer, {*ids_of(new), *members}, ids, {*lost}) for layer in everything):
        return False
    for wording in (wording for layer in everything for wording in layer.entries.values() if _is_word(wording, lost)):
        if wording.id not in words():
            report_no_word(wording, words(), diagnostics)
    without = [wording for layer in everything for wording in layer.entries.values()
               if is_of(wording, ids)]
    if without:
        new_tables = loaded()
        if new_tables is None:
            return False
        for wording in without:
            report_no_clause(wording, worded_nodes(new_tables), diagnostics)
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
                report_missing(_to_word(printed), layer, language, called(files), diagnostics)
    return True


def ids_of(items: Iterable[ast.Declaration]) -> set[str]:
    """Return all names in declarations that texts may speak of."""
    known = tuple(items)
    words = (word.name for item in known if isinstance(item, ast.Enum) for word in item.members)
    fields = (field.name for item in known if isinstance(item, ast.Fields) for field in item.fields)
    columns = (column.name for item in known if isinstance(item, ast.Table) for column in item.columns)
    return {*(inner.id for inner in named(known)), *words, *fields, *columns}


def _names_one(layer: Wordings, new: set[str], gone: set[str], lost: set[str]) -> bool:
    """Return whether a file of texts speaks of something with one of these names, or of a part of it.

    It may word a clause that is gone, or a word that is lost.
    """
    ids = new | gone | lost
    written = [*layer.left_out, *(unprinted.condition or "" for unprinted in layer.left_out.values())]
    for wording in layer.entries.values():
        written += (part.written for part in wording.parts if isinstance(part, Placeholder | ConditionalPart))
        written += (part.written for part in flat(wording.parts) if isinstance(part, Placeholder))
        if not is_of(wording, gone) and not _is_word(wording, lost):
            written.append(wording.id)
    return any(word in ids for text in written for word in _WORD.findall(text))


def _is_word(wording: Wording, words: Collection[str]) -> bool:
    return wording.kind == "word" and wording.id in words


def _to_word(items: Iterable[ast.Declaration]) -> list[str]:
    """Return the clauses in declarations that texts have to word, all outside functions."""
    return [inner.id for inner in named(items) if inner.kind not in UNPRINTED
            and isinstance(text := getattr(inner.node, "statement", None), ast.Text) and text.raw]
