"""Colour the words of a text that are colours."""

from __future__ import annotations

import re

from rich.text import Text

COLOURS = {"red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "pink": "magenta", "white": "bold",
           "black": "bright_black", "orange": "dark_orange", "purple": "purple"}


def coloured(text: str) -> Text:
    """Return the text with each colour word in its colour."""
    out = Text(text)
    for word in re.finditer(r"\w+", text):
        if word[0] in COLOURS:
            out.stylize(COLOURS[word[0]], *word.span())
    return out
