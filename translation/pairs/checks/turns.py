"""The turns of phrase of a translation against those of its original: comparisons, directions, order, may and must, negation.

How often the two texts agree on a turn of phrase tells how much it means that they do not: a pair of languages that
says `at most` in two ways shows it in every sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import define

from ...decisions.findings import Finding, Level
from ..reading import Shown
from ..side_by_side import Pair, SideBySide

# Turns of which one stands in the place of the other when a rule is turned round, by the rule of their findings.
OPPOSITES: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("pair/comparison", (
        ("at_least", "at_most"), ("at_least", "fewer"), ("at_most", "more"), ("more", "fewer"), ("exactly", "at_most"),
        ("exactly", "at_least"), ("highest", "lowest"), ("highest", "fewer"), ("lowest", "more"), ("same", "different"),
        ("exactly", "more"), ("exactly", "fewer"), ("at_least", "more"), ("at_most", "fewer"))),
    ("pair/direction", (("clockwise", "counterclockwise"), ("left", "right"))),
    ("pair/order", (("before", "after"), ("first", "last"), ("at_begin", "at_end"), ("next", "previous"), ("first", "next"),
                    ("until", "after"), ("at_once", "at_end"), ("in_order", "together"))),
    ("pair/modality", (("may", "must"), ("must_not", "need_not"), ("must_not", "must"), ("may", "need_not"))),
    ("pair/quantifier", (("all", "some"), ("each", "some"), ("all", "any"), ("each", "any"), ("both", "some"), ("only", "all"),
                         ("all", "both"), ("only", "always"))),
    ("pair/condition", (("if", "unless"), ("if", "even_if"), ("except", "even_if"), ("until", "while"), ("unless", "even_if"))),
    ("pair/openness", (("hidden", "open"),)),
    ("pair/actor", (("opponent", "active"), ("wins", "loses"), ("gets", "gives"))),
)
# Turns that say nearly the same: one that is lost where the other has come is no difference.
AKIN = (("lowest", "fewer"), ("highest", "more"), ("at_least", "more"), ("at_most", "fewer"), ("all", "each"), ("all", "any"),
        ("each", "any"), ("until", "before"), ("before", "first"), ("until", "at_most"), ("after", "next"), ("after", "if"),
        ("while", "if"), ("except", "unless"), ("by_lot", "any"), ("without", "not"), ("opponent", "active"), ("each", "both"))
# Pairs of turns that translators often exchange; they are a warning at most.
SOFT = frozenset((frozenset(("must_not", "must")), frozenset(("may", "need_not")), frozenset(("gets", "gives")),
                  frozenset(("all", "any")), frozenset(("each", "any")), frozenset(("only", "all")),
                  frozenset(("first", "next")), frozenset(("at_once", "at_end")), frozenset(("until", "after")),
                  frozenset(("same", "different")), frozenset(("at_least", "more")), frozenset(("at_most", "fewer")),
                  frozenset(("exactly", "more")), frozenset(("exactly", "fewer")), frozenset(("until", "while")),
                  frozenset(("in_order", "together")), frozenset(("opponent", "active")), frozenset(("if", "even_if")),
                  frozenset(("next", "previous")), frozenset(("all", "both"))))
# Turns that are missed where the translation has none, and the rule of it.
MISSED = {"at_least": "pair/comparison", "at_most": "pair/comparison", "exactly": "pair/comparison",
          "highest": "pair/comparison", "lowest": "pair/comparison",
          "clockwise": "pair/direction", "counterclockwise": "pair/direction",
          "left": "pair/direction", "right": "pair/direction", "first": "pair/order", "last": "pair/order",
          "before": "pair/order", "only": "pair/quantifier", "both": "pair/quantifier", "unless": "pair/condition",
          "even_if": "pair/condition", "hidden": "pair/openness", "must": "pair/modality", "fewer": "pair/comparison",
          "more": "pair/comparison", "may": "pair/modality", "after": "pair/order"}
# How often texts agree on a turn of phrase before anything is known of these two, and how much that weighs.
PRIOR, PRIOR_OF_CLEAR, WEIGHT = 0.78, 0.88, 3.0
# Turns for which most languages have one word.
CLEAR = frozenset(("at_least", "at_most", "exactly", "clockwise", "counterclockwise", "left", "right", "highest", "lowest",
                   "both", "unless", "even_if", "last", "not"))
# From this agreement on a turn that is exchanged is an error, and one that is missing is a warning.
SURE, MISS = 0.55, 0.84
# Other turns are missed from a higher agreement on.
RARELY = {"before": 0.9, "after": 0.93, "may": 0.91, "more": 0.92, "must": 0.9, "first": 0.9,
          "fewer": 0.9}
# Sentences have to be as alike as this for an error, and for a warning that a turn is missing; and so many of their words.
ALIKE, NEAR, CLOSE = 0.5, 0.72, 0.8
# A comparison that is denied says what another says plainly.
DENIED_BOUNDS = (("more", "at_most"), ("fewer", "at_least"))
# What says no: surely, and perhaps, as `without`.
NO = ("not", "must_not")
PERHAPS_NO = ("need_not", "without", "unless", "except", "until", "fewer", "only", "loses", "even_if", "different",
              "at_most", "at_least", "exactly")


@define(eq=False, slots=False)
class Agreement:
    """How often two texts agree on each turn of phrase."""

    pairs: Sequence[Pair]

    @cached_property
    def _counts(self) -> tuple[Counter[str], Counter[str], Counter[str]]:
        own, other, both = Counter[str](), Counter[str](), Counter[str]()
        for pair in self.pairs:
            here, there = set(pair.signals(0)), set(pair.signals(1))
            own.update(here)
            other.update(there)
            both.update(here & there)
        return own, other, both

    def kept(self, code: str) -> float:
        """How likely a translation has a turn of its original, by all pairs but one in which it has not."""
        own, _, both = self._counts
        return _share(code, both[code], own[code])

    def due(self, code: str) -> float:
        """How likely an original has a turn of its translation, by all pairs but one in which it has not."""
        _, other, both = self._counts
        return _share(code, both[code], other[code])


def _share(code: str, both: int, times: int) -> float:
    prior = PRIOR_OF_CLEAR if code in CLEAR else PRIOR
    others = max(times - 1, both)
    return (both + prior * WEIGHT) / (others + WEIGHT)


def check(texts: SideBySide) -> Iterator[Finding]:
    """Findings on turns of phrase that are exchanged for others, or missing."""
    agreement = Agreement(texts.pairs)
    exchanged = Counter((a, b) for pair in texts.pairs for _, a, b in _exchanges(pair))
    for pair in texts.pairs:
        found = [*_turned(texts, pair, agreement, exchanged)]
        yield from found
        yield from _negated(texts, pair, agreement)
        if not found:
            yield from _missing(texts, pair, agreement)


def _exchanges(pair: Pair) -> Iterator[tuple[str, str, str]]:
    """The turns that have another in their place: the rule, the turn of the original, and that of the translation."""
    lost, come = _unlike(pair)
    for rule, opposites in OPPOSITES:
        for a, b in opposites:
            for text, turned in ((a, b), (b, a)):
                if lost[text] and come[turned] and {text, turned} not in map(set, DENIED_BOUNDS):
                    yield rule, text, turned


def _unlike(pair: Pair) -> tuple[Counter[str], Counter[str]]:
    """The turns that only the original has, and only the translation, less those that another says nearly the same by."""
    lost, come = pair.signals(0) - pair.signals(1), pair.signals(1) - pair.signals(0)
    for a, b in AKIN:
        for text, other in ((a, b), (b, a)):
            same = min(lost[text], come[other])
            lost[text] -= same
            come[other] -= same
    return +lost, +come


def _turned(texts: SideBySide, pair: Pair, agreement: Agreement, exchanged: Counter[tuple[str, str]]) -> Iterator[Finding]:
    own, other = pair.signals(0), pair.signals(1)
    for rule, text, turned in _exchanges(pair):
        usual = exchanged[text, turned] >= 3 and agreement.kept(text) < MISS
        plain = not own[turned] and not other[text]
        sure = plain and pair.alike >= ALIKE and min(agreement.kept(text), agreement.due(turned)) >= SURE
        level: Level | None = "note" if usual else None if sure and frozenset((text, turned)) not in SOFT else "warning"
        if frozenset((text, turned)) in SOFT and not plain:
            level = "note"
        yield texts.found(rule, f"the original says {_words(text)} (line {pair.line}), and here it is "
                          f"{_words(turned)}", pair, text, turned, level, _having(pair, turned))


def _missing(texts: SideBySide, pair: Pair, agreement: Agreement) -> Iterator[Finding]:
    """Turns that stand on one side only, and that have no other in their place."""
    own, other = pair.signals(0), pair.signals(1)
    for code, rule in MISSED.items() if pair.alike >= NEAR else ():
        least = RARELY.get(code, MISS)
        akin = {other for two in AKIN if code in two for other in two if other != code}
        if own[code] and not other[code] and not (akin & other.keys()) and agreement.kept(code) >= least:
            yield texts.found(rule, f"the original says {_words(code)} (line {pair.line}), which is not said here", pair, code,
                              None, "warning")
        denied = any(code == bound and own[text] for text, bound in DENIED_BOUNDS)
        if other[code] and not own[code] and not denied and not (akin & own.keys()) and agreement.due(code) >= least:
            yield texts.found(rule, f"the original does not say {_words(code)} (line {pair.line})", pair, None,
                              code, "warning", _having(pair, code))


def _having(pair: Pair, code: str) -> Shown:
    return next((shown for shown in pair.other if code in shown.signals), pair.other[0])


def _words(code: str) -> str:
    return f"`{code.replace('_', ' ')}`"


# ---- Negation ----------------------------------------------------------------------------------------


def _negated(texts: SideBySide, pair: Pair, agreement: Agreement) -> Iterator[Finding]:
    """What is denied on one side and not on the other."""
    own, other = _denied(pair.own), _denied(pair.other)
    if own == other or _is_bound(pair, own - other):
        return
    close, line = texts.close(pair), pair.line
    here, there = (0, 1) if own > other else (1, 0)
    perhaps = any((pair.signals(there) - pair.signals(here))[code] for code in PERHAPS_NO)
    likely = agreement.kept("not") if own > other else agreement.due("not")
    level: Level | None = None
    if min(own, other) or perhaps:
        if abs(own - other) > 1 or close < CLOSE:
            return
        level = "warning"
    elif close < CLOSE or likely < SURE:
        level = "warning"
    if own > other:
        yield texts.found("pair/negation", f"the original says `not` (line {line}), which is not said here", pair, "not", None,
                          level)
    else:
        yield texts.found("pair/negation", f"the original does not say `not` (line {line})", pair, None, "not", level)


def _is_bound(pair: Pair, more: int) -> bool:
    """Whether one side says `at most` where the other says `not more`."""
    here, there = (pair.signals(0), pair.signals(1)) if more > 0 else (pair.signals(1), pair.signals(0))
    lost, come = here - there, there - here
    return any(lost[text] and come[bound] for text, bound in DENIED_BOUNDS)


def _denied(some: Sequence[Shown]) -> int:
    """How many parts of sentences say no."""
    return sum(len({shown.parts[place] for code in NO for place in shown.signals.get(code, ())}) for shown in some)
