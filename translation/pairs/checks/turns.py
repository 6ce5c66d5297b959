"""The turns of phrase of a translation against those of its original: comparisons, directions, order, may and must.

How often the two texts agree on a turn of phrase tells how much it means that they do not: a pair of languages that
says `at most` in two ways shows it in every sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import permutations

from attrs import define, evolve

from ...decisions.findings import Finding, Level, Rule
from ..agreement import Agreement
from ..equivalents import AKIN
from ..reading import Shown
from ..side_by_side import SIDES_KEPT, Pair, SideBySide, Sides
from .bounded import turned_bounds
from .contraries import Contraries
from .messages import adds, leaves_out, says
from .opposed import by_code, rows_of
from .times import turned_times

COMPARISON: Rule = "pair/comparison"
# Turns of which one stands in the place of the other when a rule is turned round, by the rule of their findings.
OPPOSITES: tuple[tuple[Rule, tuple[tuple[str, str], ...]], ...] = (
    ("pair/comparison", (
        ("at_least", "at_most"), ("at_least", "fewer"), ("at_most", "more"), ("more", "fewer"), ("exactly", "at_most"),
        ("exactly", "at_least"), ("highest", "lowest"), ("youngest", "oldest"), ("highest", "fewer"), ("lowest", "more"),
        ("same", "different"), ("exactly", "more"), ("exactly", "fewer"), ("at_least", "more"), ("at_most", "fewer"),
        ("same", "more"), ("same", "fewer"), ("even", "odd"), ("high", "low"), ("high", "fewer"), ("low", "more"),
        ("high", "lowest"), ("low", "highest"), ("rises", "falls"), ("adds", "subtracts"),
        ("rounded_up", "rounded_down"), ("highest", "at_least"), ("lowest", "at_most"), ("highest", "bottom"),
        ("lowest", "top"), ("more", "falls"), ("fewer", "rises"), ("twice", "half"),
        ("fewer", "far"), ("more", "near"))),
    ("pair/direction", (("clockwise", "counterclockwise"), ("left", "right"), ("forward", "backward"), ("upward", "downward"),
                        ("above", "below"), ("top", "bottom"), ("near", "far"), ("inside", "outside"), ("above", "fewer"),
                        ("below", "more"), ("rises", "downward"), ("falls", "upward"), ("above", "downward"),
                        ("below", "upward"), ("top", "below"), ("bottom", "above"), ("against", "along"),
                        ("before", "backward"), ("after", "forward"), ("rounded_up", "downward"),
                        ("rounded_down", "upward"), ("highest", "below"), ("lowest", "above"), ("top", "fewer"),
                        ("bottom", "more"))),
    ("pair/order", (("before", "after"), ("first", "last"), ("at_begin", "at_end"), ("next", "previous"), ("first", "next"),
                    ("at_once", "at_end"), ("at_once", "last"), ("in_order", "together"), ("first", "after"),
                    ("first", "at_end"), ("last", "at_begin"), ("before", "next"), ("last", "before"), ("top", "last"),
                    ("first", "bottom"), ("until", "since"), ("until", "at_least"), ("first", "previous"), ("last", "next"),
                    ("after", "previous"), ("before", "at_end"), ("at_once", "next"), ("together", "before"),
                    ("together", "after"))),
    ("pair/modality", (("may", "must"), ("must_not", "need_not"), ("must_not", "must"), ("may", "need_not"),
                       ("must", "need_not"))),
    ("pair/quantifier", (("all", "some"), ("each", "some"), ("all", "any"), ("each", "any"), ("both", "some"), ("only", "all"),
                         ("all", "both"), ("only", "always"))),
    ("pair/condition", (("if", "unless"), ("if", "even_if"), ("except", "even_if"), ("until", "while"), ("unless", "even_if"))),
    ("pair/openness", (("hidden", "open"),)),
    ("pair/actor", (("opponent", "active"), ("wins", "loses"), ("gets", "gives"))),
)
BY_TURN = by_code(OPPOSITES)
# Bounds of which one takes the number itself in, and the other does not.
BORDERS = frozenset((("at_least", "more"), ("at_most", "fewer")))
# Ways to tell two things apart by their size: `the higher one ..., the lower one` is `the highest one ..., the lowest one`.
GRADES = (("highest", "lowest"), ("more", "fewer"), ("high", "low"), ("rises", "falls"), ("upward", "downward"))
# What is more on each end of a size, in whatever degree.
MUCH, LITTLE = ("highest", "more", "high"), ("lowest", "fewer", "low")
# Pairs of turns that translators often exchange; they are a warning at most.
SOFT = frozenset((frozenset(("same", "more")), frozenset(("same", "fewer")),
                  frozenset(("all", "some")), frozenset(("each", "some")), frozenset(("may", "need_not")),
                  frozenset(("all", "any")), frozenset(("each", "any")), frozenset(("only", "all")),
                  frozenset(("first", "next")), frozenset(("at_once", "at_end")), frozenset(("first", "after")),
                  frozenset(("at_once", "last")),
                  frozenset(("first", "at_end")), frozenset(("last", "at_begin")), frozenset(("before", "next")),
                  frozenset(("until", "at_least")),
                  frozenset(("last", "before")), frozenset(("after", "previous")),
                  frozenset(("before", "at_end")), frozenset(("at_once", "next")), frozenset(("together", "before")),
                  frozenset(("together", "after")),
                  frozenset(("same", "different")), frozenset(("at_least", "more")), frozenset(("at_most", "fewer")),
                  frozenset(("exactly", "more")), frozenset(("exactly", "fewer")), frozenset(("until", "while")),
                  frozenset(("in_order", "together")), frozenset(("opponent", "active")), frozenset(("if", "even_if")),
                  frozenset(("all", "both"))))
# Of those the ones that are an error where the sentences are alike and the texts agree on both turns elsewhere.
FIRM = frozenset((frozenset(("same", "different")), frozenset(("at_once", "at_end")), frozenset(("at_once", "last")),
                  frozenset(("in_order", "together")),
                  frozenset(("first", "at_end")), frozenset(("last", "at_begin"))))
# From this agreement on a turn is said to be gone for its contrary.
EVEN_SO = 0.6
# What denies.
DENYING = ("not", "must_not", "need_not")
# What says `all` in any way.
WHOLE = ("all", "each", "any", "both", "always")
# What says one thing of two people: `you get` where `the bank gives`.
CONVERSE = frozenset(("gets", "gives"))
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
# From this agreement on one that is exchanged is an error where the sentence says both besides.
SURER = 0.7
# The fewest times of a usual exchange; a turn that is mostly exchanged for another is how one language says it.
USUAL, MOSTLY = 3, 0.5
# Other turns are missed from a higher agreement on.
RARELY = {"before": 0.9, "after": 0.93, "may": 0.91, "more": 0.92, "must": 0.9, "first": 0.9,
          "fewer": 0.9, "only": 0.88}
# A bound is missed from a lower one on where it stands by a number that both sides have, at most this many words before it.
BOUNDS, BESIDE, BEFORE = ("at_least", "at_most", "exactly", "more", "fewer"), 0.75, 3
# How many turns of one pair that stand on one side only are a warning together: alone each is a note, but for those that are
# hardly ever left out, and exceptions where neither side denies anything: what is denied says them as well.
TOGETHER, KEPT, EXCEPTIONS = 2, ("at_least", "at_most", "may"), ("except", "unless")
# What says a bound in another way.
BY_OTHERS = frozenset((*BOUNDS, "until", "only", "must_not", "not", "range", "any", "all", "lowest", "highest"))
# The agreement from which on a turn is missed in the original, if enough words of the sentence have their partners.
ADDED = {"may": 0.84}
# The same where the sentences are next to the same: there a `may` or `must` of the translation alone is hardly ever meant.
ADDED_TO_SAME = {"may": 0.65, "must": 0.7}
# How alike two sentences are for an error, and for a warning of a missing turn; the share of words with partners.
ALIKE, NEAR, CLOSE = 0.5, 0.72, 0.8
# How alike sentences are, and what share of words has partners, where the two say next to the same.
SAME, SAID = 0.9, 0.85
# The share of words with partners from which on a turn is missed that is no comparison: translators leave many out.
CLOSELY = 0.75
# `First this, then that` is `before that, this` elsewhere: such an exchange is one only in the same place, or hardly apart.
TURNABLE = (("before", "after"), ("after", "before"))
APART = 0.35
# What `both` says.
TWO = 2
# How often texts forbid by the same verb before any other pair is known, how much that weighs, and when another verb is seen.
# Two imagined pairs, one for each answer: without any other pair the share is a half, and lies above KEPT_APART.
EVEN, KEPT_APART = 1.0, 0.4
# The share of words with partners from which on `nicht zahlen muss` is seen to stand for `cannot pay`.
OBLIGED = 0.5
# For each turn of phrase those that surely turn it round.
SURELY = {code: frozenset(other for _, opposites in OPPOSITES for two in opposites if code in two and frozenset(two) not in SOFT
                          for other in two if other != code) for _, opposites in OPPOSITES for two in opposites for code in two}


@define(eq=False, slots=False)
class _Exchanges:
    """Return how often each turn of phrase of an original has which other in its place, in all pairs."""

    pairs: Sequence[Pair]

    def __attrs_post_init__(self) -> None:
        self.of_pairs = [_exchanges(pair.sides) for pair in self.pairs]
        self.times = Counter((a, b) for found in self.of_pairs for _, a, b in found)
        self._own = Counter(code for pair in self.pairs for code in pair.signals(0))

    def share(self, text: str, turned: str) -> float:
        """Return how often one stands in the place of the other in the other pairs that have it, as a share."""
        # Less the pair that is asked about: else an exchange that happens once would speak for itself.
        return (self.times[text, turned] - 1) / self._own[text]


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on turns of phrase that are exchanged for others, or missing."""
    exchanges, contraries = _Exchanges(texts.pairs), Contraries(texts.pairs)
    forbidding = Counter(pair.forbidden_by for pair in texts.pairs)
    for pair, exchanged in zip(texts.pairs, exchanges.of_pairs, strict=True):
        found = [*_turned(texts, pair, exchanged, exchanges)]
        found += _contrary(texts, pair, contraries, {finding.expected for finding in found})
        found = found if any(finding.rule == COMPARISON for finding in found) else [*found, *_turned_bounds(texts, pair)]
        yield from found
        if not found:
            found = [*_turned_times(texts, pair)]
            yield from found or _missing(texts, pair, texts.agreement)
            yield from _forbidden_otherwise(texts, pair, forbidding)


