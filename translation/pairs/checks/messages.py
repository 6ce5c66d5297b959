"""A difference between a pair of sentences -> the message on it: who says what, and in which line of the original."""

from __future__ import annotations


def says(own: object, line: int, other: object) -> str:
    """Return the message on words of the original, in a line of it, in whose place the translation has others."""
    return f"the original says {own} (line {line}), and this sentence says {other}"


def says_in_order(own: str, line: int, other: str) -> str:
    """Return the message on words of the original that the translation says in another order."""
    return f"the original says {own} in this order (line {line}), and this sentence says {other}"


def leaves_out(own: object, line: int) -> str:
    """Return the message on words of the original that the translation does not say."""
    return f"the original says {own} (line {line}), and this sentence leaves it out"


def adds(other: object, line: int) -> str:
    """Return the message on words of the translation that the original does not say."""
    return f"this sentence adds {other} to what the original says (line {line})"


def says_elsewhere(own: str, line: int, usual: str, other: str) -> str:
    """Return the message on words of the original for which the translation has `usual` at other places."""
    return f"the original says {own} (line {line}); elsewhere the translation says {usual} for it, and here {other}"


def called(code: str) -> str:
    """The words for a turn of phrase in messages.

    >>> called("at_least")
    '`at least`'
    """
    return f"`{code.replace('_', ' ')}`"
