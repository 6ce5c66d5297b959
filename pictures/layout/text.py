"""Texts -> lines that fit, by the usual widths of letters; nothing is measured, so that every machine gives the same lines."""

from __future__ import annotations

import unicodedata

# Letters of other alphabets are wider on the whole.
LAST_LATIN = "\u024f"
NARROW, WIDE = "iIl.,:;'|!()[]jtf r", "mwMW@%—"


def width_of(text: str, size: float, is_bold: bool = False) -> float:
    """About how wide a text is."""
    units = 0.0
    for character in text:
        if unicodedata.east_asian_width(character) in "WF":
            units += 1.0
        elif character > LAST_LATIN:
            units += 0.76 if character.isupper() else 0.66
        elif character in NARROW:
            units += 0.34
        elif character in WIDE:
            units += 0.9
        else:
            units += 0.68 if character.isupper() else 0.58
    return units * size * (1.06 if is_bold else 1.0)


def cut(text: str, most: float, size: float, is_bold: bool = False) -> str:
    """A text, with an ellipsis for what does not fit."""
    if width_of(text, size, is_bold) <= most:
        return text
    while text and width_of(text + "…", size, is_bold) > most:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, most: float, size: float, lines: int) -> list[str]:
    """A text in lines of at most this width; what does not fit into the last line is cut."""
    out: list[str] = []
    words = text.split()
    while words:
        line = words.pop(0)
        while words and width_of(f"{line} {words[0]}", size) <= most:
            line = f"{line} {words.pop(0)}"
        if len(out) == lines - 1 and words:
            line = " ".join((line, *words))
            words = []
        out.append(cut(line, most, size))
    return out