def _contrary(texts: SideBySide, pair: Pair, contraries: Contraries, known: Collection[str | None]) -> Iterator[Finding]:
    """Words in the place of their contraries, but for those of which it is known."""
    for rule, text, turned, level in contraries.found(pair):
        if text in known:
            continue
        yield texts.found(rule, says(_words(text), pair.line, _words(turned)), pair, text, turned, level)


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
            yield texts.found("pair/modality", message, pair, "may_not", "must_not", "warning")
    elif _is_obliged(pair, 0) != _is_obliged(pair, 1) and texts.close(pair) >= OBLIGED:
        said = ("may not", "not must") if _is_obliged(pair, 1) else ("not must", "may not")
        own_code, other_code = (text.replace(" ", "_") for text in said)
        message = says(f"`{said[0]}`", pair.line, f"`{said[1]}`")
        yield texts.found("pair/modality", message, pair, own_code, other_code, "warning")


def _is_obliged(pair: Pair, side: int) -> bool:
    """Return whether a side says that nothing must be where the other forbids by `may`: `nicht zahlen muss`."""
    here, there = pair.signals(side), pair.signals(1 - side)
    return (pair.forbidden_by[1 - side] == {"may"} and not here["must_not"] and here["must"] > there["must"]
            and here["not"] > there["not"] and any("must" in shown.denied for shown in pair.side(side)))


