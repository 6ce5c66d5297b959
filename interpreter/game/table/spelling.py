"""Texts that are spelled alike: which notations are nearest to one that is no move.

The distance counts letters that are missing, too many, wrong, or swapped with their neighbour
(optimal string alignment; Boytsov, "Indexing methods for approximate dictionary searching",
ACM Journal of Experimental Algorithmics 16, 2011).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

MAX_COMPARED = 400
_FIRST_WORD = re.compile(r"[^\W\d_]{3,}")


def normalised(text: str) -> str:
    """A text with single spaces and nothing around it; letters keep their case."""
    return " ".join(text.split())


def spelled_alike(text: str, notations: Sequence[str]) -> str | None:
    """The one notation that differs from a text in nothing but capitals, spaces and punctuation."""
    bare_text = _bare(text)
    alike = [notation for notation in notations if _bare(notation) == bare_text]
    return alike[0] if len(alike) == 1 else None


def _bare(text: str) -> str:
    """Letters, digits and signs of numbers; a space only where it parts two numbers."""
    spaced = re.sub(r"(?:(?!-\d)[\W_])+", " ", text.casefold()).strip()
    return re.sub(r"(?<!\d) | (?![\d-])", "", spaced)


def nearest(text: str, notations: Sequence[str], count: int = 3) -> list[str]:
    """The notations most like a text, the nearest first; of those equally like it, the nearest in its numbers.

    Those that begin with a text of one word, if there are any, are the nearest.
    """
    typed = normalised(text).casefold()
    # A player who has written the first word of a move means one that begins so, however long it is.
    begun = [other for other in notations if other.casefold().startswith(typed)] if _FIRST_WORD.fullmatch(typed) else []
    if begun:
        return sorted(begun, key=len)[:count]
    letters, length = tuple(Counter(typed).items()), len(typed)
    # A lower bound first: once enough notations are found, those that
    # need more changes at least are never compared letter by letter.
    at_least = sorted((_fewest_changes(letters, length, other.casefold()), place) for place, other in enumerate(notations))
    best: list[tuple[int, int, int]] = []
    for fewest, place in at_least[:MAX_COMPARED]:
        # All that are left need at least as many changes.
        if len(best) >= count and fewest > best[count - 1][0]:
            break
        other = notations[place].casefold()
        most = best[-1][0] if len(best) >= count else None
        best = sorted([*best, (_unlike(typed, other, most), _number_difference(typed, other), place)])[:count]
    return [notations[place] for _, _, place in best]


def _fewest_changes(letters: tuple[tuple[str, int], ...], length: int, other: str) -> int:
    """A number of changes that is never more than the distance."""
    # A change adds, drops or replaces one letter, and a swap none, nor does another order of the words. A game may have tens of
    # thousands of notations: counting one letter after another is many times faster than subtracting counters.
    count, common = other.count, 0
    for letter, times in letters:
        in_other = count(letter)
        common += in_other if in_other < times else times
    return max(length, len(other)) - common


def _unlike(a: str, b: str, most: int | None) -> int:
    """The distance, or any number above `most` where it is more; words in another order count as one change."""
    in_order = distance(a, b, most)
    if in_order < 2 or " " not in a:
        return in_order
    return min(in_order, 1 + distance(" ".join(sorted(a.split())), " ".join(sorted(b.split())), most))


def _number_difference(a: str, b: str) -> int:
    # Of a text with endless digits, the first are enough to compare.
    numbers = [[int(digits[:9]) for digits in re.findall(r"[0-9]+", text)] for text in (a, b)]
    return sum(abs(x - y) for x, y in zip(*numbers, strict=False))


def distance(a: str, b: str, most: int | None = None) -> int:
    """Return how many letters are missing, too many, wrong, or swapped with their neighbour.

    Where these are more than `most`, the result is any number above it.

    >>> distance("rde to hand", "red to hand"), distance("disc 9", "disc 10")
    (1, 2)
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        # Each number of a row follows from one of the two rows before it, and is never less.
        if most is not None and min(row) > most and (not before or min(before) > most):
            return most + 1
        # Three rows of the table are enough: a swap looks back two letters, and everything else one.
        last, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                least = min(least, last[j - 2] + 1)
            row.append(least)
    return row[-1]
