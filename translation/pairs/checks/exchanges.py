"""Pairs of sentences -> turns of phrase of the original that have another in their place: `at least`, and there `at most`.

What both sides have is none of them, and so is what two turns say nearly alike, or one by a denial of the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from attrs import define

from ...decisions.findings import Rule
from ..equivalents import AKIN
from ..reading import Features
from ..side_by_side import SIDES_KEPT, Pair, Sides
from .denials import DENYING, denials
from .opposed import rows_of
from .opposites import BORDERS, BY_DENIAL, BY_TURN, GRADES, SURELY


@define(eq=False, slots=False)
class Exchanges:
    """Return how often each turn of phrase of an original has which other in its place, in all pairs."""

    pairs: Sequence[Pair]

    def __attrs_post_init__(self) -> None:
        self.of_pairs = [_exchanges(pair.sides) for pair in self.pairs]
        self.times = Counter((a, b) for exchanges in self.of_pairs for _, a, b in exchanges)
        self._own = Counter(code for pair in self.pairs for code in pair.signals(0))

    def share(self, text: str, turned: str) -> float:
        """Return how often one stands in the place of the other in the other pairs that have it, as a share."""
        # Less the pair that is asked about: else an exchange that happens once would speak for itself.
        return (self.times[text, turned] - 1) / max(1, self._own[text])


@lru_cache(maxsize=SIDES_KEPT)
def _exchanges(sides: Sides) -> tuple[tuple[Rule, str, str], ...]:
    """The turns that have another in their place: the rule, the turn of the original, and that of the translation."""
    lost, come = _unlike(sides)
    return tuple((rule, text, turned) for rule, text, turned in rows_of(BY_TURN, lost) if turned in come) if come else ()


def exchanged(pair: Pair) -> tuple[tuple[Rule, str, str], ...]:
    """The turns of the original that have another in their place: the rule, the turn, and that of the translation."""
    return _exchanges(pair.sides)


def unlike(pair: Pair) -> tuple[Counter[str], Counter[str]]:
    """The turns that only the original has, and only the translation, less those that another says nearly the same by."""
    return _unlike(pair.sides)


@lru_cache(maxsize=SIDES_KEPT)
def _unlike(sides: Sides) -> tuple[Counter[str], Counter[str]]:
    lost, come = Counter(sides.differences.lost), Counter(sides.differences.come)
    if not (lost and come):
        return +lost, +come
    for grades, others in graded(sides):
        lost.subtract(grades)
        come.subtract(others)
    _take_in_front(sides, 0, lost, come)
    _take_in_front(sides, 1, come, lost)
    alike = _counted(sides.own) == _counted(sides.other)
    for a, b in AKIN:
        # `At least 4` is `more than 3`; with the same numbers the one is no other way to say the other.
        for text, other in () if alike and (a, b) in BORDERS else ((a, b), (b, a)):
            # Most pairs have few of these turns, and a counter is slow to say that it has none.
            if text not in lost or other not in come:
                continue
            same = min(lost[text], come[other])
            # `At least as strong` has become `stronger`: there `more` does not stand for `at least`.
            is_border = alike and (_has_border(other, lost) or _has_border(text, come))
            if same and not is_border and not _has_opposite(other, lost) and not _has_opposite(text, come):
                lost[text] -= same
                come[other] -= same
    return +lost, +come


def _counted(some: Sequence[Features]) -> Counter[int]:
    """The numbers that some sentences surely say: not the `one` that is an article in many languages."""
    return Counter(number.value for features in some for number in features.counting)


def _take_in_front(sides: Sides, side: int, here: Counter[str], there: Counter[str]) -> None:
    """Take away `in front of` beside `behind` where the other side says `before` in its place, as many languages do."""
    if here["forward"] and here["backward"] and there["before"]:
        ahead, behind, before = (min(shares_of(sides.side(of), code)) for of, code in (
            (side, "forward"), (side, "backward"), (1 - side, "before")))
        if abs(before - ahead) < abs(before - behind):
            here.subtract(("forward", "backward"))
            there.subtract(("before",))


def graded(sides: Sides) -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """The two ways of telling apart by size of which only the original has the one, and only the translation the other."""
    lost, come = sides.differences.lost, sides.differences.come
    return [(own, other) for own, other in permutations(GRADES, 2)
            if all(lost[code] for code in own) and all(come[code] for code in other)]


def _has_border(code: str, some: Counter[str]) -> bool:
    """Return whether some turns of phrase have a bound that differs from this one by the number itself alone."""
    return any(some[other] for border in BORDERS if code in border for other in border if other != code)


def _has_opposite(code: str, some: Counter[str]) -> bool:
    """Return whether some turns of phrase have one that surely turns this one round."""
    return any(some[other] for other in SURELY.get(code, ()))


def is_denied_besides(pair: Pair, text: str, turned: str) -> bool:
    """Return whether a bound stands for one that says the same with a denial, and only the side of the latter has one more."""
    own, other = (sum(pair.signals(side)[no] for no in DENYING) for side in (0, 1))
    return ((text, turned) in BY_DENIAL and other > own) or ((turned, text) in BY_DENIAL and own > other)


def turned_by_denial(pair: Pair) -> tuple[str, str] | None:
    """A bound of the original and the one in its place that says the same with the single denial that only its side has."""
    own, other = len(denials(pair.own)), len(denials(pair.other))
    return next(((text, turned) for _, text, turned in exchanged(pair)
                 if ((text, turned) in BY_DENIAL and other == own + 1) or ((turned, text) in BY_DENIAL and own == other + 1)),
                None)


def shares_of(some: Sequence[Features], code: str) -> list[float]:
    """Return where a turn of phrase stands in its sentences, as a share of all words."""
    return [place / len(features.evidence.words) for features in some for place in features.signals.get(code, ())]
