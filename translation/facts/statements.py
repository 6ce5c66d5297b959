"""A statement -> what its English words express: what its numbers count, its concepts, its modality."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from attrs import frozen

from ...dsl import syntax as ast
from ...dsl.source.span import Span
from ...dsl.statements.glossary import Glossary
from ...dsl.statements.languages import modal_words

# How many words behind a number are searched for what it counts.
NEAR = 4
# Statements whose modality is remembered: most are the same in every variant of a rulebook.
CACHE_SIZE = 4096


@frozen(eq=False)
class CountedNumber:
    """A number in a statement, and the concept that it counts, if the words behind it name one."""

    value: ast.Expr
    concept: str | None
    span: Span

    @property
    def expression(self) -> str:
        """The number as it is written."""
        return squeezed(self.value.span.text)


def squeezed(text: str) -> str:
    """A text without the blanks at its ends, and with single ones inside."""
    return " ".join(text.split())


def counted_in(text: ast.Text, glossary: Glossary | None) -> Iterator[CountedNumber]:
    """The expressions in a statement with what they count."""
    for i, part in enumerate(text.parts):
        if not isinstance(part, str):
            behind = text.parts[i + 1] if i + 1 < len(text.parts) else ""
            yield CountedNumber(part, _noun(behind, glossary) if isinstance(behind, str) else None, part.span)


# What ends the phrase in which a number counts something: `{new} for the ally` counts no allies.
_PHRASE_END = re.compile(r"[,.;:()]|\s(?:for|in|on|at|to|from|by|into|onto)\s")


def _noun(behind: str, glossary: Glossary | None) -> str | None:
    if glossary is None:
        return None
    phrase = _PHRASE_END.split(behind)[0]
    near = " ".join(phrase.split()[:NEAR])
    return next((occurrence.term.concept for occurrence in glossary.matches_in(near)), None)


def concepts_in(text: ast.Text, glossary: Glossary) -> tuple[str, ...]:
    """The concepts whose terms stand in a statement, in their order, each once."""
    words = " . ".join(part for part in text.parts if isinstance(part, str))
    return tuple(dict.fromkeys(occurrence.term.concept for occurrence in glossary.matches_in(words)))


def modality_in(text: ast.Text, language: str) -> frozenset[str]:
    """The modalities whose words stand in a statement; `may not` says that something must not be, and not that it may."""
    return _modality_in(" . ".join(part for part in text.parts if isinstance(part, str)).casefold(), language)


@lru_cache(maxsize=CACHE_SIZE)
def _modality_in(text: str, language: str) -> frozenset[str]:
    modalities: set[str] = set()
    for phrase, modality, pattern in _modal_phrases(language):
        if phrase in text and pattern.search(text):
            modalities.add(modality)
            text = pattern.sub(" . ", text)
    return frozenset(modalities)


@cache
def _modal_phrases(language: str) -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """The phrases of all modalities, with what finds them; the longest first."""
    phrases = ((phrase, modality) for modality, all_of in modal_words(language).items() for phrase in all_of)
    return tuple((phrase, modality, re.compile(rf"(?<!\w){re.escape(phrase)}(?!\w)"))
                 for phrase, modality in sorted(phrases, key=lambda pair: -len(pair[0])))
