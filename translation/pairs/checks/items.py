"""An item of one or two words that its translation lacks: `giants, trolls and dragons`, and there `giants and dragons`.

What is that short says nothing by its length. Where the translation has one item fewer, and says all others, its words show
it: each of them has a partner elsewhere in the text, and nothing here says it. So is a thing of which the original says `both`
missing where the translation says neither `both` nor the thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import frozen

from ...decisions.findings import Finding
from ..lexicon import KNOWN, is_cognate
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .forms import is_form
from .left_out import JOINERS, ends_of
from .messages import leaves_out
from .pair_words import players_of

# The fewest items of a list of which one can be missing, and the most words of each.
ITEMS, WORDS = 3, 3
# From so sure a partner on a word is known where `both` is gone as well.
KNOWN_BESIDE = 0.25
# What says that two are meant, and what they are when they tie.
BOTH, SAME, TWO = "both", "same", 2
# From so sure a partner on a word is said by it.
SURE = 0.15


@frozen
class _Item:
    """An item of a list: its words as they are written, their number, and the stems of those with a meaning of their own."""

    text: str
    size: int
    stems: frozenset[str]


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on items of lists that a translation lacks."""
    for pair in texts.pairs:
        items = (_left_out(texts, pair), _both(texts, pair)) if pair.own[0].sentence.kind != "row" else ()
        for item in filter(None, items):
            message = leaves_out(f"`{item.text}`", pair.line)
            yield texts.finding("pair/sentence-short", message, pair, item.text, None, "warning")


def _left_out(texts: SideBySide, pair: Pair) -> _Item | None:
    """The one item that the translation lacks, where it says all others of the list.

    The first or the last item may be no item but what the list is of. So there the translation has one part fewer.
    """
    own, other = ([_items(features) for features in pair.side(side)] for side in (0, 1))
    is_one_less = sum(map(len, own)) == sum(map(len, other)) + 1
    for items in own:
        if sum(item.size <= WORDS for item in items) >= ITEMS:
            gone = [place for place, item in enumerate(items) if not _has_wording(texts, pair, item)]
            if len(gone) == 1 and (is_one_less or _is_within_list(items, gone[0])) and _is_short(texts, items[gone[0]]):
                return items[gone[0]]
    return None


def _is_within_list(items: Sequence[_Item], place: int) -> bool:
    """Return whether an item stands between others that are as short."""
    return 0 < place < len(items) - 1 and all(item.size <= WORDS for item in items[place - 1:place + 2])


def _is_short(texts: SideBySide, item: _Item) -> bool:
    return item.size <= WORDS and _is_known(texts, item)


def _both(texts: SideBySide, pair: Pair) -> _Item | None:
    """The thing of which the original says `both`, where the translation lacks both; it is often longer than an item.

    `Both are equal` is a tie in any language, and `the two` is both.
    """
    says_two = any(number.value == TWO for features in pair.other for number in features.evidence.numbers)
    if pair.differences.lost[BOTH] <= 0 or pair.signals(0)[SAME] or says_two:
        return None
    for features in pair.own:
        for place in features.signals.get(BOTH, ()):
            thing = _thing_behind(features, place)
            if thing is not None:
                item = _item(features, range(place, thing + 1))
                if _is_known(texts, item, KNOWN_BESIDE) and not _has_wording(texts, pair, item):
                    return item
    return None


def _thing_behind(features: Features, place: int) -> int | None:
    """The place of the noun that `both` is said of: `both of the reserves`, and not `both can move`, or both who play."""
    for at in range(place + 1, min(place + 1 + WORDS, len(features.parts))):
        word = features.evidence.words[at].folded
        if at in features.stems:
            is_one = features.parts[at] == features.parts[place] and features.stems[at] not in players_of([features])
            return at if is_one else None
        if word not in features.language.determiners | features.language.out_of:
            return None
    return None


def _items(features: Features) -> Sequence[_Item]:
    """The parts of a sentence between commas and words for `and` and `or`."""
    joined = {place for code in JOINERS for place in features.contraries.get(code, ())}
    places = [range(start + (start in joined), end) for start, end in pairwise(ends_of(features, turns=()))]
    return [_item(features, some) for some in places if any(place in features.stems for place in some)]


def _item(features: Features, some: range) -> _Item:
    """The item of the words at some places."""
    return _Item(" ".join(features.evidence.words[place].written for place in some), len(some),
                 frozenset(features.stems[place] for place in some if place in features.stems))


def _has_wording(texts: SideBySide, pair: Pair, item: _Item) -> bool:
    """Return whether the translation has a word that may say one of an item: any word if none is known to say it elsewhere."""
    return any(is_cognate(stem, other) or sure >= SURE or (stem not in texts.lexicon.to and other in linked)
               or any(is_form(partner, other) for partner in known)
               for stem in item.stems
               for known, linked in [(texts.lexicon.to.get(stem, {}), texts.lexicon.shares.get(stem, {}))]
               for other in pair.stems(1) for sure in [known.get(other, 0.0)])


def _is_known(texts: SideBySide, item: _Item, known: float = KNOWN) -> bool:
    """Return whether each word of an item has a partner that other pairs of the text show."""
    return all(any(sure >= known for sure in texts.lexicon.to.get(stem, {}).values()) for stem in item.stems)
