"""The turns of phrase of a translation against those of its original: comparisons, directions, order, may and must.

How often the two texts agree on a turn of phrase tells how much it means that they do not: a pair of languages that
says `at most` in two ways shows it in every sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...decisions.findings import Finding, Level, Rule
from ..agreement import Agreement
from ..reading import Shown
from ..side_by_side import Pair, SideBySide

# Turns of which one stands in the place of the other when a rule is turned round, by the rule of their findings.
OPPOSITES: tuple[tuple[Rule, tuple[tuple[str, str], ...]], ...] = (
    ("pair/comparison", (
        ("at_least", "at_most"), ("at_least", "fewer"), ("at_most", "more"), ("more", "fewer"), ("exactly", "at_most"),
        ("exactly", "at_least"), ("highest", "lowest"), ("highest", "fewer"), ("lowest", "more"), ("same", "different"),
        ("exactly", "more"), ("exactly", "fewer"), ("at_least", "more"), ("at_most", "fewer"),
        ("same", "more"), ("same", "fewer"))),
    ("pair/direction", (("clockwise", "counterclockwise"), ("left", "right"))),
    ("pair/order", (("before", "after"), ("first", "last"), ("at_begin", "at_end"), ("next", "previous"), ("first", "next"),
                    ("until", "after"), ("at_once", "at_end"), ("in_order", "together"))),
    ("pair/modality", (("may", "must"), ("must_not", "need_not"), ("must_not", "must"), ("may", "need_not"),
                       ("must", "need_not"))),
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
SOFT = frozenset((frozenset(("same", "more")), frozenset(("same", "fewer")),
                  frozenset(("all", "some")), frozenset(("each", "some")), frozenset(("may", "need_not")),
                  frozenset(("gets", "gives")),
                  frozenset(("all", "any")), frozenset(("each", "any")), frozenset(("only", "all")),
                  frozenset(("first", "next")), frozenset(("at_once", "at_end")), frozenset(("until", "after")),
                  frozenset(("same", "different")), frozenset(("at_least", "more")), frozenset(("at_most", "fewer")),
                  frozenset(("exactly", "more")), frozenset(("exactly", "fewer")), frozenset(("until", "while")),
                  frozenset(("in_order", "together")), frozenset(("opponent", "active")), frozenset(("if", "even_if")),
                  frozenset(("all", "both"))))
# Turns that are missed where the translation has none, and the rule of it.
MISSED: dict[str, Rule] = {"at_least": "pair/comparison", "at_most": "pair/comparison", "exactly": "pair/comparison",
          "highest": "pair/comparison", "lowest": "pair/comparison",
          "clockwise": "pair/direction", "counterclockwise": "pair/direction",
          "left": "pair/direction", "right": "pair/direction", "first": "pair/order", "last": "pair/order",
          "before": "pair/order", "only": "pair/quantifier", "both": "pair/quantifier", "unless": "pair/condition",
          "even_if": "pair/condition", "hidden": "pair/openness", "must": "pair/modality", "fewer": "pair/comparison",
          "more": "pair/comparison", "may": "pair/modality", "after": "pair/order"}
# From this agreement on a turn that is exchanged is an error, and one that is missing is a warning.
SURE, MISS = 0.55, 0.84
# The same where the sentence says both turns of phrase besides.
SURER = 0.7
# Other turns are missed from a higher agreement on.
RARELY = {"before": 0.9, "after": 0.93, "may": 0.91, "more": 0.92, "must": 0.9, "first": 0.9,
          "fewer": 0.9, "only": 0.88}
# A turn of phrase that the original does not have is missed there from this agreement on, if so many words have their partners.
ADDED = {"may": 0.84}
# Sentences have to be as alike as this for an error, and for a warning that a turn is missing; and so many of their words.
ALIKE, NEAR, CLOSE = 0.5, 0.72, 0.8
# A comparison that is denied says what another says plainly.
DENIED_BOUNDS = (("more", "at_most"), ("fewer", "at_least"))
# For each turn of phrase those that surely turn it round.
SURELY = {code: frozenset(other for _, opposites in OPPOSITES for two in opposites if code in two and frozenset(two) not in SOFT
                          for other in two if other != code) for _, opposites in OPPOSITES for two in opposites for code in two}
# Turns of which one with a plain `not` says the other: `unless` is `if not`.
DENIED = (frozenset(("if", "unless")), frozenset(("must_not", "must")))


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on turns of phrase that are exchanged for others, or missing."""
    agreement = texts.agreement
    exchanged = Counter((a, b) for pair in texts.pairs for _, a, b in _exchanges(pair))
    for pair in texts.pairs:
        found = [*_turned(texts, pair, agreement, exchanged)]
        yield from found
        if not found:
            yield from _missing(texts, pair, agreement)


