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


def is_sign(words: tuple[LineWord, ...], at: int) -> bool:
    """Return whether a word is the `-` of a negative number, and not one between two operands or two spaces."""
    if words[at].text != "-":
        return False
    if not at or words[at - 1].kind not in _OPERANDS:
        return True
    return words[at].kind == "SIGN" and [word.kind for word in words[at + 1:at + 2]] == ["INT"]


def _is_close(words: tuple[LineWord, ...], at: int) -> bool:
    left, right = words[at - 1], words[at]
    if right.text in _CLOSE_BEFORE or left.text in _CLOSE_AFTER or is_sign(words, at - 1):
        return True
    if right.text in ("(", "["):
        return left.kind in _OPERANDS
    return (right.text == ".." and not _is_apart(words, at)) or (left.text == ".." and not _is_apart(words, at - 1))


def _is_apart(words: tuple[LineWord, ...], at: int) -> bool:
    """Return whether `..` runs from a name to a name in a list of names: `of space S0 .. S30`."""
    return at >= 2 and words[at - 2].kind == words[at - 1].kind == "NAME"
