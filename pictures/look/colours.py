"""Words and numbers of colours -> colours as `#rrggbb`, and which ink can be read on them."""

from __future__ import annotations

import re

# Colours that people with any kind of colour vision tell apart: M. Okabe and K. Ito, "Color Universal Design", 2008.
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#4d4d4d")
# What the usual words mean here; where they can, colours of the palette.
WORDS = {
    "red": "#d7301f",
    "green": "#009e73",
    "blue": "#0072b2",
    "yellow": "#f0e442",
    "pink": "#e78ac3",
    "purple": "#7b3294",
    "violet": "#7b3294",
    "orange": "#e69f00",
    "brown": "#8c510a",
    "black": "#2b2b2b",
    "white": "#f7f7f7",
    "grey": "#9e9e9e",
    "gray": "#9e9e9e",
    "gold": "#d4a017",
    "silver": "#c0c0c0",
    "cyan": "#56b4e9",
    "teal": "#01665e",
    "lime": "#a6d854",
}
PAPER, INK, LIGHT_INK = "#efe6d2", "#1b1b1b", "#ffffff"


def colour_of(text: str) -> str | None:
    """Return the colour that a word or `#rgb` or `#rrggbb` stands for; None if it stands for none."""
    if re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        return text.lower()
    if re.fullmatch(r"#[0-9a-fA-F]{3}", text):
        return "#" + "".join(2 * digit for digit in text[1:].lower())
    return WORDS.get(text.lower())


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ink_on(colour: str) -> str:
    """Return the ink with more contrast on a colour."""
    light = luminance(colour)
    return INK if (light + 0.05) / (luminance(INK) + 0.05) >= (luminance(LIGHT_INK) + 0.05) / (light + 0.05) else LIGHT_INK
