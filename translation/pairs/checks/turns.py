"""The turns of phrase of a translation against those of its original: comparisons, directions, order, may and must.

How often the two texts agree on a turn of phrase tells how much it means that they do not: a pair of languages that
says `at most` in two ways shows it in every sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from ...decisions.findings import Finding, Level, Rule
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .bounded import turned_bounds
from .contraries import Contraries
from .denials import denials
from .exchanges import Exchanges, is_denied_besides, shares_of, turned_by_denial
from .messages import called, says
from .one_sided import MISS, NEAR, one_sided
from .opposites import COMPARISON, DOUBTFUL, FIRM, FREE, LITTLE, MUCH, USUALLY_FREE
from .places import APART, IN_PLACE, NOWHERE, apart
from .singled import singled
from .stages import GOES_WITH, is_next_stage, is_same_order
from .times import turned_times

QUANTIFIER: Rule = "pair/quantifier"
# From this agreement on a turn is said to be gone for its contrary.
EVEN_SO = 0.6
# What says `all` in any way.
WHOLE = ("all", "each", "any", "both", "always")
# What says one thing of two people: `you get` where `the bank gives`.
CONVERSE = frozenset(("gets", "gives"))
# From this agreement on one that is exchanged is an error where the sentence says both besides.
SURER = 0.7
# The fewest times of a usual exchange; a turn that is mostly exchanged for another is how one language says it.
USUAL, MOSTLY = 3, 0.5
# How alike two sentences are for an error.
ALIKE = 0.5
# `First this, then that` is `before that, this` elsewhere: such an exchange is one only in the same place, or hardly apart.
TURNABLE = (("before", "after"), ("after", "before"))
# Turns that may stand anywhere in a sentence, and in whose place another is farther off.
ANYWHERE = ("at_least", "at_most", "before")
# How often two imagined pairs forbid by the same verb, one for each answer, and the share from which on texts keep verbs apart.
# Without any other pair the share is a half, and lies above it.
EVEN, KEPT_APART = 1.0, 0.4
# The share of words with partners from which on `nicht zahlen muss` is seen to stand for `cannot pay`.
OBLIGED = 0.5
# How many words from `may` or `must` the `only` stands that belongs to it.
NEAR_ONLY = 3


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on turns of phrase that are exchanged for others, or missing."""
    exchanges, contraries = Exchanges(texts.pairs), Contraries(texts.pairs)
    forbidding = Counter(pair.forbidden_by for pair in texts.pairs)
    for pair, exchanged in zip(texts.pairs, exchanges.of_pairs, strict=True):
        findings = [*_turned(texts, pair, exchanged, exchanges)]
        findings += _contrary(texts, pair, contraries, {finding.expected for finding in findings})
        findings += _singled(texts, pair, {finding.rule for finding in findings if finding.level != "note"})
        by_denial = turned_by_denial(pair)
        if by_denial is None and all(finding.rule != COMPARISON for finding in findings):
            findings += _turned_bounds(texts, pair)
        yield from findings
        # A free wording that is only noted says nothing of what is before or after something.
        is_plain = all(finding.level == "note" for finding in findings)
        times = [*_turned_times(texts, pair)] if is_plain else []
        yield from times
        if not findings:
            yield from () if times else (finding for finding in one_sided(texts, pair, texts.agreement)
                                         if not {finding.expected, finding.actual} & {*(by_denial or ())})
            yield from _forbidden_otherwise(texts, pair, forbidding)


def _contrary(texts: SideBySide, pair: Pair, contraries: Contraries, known: Collection[str | None]) -> Iterator[Finding]:
    """Words in the place of their contraries, but for those of which it is known."""
    reported = set[str]()
    for rule, text, turned, level in contraries.exchanges_in(pair):
        # A word in the place of two, as `your` for `each of all`, is reported once.
        if text in known or turned in reported:
            continue
        reported.add(turned)
        yield texts.finding(rule, says(called(text), pair.line, called(turned)), pair, text, turned, level, pair.having(turned))


