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


def normalised(text: str) -> str:
    """A text with single spaces and nothing around it; letters keep their case."""
    return " ".join(text.split())


def spelled_alike(text: str, notations: Sequence[str]) -> str | None:
    """The one notation that differs from a text in nothing but capitals, spaces and punctuation."""
    wanted = _bare(text)
    alike = [notation for notation in notations if _bare(notation) == wanted]
    return alike[0] if len(alike) == 1 else None


def _bare(text: str) -> str:
    """Letters, digits and signs of numbers; a space only where it parts two numbers."""
    spaced = re.sub(r"(?:(?!-\d)[\W_])+", " ", text.casefold()).strip()
    return re.sub(r"(?<!\d) | (?![\d-])", "", spaced)


def nearest(text: str, notations: Sequence[str], count: int = 3) -> list[str]:
    """The notations most like a text, the nearest first; of those equally like it, the nearest in its numbers."""
    wanted = normalised(text).casefold()
    letters = Counter(wanted)
    at_least = sorted((_fewest_changes(letters, notation), place) for place, notation in enumerate(notations))
    best: list[tuple[int, int, int]] = []
    for fewest, place in at_least[:MAX_COMPARED]:
        # All that are left need at least as many changes.
        if len(best) >= count and fewest > best[count - 1][0]:
            break
        other = notations[place].casefold()
        best = sorted([*best, (_unlike(wanted, other), _number_difference(wanted, other), place)])[:count]
    return [notations[place] for _, _, place in best]


def _fewest_changes(letters: Counter[str], other: str) -> int:
    """A number of changes that is never more than the distance."""
    # A change adds, drops or replaces one letter, and a swap none, nor does another order of the words.
    others = Counter(other.casefold())
    return max((letters - others).total(), (others - letters).total())


def _unlike(a: str, b: str) -> int:
    """The distance; words in another order count as one change."""
    in_order = distance(a, b)
    if in_order < 2 or " " not in a:
        return in_order
    return min(in_order, 1 + distance(" ".join(sorted(a.split())), " ".join(sorted(b.split()))))


def _number_difference(a: str, b: str) -> int:
    # Of a text with endless digits, the first are enough to compare.
    numbers = [[int(digits[:9]) for digits in re.findall(r"[0-9]+", text)] for text in (a, b)]
    return sum(abs(x - y) for x, y in zip(*numbers, strict=False))


def distance(a: str, b: str) -> int:
    """Return how many letters are missing, too many, wrong, or swapped with their neighbour.

    >>> distance("rde to hand", "red to hand"), distance("disc 9", "disc 10")
    (1, 2)
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                least = min(least, last[j - 2] + 1)
            row.append(least)
    return row[-1]
