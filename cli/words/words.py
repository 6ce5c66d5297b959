"""A language -> the words of its pages, in English where it has none; what a browser asks for -> a language."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from .english import ENGLISH
from .italian import ITALIAN
from .russian import RUSSIAN

DEFAULT = "en"
LANGUAGES: Mapping[str, Mapping[str, str]] = {"en": ENGLISH, "ru": RUSSIAN, "it": ITALIAN}
# The names of languages, each in itself.
NAMES: Mapping[str, str] = {"en": "English", "ru": "русский", "it": "italiano"}
_TAG = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}")


def is_language(text: str) -> bool:
    """Return whether a text has the form of a language's tag, such as `ru` or `pt-BR`."""
    return _TAG.fullmatch(text) is not None


@frozen
class PageWords:
    """The words of pages in a language; `language` is the one they are in."""

    language: str

    @classmethod
    def of(cls, language: str) -> PageWords:
        """The words in a language; in English where there are none."""
        return cls(language if language in LANGUAGES else DEFAULT)

    def say(self, name: str, /, **values: object) -> str:
        """The words of this name, filled in."""
        text = LANGUAGES[self.language][name]
        for key, value in values.items():
            text = text.replace(f"{{{key}}}", str(value))
        return text

    def below(self, prefix: str) -> dict[str, str]:
        """The words whose names begin so, without the beginning."""
        return {name.removeprefix(prefix): text for name, text in LANGUAGES[self.language].items() if name.startswith(prefix)}


def first_language(accepted: str) -> str:
    """Return the language that a browser asks for first, of those that pages have: `it-CH, ru;q=0.8` is `it`."""
    languages: list[tuple[float, str]] = []
    for part in accepted[:500].split(","):
        name, _, weight = part.partition(";q=")
        language = name.strip().partition("-")[0].casefold()
        if language in LANGUAGES:
            languages.append((_weight(weight), language))
    return max(languages, key=lambda pair: pair[0], default=(0, DEFAULT))[1]


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
