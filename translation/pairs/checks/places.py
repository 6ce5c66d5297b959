"""Two turns of phrase of a pair of sentences -> how far apart they stand, as a share of all words."""

from __future__ import annotations

from collections.abc import Sequence

from ..reading import Features
from ..side_by_side import Pair
from .denials import share_of

# Turns so far apart are hardly said in each other's places, and turns so near are; one that has no place stands nowhere.
APART, IN_PLACE, NOWHERE = 0.35, 0.2, 2.0


def apart(pair: Pair, text: str, turned: str) -> float:
    """Return how far apart a turn of phrase of the original and one of the translation stand; NOWHERE if one has no place.

    Words that turn a rule round count too, as `attacker`.
    """
    own, other = _places(pair.own, text), _places(pair.other, turned)
    return min((abs(here - there) for here in own for there in other), default=NOWHERE)


def _places(some: Sequence[Features], code: str) -> list[float]:
    return [share_of(some, index, place) for index, features in enumerate(some)
            for place in (*features.signals.get(code, ()), *features.contraries.get(code, ()))]
