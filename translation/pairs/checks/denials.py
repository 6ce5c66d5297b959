"""Sentences -> where their parts say no, as a share of all their words."""

from __future__ import annotations

from collections.abc import Sequence

from ..combined import NONE
from ..equivalents import DENIALS
from ..reading import Features
from ..signals import DENYING_MODALS

# What denies a verb, and what denies anything.
DENYING = ("not", *DENYING_MODALS)
DENYING_OR_LACKING = (*DENYING, "without")
# Where a plain `not` stands so few words behind these, it is how some languages say them.
IDLE, BEHIND = ("unless", "until", "before", "while"), 6


def denials(some: Sequence[Features]) -> list[float]:
    """Return where parts of sentences say no, as a share of all words."""
    return [share_of(some, index, min(places)) for index, features in enumerate(some)
            for places in by_part(features, DENIALS).values() if not is_idle(features, places)]


def is_idle(features: Features, denied: Sequence[int]) -> bool:
    """Return whether a part of a sentence says `not` only because it says `unless` or `until`."""
    part = features.parts[denied[0]]
    plain = features.language.expletive and not any(place in features.signals.get("must_not", ()) for place in denied)
    # `Until not one is left` is no `until`: what says `none` beside a plain `not` denies.
    none = {place for place, word in enumerate(features.evidence.words)
            if features.parts[place] == part and NONE in features.language.senses.codes_at(word.folded)}
    plain = plain and (not none or none.issuperset(denied))
    idle_places = [place for place in features.places(IDLE) if features.parts[place] == part]
    return plain and _are_reached(features, sorted(denied), idle_places)


def _are_reached(features: Features, denied: Sequence[int], idle_places: Sequence[int]) -> bool:
    """Return whether each of some denials stands not far behind a conjunction, or behind one before it that does.

    One conjunction may have two verbs: `finché non passa o non vince`.
    """
    for number, denial in enumerate(denied):
        is_next = number > 0 and denial - denied[number - 1] <= BEHIND
        if not is_next and not any(0 <= denial - place <= BEHIND and _has_conjunction(features, place, denial)
                                   for place in idle_places):
            return False
    return True


def _has_conjunction(features: Features, place: int, denial: int) -> bool:
    """Return whether a conjunction stands from one place to another; it does where the data does not list them."""
    conjunctions = features.language.expletive_conjunctions
    folded = [word.folded for word in features.evidence.words]
    return conjunctions is None or any(conjunctions.at(folded, at) for at in range(place, denial + 1))


def by_part(features: Features, codes: Sequence[str]) -> dict[int, list[int]]:
    """The places of some turns of phrase of a sentence, by its parts; of a denial in two words, only one."""
    out: dict[int, list[int]] = {}
    for code in codes:
        for place in features.signals.get(code, ()):
            if code == "not" and features.is_concord(place) and "must_not" not in features.signals:
                continue
            out.setdefault(features.parts[place], []).append(place)
    return out


def share_of(some: Sequence[Features], index: int, place: int) -> float:
    """Return where a word stands in some sentences, from 0 to 1."""
    before = sum(len(features.evidence.words) for features in some[:index])
    return (before + place) / max(1, sum(len(features.evidence.words) for features in some))
