"""Pairs of sentences -> whether both say in the same way which of two stages follows the other, from either end.

`The next one begins when this one is finished` is `it begins when the previous one is finished`: `next` goes with what
begins, and `previous` with what is finished.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..reading import Features
from ..side_by_side import Pair

# What begins and what ends, as turns of phrase and as senses of words; `next` goes with the one, and `previous` with the other.
BEGINS, ENDS = ("at_begin", "begin"), ("at_end", "finish")
NOWHERE = float("inf")
GOES_WITH = {"next": (BEGINS, ENDS), "previous": (ENDS, BEGINS)}


def is_same_order(pair: Pair) -> bool:
    """Return whether on each side that says `next` or `previous` the stage that begins is the later one; one side says it."""
    orders = [_in_order(pair.side(side)) for side in (0, 1)]
    return False not in orders and True in orders


def is_next_stage(pair: Pair, text: str, turned: str) -> bool:
    """Return whether one side ends the previous stage before the next, and the other begins the next: `on to the next one`."""
    side = 0 if text == BEGINS[0] else 1
    return ({text, turned} == {BEGINS[0], ENDS[0]} and pair.signals(0)["next"] > 0 and pair.signals(1)["next"] > 0
            and pair.signals(1 - side)["previous"] > pair.signals(side)["previous"])


def _in_order(some: Sequence[Features]) -> bool | None:
    """Return whether `next` stands nearer to what begins, and `previous` to what ends; None if neither stands by them."""
    distances = [(_nearest(features, place, goes_with), _nearest(features, place, other)) for features in some
                 for code, (goes_with, other) in GOES_WITH.items() for place in features.signals.get(code, ())]
    known = [(near, far) for near, far in distances if min(near, far) < NOWHERE]
    return all(near < far for near, far in known) if known else None


def _nearest(features: Features, at: int, codes: Sequence[str]) -> float:
    """The number of words to the nearest one that says one of these; NOWHERE if there is none."""
    places = [place for place, word in enumerate(features.evidence.words) if place != at and (
        not features.language.senses.codes_at(word.folded).isdisjoint(codes)
        or any(place in features.signals.get(code, ()) for code in codes))]
    return min((float(abs(place - at)) for place in places), default=NOWHERE)