def _turned_bounds(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """Bounds of numbers that both sides have, where no turn of phrase of the whole sentence is lost."""
    for value, own, other in turned_bounds(pair):
        message = says(f"{_words(own)} of {value}", pair.line, _words(other))
        yield texts.found(COMPARISON, message, pair, own, other, None if pair.alike >= ALIKE else "warning")


def _turned_times(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """Findings on what is before something on one side, and after it on the other."""
    for text, turned in turned_times(texts, pair):
        message = says(_words(text), pair.line, _words(turned))
        yield texts.found("pair/order", message, pair, text, turned, None if pair.alike >= ALIKE else "warning",
                          _having(pair, turned))


@lru_cache(maxsize=SIDES_KEPT)
def _exchanges(sides: Sides) -> tuple[tuple[Rule, str, str], ...]:
    """The turns that have another in their place: the rule, the turn of the original, and that of the translation."""
    lost, come = _unlike(sides)
    return tuple((rule, text, turned) for rule, text, turned in rows_of(BY_TURN, lost) if turned in come) if come else ()


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


def _counted(some: Sequence[Shown]) -> Counter[int]:
    """The numbers that some sentences surely say: not the `one` that is an article in many languages."""
    return Counter(number.value for shown in some for number in shown.counting)


def _take_in_front(sides: Sides, side: int, here: Counter[str], there: Counter[str]) -> None:
    """Take away `in front of` beside `behind` where the other side says `before` in its place, as many languages do."""
    if here["forward"] and here["backward"] and there["before"]:
        ahead, behind, before = (min(_shares(sides.side(of), code)) for of, code in (
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


def _turned(texts: SideBySide, pair: Pair, exchanged: Sequence[tuple[Rule, str, str]], exchanges: _Exchanges
            ) -> Iterator[Finding]:
    for rule, text, turned in exchanged:
        yield texts.found(rule, says(_words(text), pair.line, _words(turned)), pair, text, turned,
                          _level(texts, pair, exchanges, text, turned), _having(pair, turned))


def _level(texts: SideBySide, pair: Pair, exchanges: _Exchanges, text: str, turned: str) -> Level | None:
    """Return how bad it is that one turn of phrase stands in the place of another; None for an error."""
    plain = not pair.signals(0)[turned] and not pair.signals(1)[text]
    agreed = min(texts.agreement.kept(text), texts.agreement.due(turned))
    if frozenset((text, turned)) == CONVERSE:
        return "note"
    if frozenset((text, turned)) in SOFT:
        usual = exchanges.times[text, turned] >= USUAL and texts.agreement.kept(text) < MISS
        if frozenset((text, turned)) in FIRM and not usual and plain and pair.alike >= NEAR and agreed >= SURER:
            return None
        if not usual and pair.alike >= NEAR and agreed >= EVEN_SO and _is_gone(pair, text, turned):
            return "warning"
        return "note" if usual or not plain or ("some" in (text, turned) and agreed < MISS) else "warning"
    if exchanges.share(text, turned) > MOSTLY:
        return "note"
    sure = pair.alike >= ALIKE if plain else pair.alike >= NEAR and agreed >= SURER
    sure = sure and ((text, turned) not in TURNABLE or _stand_alike(pair, text, turned))
    return None if sure and not _is_of_degree(pair, text, turned) else "warning"


def _is_of_degree(pair: Pair, text: str, turned: str) -> bool:
    """Return whether a translation has what stands for the contrary no more often than its original, but in another degree.

    The Spanish `el menor` is both `the lower one` and `the lowest one`.
    """
    own, other = pair.signals(0), pair.signals(1)
    return any(text in lost and turned in come and sum(own[code] for code in come) >= sum(other[code] for code in come)
               for lost, come in ((MUCH, LITTLE), (LITTLE, MUCH)))


def _is_gone(pair: Pair, text: str, turned: str) -> bool:
    """Return whether a translation says in no way what `all`, `at once` or `even if` says, and the contrary more often."""
    own, other = pair.signals(0), pair.signals(1)
    if (text, turned) in (("at_once", "at_end"), ("even_if", "if")):
        return not other[text] and other[turned] > own[turned]
    return (text, turned) == ("all", "some") and not any(other[code] for code in WHOLE) and not own[turned]


def _stand_alike(pair: Pair, text: str, turned: str) -> bool:
    """Return whether two turns of phrase stand at nearly the same place of their sentences, as a share of all words."""
    own, other = _shares(pair.own, text), _shares(pair.other, turned)
    return any(abs(here - there) <= APART for here in own for there in other)


def _shares(some: Sequence[Shown], code: str) -> list[float]:
    """Return where a turn of phrase stands in its sentences, as a share of all words."""
    return [place / len(shown.evidence.words) for shown in some for place in shown.signals.get(code, ())]


def _missing(texts: SideBySide, pair: Pair, agreement: Agreement) -> Iterator[Finding]:
    """Yield findings on turns that stand on one side only, and that have no other in their place.

    Free wording leaves out or puts in any turn far more often than a mistake does: one alone is a note. It is a warning by a
    number that both sides have, and where the same side has another besides. Of two that each side has one the one perhaps
    says the other in a way that no list has, as `una sola vez` says `exactly once`.
    """
    found = [*_one_sided(texts, pair, agreement)]
    times = Counter(finding.expected is None for _, finding in found)
    for code, finding in found:
        is_alone = code in KEPT or (code in EXCEPTIONS and not any(pair.signals(side)[no] for side in (0, 1) for no in DENYING))
        is_supported = is_alone or _is_bound(pair, code) or max(times.values()) == len(found) >= TOGETHER
        yield finding if is_supported else evolve(finding, lowered="note")


def _one_sided(texts: SideBySide, pair: Pair, agreement: Agreement) -> Iterator[tuple[str, Finding]]:
    """Each turn that stands on one side only, with a warning."""
    own, other = pair.signals(0), pair.signals(1)
    lost, come = pair.differences.lost, pair.differences.come
    closely = texts.close(pair) >= CLOSELY
    is_same = pair.alike >= SAME and texts.close(pair) >= SAID
    for code, rule in _said_once(pair.sides) if pair.alike >= NEAR else ():
        if _says_two_otherwise(pair, code) or not (closely or rule == COMPARISON):
            continue
        least = BESIDE if _is_bound(pair, code) else RARELY.get(code, MISS)
        least_added = ADDED[code] if code in ADDED and texts.close(pair) >= CLOSE else least
        least_added = min(least_added, ADDED_TO_SAME.get(code, least_added)) if is_same else least_added
        akin = {other for two in AKIN if code in two for other in two if other != code}
        # A `may` that has become a `must not`, or the other way round, is a matter of denials.
        if code == "may" and (lost["must_not"] or come["must_not"] or _is_of_first(pair) or _is_bounded(pair)):
            continue
        if lost[code] and not other[code] and not (akin & other.keys()) and agreement.kept(code) >= least:
            yield code, texts.found(rule, leaves_out(_words(code), pair.line), pair, code, None, "warning")
        if come[code] and not own[code] and not (akin & own.keys()) and agreement.due(code) >= least_added:
            yield code, texts.found(rule, adds(_words(code), pair.line), pair, None, code, "warning", _having(pair, code))


@lru_cache(maxsize=SIDES_KEPT)
def _said_once(sides: Sides) -> tuple[tuple[str, Rule], ...]:
    """The turns that stand on one side only, each with the rule for it."""
    own, other = sides.signals
    return tuple((code, rule) for code, rule in MISSED.items() if bool(own[code]) != bool(other[code]))


def _is_of_first(pair: Pair) -> bool:
    """Return whether a pair says who is first: that player `begins`, or `may begin`, in every language as it likes."""
    return any(code in pair.signals(side) for side in (0, 1) for code in ("first", "at_begin"))


def _is_bounded(pair: Pair) -> bool:
    """Return whether both sides have an upper bound: `at most four may stand there` is `no more than four fit there`."""
    sides = (pair.signals(side) for side in (0, 1))
    return all(turns["at_most"] or turns["only"] or (turns["more"] and (turns["not"] or turns["must_not"])) for turns in sides)


def _is_bound(pair: Pair, code: str) -> bool:
    """Return whether one side has a bound by a number that the other has without any."""
    side = 0 if pair.signals(0)[code] else 1
    if code not in BOUNDS or any(pair.signals(1 - side)[other] for other in BY_OTHERS):
        return False
    there = {number.value for shown in pair.side(1 - side) for number in shown.counting}
    return any(number.value in there and 0 <= number.found.first - place <= BEFORE
               for shown in pair.side(side) for number in shown.counting for place in shown.signals.get(code, ()))


def _says_two_otherwise(pair: Pair, code: str) -> bool:
    """Return whether each side says two, as a number or by `both`, or one side `two or more` and the other no number for it."""
    two = [any(shown.values[TWO] for shown in pair.side(side)) for side in (0, 1)]
    if code == "both":
        return all(has or pair.signals(side)["both"] for side, has in enumerate(two))
    return code == "at_least" and two[0] != two[1] and bool(pair.signals(two.index(True))[code])


def _having(pair: Pair, code: str) -> Shown:
    return next((shown for shown in pair.other if code in shown.signals), pair.other[0])


def _words(code: str) -> str:
    return f"`{code.replace('_', ' ')}`"

