"""Texts with values in them -> Python text."""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from ..values.expressions import PyCode
from ..values.words import WordCode


class TextCode:
    """Writes texts; they share the lists of words that depend on the names of seats."""

    def __init__(self, code: PyCode) -> None:
        self.code = code
        self.words = WordCode()

    def text(self, text: ir.TextOf) -> str:
        """The expression for a text."""
        parts = [repr(part) if isinstance(part, str) else self.words.written(self.code.expr(part.value), part.type, part.spoken)
                 for part in text.parts]
        return " + ".join(parts) or "''"

    def lists(self) -> Iterator[str]:
        """The lists of words that the texts written so far share."""
        yield from (f"{name} = {words}" for words, name in self.words.lists.items())
