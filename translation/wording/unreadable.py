"""The glossaries and texts of a language -> messages on what cannot be read in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics, counted
from ...dsl.statements.glossary import glossary_of
from .wordings import wordings_of


def unread(files: Files, language: str) -> Iterator[str]:
    """For each file in which something cannot be read, that it is so: what is right in it is still used."""
    diagnostics = Diagnostics()
    for code in dict.fromkeys((language, "en")):
        glossary_of(files, code, diagnostics)
    wordings_of(files, language, diagnostics)
    mistakes = Counter(diagnostic.span.source.name for diagnostic in diagnostics.sorted() if diagnostic.level == "error")
    for name, count in mistakes.items():
        yield f"{counted(count, 'mistake')} in `{name}`, which is used without them; `rulewright check` lists them"
