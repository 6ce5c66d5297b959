"""Glossaries of two languages -> pairs of stems that are known to say the same, whatever the texts show."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.statements.glossary import Glossary
from ..document.document import Document
from ..document.words import folded_words, stem


def known_words(own: Glossary | None, other: Glossary | None, original: Document,
                translation: Document) -> list[tuple[str, str]]:
    """The stems of the terms of each concept that both glossaries have, where a term is one word."""
    if own is None or other is None:
        return []
    there = dict[str, list[str]]()
    for concept, stem_of in _stems(other, translation):
        there.setdefault(concept, []).append(stem_of)
    return [(stem_of, partner) for concept, stem_of in _stems(own, original) for partner in there.get(concept, ())]


def _stems(glossary: Glossary, document: Document) -> Iterator[tuple[str, str]]:
    for term in glossary.terms:
        for text in term.written:
            words = folded_words(text)
            if len(words) == 1:
                yield term.concept, stem(words[0], document.language.stemmer)
