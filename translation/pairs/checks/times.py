"""Pairs of sentences -> what is before something on one side and after the same thing on the other: `before the roll`.

The turns of phrase of whole sentences cancel each other out where a sentence also says `then`; those before one word do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from ...document.features import TEXTS_KEPT
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .denials import DENYING_OR_LACKING

OTHER = {"before": "after", "after": "before"}
# What says that something is not before another thing, or not yet: `not before` is `only after`.
NOT_YET = (*DENYING_OR_LACKING, "only", "until", "unless", "otherwise")
# What is done in every game, and has words that are known in every language.
DEEDS = frozenset(("throw", "move", "build", "attack", "pay", "play", "hire", "seize", "heal", "offer"))
# The thing stands at most this many words behind; from so sure a partner on a word is known.
BEHIND, SURE = 3, 0.4


def turned_times(texts: SideBySide, pair: Pair) -> Iterator[tuple[str, str]]:
    """The order of the original, and that of the translation, for each thing where they differ."""
    own, other = pair.signals(0), pair.signals(1)
    if any(own[code] != other[code] for code in NOT_YET):
        return
    here, there = ([things(features) for features in pair.side(side)] for side in (0, 1))
    turned = dict[tuple[str, str], None]()
    for thing, code in {key: code for some in here for key, code in some.items()}.items():
        partners = {thing} if thing.startswith(("#", "~")) else {
            partner for partner, sure in texts.lexicon.to.get(thing, {}).items() if sure >= SURE}
        codes = {some[partner] for some in there for partner in partners & some.keys()}
        if codes == {OTHER[code]}:
            turned[code, OTHER[code]] = None
    yield from turned


@lru_cache(maxsize=TEXTS_KEPT)
def things(features: Features) -> Mapping[str, str]:
    """The stems and numbers right behind `before` and `after`, each with the one that stands nearest before it."""
    numbers = {number.match.first: f"#{number.value}" for number in features.counting}
    out: dict[str, tuple[int, str]] = {}
    for code in OTHER:
        for place in features.signals.get(code, ()):
            if features.evidence.words[place].folded in features.language.then:
                continue
            near = ((at, at_place) for at in range(place + 1, min(place + BEHIND, len(features.parts) - 1) + 1)
                    if features.parts[at] == features.parts[place]
                    for at_place in [_things_at(features, numbers, at)] if at_place)
            for at, at_place in islice(near, 1):
                for thing in at_place:
                    out[thing] = min(out.get(thing, (BEHIND + 1, code)), (at - place, code))
    return {thing: code for thing, (_, code) in out.items()}


def _things_at(features: Features, numbers: Mapping[int, str], at: int) -> tuple[str, ...]:
    """The number or stem of a word, and the senses of what is done; nothing for a small word."""
    deeds = features.language.senses.codes_at(features.evidence.words[at].folded) & DEEDS
    plain = numbers.get(at) or features.stems.get(at)
    return (*([] if plain is None else [plain]), *(f"~{deed}" for deed in sorted(deeds)))
