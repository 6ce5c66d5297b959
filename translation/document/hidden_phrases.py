"""The data of a language -> phrases that hide forms of a phrase of another code, where few letters part the two.

A whole word hides a beginning with a `*`: `lost` under one code, and `lost*` under another, of which `lost` is then no form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from .language import Language
from .words import FORM_SIGN, fold, matches

# The most letters that a word has behind a beginning of which it is probably a form: what is longer is another word.
ENDING = 3
# The fewest letters of a phrase with a `*` that others should not hide: a shorter one, as `un*`, is meant for all that is left.
SHORTEST = 4
# Codes without a meaning of their own: their phrases are there to hide others.
IDLE = frozenset(("range", "form_words"))
# Codes of which the first one hides the second one in any language: forms of comparison, and what `void` says with a denial.
MEANT = frozenset((*((degree, size) for degree in ("more", "fewer", "highest", "lowest") for size in ("high", "low")),
                   ("void", "without")))


@frozen
class HiddenPhrase:
    """A phrase with a `*` that is not read where a phrase of another code stands."""

    code: str
    text: str
    hidden_code: str
    hidden: str

    @property
    def is_meant(self) -> bool:
        """Return whether the data of most languages hides phrases of these codes so."""
        return (self.code, self.hidden_code) in MEANT


def hidden_phrases(own: Language) -> tuple[HiddenPhrase, ...]:
    """Return the phrases between two texts that hide one of another code, in the order of the data.

    A phrase that both codes list hides nothing, and neither does one with a number. What is longer than a form of the
    hidden phrase is another word, as the German `jederzeit` is beside `jede*`.
    """
    listed = [(code, text, _parts(text)) for code, texts in own.signal_words.items() if code not in IDLE for text in texts]
    by_head: dict[str, list[tuple[str, str, tuple[str, ...]]]] = {}
    for code, text, parts in listed:
        if FORM_SIGN in text and _letters(text) >= SHORTEST:
            by_head.setdefault(parts[0][:1], []).append((code, text, parts))
    return tuple(hidden for code, text, parts in listed
                 for hidden in _hidden_by(own, code, text, parts, (*by_head.get(parts[0][:1], ()), *by_head.get(FORM_SIGN, ())))
                 if not hidden.is_meant)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(fold(text.replace(",", " ")).split())


def _hidden_by(own: Language, code: str, text: str, parts: tuple[str, ...],
               others: Iterable[tuple[str, str, tuple[str, ...]]]) -> Iterator[HiddenPhrase]:
    """Yield the phrases with a `*` that a phrase would be, if it did not hide them."""
    words = [part.replace(FORM_SIGN, "") for part in parts]
    if not all(words) or any(sign in word for word in words for sign in "#?"):
        return
    read = {other for other, size in own.signals.at(words, 0) if size == len(words)}
    for hidden_code, hidden, hidden_parts in others:
        if (code in read and hidden_code not in read and len(hidden_parts) == len(words)
                and all(map(_is_form, hidden_parts, words))):
            yield HiddenPhrase(code, text, hidden_code, hidden)


def _is_form(part: str, word: str) -> bool:
    """Return whether a word is one of a phrase, with few letters for a `*` behind it.

    >>> _is_form("los*", "lost"), _is_form("los*", "lossless"), _is_form("los", "lost")
    (True, False, False)
    """
    return matches(part, word) and len(word) - _letters(part) <= ENDING


def _letters(text: str) -> int:
    return len(text.replace(FORM_SIGN, ""))
