"""Texts and glossaries -> digests of what a check of texts reads of them; the files that have changed -> whether it holds.

A check of a rulebook with a variant looks at the texts of the variant. Of the texts of the rulebook it asks which there are,
and for which state of their clauses they were written. Of a glossary no check reads the notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ...dsl.load.loader import Files
from ...dsl.source import disk
from ...dsl.source.cache import digest_of
from ...dsl.source.diagnostics import Diagnostics
from ...dsl.statements.glossary import Glossary, glossaries_of, text_folder
from .wordings import Wordings, languages_of, wordings_of


def digests_of(files: Files) -> dict[str, str]:
    """Return the digests of the glossaries of a rulebook, and of the texts below those of its topmost variant, by their names.

    Files in which something cannot be read have none.
    """
    if not disk.is_folder(text_folder(files)):
        return {}
    top = files.variants[-1].name if files.variants else None
    wrong = Diagnostics()
    read: list[Glossary | Wordings] = [*glossaries_of(files, wrong)]
    read += (layer for language in languages_of(files) for layer in wordings_of(files, language, wrong) if layer.variant != top)
    faulty = {diagnostic.span.source.name for diagnostic in wrong.sorted()}
    return {Path(file.source.name).name: _digest(file) for file in read if file.source.name not in faulty}


def read_the_same(files: Files, names: Iterable[str], before: Mapping[str, str]) -> bool:
    """Return whether a check of texts reads of the files with these names what it read of them before.

    `before` are the digests of then. Texts that the check looks at have none.
    """
    if not before.keys() >= set(names):
        return False
    current = digests_of(files)
    return all(current.get(name) == before[name] for name in names)


def _digest(read: Glossary | Wordings) -> str:
    """Return a digest of what is asked of a file."""
    question: object
    if isinstance(read, Glossary):
        terms = [(term.concept, term.text, term.status, tuple(term.forms.items())) for term in read.terms]
        question = read.language, terms, [line.concept for line in read.open]
    else:
        question = read.variant, sorted((kind, id, wording.fingerprint) for (kind, id), wording in read.entries.items())
    return digest_of(repr(question).encode("utf-8", "surrogatepass"))
