"""Negations of a translation against those of its original: how many parts of a sentence say no, surely and perhaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...decisions.findings import Finding, Level
from ..agreement import share
from ..equivalents import DENIALS
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from ..signals import NOR
from .denials import by_part, denials
from .denied_otherwise import AROUND, DENIED, SURE, is_by_denial, senses_of, worded_otherwise
from .exchanges import exchanged, is_denied_besides, turned_by_denial, unlike
from .messages import adds, in_original, leaves_out, says

# How many of the words of a pair must have their partners, and how often the texts must agree on `not`, for an error.
CLOSE, AGREED = 0.82, 0.6
# The same where both sides say no, and one more often; the first is for a warning.
HARDLY, CLOSER, AGREED_MORE = 0.5, 0.85, 0.8
# From this number of denials on each side on, one more of a side is free wording as often as a slip; so are more than this
# number of denials that one side has more.
SEVERAL = 2
# How alike two sentences are of which one denies twice, how often the texts agree on `without`, and how near the denials stand.
NEAR, AGREED_ON, TWICE = 0.65, 0.5, 5
# What one side says besides the denial of the other that is false as often as true: most denials are worded by these there.
WORDED_BY = ("only", "same", "except", "since", "at_most", "previous", "before", "unless", "hidden", "next")
# What words a denial so often that there it is no mistake; so do several new turns of phrase with one of the others.
WORDED_MOSTLY, BY_SEVERAL = ("at_most", "at_least", "unless"), 2
# What says that something is free to be done or left, or says it perhaps.
FREED = (*DENIALS, "need_not", "may", "without", "unless", "except", "even_if", "otherwise")
# What says `without`, or says it perhaps.
LACKING = (*DENIALS, "need_not", "without", "except", "unless", "only", "fewer", "loses", "otherwise", "different", "until",
           "hidden", "same", "before")
# From this number of words between them on denials are two.
ANOTHER = 3
# In `no ... that does not` the most words from the first denial to `that`, and from there to the second.
NO_THAT, THAT_NOT = 6, 2


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on what is denied on one side and not on the other."""
    lacking = (_agreed_on_lacking(texts, 0), _agreed_on_lacking(texts, 1))
    for pair in texts.pairs:
        own, other = (max(0, len(denials(pair.side(side))) - pair.differences.explained[side]) for side in (0, 1))
        if own != other:
            # `No ditch that touches no other` is `every ditch must touch another`.
            more = _of_all(pair.side(0 if own > other else 1))
            own, other = max(own - more, other) if own > other else own, max(other - more, own) if other > own else other
            # `Nothing happens if nobody can` has no comma, so that it denies in one part what others deny in two.
            own, other = (max(own, other), max(own, other)) if _deny_by_the_same(pair) else (own, other)
        if own == other > 0:
            findings = [*_denied_twice(texts, pair)] or [*_elsewhere(texts, pair)]
            yield from findings or _left_without(texts, pair, lacking)
        elif own == other:
            yield from _freed(texts, pair)
            yield from _left_without(texts, pair, lacking)
        level = _level(texts, pair, own, other) if own != other else None
        if level is None:
            continue
        if own > other:
            yield texts.finding("pair/negation", leaves_out("`not`", pair.line), pair, "not", None, level,
                                _undenied(texts, pair))
        else:
            yield texts.finding("pair/negation", adds("`not`", pair.line), pair, None, "not", level,
                                next((features for features in pair.other
                                      if any(no in features.signals for no in DENIALS)), None))


def _undenied(texts: SideBySide, pair: Pair) -> Features:
    """The sentence of the translation that has most of the words by which the original denies, without a denial if one is."""
    denied = {partner for features in pair.own for places in by_part(features, DENIALS).values() for denial in places
              for place, stem in features.stems.items() if abs(place - denial) <= AROUND
              for partner, sure in texts.lexicon.to.get(stem, {}).items() if sure >= SURE}
    return max(pair.other, key=lambda features: (len(denied & {*features.stems.values()}),
                                                 not any(no in features.signals for no in DENIALS)))