def _singled(texts: SideBySide, pair: Pair, known: Collection[Rule]) -> Iterator[Finding]:
    """One of a thing in the place of all of it, unless a finding on quantifiers says so already."""
    if QUANTIFIER not in known:
        for text, turned in singled(texts, pair):
            yield texts.finding(QUANTIFIER, says(called(text), pair.line, called(turned)), pair, text, turned, "warning")


def _forbidden_otherwise(texts: SideBySide, pair: Pair, forbidding: Counter[tuple[frozenset[str], frozenset[str]]]
                         ) -> Iterator[Finding]:
    """A `must not` in the place of a `cannot`, where the two texts keep them apart elsewhere.

    `forbidding` counts by which verbs both sides of all pairs forbid.
    """
    own, other = pair.forbidden_by
    if own == {"may"} and other == {"must"}:
        # Less the pair itself, which is not alike.
        others = sum(times for (mine, theirs), times in forbidding.items() if len(theirs) == 1 and mine == own) - 1
        if (forbidding[own, own] + EVEN) / (others + 2 * EVEN) >= KEPT_APART:
            message = says("`may not`", pair.line, "`must not`")
            yield texts.finding("pair/modality", message, pair, "may_not", "must_not", "warning")
    elif _is_obliged(pair, 0) != _is_obliged(pair, 1) and texts.close(pair) >= OBLIGED:
        phrases = ("may not", "not must") if _is_obliged(pair, 1) else ("not must", "may not")
        own_code, other_code = (text.replace(" ", "_") for text in phrases)
        message = says(f"`{phrases[0]}`", pair.line, f"`{phrases[1]}`")
        yield texts.finding("pair/modality", message, pair, own_code, other_code, "warning")


def _is_obliged(pair: Pair, side: int) -> bool:
    """Return whether a side says that nothing must be where the other forbids by `may`: `nicht zahlen muss`."""
    here, there = pair.signals(side), pair.signals(1 - side)
    return (pair.forbidden_by[1 - side] == {"may"} and not here["must_not"] and here["must"] > there["must"]
            and here["not"] > there["not"] and any("must" in features.denied for features in pair.side(side)))


