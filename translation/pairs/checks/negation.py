"""Negations of a translation against those of its original: how many parts of a sentence say no, surely and perhaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...decisions.findings import Finding, Level
from ..reading import Shown
from ..side_by_side import Pair, SideBySide

# What says no surely.
NO = ("not", "must_not")
# What says it perhaps: one language says `unless` or `without` where another says `not`.
PERHAPS = ("need_not", "without", "unless", "except", "until", "before", "fewer", "only", "loses", "even_if", "different",
           "at_most", "at_least", "exactly")
# `Not ... until` in one language is a plain `until` in another.
UNTIL = ("until", "before")
# A comparison that is denied says what another says plainly.
BOUNDS = (("more", "at_most"), ("fewer", "at_least"))
# How many of the words of a pair must have their partners, and how often the texts must agree on `not`, for an error.
CLOSE, AGREED = 0.8, 0.55
# The same where both sides say no, and one more often.
CLOSER, AGREED_MORE = 0.85, 0.8


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on what is denied on one side and not on the other."""
    for pair in texts.pairs:
        own, other = _denied(pair.own), _denied(pair.other)
        if own == other or _is_bound(pair, own > other):
            continue
        level = _level(texts, pair, own, other)
        if level is None:
            continue
        if own > other:
            yield texts.found("pair/negation", f"the original says `not` (line {pair.line}), which is not said here", pair,
                              "not", None, level)
        else:
            yield texts.found("pair/negation", f"the original does not say `not` (line {pair.line})", pair, None, "not", level)


def _level(texts: SideBySide, pair: Pair, own: int, other: int) -> Level | None:
    """Return how bad it is that one side says no more often; None where the other says it in another way."""
    here, there = (0, 1) if own > other else (1, 0)
    perhaps = sum((pair.signals(there) - pair.signals(here))[code] for code in PERHAPS)
    perhaps += any(pair.signals(here)[code] and pair.signals(there)[code] for code in UNTIL)
    if perhaps >= abs(own - other):
        return None
    close = texts.close(pair)
    agreed = texts.agreement.kept("not") if own > other else texts.agreement.due("not")
    if min(own, other):
        if close < CLOSE:
            return None
        return "error" if close >= CLOSER and agreed >= AGREED_MORE else "warning"
    return "error" if close >= CLOSE and agreed >= AGREED else "warning"


def _is_bound(pair: Pair, is_more: bool) -> bool:
    """Return whether one side says `at most` where the other says `not more`."""
    here, there = (pair.signals(0), pair.signals(1)) if is_more else (pair.signals(1), pair.signals(0))
    lost, come = here - there, there - here
    return any(lost[text] and come[bound] for text, bound in BOUNDS)


def _denied(some: Sequence[Shown]) -> int:
    """Return how many parts of sentences say no."""
    return sum(len({shown.parts[place] for code in NO for place in shown.signals.get(code, ())}) for shown in some)
