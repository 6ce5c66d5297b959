"""Glossaries and texts of words -> the word of a language for each name of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...dsl.source.records import frozen
from ...dsl.statements.glossary import Glossary
from ...dsl.statements.languages import MODALITIES, modal_words
from .texts import MissingTexts


@frozen(eq=False)
class Terminology:
    """The words of one language for what a rulebook names.

    `glossary` is that of the language, `english` that of the statements. `words` are those of booklets, and those that
    the texts word by themselves. `names` are those that a booklet may print; the ones without a word are noted in `missing`.
    """

    language: str
    glossary: Glossary | None
    english: Glossary | None
    words: Mapping[str, str]
    names: frozenset[str]
    missing: MissingTexts

    def term(self, word: str) -> str:
        """A word of the rulebook by its term in this language, or else as it is written."""
        if word in self.words:
            return self.words[word]
        term = None if self.glossary is None else self.glossary.preferred(word)
        if term is not None:
            return term.text
        if word in MODALITIES:
            return next(iter(modal_words(self.language).get(word, ())), word)
        like = self._like_english(word)
        # Names such as `d5` and `a` are the same in every language.
        if like is None and self.language != "en" and word in self.names and len(word) > 1 and not re.search(r"\d", word):
            self.missing.names[word] = None
        return like or word.replace("_", " ")

    def is_concept(self, word: str) -> bool:
        """Return whether the glossary has a word for something of the rulebook."""
        return self.glossary is not None and self.glossary.preferred(word) is not None

    def has_term(self, word: str) -> bool:
        """Return whether this language has a word for something of the rulebook."""
        return word in self.words or self.is_concept(word)

    def concepts_in(self, text: str) -> frozenset[str]:
        """The concepts of the glossary that a text of this language names."""
        if self.glossary is None:
            return frozenset()
        return frozenset(occurrence.term.concept for occurrence in self.glossary.matches_in(text))

    def _like_english(self, word: str) -> str | None:
        """A word that is a form of an English term, by the same form of the term in this language."""
        for term in () if self.english is None else self.english.terms:
            form = next((form for form, written in term.forms.items() if written == word), None)
            own = None if self.glossary is None else self.glossary.preferred(term.concept)
            if form is not None and own is not None and form in own.forms:
                return own.forms[form]
        return None