def _turned_bounds(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """Bounds of numbers that both sides have, where no turn of phrase of the whole sentence is lost."""
    for value, own, other in turned_bounds(pair):
        message = says(f"{called(own)} of {value}", pair.line, called(other))
        yield texts.finding(COMPARISON, message, pair, own, other, None if pair.alike >= ALIKE else "warning")


def _turned_times(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """Findings on what is before something on one side, and after it on the other."""
    for text, turned in turned_times(texts, pair):
        message = says(called(text), pair.line, called(turned))
        yield texts.finding("pair/order", message, pair, text, turned, None if pair.alike >= ALIKE else "warning",
                            pair.having(turned))


def _turned(texts: SideBySide, pair: Pair, exchanged: Sequence[tuple[Rule, str, str]], exchanges: Exchanges
            ) -> Iterator[Finding]:
    bound = turned_by_denial(pair)
    for rule, text, turned in exchanged:
        # `A player with fewer than three cannot win` is `to win you must have at least three`.
        if bound and ((text, turned) == bound or {text, turned} == {"must", "must_not"}):
            continue
        # `May only stand there` is `must only stand there`.
        if {text, turned} == {"may", "must"} and _is_by_only(pair.own, text) and _is_by_only(pair.other, turned):
            continue
        yield texts.finding(rule, says(called(text), pair.line, called(turned)), pair, text, turned,
                            _level(texts, pair, exchanges, text, turned), pair.having(turned))


def _is_by_only(some: Sequence[Features], code: str) -> bool:
    """Return whether an `only` stands near a turn of phrase, in the same part of a sentence."""
    return any(abs(only - place) <= NEAR_ONLY and features.parts[only] == features.parts[place] for features in some
               for place in features.signals.get(code, ()) for only in features.signals.get("only", ()))


def _level(texts: SideBySide, pair: Pair, exchanges: Exchanges, text: str, turned: str) -> Level | None:
    """Return how bad it is that one turn of phrase stands in the place of another; None for an error."""
    level = _level_in_place(texts, pair, exchanges, text, turned)
    return "note" if level == "warning" and _is_elsewhere(pair, text, turned) else level


def _is_elsewhere(pair: Pair, text: str, turned: str) -> bool:
    """Return whether two turns of phrase stand so far apart that the second is hardly one in the place of the first.

    `First this, then that` may be said from its other end. What is mostly false is one only in the same place. Bounds may be
    said of a whole sentence, and what is `before` stands where the other side says `next`.
    """
    two = frozenset((text, turned))
    if not two.isdisjoint(ANYWHERE) and two not in DOUBTFUL:
        return False
    is_doubtful = two in DOUBTFUL or _is_of_degree(pair, text, turned)
    return (IN_PLACE if is_doubtful else APART) <= apart(pair, text, turned) < NOWHERE


def _level_in_place(texts: SideBySide, pair: Pair, exchanges: Exchanges, text: str, turned: str) -> Level | None:
    """Return the same, whether or not the two stand in the same place."""
    plain = not pair.signals(0)[turned] and not pair.signals(1)[text]
    agreed = min(texts.agreement.in_translation(text), texts.agreement.in_original(turned))
    if frozenset((text, turned)) == CONVERSE or ((text, turned) in USUALLY_FREE and not _is_only_one(pair, text, turned)):
        return "note"
    if frozenset((text, turned)) in FREE:
        usual = exchanges.times[text, turned] >= USUAL and texts.agreement.in_translation(text) < MISS
        if frozenset((text, turned)) in FIRM and not usual and plain and pair.alike >= NEAR and agreed >= SURER:
            return None
        if not usual and pair.alike >= NEAR and agreed >= EVEN_SO and _is_gone(pair, text, turned):
            return "warning"
        return "note" if usual or not plain or ("some" in (text, turned) and agreed < MISS) else "warning"
    if exchanges.share(text, turned) > MOSTLY:
        return "note"
    if ({text, turned} <= {*GOES_WITH} and is_same_order(pair)) or is_next_stage(pair, text, turned):
        return "note"
    distance, is_denied_alike = apart(pair, text, turned), len(denials(pair.own)) == len(denials(pair.other))
    # A slip changes a turn in its place; free wording says a sentence from its other end, and denies what it turns round.
    sure = pair.alike >= ALIKE and (plain or (distance <= IN_PLACE and is_denied_alike)
                                    or (pair.alike >= NEAR and agreed >= SURER))
    sure = sure and (is_denied_alike or not APART <= distance < NOWHERE)
    sure = sure and ((text, turned) not in TURNABLE or _stand_alike(pair, text, turned))
    sure = sure and frozenset((text, turned)) not in DOUBTFUL and not is_denied_besides(pair, text, turned)
    return None if sure and not _is_of_degree(pair, text, turned) else "warning"


def _is_only_one(pair: Pair, text: str, turned: str) -> bool:
    """Return whether `only` stands for `all` beside a word for one: French `un seul sac` for `all sacks`."""
    return (text, turned) == ("all", "only") and any(
        word.folded in features.language.articles for features in pair.other for place in features.signals.get(turned, ())
        for word in features.evidence.words[max(0, place - 1):place + 2])


def _is_of_degree(pair: Pair, text: str, turned: str) -> bool:
    """Return whether a translation has what stands for the contrary no more often than its original, but in another degree.

    The Spanish `el menor` is both `the lower one` and `the lowest one`.
    """
    own, other = pair.signals(0), pair.signals(1)
    return any(text in lost and turned in come and sum(own[code] for code in come) >= sum(other[code] for code in come)
               for lost, come in ((MUCH, LITTLE), (LITTLE, MUCH)))


def _is_gone(pair: Pair, text: str, turned: str) -> bool:
    """Return whether a translation says in no way what `all` says, and the contrary more often."""
    own, other = pair.signals(0), pair.signals(1)
    return (text, turned) == ("all", "some") and not any(other[code] for code in WHOLE) and not own[turned]


def _stand_alike(pair: Pair, text: str, turned: str) -> bool:
    """Return whether two turns of phrase stand at nearly the same place of their sentences, as a share of all words."""
    own, other = shares_of(pair.own, text), shares_of(pair.other, turned)
    return any(abs(here - there) <= APART for here in own for there in other)
