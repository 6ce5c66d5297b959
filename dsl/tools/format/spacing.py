"""Space the words of a line of code: one space before each, or none."""

from __future__ import annotations

from .lines import LineWord

INDENT = 4
WIDTH = 110
OPENING = ("(", "[", "{")
CLOSING = (")", "]", "}")

# What can end an operand: a `-` after it subtracts, and a bracket after it belongs to it.
_OPERANDS = {"NAME", "INT", "YES", "NO", "RPAR", "RSQB", "RBRACE"}
_CLOSE_BEFORE = (",", ":", ".", *CLOSING)
_CLOSE_AFTER = (".", *OPENING)


def spaces(words: tuple[LineWord, ...]) -> list[str]:
    """Return the space before each word; before the first there is none."""
    return ["" if not i or _is_close(words, i) else " " for i in range(len(words))]


def spaced(words: tuple[LineWord, ...]) -> str:
    """Return the words on one line."""
    return "".join(space + word.text for space, word in zip(spaces(words), words, strict=True))


def is_sign(words: tuple[LineWord, ...], index: int) -> bool:
    """Return whether a word is the `-` of a negative number, and not one between two operands or two spaces."""
    if words[index].text != "-":
        return False
    if not index or words[index - 1].kind not in _OPERANDS:
        return True
    return words[index].kind == "SIGN" and [word.kind for word in words[index + 1:index + 2]] == ["INT"]


def _is_close(words: tuple[LineWord, ...], index: int) -> bool:
    left, right = words[index - 1], words[index]
    if right.text in _CLOSE_BEFORE or left.text in _CLOSE_AFTER or is_sign(words, index - 1):
        return True
    if right.text in ("(", "["):
        return left.kind in _OPERANDS
    return (right.text == ".." and not _is_apart(words, index)) or (left.text == ".." and not _is_apart(words, index - 1))


def _is_apart(words: tuple[LineWord, ...], index: int) -> bool:
    """Return whether `..` runs from a name to a name in a list of names: `of space S0 .. S30`."""
    return index >= 2 and words[index - 2].kind == words[index - 1].kind == "NAME"
