"""Negations of a translation against those of its original: how many parts of a sentence say no, surely and perhaps."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from ...decisions.findings import Finding, Level
from ..agreement import share
from ..equivalents import AKIN, DENIALS, PERHAPS
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from ..signals import NOR
from .denials import IDLE, by_part, denials, is_idle, share_of
from .exchanges import exchanged, is_denied_besides, turned_by_denial, unlike
from .messages import adds, in_original, leaves_out, says

# What says that something is no longer there: one stands for the other, and not for a denial besides.
GONE = ("without", "loses")
# In sentences of so few words the place of a word says nothing.
APART, SHORT = 0.4, 7
# Where the partners of the words so near a denial are known, and so surely, what says it perhaps stands so near one of them.
AROUND, SURE, BY = 4, 0.3, 5.5
# How many of the words of a pair must have their partners, and how often the texts must agree on `not`, for an error.
CLOSE, AGREED = 0.82, 0.6
# The same where both sides say no, and one more often; the first is for a warning.
HARDLY, CLOSER, AGREED_MORE = 0.5, 0.85, 0.8
# From this number of denials on each side on, one more of a side is free wording as often as a slip; so are more than this
# number of denials that one side has more.
SEVERAL = 2
# How alike two sentences are of which one denies twice, how often the texts agree on `without`, and how near the denials stand.
NEAR, AGREED_ON, TWICE = 0.65, 0.5, 5
# What is said of every game, and what its contrary says.
CONTRARY_ACTS = {"move": frozenset({"stay"}), "leave": frozenset({"stay"}), "stay": frozenset({"leave", "move", "remove"}),
            "give_back": frozenset({"stay"}), "remove": frozenset({"stay", "leave"}), "accept": frozenset({"reject"}),
            "reject": frozenset({"accept"}), "stop": frozenset({"wait", "stay"}), "take": frozenset({"leave"}),
            "occupied": frozenset({"free"}), "free": frozenset({"occupied"}), "show": frozenset({"stay"}),
            "forget": frozenset({"remember"})}
# What stays, by words that say nothing else: `remain` is also to wait, and `permanent` to stay.
STAY, STAYING = "stay", frozenset(("stay", "wait", "fix"))
# What one side says besides the denial of the other that is false as often as true: most denials are worded by these there.
WORDED_BY = ("only", "same", "except", "since", "at_most", "previous", "before", "unless", "hidden", "next")
# What words a denial so often that there it is no mistake; so do several new turns of phrase with one of the others.
WORDED_MOSTLY, BY_SEVERAL = ("at_most", "at_least", "unless"), 2
# What says that something is free to be done or left, or says it perhaps.
FREED = (*DENIALS, "need_not", "may", "without", "unless", "except", "even_if", "otherwise")
# What says `without`, or says it perhaps.
LACKING = (*DENIALS, "need_not", "without", "except", "unless", "only", "fewer", "loses", "otherwise", "different", "until",
           "hidden", "same", "before")
# What changes nothing: `makes no difference` is `it is equal` in another language, and perhaps a denial there.
INDIFFERENT = "indifferent"
# What is no verb: another denial, and words that every denial may have beside it.
WORDLESS = frozenset(("none", "any", "all", "each"))
# How many words from a denial what it denies stands; from this number of words between them on denials are two.
DENIED, ANOTHER = 3, 3
# How many words behind a denial the verb stands whose contrary the other side says: French `ne peut plus être déplacée`.
VERB = 5
# How many words from a denial what it denies stands at least, but for a small word between them.
NEXT = 2
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
    explained = _perhaps(texts, pair, here, there) + _contrary(texts, pair, here, there) + _listed(pair, there)
    if explained >= abs(own - other) or turned_by_denial(pair):
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


def _listed(pair: Pair, there: int) -> int:
    """Return how often one side goes on with a denial that it has, as `no wood, no gold` is `neither wood nor gold`."""
    return sum(features.goes_on for features in pair.side(there)) if any(pair.signals(there)[code] for code in DENIALS) else 0


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


def _contrary(texts: SideBySide, pair: Pair, here: int, there: int) -> int:
    """Return how many verbs one side denies where the other says the contrary, as `stays` for `does not move`.

    What both sides say besides is no contrary: `what does not move stays where it is`.
    """
    senses, denied = _senses(pair.side(there)), _denied_senses(pair.side(here))
    # A word of both senses says either: `none is left` denies that any stays.
    new = senses - _codes(pair.side(here), False) - _ambiguous(pair.side(here))
    # What says `hidden` may have the verb in it, as `nie pokazuj` has.
    hidden = _is_shown_to_none(pair.side(here)) and pair.signals(there)["hidden"] > pair.signals(here)["hidden"]
    acts = sum(code not in senses and bool(contrary & new) for code, contrary in CONTRARY_ACTS.items() if code in denied)
    return hidden + (acts or _stays(texts, pair, here, there))


def _stays(texts: SideBySide, pair: Pair, here: int, there: int) -> bool:
    """Return whether one side says only by a denial that something stays: any verb that the other side lacks may say so."""
    if STAY not in _plain_senses(pair.side(there)) or STAY in _senses(pair.side(here)):
        return False
    to, others = (texts.lexicon.to, texts.lexicon.back)[here], pair.stems(there)
    return any(others.isdisjoint(to.get(stem, ())) for features in pair.side(here) for denial in features.signals.get("not", ())
               for place, stem in features.stems.items()
               if abs(place - denial) <= DENIED and features.parts[place] == features.parts[denial])


def _plain_senses(some: Sequence[Features]) -> frozenset[str]:
    """The senses of words that have one, such as `keep`; not those of `left` and `rest`, which are also what is over.

    A word that also helps other verbs, as Danish `bliver`, says nothing alone.
    """
    return frozenset(code for features in some for word in features.evidence.words
                     if word.folded not in features.language.function_words
                     for codes in [features.language.senses.codes_at(word.folded)] if codes <= STAYING for code in codes)


def _ambiguous(some: Sequence[Features]) -> frozenset[str]:
    """The senses of words that also have a contrary one, as English `left` is what someone leaves, and what stays."""
    return frozenset(code for features in some for word in features.evidence.words
                     for codes in [features.language.senses.codes_at(word.folded)]
                     for code in codes if not codes.isdisjoint(CONTRARY_ACTS.get(code, ())))


def _is_shown_to_none(some: Sequence[Features]) -> bool:
    """Return whether a part of a sentence says `show` and denies."""
    return any("show" in features.language.senses.codes_at(word.folded) for features in some
               for part in by_part(features, DENIALS)
               for place, word in enumerate(features.evidence.words) if features.parts[place] == part)


def _senses(some: Sequence[Features]) -> frozenset[str]:
    return frozenset(code for features in some for word in features.evidence.words
                     for code in features.language.senses.codes_at(word.folded))


def _denied_senses(some: Sequence[Features]) -> frozenset[str]:
    """The senses of the words near denials, in the same part of the sentence: `ne bougent pas`, `rühren sich nicht`."""
    return frozenset(code for features in some for denial in features.places(DENIALS)
                     for place in range(max(0, denial - DENIED), min(denial + VERB + 1, len(features.parts)))
                     if 0 < place - denial <= DENIED or features.parts[place] == features.parts[denial]
                     for code in features.language.senses.codes_at(features.evidence.words[place].folded))


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
    return _is_allowed(pair, side) or bool(_codes(pair.side(side), True) & _codes(pair.side(1 - side), False))


def _is_allowed(pair: Pair, side: int) -> bool:
    """Return whether a side forbids what the other side says may be done."""
    own, other = pair.signals(side), pair.signals(1 - side)
    return own["must_not"] > other["must_not"] and other["may"] > own["may"]


def _codes(some: Sequence[Features], denied: bool) -> frozenset[str]:
    """The senses of the words that stand by a denial, or of those that stand by none; the same in every language."""
    return frozenset(code for features in some for place, word in enumerate(features.evidence.words)
                     if denied == _is_by_denial(features, place)
                     for code in features.language.senses.codes_at(word.folded) - WORDLESS)


def _affirmed(some: Sequence[Features]) -> frozenset[str]:
    """The stems of some sentences that stand by no denial."""
    return frozenset(stem for features in some for place, stem in features.stems.items()
                     if not _is_by_denial(features, place))


def _is_by_denial(features: Features, place: int) -> bool:
    """Return whether a word stands near a denial."""
    return any(abs(place - denial) <= DENIED for denial in features.places(DENIALS))


def _perhaps(texts: SideBySide, pair: Pair, here: int, there: int) -> int:
    """Return how many denials of one side the other perhaps says by another turn of phrase, or in an idle place."""
    denied = denials(pair.side(here))
    apart = 1.0 if max(pair.size(0), pair.size(1)) <= SHORT else APART
    partner_places = _partner_places(texts, pair, here)
    count = sum(min(_new(pair, there, code), _near(pair.side(there), code, denied, apart, partner_places)) for code in PERHAPS)
    count += _times(pair.side(there), INDIFFERENT) + _exhausted(pair, here, there)
    idle = max(0, _idle(pair.side(there)) - _idle(pair.side(here)))
    return count + (idle if idle and _may_be_idle(pair.side(here), denied) else 0)


def _partner_places(texts: SideBySide, pair: Pair, here: int) -> frozenset[float]:
    """The places of one side where the partners of the words stand that the other side has by its denials.

    Those words stand in the same part of the sentence; if none of them has a known partner, they are the nearest ones. A
    word that says in every game what stands next to a denial is one of their partners: `sans oublier` is `do not forget`.
    """
    to, some = (texts.lexicon.to, texts.lexicon.back)[here], pair.side(1 - here)
    denied = _denied_next(pair.side(here))
    same = frozenset(share_of(some, index, place) for index, features in enumerate(some)
                     for place, word in enumerate(features.evidence.words)
                     if not denied.isdisjoint(features.language.senses.codes_at(word.folded)))
    for is_by in (_is_in_part, _is_around):
        partners = {partner for features in pair.side(here)
                    for places in by_part(features, DENIALS).values() for denial in places
                    for place, stem in features.stems.items() if is_by(features, place, denial)
                    for partner, sure in to.get(stem, {}).items() if sure >= SURE}
        known = frozenset(share_of(some, index, place) for index, features in enumerate(some)
                          for place, stem in features.stems.items() if stem in partners)
        if known:
            return known | same
    return frozenset()


def _denied_next(some: Sequence[Features]) -> frozenset[str]:
    """The senses of the words next to the denials of some sentences."""
    return frozenset(code for features in some for places in by_part(features, DENIALS).values() for denial in places
                     for word in features.evidence.words[max(0, denial - NEXT):denial + NEXT + 1]
                     for code in features.language.senses.codes_at(word.folded))


def _is_in_part(features: Features, place: int, denial: int) -> bool:
    return features.parts[place] == features.parts[denial]


def _is_around(_: Features, place: int, denial: int) -> bool:
    return abs(place - denial) <= AROUND


def _may_be_idle(some: Sequence[Features], denied: Sequence[float]) -> bool:
    """Return whether a denial stands behind `unless`, or there is none: then an idle `not` elsewhere may say the same."""
    idle_places = [place for code in IDLE for place in _places(some, code)]
    return not idle_places or any(denial >= place for denial in denied for place in idle_places)


def _new(pair: Pair, side: int, code: str) -> int:
    """Return how often only one side has a turn of phrase, or one that says nearly the same, but for denials."""
    akin = {other for two in (*AKIN, GONE) if code in two for other in two} - {*DENIALS}
    there, here = pair.signals(side), pair.signals(1 - side)
    return max(0, there[code] - sum(max(0, here[other] - (there[other] if other != code else 0)) for other in {code, *akin}))


def _near(some: Sequence[Features], code: str, denied: Sequence[float], apart: float, partner_places: Collection[float]) -> int:
    """Return how often a turn of phrase stands so near a denial, and by a word of what is denied, if one is known."""
    words = sum(len(features.evidence.words) for features in some)
    return sum(any(abs(place - denial) <= apart for denial in denied)
               and (not partner_places or any(abs(place - other) * words <= BY for other in partner_places))
               for place in _places(some, code))


def _exhausted(pair: Pair, here: int, there: int) -> int:
    """Return 1 if one side says `until none is left`, and the other `until all are gone`, or `while some are left`."""
    until_none = any(0 < denial - place <= DENIED for features in pair.side(here) for place in features.signals.get("until", ())
                     for denial in features.places(DENIALS))
    new = unlike(pair)[there]
    until_all = pair.signals(there)["until"] > 0 and (new["all"] > 0 or new["without"] > 0)
    return int(until_none and (until_all or new["while"] > 0))


def _times(some: Sequence[Features], contrary: str) -> int:
    """Return how often some sentences say a word that turns a rule round."""
    return sum(len(features.contraries.get(contrary, ())) for features in some)


def _idle(some: Sequence[Features]) -> int:
    return sum(is_idle(features, places) for features in some for places in by_part(features, DENIALS).values())


def _places(some: Sequence[Features], code: str) -> list[float]:
    return [share_of(some, index, place) for index, features in enumerate(some) for place in features.signals.get(code, ())]
