"""Turns of phrase and numbers of a text -> bounds: the turns that stand by a number, as `at most 4` or `4 or more`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .language import BOUNDS, DENYING, Language
from .numbers import NumberMatch
from .words import Word

# A turn of phrase and the number that it bounds.
Bound = tuple[str, int]

# At most how many words stand between a turn and its number, and what stands between parts of a sentence.
NEAR = 2
_PARTS = re.compile(r"[.;:!?()。；：！？（）]")
_COMMAS = re.compile(r"[.,;:!?()。、；：！？（）]")
# A bound that is denied is the opposite one: what is not more than 3 is at most 3.
_DENIED = {"more": "at_most", "fewer": "at_least"}
# Bounds that say the same as others: more than 3 is at least 4.
_EQUAL = {"more": ("at_least", 1), "fewer": ("at_most", -1)}


def bounds(text: str, tokens: Sequence[Word], turned: Mapping[str, Sequence[int]], numbers: Sequence[NumberMatch],
           language: Language) -> frozenset[Bound]:
    """The bounds in a text, of which the turns of phrase, by the places where they begin, and the numbers are known."""
    counting = [number for number in numbers if number.kind == "cardinal" and not number.of_players]
    folded = [word.folded for word in tokens]
    out = set[Bound]()
    for code in BOUNDS & turned.keys():
        for place in turned[code]:
            size = next((size for other, size in language.polarity.at(folded, place) if other == code), 1)
            number = _bounded(text, tokens, place, place + size, counting)
            bound = None if number is None else _denied_bound(code, text, tokens, place, turned)
            if number is not None and bound is not None:
                out.add((bound, number.value))
    return frozenset(out)


def _denied_bound(code: str, text: str, tokens: Sequence[Word], place: int, turned: Mapping[str, Sequence[int]]) -> str | None:
    """The turn that a bound amounts to where its part of the sentence is denied before it, as in `cannot hold more than 3`.

    Where it is denied behind it, nobody knows; then it is None.
    """
    if code not in _DENIED:
        return code
    denied = [other for denying in DENYING for other in turned.get(denying, ())
              if not _COMMAS.search(text, tokens[min(other, place)].end, tokens[max(other, place)].start)]
    if any(other < place for other in denied):
        return _DENIED[code]
    return None if denied else code


def _bounded(text: str, tokens: Sequence[Word], begin: int, end: int, numbers: Sequence[NumberMatch]) -> NumberMatch | None:
    """The number by a turn of phrase: the nearest, the one behind before the one in front."""
    near = [(number.first - end, 0, number) for number in numbers if 0 <= number.first - end <= NEAR]
    near += [(begin - number.first - number.size, 1, number) for number in numbers
             if 0 <= begin - number.first - number.size <= NEAR]
    for _, _, number in sorted(near, key=lambda item: item[:2]):
        first, last = min(begin, number.first), max(end, number.first + number.size)
        if not _PARTS.search(text, tokens[first].end, tokens[last - 1].start):
            return number
    return None


def normal(bound: Bound) -> Bound:
    """A bound as `at least`, `at most` or `exactly`: more than 3 is at least 4.

    >>> normal(("more", 3)), normal(("fewer", 3)), normal(("exactly", 3))
    (('at_least', 4), ('at_most', 2), ('exactly', 3))
    """
    code, value = bound
    other, step = _EQUAL.get(code, (code, 0))
    return other, value + step


def turned_round(was: frozenset[Bound], current: frozenset[Bound]) -> list[tuple[Bound, Bound]]:
    """The bounds that have another turn of phrase on the same number now, each with what it is now."""
    lost = sorted(bound for bound in was if normal(bound) not in set(map(normal, current)))
    come = sorted(bound for bound in current if normal(bound) not in set(map(normal, was)))
    return [(old, new) for old in lost for new in come if old[1] == new[1]]
