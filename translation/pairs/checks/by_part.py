"""Compare the turns of phrase of each part of a sentence with those of the part of the translation that says its words.

The turns of whole sentences hide what one part says if another part says it too: `the highest is second, the lowest last`.
A part of the original belongs to the one part of the translation that has all of its words of which a partner is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ...decisions.findings import Finding, Rule
from ..lexicon import Lexicon
from ..side_by_side import SideBySide
from .bounded import BOUNDS
from .denials import denials
from .exchanges import exchanged
from .messages import called, says
from .opposed import rows_of
from .opposites import BY_TURN, SOFT
from .parted import MOST, NUMBER, STEM, THING, TURN, TWO, Part, is_in_part, parts_of

# What orders things: two parts with the same of these belong together.
ORDINAL = tuple(f"{TURN}{code}" for code in ("first", "second", "last"))
# What parts of a sentence say of each other, and not of themselves: `first this, then that` is `before that, this`. Bounds are
# compared by their numbers, as `no more than four` is `at most four`.
OTHERWISE = frozenset(("before", "after", *BOUNDS))
# How alike the two sentences are.
NEAR = 0.6


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on turns of phrase that a part has in the place of their opposites, where the whole sentence has both."""
    for pair in texts.pairs:
        # `Not far` is `near`.
        if pair.alike < NEAR or len(denials(pair.own)) != len(denials(pair.other)):
            continue
        own, other = (parts_of(pair.side(side)) for side in (0, 1))
        if not all(TWO <= len(some) <= MOST for some in (own, other)):
            continue
        known = exchanged(pair)
        for rule, text, turned in _turned(texts.lexicon, own, other):
            # Of the turns of whole sentences another check reports this.
            if (rule, text, turned) not in known:
                yield texts.finding(rule, says(called(text), pair.line, called(turned)), pair, text, turned, "warning",
                                    pair.having(turned))


def _turned(lexicon: Lexicon, own: Sequence[Part], other: Sequence[Part]) -> Iterator[tuple[Rule, str, str]]:
    """The turns of phrase of parts in whose place the part that belongs to them has opposites."""
    for index, place in _partners(lexicon, own, other).items():
        here, there = (frozenset(sign[1:] for sign in part if sign[0] == TURN) for part in (own[index], other[place]))
        for rule, text, turned in rows_of(BY_TURN, here - there):
            if turned in there - here and frozenset((text, turned)) not in SOFT and OTHERWISE.isdisjoint((text, turned)):
                yield rule, text, turned


def _partners(lexicon: Lexicon, own: Sequence[Part], other: Sequence[Part]) -> Mapping[int, int]:
    """The part of the translation that belongs to each part of the original, where only one does, and to no other."""
    places = {index: place for index, part in enumerate(own) if (place := _place_of(lexicon, part, other)) is not None}
    shared = Counter(places.values())
    return {index: place for index, place in places.items() if shared[place] == 1}


def _place_of(lexicon: Lexicon, part: Part, other: Sequence[Part]) -> int | None:
    """The only part of the translation with all words of this one that have a known partner in any; None if there is none."""
    partners = [{place for place, others in enumerate(other) if is_in_part(lexicon, sign, others)}
                for sign in part if sign[0] in (STEM, THING, NUMBER) or sign in ORDINAL]
    matched = [places for places in partners if places]
    common = set.intersection(*matched) if matched else set()
    return common.pop() if len(common) == 1 else None
