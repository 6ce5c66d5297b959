"""Pairs of sentences -> the numbers that both have, with bounds that turn each other round: `at most 4` and `at least 4`.

The turns of phrase of whole sentences cancel each other out where a sentence has two bounds; those by one number do not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ..combined import BOUNDS_DENIED
from ..equivalents import DENIALS
from ..reading import Features
from ..side_by_side import SIDES_KEPT, Pair, Sides

# The turns of phrase that bound a number from below, from above and on both sides.
BOUNDS: Mapping[str, str] = {"at_least": "low", "more": "low", "at_most": "high", "fewer": "high", "exactly": "both"}
# A bound stands at most this many words before its number, or behind it.
BEFORE, BEHIND = 4, 2


def turned_bounds(pair: Pair) -> tuple[tuple[int, str, str], ...]:
    """Each number of both sides whose bound is turned round: the number, the bound of the original, that of the translation."""
    return _turned(pair.sides)


@lru_cache(maxsize=SIDES_KEPT)
def _turned(sides: Sides) -> tuple[tuple[int, str, str], ...]:
    own, other = _bounds(sides.own), _bounds(sides.other)
    return tuple((value, own[value], other[value]) for value in sorted(own.keys() & other.keys())
                 if BOUNDS[own[value]] != BOUNDS[other[value]])


def _bounds(some: Sequence[Features]) -> dict[int, str]:
    """The bound of each number that stands once in some sentences, and that has one."""
    numbers = [(features, number) for features in some for number in features.counting]
    values = [number.value for _, number in numbers]
    bounds = {number.value: _bound(features, number.match.first, number.match.size) for features, number in numbers
              # Of a number that stands twice nobody can say which of the two the other side's bound belongs to.
              if values.count(number.value) == 1}
    return {value: code for value, code in bounds.items() if code is not None}


def _bound(features: Features, first: int, size: int) -> str | None:
    """The bound nearest to a number in its part of the sentence, those before it first.

    A bound that is denied before it is the opposite one; where it is denied behind it, nobody knows: then it is None. So it is
    behind another bound that is denied: `no more than six, or fewer than two`.
    """
    near = []
    for code in BOUNDS:
        for place in features.signals.get(code, ()):
            ahead, behind = first - place, place - first - size
            if features.parts[place] == features.parts[first] and (0 <= ahead <= BEFORE or 0 <= behind <= BEHIND):
                near.append((ahead if ahead >= 0 else BEFORE + 1 + behind, code, place))
    if not near:
        return None
    _, code, place = min(near)
    denied = [denial for denial in features.places(DENIALS) if features.parts[denial] == features.parts[place]]
    if code not in BOUNDS_DENIED or not denied:
        return None if code in BOUNDS_DENIED and _is_listed(features, place) else code
    return BOUNDS_DENIED[code] if any(denial < place for denial in denied) else None


def _is_listed(features: Features, place: int) -> bool:
    """Return whether a bound that is denied stands in another part of the sentence before a place."""
    parts = {features.parts[denial] for denial in features.places(DENIALS) if denial < place}
    return any(other < place and features.parts[other] in parts for other in features.places(BOUNDS_DENIED))
