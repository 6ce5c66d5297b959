"""Pairs of sentences -> how many denials of one side the other says in another way: by a contrary, or by `until` or `hidden`.

`Stays` is `does not move`, and what nobody may see is hidden. What says so in another way stands by the partners of the words
that are denied.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ..equivalents import AKIN, DENIALS, PERHAPS
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .denials import IDLE, by_part, denials, is_idle, share_of
from .exchanges import unlike

# What says that something is no longer there: one stands for the other, and not for a denial besides.
GONE = ("without", "loses")
# In sentences of so few words the place of a word says nothing.
APART, SHORT = 0.4, 7
# Where the partners of the words so near a denial are known, and so surely, what says it perhaps stands so near one of them.
AROUND, SURE, BY = 4, 0.3, 5.5
# What is said of every game, and what its contrary says.
CONTRARY_ACTS = {"move": frozenset({"stay"}), "leave": frozenset({"stay"}), "stay": frozenset({"leave", "move", "remove"}),
            "give_back": frozenset({"stay"}), "remove": frozenset({"stay", "leave"}), "accept": frozenset({"reject"}),
            "reject": frozenset({"accept"}), "stop": frozenset({"wait", "stay"}), "take": frozenset({"leave"}),
            "occupied": frozenset({"free"}), "free": frozenset({"occupied"}), "show": frozenset({"stay"}),
            "forget": frozenset({"remember"})}
# What stays, by words that say nothing else: `remain` is also to wait, and `permanent` to stay.
STAY, STAYING = "stay", frozenset(("stay", "wait", "fix"))
# What changes nothing: `makes no difference` is `it is equal` in another language, and perhaps a denial there.
INDIFFERENT = "indifferent"
# What is no verb: another denial, and words that every denial may have beside it.
WORDLESS = frozenset(("none", "any", "all", "each"))
# How many words behind a denial the verb stands whose contrary the other side says: French `ne peut plus être déplacée`.
VERB = 5
# How many words from a denial what it denies stands at least, but for a small word between them.
NEXT = 2
# How many words from a denial what it denies stands.
DENIED = 3


def worded_otherwise(texts: SideBySide, pair: Pair, here: int, there: int) -> int:
    """Return how many denials of one side the other says in another way, or goes on with."""
    return _perhaps(texts, pair, here, there) + _contrary(texts, pair, here, there) + _listed(pair, there)


def _listed(pair: Pair, there: int) -> int:
    """Return how often one side goes on with a denial that it has, as `no wood, no gold` is `neither wood nor gold`."""
    return sum(features.goes_on for features in pair.side(there)) if any(pair.signals(there)[code] for code in DENIALS) else 0


def _contrary(texts: SideBySide, pair: Pair, here: int, there: int) -> int:
    """Return how many verbs one side denies where the other says the contrary, as `stays` for `does not move`.

    What both sides say besides is no contrary: `what does not move stays where it is`.
    """
    senses, denied = _senses(pair.side(there)), _denied_senses(pair.side(here))
    # A word of both senses says either: `none is left` denies that any stays.
    new = senses - senses_of(pair.side(here), False) - _ambiguous(pair.side(here))
    # What says `hidden` may have the verb in it, as `nie pokazuj` has.
    hidden = _is_shown_to_none(pair.side(here)) and pair.signals(there)["hidden"] > pair.signals(here)["hidden"]
    acts = sum(code not in senses and bool(contrary & new) for code, contrary in CONTRARY_ACTS.items() if code in denied)
    return hidden + (acts or _stays(texts, pair, here, there))


def _stays(texts: SideBySide, pair: Pair, here: int, there: int) -> bool:
    """Return whether one side says only by a denial that something stays: any verb that the other side lacks may say so."""
    to, back = (texts.lexicon.to, texts.lexicon.back)[here], (texts.lexicon.to, texts.lexicon.back)[there]
    if STAY in _senses(pair.side(here)) or not any(
            pair.stems(here).isdisjoint(back.get(stem, ())) for stem in _staying(pair.side(there))):
        return False
    others = pair.stems(there)
    return any(others.isdisjoint(to.get(stem, ())) for features in pair.side(here) for denial in features.signals.get("not", ())
               for place, stem in features.stems.items()
               if abs(place - denial) <= DENIED and features.parts[place] == features.parts[denial])


def _staying(some: Sequence[Features]) -> Iterator[str]:
    """The stems of words that only say that something stays, such as `keep`; not `left`, which is also what is over.

    A word that also helps other verbs, as Danish `bliver`, says nothing alone.
    """
    return (stem for features in some for place, stem in features.stems.items()
            for word in [features.evidence.words[place].folded] if word not in features.language.function_words
            for codes in [features.language.senses.codes_at(word)] if STAY in codes and codes <= STAYING)


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


def senses_of(some: Sequence[Features], denied: bool) -> frozenset[str]:
    """The senses of the words that stand by a denial, or of those that stand by none; the same in every language."""
    return frozenset(code for features in some for place, word in enumerate(features.evidence.words)
                     if denied == is_by_denial(features, place)
                     for code in features.language.senses.codes_at(word.folded) - WORDLESS)


def is_by_denial(features: Features, place: int) -> bool:
    """Return whether a word stands near a denial."""
    return any(abs(place - denial) <= DENIED for denial in features.places(DENIALS))


def _perhaps(texts: SideBySide, pair: Pair, here: int, there: int) -> int:
    """Return how many denials of one side the other perhaps says by another turn of phrase, or in an idle place."""
    denied = denials(pair.side(here))
    apart = 1.0 if max(pair.size(0), pair.size(1)) <= SHORT else APART
    places, same = _partner_places(texts, pair, here), _same_places(pair, here)
    count = sum(min(_new(pair, there, code),
                    _near(pair.side(there), code, denied, apart, places | same if code == "without" and places else places))
                for code in PERHAPS)
    count += _times(pair.side(there), INDIFFERENT) + _exhausted(pair, here, there)
    idle = max(0, _idle(pair.side(there)) - _idle(pair.side(here)))
    return count + (idle if idle and _may_be_idle(pair.side(here), denied) else 0)


def _partner_places(texts: SideBySide, pair: Pair, here: int) -> frozenset[float]:
    """The places of one side where the partners of the words stand that the other side has by its denials.

    Those words stand in the same part of the sentence; if none of them has a known partner, they are the nearest ones.
    """
    to, some = (texts.lexicon.to, texts.lexicon.back)[here], pair.side(1 - here)
    for is_by in (_is_in_part, _is_around):
        partners = {partner for features in pair.side(here)
                    for places in by_part(features, DENIALS).values() for denial in places
                    for place, stem in features.stems.items() if is_by(features, place, denial)
                    for partner, sure in to.get(stem, {}).items() if sure >= SURE}
        known = frozenset(share_of(some, index, place) for index, features in enumerate(some)
                          for place, stem in features.stems.items() if stem in partners)
        if known:
            return known
    return frozenset()


def _same_places(pair: Pair, here: int) -> frozenset[float]:
    """The places of the words of one side that say in every game what the other denies: `sans oublier` is `do not forget`."""
    denied, some = _denied_next(pair.side(here)), pair.side(1 - here)
    return frozenset(share_of(some, index, place) for index, features in enumerate(some)
                     for place, word in enumerate(features.evidence.words)
                     if not denied.isdisjoint(features.language.senses.codes_at(word.folded)))


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
    empties = pair.signals(there)["without"] > pair.signals(here)["without"]
    until_all = pair.signals(there)["until"] > 0 and (new["all"] > 0 or empties)
    return int(until_none and (until_all or new["while"] > 0))


def _times(some: Sequence[Features], contrary: str) -> int:
    """Return how often some sentences say a word that turns a rule round."""
    return sum(len(features.contraries.get(contrary, ())) for features in some)


def _idle(some: Sequence[Features]) -> int:
    return sum(is_idle(features, places) for features in some for places in by_part(features, DENIALS).values())


def _places(some: Sequence[Features], code: str) -> list[float]:
    return [share_of(some, index, place) for index, features in enumerate(some) for place in features.signals.get(code, ())]