def _exchanges(pair: Pair) -> Iterator[tuple[Rule, str, str]]:
    """The turns that have another in their place: the rule, the turn of the original, and that of the translation."""
    lost, come = _unlike(pair)
    denied = _denied(pair, 0) != _denied(pair, 1)
    for rule, opposites in OPPOSITES:
        for a, b in opposites:
            for text, turned in ((a, b), (b, a)):
                if lost[text] and come[turned] and {text, turned} not in map(set, DENIED_BOUNDS) and not (
                        denied and frozenset((text, turned)) in DENIED):
                    yield rule, text, turned


def _denied(pair: Pair, side: int) -> int:
    """Return how often a side says no plainly."""
    return pair.signals(side)["not"]


def _unlike(pair: Pair) -> tuple[Counter[str], Counter[str]]:
    """The turns that only the original has, and only the translation, less those that another says nearly the same by."""
    lost, come = pair.signals(0) - pair.signals(1), pair.signals(1) - pair.signals(0)
    for a, b in AKIN:
        for text, other in ((a, b), (b, a)):
            same = min(lost[text], come[other]) if not _has_opposite(other, lost) and not _has_opposite(text, come) else 0
            lost[text] -= same
            come[other] -= same
    return +lost, +come


def _has_opposite(code: str, some: Counter[str]) -> bool:
    """Return whether some turns of phrase have one that surely turns this one round."""
    return any(some[other] for other in SURELY.get(code, ()))


def _turned(texts: SideBySide, pair: Pair, agreement: Agreement, exchanged: Counter[tuple[str, str]]) -> Iterator[Finding]:
    own, other = pair.signals(0), pair.signals(1)
    for rule, text, turned in _exchanges(pair):
        usual = exchanged[text, turned] >= 3 and agreement.kept(text) < MISS
        plain = not own[turned] and not other[text]
        agreed = min(agreement.kept(text), agreement.due(turned))
        sure = (pair.alike >= ALIKE and agreed >= SURE) if plain else (pair.alike >= NEAR and agreed >= SURER)
        level: Level | None = "note" if usual else None if sure and frozenset((text, turned)) not in SOFT else "warning"
        if frozenset((text, turned)) in SOFT and (not plain or ("some" in (text, turned) and agreed < MISS)):
            level = "note"
        yield texts.found(rule, f"the original says {_words(text)} (line {pair.line}), and here it is "
                          f"{_words(turned)}", pair, text, turned, level, _having(pair, turned))


def _missing(texts: SideBySide, pair: Pair, agreement: Agreement) -> Iterator[Finding]:
    """Turns that stand on one side only, and that have no other in their place."""
    own, other = pair.signals(0), pair.signals(1)
    for code, rule in MISSED.items() if pair.alike >= NEAR else ():
        if bool(own[code]) == bool(other[code]):
            continue
        least = RARELY.get(code, MISS)
        least_added = ADDED[code] if code in ADDED and texts.close(pair) >= CLOSE else least
        if code == "unless" and _denied(pair, 0) != _denied(pair, 1):
            continue
        akin = {other for two in AKIN if code in two for other in two if other != code}
        if own[code] and not other[code] and not (akin & other.keys()) and agreement.kept(code) >= least:
            yield texts.found(rule, f"the original says {_words(code)} (line {pair.line}), which is not said here", pair, code,
                              None, "warning")
        denied = any(code == bound and own[text] for text, bound in DENIED_BOUNDS)
        if other[code] and not own[code] and not denied and not (akin & own.keys()) and agreement.due(code) >= least_added:
            yield texts.found(rule, f"the original does not say {_words(code)} (line {pair.line})", pair, None,
                              code, "warning", _having(pair, code))


def _having(pair: Pair, code: str) -> Shown:
    return next((shown for shown in pair.other if code in shown.signals), pair.other[0])


def _words(code: str) -> str:
    return f"`{code.replace('_', ' ')}`"

