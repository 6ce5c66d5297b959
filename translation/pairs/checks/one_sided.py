"""Pairs of sentences -> turns of phrase that stand on one side only, and that have no other in their place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from attrs import evolve

from ...decisions.findings import Finding, Rule
from ..agreement import Agreement
from ..equivalents import AKIN
from ..side_by_side import SIDES_KEPT, Pair, SideBySide, Sides
from .denials import DENYING
from .messages import adds, called, leaves_out
from .opposites import COMPARISON

# Turns that are missed where the translation has none, and the rule of it.
MISSED: dict[str, Rule] = {"at_least": "pair/comparison", "at_most": "pair/comparison", "exactly": "pair/comparison",
          "highest": "pair/comparison", "lowest": "pair/comparison",
          "clockwise": "pair/direction", "counterclockwise": "pair/direction",
          "left": "pair/direction", "right": "pair/direction", "first": "pair/order", "last": "pair/order",
          "before": "pair/order", "only": "pair/quantifier", "both": "pair/quantifier", "unless": "pair/condition",
          "even_if": "pair/condition", "hidden": "pair/openness", "must": "pair/modality", "fewer": "pair/comparison",
          "more": "pair/comparison", "may": "pair/modality", "after": "pair/order", "except": "pair/condition",
          "rounded_up": "pair/comparison", "rounded_down": "pair/comparison", "even": "pair/comparison",
          "odd": "pair/comparison", "youngest": "pair/comparison", "oldest": "pair/comparison", "upward": "pair/direction",
          "downward": "pair/direction", "top": "pair/direction", "bottom": "pair/direction", "inside": "pair/direction",
          "outside": "pair/direction", "against": "pair/direction", "at_once": "pair/order", "previous": "pair/order",
          "together": "pair/order", "in_order": "pair/order", "different": "pair/comparison"}
# From this agreement on a turn that is missing is a warning.
MISS = 0.84
# Other turns are missed from a higher agreement on.
RARELY = {"before": 0.9, "after": 0.93, "may": 0.91, "more": 0.92, "must": 0.9, "first": 0.9,
          "fewer": 0.9, "only": 0.88}
# A bound is missed from a lower one on where it stands by a number that both sides have, at most this many words before it.
BOUNDS, NEAR_NUMBER, BEFORE = ("at_least", "at_most", "exactly", "more", "fewer"), 0.75, 3
# Turns that are hardly ever left out or put in freely: bounds where nothing else differs, a `may` that is put in, and
# exceptions where neither side denies anything, as what is denied says them too. All others are a note.
BARE, PUT_IN, EXCEPTIONS = ("at_least", "at_most", "clockwise", "counterclockwise"), "may", ("except", "unless")
# What says a bound in another way.
BY_OTHERS = frozenset((*BOUNDS, "until", "only", "must_not", "not", "range", "any", "all", "lowest", "highest"))
# The agreement from which on a turn is missed in the original, if enough words of the sentence have their partners.
ADDED = {"may": 0.5}
# The same where the sentences are next to the same: there a `must` of the translation alone is hardly ever meant.
ADDED_TO_SAME = {"must": 0.7}
# How alike two sentences are for a warning; the share of words with partners for a turn that is missed in the original.
NEAR, CLOSE = 0.72, 0.8
# How alike sentences are, and what share of words has partners, where the two say next to the same.
SAME, SAME_WORDS = 0.9, 0.85
# The share of words with partners from which on a turn is missed that is no comparison: translators leave many out.
CLOSELY = 0.75
# How near `may` and what is first stand where both say who begins.
OF_FIRST = 3
# What `both` says.
TWO = 2
# The sense of words that let a player choose.
CHOOSE = "choose"
# What a player gets, and the sense of words for it.
GETS, TAKE = "gets", "take"


def one_sided(texts: SideBySide, pair: Pair, agreement: Agreement) -> Iterator[Finding]:
    """Yield findings on turns that stand on one side only, and that have no other in their place.

    Free wording leaves out or puts in any turn far more often than a mistake does: most are a note.
    """
    for code, finding in _candidates(texts, pair, agreement):
        is_bare = code in BARE and pair.differences.lost.total() + pair.differences.come.total() == 1
        is_put_in = code == PUT_IN and finding.expected is None
        is_exception = code in EXCEPTIONS and not any(pair.signals(side)[no] for side in (0, 1) for no in DENYING)
        is_supported = is_bare or is_put_in or is_exception or _is_bound(pair, code)
        yield finding if is_supported else evolve(finding, lowered="note")


def _candidates(texts: SideBySide, pair: Pair, agreement: Agreement) -> Iterator[tuple[str, Finding]]:
    """Each turn that stands on one side only, with a warning."""
    own, other = pair.signals(0), pair.signals(1)
    lost, come = pair.differences.lost, pair.differences.come
    closely = texts.close(pair) >= CLOSELY
    is_same = pair.alike >= SAME and texts.close(pair) >= SAME_WORDS
    for code, rule in _turns_on_one_side(pair.sides) if pair.alike >= NEAR else ():
        if _says_two_otherwise(pair, code) or not (closely or rule == COMPARISON):
            continue
        least = NEAR_NUMBER if _is_bound(pair, code) else RARELY.get(code, MISS)
        least_added = ADDED[code] if code in ADDED and texts.close(pair) >= CLOSE else least
        least_added = min(least_added, ADDED_TO_SAME.get(code, least_added)) if is_same else least_added
        akin = {other for two in AKIN if code in two for other in two if other != code}
        # A `may` that has become a `must not`, or the other way round, is a matter of denials.
        if code == "may" and (lost["must_not"] or come["must_not"] or _is_of_first(pair) or _is_bounded(pair)
                              or _chooses(pair, 0 if come[code] else 1) or _is_got(pair)):
            continue
        if lost[code] and not other[code] and not (akin & other.keys()) and agreement.in_translation(code) >= least:
            yield code, texts.finding(rule, leaves_out(called(code), pair.line), pair, code, None, "warning")
        # An `any` that both sides have is another thing than a `may` of one.
        is_akin = any(own[turn] > other[turn] for turn in akin) if code == "may" else bool(akin & own.keys())
        if come[code] and not own[code] and not is_akin and agreement.in_original(code) >= least_added:
            yield code, texts.finding(rule, adds(called(code), pair.line), pair, None, code, "warning", pair.having(code))


@lru_cache(maxsize=SIDES_KEPT)
def _turns_on_one_side(sides: Sides) -> tuple[tuple[str, Rule], ...]:
    """The turns that stand on one side only, each with the rule for it."""
    own, other = sides.signals
    return tuple((code, rule) for code, rule in MISSED.items() if bool(own[code]) != bool(other[code]))


def _is_of_first(pair: Pair) -> bool:
    """Return whether a pair says by `may` who is first: that player `begins`, or `may begin`, in every language as it likes."""
    return any(abs(first - place) <= OF_FIRST and features.parts[first] == features.parts[place]
               for side in (0, 1) for features in pair.side(side) for place in features.signals.get("may", ())
               for first in features.places(("first", "at_begin")))


def _chooses(pair: Pair, side: int) -> bool:
    """Return whether a side lets a player choose: `choose the colour` is `may choose the colour`."""
    return any(CHOOSE in codes for features in pair.side(side) for _, codes in features.senses)


def _is_got(pair: Pair) -> bool:
    """Return whether one side gets what the other says `may` for by a word that says both, as Swedish `får` does."""
    return any(TAKE in features.language.senses.codes_at(features.evidence.words[place].folded)
               for side in (0, 1) if pair.signals(1 - side)[GETS] > pair.signals(side)[GETS]
               for features in pair.side(side) for place in features.signals.get("may", ()))


def _is_bounded(pair: Pair) -> bool:
    """Return whether both sides have an upper bound: `at most four may stand there` is `no more than four fit there`."""
    sides = (pair.signals(side) for side in (0, 1))
    return all(turns["at_most"] or turns["only"] or (turns["more"] and (turns["not"] or turns["must_not"])) for turns in sides)


def _is_bound(pair: Pair, code: str) -> bool:
    """Return whether one side has a bound by a number that the other has without any."""
    side = 0 if pair.signals(0)[code] else 1
    if code not in BOUNDS or any(pair.signals(1 - side)[other] for other in BY_OTHERS):
        return False
    there = {number.value for features in pair.side(1 - side) for number in features.counting}
    return any(number.value in there and 0 <= number.match.first - place <= BEFORE
               for features in pair.side(side) for number in features.counting for place in features.signals.get(code, ()))


def _says_two_otherwise(pair: Pair, code: str) -> bool:
    """Return whether each side says two, as a number or by `both`, or one side `two or more` and the other no number for it."""
    two = [any(features.values[TWO] for features in pair.side(side)) for side in (0, 1)]
    if code == "both":
        return all(has or pair.signals(side)["both"] for side, has in enumerate(two))
    return code == "at_least" and two[0] != two[1] and bool(pair.signals(two.index(True))[code])
