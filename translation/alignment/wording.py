"""Our own wording of a clause in the language of a document, as evidence for where the document states it."""

from __future__ import annotations

from functools import cache

from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics
from ...dsl.statements.glossary import Glossary
from ..facts.facts import RulebookFacts
from ..facts.values import KnownValues, symbol_tables_of
from ..wording.fill import Filling
from ..wording.wordings import wordings_of
from .targets import BRACES, WordingOf


def wording_in(files: Files, facts: RulebookFacts, glossary: Glossary | None, language: str) -> WordingOf:
    """Return how each clause is worded in a language; in English, by its statement. What only play knows is left out."""
    if language == "en":
        statements = {clause.id: BRACES.sub(" ", clause.statement) for clause in facts.clauses}
        return lambda clause, players: statements.get(clause) or None
    wordings = wordings_of(files, language, Diagnostics())
    entries = {id: entry for layer in reversed(wordings) for (kind, id), entry in layer.entries.items() if kind == "clause"}
    values = KnownValues(symbol_tables_of(files)) if entries else None

    @cache
    def wording(clause: str, players: int) -> str | None:
        if clause not in entries or values is None:
            return None
        with values.inside(clause):
            return BRACES.sub(" ", Filling(language, glossary, values.values_for(players)).text(entries[clause].parts)).strip()

    return wording
