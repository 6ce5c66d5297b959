"""Sentences -> where their parts say no, as a share of all their words."""

from __future__ import annotations

from collections.abc import Sequence

from ..equivalents import DENIALS
from ..reading import Shown

# Where a plain `not` stands so few words behind these, it is how some languages say them.
IDLE, BEHIND = ("unless", "until", "before", "while"), 6


def denials(some: Sequence[Shown]) -> list[float]:
    """Return where parts of sentences say no, as a share of all words."""
    return [share_of(some, index, min(places)) for index, shown in enumerate(some)
            for places in by_part(shown, DENIALS).values() if not is_idle(shown, places)]


def is_idle(shown: Shown, denied: Sequence[int]) -> bool:
    """Return whether a part of a sentence says `not` only because it says `unless` or `until`."""
    part = shown.parts[denied[0]]
    plain = shown.language.expletive and not any(place in shown.signals.get("must_not", ()) for place in denied)
    idle_places = [place for code in IDLE for place in shown.signals.get(code, ()) if shown.parts[place] == part]
    return plain and all(any(0 <= denial - place <= BEHIND for place in idle_places) for denial in denied)


def by_part(shown: Shown, codes: Sequence[str]) -> dict[int, list[int]]:
    """The places of some turns of phrase of a sentence, by its parts; of a denial in two words, only one."""
    out: dict[int, list[int]] = {}
    for code in codes:
        for place in shown.signals.get(code, ()):
            if code == "not" and shown.is_concord(place) and "must_not" not in shown.signals:
                continue
            out.setdefault(shown.parts[place], []).append(place)
    return out


def share_of(some: Sequence[Shown], index: int, place: int) -> float:
    """Return where a word stands in some sentences, from 0 to 1."""
    before = sum(len(shown.evidence.words) for shown in some[:index])
    return (before + place) / max(1, sum(len(shown.evidence.words) for shown in some))
