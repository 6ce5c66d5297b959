"""A difference between a pair of sentences -> the message on it: who says what, and in which line of the original."""

from __future__ import annotations

from collections.abc import Mapping


def in_original(line: int) -> str:
    """Return the remark that names a line of the original, so that no one looks for it in the translation.

    >>> in_original(27)
    '(line 27 of the original)'
    """
    return f"(line {line} of the original)"


def says(own: object, line: int, other: object) -> str:
    """Return the message on words of the original, in a line of it, in whose place the translation has others."""
    return f"the original says {own} {in_original(line)}, and this sentence says {other}"


def says_in_order(own: str, line: int, other: str) -> str:
    """Return the message on words of the original that the translation says in another order."""
    return f"the original says {own} in this order {in_original(line)}, and this sentence says {other}"


def says_beside_others(values: Mapping[int, int], line: int) -> str:
    """Return the message on numbers that stand by the words of others: of each of the original the one by its words here.

    >>> says_beside_others({6: 5, 5: 6}, 27)
    'by the words beside them, this sentence says 5 for 6 and 6 for 5 (line 27 of the original)'
    """
    listed = " and ".join(f"{other} for {own}" for own, other in values.items())
    return f"by the words beside them, this sentence says {listed} {in_original(line)}"


def leaves_out(own: object, line: int) -> str:
    """Return the message on words of the original that the translation does not say."""
    return f"the original says {own} {in_original(line)}, and this sentence leaves it out"


def adds(other: object, line: int) -> str:
    """Return the message on words of the translation that the original does not say."""
    return f"this sentence adds {other} to what the original says {in_original(line)}"


def says_elsewhere(own: str, line: int, usual: str, other: str) -> str:
    """Return the message on words of the original for which the translation has `usual` at other places."""
    return f"the original says {own} {in_original(line)}; elsewhere the translation says {usual} for it, and here {other}"


def called(code: str) -> str:
    """The words for a turn of phrase in messages.

    >>> called("at_least")
    '`at least`'
    """
    return f"`{code.replace('_', ' ')}`"