def _elsewhere(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """A finding on two sides that deny in as many parts, where one forbids what the other says may be done."""
    for side in (0, 1):
        if _is_allowed(pair, side) and texts.close(pair) >= HARDLY and not any(pair.differences.explained):
            phrases = ("may not", "may") if side == 0 else ("may", "may not")
            message = says(f"`{phrases[0]}`", pair.line, f"`{phrases[1]}`")
            yield texts.finding("pair/negation", message, pair, phrases[0], phrases[1], "warning")


def _denied_twice(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """A denial on one side of what both sides say by a denial, as in `not without` and `not empty`."""
    agreed = texts.agreement.in_translation("without"), texts.agreement.in_original("without")
    for side, new in enumerate(unlike(pair)):
        known = (agreed[side] >= AGREED_ON and pair.alike >= NEAR
                 and _plain_denials(pair, 1 - side) <= _plain_denials(pair, side))
        # Where the other side denies in two places, one of them says what `without` says here: `ignored`, `not counted`.
        known = known and _runs(pair.side(1 - side)) <= _runs(pair.side(side))
        if known and new["without"] and any(_is_twice(features) for features in pair.side(side)):
            phrases = ("not without", None) if side == 0 else (None, "not without")
            message = (f"the original denies twice {in_original(pair.line)}, and this sentence once" if side == 0
                       else f"this sentence denies twice, and the original once {in_original(pair.line)}")
            # `No place is free` is `there is no place`: in most words for `empty` a denial of it is false as often as true.
            yield texts.finding("pair/negation", message, pair, phrases[0], phrases[1], "note")


def _freed(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """Yield findings on what need not be done on one side, where the other says in no way that it is free."""
    for side in (0, 1):
        here, there = pair.signals(side), pair.signals(1 - side)
        # What both sides allow is another thing: only what the other side says besides may say that this one is free.
        # `Need not have more` is `at most`.
        is_new = unlike(pair)[side]["need_not"] > 0 and not any(there[code] > here[code] for code in FREED)
        if is_new and texts.close(pair) >= HARDLY:
            phrases = ("need not", None) if side == 0 else (None, "need not")
            message = (leaves_out if side == 0 else adds)("`need not`", pair.line)
            yield texts.finding("pair/negation", message, pair, phrases[0], phrases[1])


def _deny_by_the_same(pair: Pair) -> bool:
    """Return whether both sides deny by the same turns of phrase, and by more than one."""
    counts = [[pair.signals(side)[code] for code in DENIALS] for side in (0, 1)]
    return counts[0] == counts[1] and sum(counts[0]) > 1


def _agreed_on_lacking(texts: SideBySide, side: int) -> float:
    """Return how likely the other side says in some way what this one says by a plain word for `without`."""
    agreements = [any(pair.signals(1 - side)[code] for code in LACKING) for pair in texts.pairs if _plain(pair.side(side))]
    return share("without", sum(agreements), len(agreements))


def _left_without(texts: SideBySide, pair: Pair, lacking: tuple[float, float]) -> Iterator[Finding]:
    """Yield findings on a plain `without` of one side that the other side says in no way, as `with` does not.

    `lacking` is how likely each side says in some way what the other says by a plain `without`.
    """
    for side in (0, 1):
        sure = lacking[side] >= AGREED_ON and pair.alike >= NEAR and texts.close(pair) >= HARDLY
        here, there = pair.signals(side), pair.signals(1 - side)
        # What both sides deny is another thing: only what the other side says besides may say this.
        is_new = (_plain(pair.side(side)) > there["without"]
                  and not any(there[code] > here[code] for code in LACKING if code != "without"))
        # `Blind` says `without looking`.
        is_new = is_new and not (here["hidden"] and there["hidden"])
        # Two denials in one part of a sentence are one of them and this.
        is_new = is_new and _runs(pair.side(1 - side)) <= _runs(pair.side(side))
        if sure and is_new:
            phrases = ("without", None) if side == 0 else (None, "without")
            message = (leaves_out if side == 0 else adds)("`without`", pair.line)
            yield texts.finding("pair/negation", message, pair, phrases[0], phrases[1], "warning")


def _plain(some: Sequence[Features]) -> int:
    """Return how often some sentences say `without` by a plain word for it."""
    return sum(features.evidence.words[place].folded in features.language.lacking
               for features in some for place in features.signals.get("without", ()))


def _is_twice(features: Features) -> bool:
    """Return whether a part of a sentence says `not` just before it says `without`."""
    return any(0 < empty - denial <= TWICE and features.parts[empty] == features.parts[denial]
               for empty in features.signals.get("without", ()) for code in DENIALS for denial in features.signals.get(code, ())
               if code != "not" or not features.is_concord(denial))


def _level(texts: SideBySide, pair: Pair, own: int, other: int) -> Level | None:
    """Return how bad it is that one side says no more often; None where the other says it in another way."""
    here, there = (0, 1) if own > other else (1, 0)
    if worded_otherwise(texts, pair, here, there) >= abs(own - other) or turned_by_denial(pair):
        return None
    if not min(own, other) and _is_only_those(pair, here, there):
        return None
    if min(own, other) and _runs(pair.side(there)) - pair.differences.explained[there] >= max(own, other):
        return None
    # What one side forbids, and the other allows, is no free wording.
    if _is_allowed(pair, here):
        return "error"
    close, sure = texts.close(pair), _is_affirmed(texts, pair, here) and not _repeats(pair.side(here))
    # `Not undamaged` is perhaps `intact`, and perhaps its contrary.
    sure = sure and not _emptied(pair, here)
    # A slip adds or drops one denial, or two that belong together.
    sure = sure and abs(own - other) <= SEVERAL and not _is_turned_besides(pair)
    new = unlike(pair)[there]
    is_worded = any(code in new for code in WORDED_BY)
    if any(code in new for code in WORDED_MOSTLY) or (is_worded and new.total() >= BY_SEVERAL):
        return "note"
    sure = sure and not is_worded
    agreed = texts.agreement.in_translation("not") if own > other else texts.agreement.in_original("not")
    if min(own, other):
        if close < HARDLY:
            return None
        # Of several denials on both sides a translator words some in another way.
        sure = sure and min(own, other) < SEVERAL
        return "error" if sure and close >= CLOSER and agreed >= AGREED_MORE else "warning"
    return "error" if sure and close >= CLOSE and agreed >= AGREED else "warning"


def _is_turned_besides(pair: Pair) -> bool:
    """Return whether a bound stands for one that says the same with the denial of its side."""
    return any(is_denied_besides(pair, text, turned) for _, text, turned in exchanged(pair))


def _repeats(some: Sequence[Features]) -> bool:
    """Return whether some sentences forbid once more by a word that goes on with a denial: `nobody goes, nor may they pay`."""
    return any(place in features.signals.get(NOR, ())
               or NOR in features.language.signals.codes_at(features.evidence.words[place].folded)
               for features in some for place in features.signals.get("must_not", ()))


def _of_all(some: Sequence[Features]) -> int:
    """Return how many parts of sentences deny twice what all of something does: `no ... that does not`."""
    return sum(any(_denies_behind(features, clause) and any(0 < clause - denial <= NO_THAT for denial in places)
                   for clause, word in enumerate(features.evidence.words) if word.folded in features.language.relatives)
               for features in some for places in by_part(features, DENIALS).values())


def _denies_behind(features: Features, clause: int) -> bool:
    """Return whether a clause denies with its first words; French `ne` does so alone there."""
    return any("not" in features.language.polarity.codes_at(word.folded)
               for word in features.evidence.words[clause + 1:clause + 1 + THAT_NOT])


def _is_only_those(pair: Pair, here: int, there: int) -> bool:
    """Return whether one side denies twice what the other says by `only`: `nobody passes who has not paid`."""
    return _runs(pair.side(here)) > 1 and unlike(pair)[there]["only"] > 0


def _emptied(pair: Pair, here: int) -> int:
    """Return how many denials of one side say by `not empty` what the other says without any."""
    new = unlike(pair)[here]["without"]
    return min(new, sum(_is_twice(features) for features in pair.side(here)))


def _plain_denials(pair: Pair, side: int) -> int:
    """Return how many words of a side say `not`: `worth nothing` beside `no set` is `worthless` beside it elsewhere."""
    return sum(len(features.signals.get("not", ())) for features in pair.side(side))


def _runs(some: Sequence[Features]) -> int:
    """Return how many denials there are by the words between them: another part of a sentence need not begin with a comma."""
    places = [sorted(features.places(DENIALS)) for features in some]
    return sum(bool(in_sentence) + sum(after - before > ANOTHER for before, after in pairwise(in_sentence))
               for in_sentence in places)


def _is_affirmed(texts: SideBySide, pair: Pair, side: int) -> bool:
    """Return whether the other side says what a side denies, and does not deny it: else it says perhaps the contrary."""
    to, there = (texts.lexicon.to, texts.lexicon.back)[side], _affirmed(pair.side(1 - side))
    if any(partner in there for features in pair.side(side) for places in by_part(features, DENIALS).values()
           for denial in places
           for place, stem in features.stems.items() if abs(place - denial) <= DENIED for partner in to.get(stem, ())):
        return True
    return _is_allowed(pair, side) or bool(senses_of(pair.side(side), True) & senses_of(pair.side(1 - side), False))


def _is_allowed(pair: Pair, side: int) -> bool:
    """Return whether a side forbids what the other side says may be done."""
    own, other = pair.signals(side), pair.signals(1 - side)
    return own["must_not"] > other["must_not"] and other["may"] > own["may"]


def _affirmed(some: Sequence[Features]) -> frozenset[str]:
    """The stems of some sentences that stand by no denial."""
    return frozenset(stem for features in some for place, stem in features.stems.items()
                     if not is_by_denial(features, place))
