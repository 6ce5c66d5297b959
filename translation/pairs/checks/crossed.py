"""Two turns of phrase of one sentence, such as `lowest` and `highest`, that stand in each other's places in a translation.

All words are there then; only by what stands near each turn, and by the order of other turns, it shows that they are exchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ...decisions.findings import Finding, Level, Rule
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .exchanges import graded
from .messages import says_in_order
from .opposites import COMPARISON, DOUBTFUL, OPPOSITES, SOFT
from .stages import is_same_order

# How many words around a turn of phrase say what it is about.
AROUND = 5
# How much better what stands near must fit for an error, and for a warning.
CLEARLY, HARDLY = 0.25, 0.05
# Few turns of phrase of one sentence: of more the order shows nothing.
MOST = 4
# The most words between the beginnings of two turns of phrase that stand beside each other.
ADJACENT = 4

# Those whose exchange is an error wherever they stand: on the development texts it is true at least four times as often as
# false.
TRUE = {("left", "right")}
# Turns of phrase that are surely opposites, each with its rule.
OPPOSED: tuple[tuple[Rule, tuple[str, str]], ...] = tuple(
    (rule, two) for rule, opposites in OPPOSITES for two in opposites if frozenset(two) not in SOFT)

# What begins and what ends: which of two stages is said first shows nothing where it is said which one follows the other.
STAGES = {"at_begin", "at_end"}

Signs = Mapping[str, float]


@frozen(eq=False)
class _TurnPlace:
    """A turn of phrase: its code, its place, what stands near it, each with how near, and whether it is in a condition."""

    code: str
    place: int
    near: Signs
    conditional: bool


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on opposite turns of phrase that have changed places within a sentence."""
    for pair in texts.pairs:
        # Most sentences have neither of two opposites: then nothing is computed.
        codes = _codes(pair.own) & _codes(pair.other)
        for rule, two in OPPOSED:
            if two[0] in codes and two[1] in codes:
                yield from _crossed(texts, pair, rule, two, two)
        for own, other in graded(pair.sides):
            if _codes(pair.own).issuperset(own) and _codes(pair.other).issuperset(other):
                yield from _crossed(texts, pair, COMPARISON, own, other)


def _crossed(texts: SideBySide, pair: Pair, rule: Rule, two: tuple[str, str], others: tuple[str, str]) -> Iterator[Finding]:
    """Turns of phrase of the original that stand in each other's places in the translation, which says them by `others`."""
    same = dict(zip(others, two, strict=True))
    own = [slot for features in pair.own for slot in _slots(features, two)]
    other = [evolve(slot, code=same[slot.code]) for features in pair.other for slot in _slots(features, others)]
    here, there = [slot.code for slot in own], [slot.code for slot in other]
    # Where the turns themselves are others, `turns` reports that.
    exchanged = rule == "pair/modality" and _condition_exchanged(own, other)
    alike = here == there and not exchanged
    if alike or Counter(here) != Counter(there) or len(here) > MOST or _condition_moved(own, other):
        return
    if {*two} == STAGES and is_same_order(pair):
        return
    in_order = sum(_fit(texts, a, b) for a, b in zip(own, other, strict=True))
    by_code = sum(_fit(texts, a, b) for a, b in zip(_by_code(own), _by_code(other), strict=True))
    are_adjacent = _stand_close(own) and _stand_close(other)
    sure = two in TRUE or in_order >= by_code + CLEARLY or (are_adjacent and in_order >= by_code)
    if exchanged or are_adjacent or in_order >= by_code + HARDLY:
        listed = [", ".join(f"`{code.replace('_', ' ')}`" for code in codes) for codes in (here, there)]
        # `Back to the box before the game` may stand in any order.
        level: Level | None = "note" if frozenset(two) in DOUBTFUL else None if sure else "warning"
        yield texts.finding(rule, says_in_order(listed[0], pair.line, listed[1]), pair, " ".join(here), " ".join(there), level)


def _condition_moved(own: Sequence[_TurnPlace], other: Sequence[_TurnPlace]) -> bool:
    """Return whether the same one of two turns is in a condition on both sides: `take it if you can`, `if you can, take it`."""
    here, there = _conditions(own), _conditions(other)
    return len(here) == 2 and here == there and here[0][1] != here[1][1]


def _condition_exchanged(own: Sequence[_TurnPlace], other: Sequence[_TurnPlace]) -> bool:
    """Return whether one of two turns is in a condition on each side, and not the same: `you must if you may`."""
    here, there = _conditions(own), _conditions(other)
    return len(here) == 2 and here[0][1] != here[1][1] and there == [(code, not conditional) for code, conditional in here]


def _conditions(some: Sequence[_TurnPlace]) -> list[tuple[str, bool]]:
    """Each turn with whether it is in a condition, sorted."""
    return sorted((slot.code, slot.conditional) for slot in some)


def _codes(some: Sequence[Features]) -> frozenset[str]:
    """The turns of phrase of some sentences."""
    return frozenset(code for features in some for code in features.signals)


def _stand_close(some: Sequence[_TurnPlace]) -> bool:
    """Return whether two turns of phrase stand beside each other, as in `from left to right`: their order is what they say."""
    return len(some) == 2 and abs(some[0].place - some[1].place) <= ADJACENT


def _by_code(slots: Sequence[_TurnPlace]) -> list[_TurnPlace]:
    return sorted(slots, key=lambda slot: slot.code)


def _slots(features: Features, two: tuple[str, str]) -> list[_TurnPlace]:
    places = sorted((place, code) for code in two for place in features.signals.get(code, ()))
    return [_TurnPlace(code, place, _near(features, place, two), features.is_conditional(place)) for place, code in places]


def _near(features: Features, at: int, but: tuple[str, str]) -> dict[str, float]:
    """Weigh the stems, numbers and other turns of phrase near a place: the nearer the more, less beyond a comma."""
    signs = [(place, f" {stem}") for place, stem in features.stems.items()]
    signs += [(place, f"!{code}") for code, places in features.signals.items() if code not in but for place in places]
    signs += [(number.match.first, f"#{number.value}") for number in features.evidence.numbers]
    out: dict[str, float] = {}
    for place, sign in signs:
        if place != at and abs(place - at) <= AROUND:
            weight = 1 / (1 + abs(place - at)) * (1.0 if features.parts[place] == features.parts[at] else 0.4)
            out[sign] = max(out.get(sign, 0.0), weight)
    return out


def _fit(texts: SideBySide, own: _TurnPlace, other: _TurnPlace) -> float:
    """Return how well what stands near two turns of phrase fits."""
    return sum(max((sure * min(weight, other.near[sign]) for sign, sure in _signs(texts, sign).items() if sign in other.near),
                   default=0.0) for sign, weight in own.near.items())


def _signs(texts: SideBySide, sign: str) -> Signs:
    """The signs of the translation that say a sign of the original, each with how surely."""
    if sign[0] != " ":
        return {sign: 1.0}
    return {f" {partner}": sure for partner, sure in texts.lexicon.shares.get(sign[1:], {}).items()}
