"""Stems of a text -> which are forms of one word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..reading import latin

# The beginning that forms of one word share: the fewest letters, and the share of the longer one.
BEGINNING, MOST = 4, 0.55
# The letters with which two stems begin alike that are perhaps forms of one word, and of longer ones.
FIRST_LETTERS, MORE_LETTERS = 3, 4
# The letters with which two forms of one word begin alike, and the share of the longer one: less if both say the same.
HEAD_OF_FORMS, NEARLY, SAME_PARTNER = 3, 0.85, 0.55


def is_form(word: str | None, other: str) -> bool:
    """Return whether two stems of one language are perhaps forms of one word.

    >>> is_form("pomost", "pomość"), is_form("karte", "kasten")
    (True, False)
    """
    if word is None or word[:BEGINNING] != other[:BEGINNING] or len(word) < BEGINNING:
        return False
    same = next((place for place, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    return same >= MOST * max(len(word), len(other))


def begin_alike(stem: str, other: str) -> bool:
    """Return whether the first letters of two stems are the same: fewer than `is_form` asks for, and in Latin letters."""
    stem, other = latin(stem), latin(other)
    is_short = len(stem) <= FIRST_LETTERS or len(other) <= FIRST_LETTERS
    return stem[:FIRST_LETTERS] == other[:FIRST_LETTERS] and (is_short or stem[:MORE_LETTERS] == other[:MORE_LETTERS])


def forms_of(seen: Mapping[str, int], links: Iterable[tuple[tuple[str, str], int]]) -> dict[str, str]:
    """Map each stem that is a form of a more frequent one to that: both begin alike, or say the same and begin nearly alike."""
    usual = dict[str, tuple[int, str]]()
    for (stem, partner), times in links:
        usual[stem] = max(usual.get(stem, (0, "")), (times, partner))
    heads, out = dict[str, list[str]](), dict[str, str]()
    for stem in sorted(seen, key=lambda stem: (-seen[stem], stem)):
        whole = next((other for other in heads.get(latin(stem)[:HEAD_OF_FORMS], ())
                      if _are_forms(stem, other, usual.get(stem) is not None and other in usual
                                    and usual[stem][1] == usual[other][1])), None)
        if whole is not None:
            out[stem] = whole
        else:
            heads.setdefault(latin(stem)[:HEAD_OF_FORMS], []).append(stem)
    return out


def _are_forms(stem: str, other: str, have_same_partner: bool) -> bool:
    """Return whether two stems are forms of one word.

    >>> _are_forms("boomgaar", "boomgaard", False), _are_forms("mnis", "mnich", True), _are_forms("karte", "kasten", False)
    (True, True, False)
    """
    a, b = latin(stem), latin(other)
    same = next((place for place, (first, second) in enumerate(zip(a, b, strict=False)) if first != second),
                min(len(a), len(b)))
    return same >= (SAME_PARTNER if have_same_partner else NEARLY) * max(len(a), len(b))
