"""Words that are colours, in their colours."""

from __future__ import annotations

import re

from rich.text import Text

COLOURS = {"red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "pink": "magenta", "white": "bold",
           "black": "bright_black", "orange": "dark_orange", "purple": "purple"}


def coloured(text: str) -> Text:
    """The text, with each word that is a colour in its colour."""
    out = Text(text)
    for word in re.finditer(r"\w+", text):
        if word[0] in COLOURS:
            out.stylize(COLOURS[word[0]], *word.span())
    return out
