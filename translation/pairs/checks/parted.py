"""Compare the parts of a sentence, where two have exchanged what they say: `one inn is near the start, the other near the end`.

All words are there then, so that neither turns of phrase nor terms show it. Two parts have
exchanged something if each keeps a word of its own, and each has one of the other's. So have two steps of a list of three or
more, where all of their words have changed places. So have two parts of which each has the one known thing of the other's,
where all else stands in the same parts: `four go into the hive, the others wait in the garden`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations

from attrs import frozen

from ...decisions.findings import Finding
from ...document.language import WAY_FROM, WAY_TO
from ..lexicon import KNOWN, Lexicon, is_cognate
from ..reading import Features
from ..side_by_side import SIDES_KEPT, Pair, SideBySide
from .forms import is_form
from .messages import says_in_order
from .turns import ALIKE

# Turns of phrase that stand for one thing of a sentence, as its words do.
PLAIN = frozenset((
    "first", "after", "last", "before", "wins", "loses", "high", "low", "more", "fewer", "left", "right", "next", "previous",
    "near", "far", "highest", "lowest", "forward", "backward", "top", "bottom", "above", "below", "upward", "downward",
    "youngest", "oldest", "inside", "outside", "open", "hidden", "same", "different", "odd", "even", "twice", "half",
    "at_least", "at_most", "exactly", "rises", "falls", "clockwise", "counterclockwise"))
# The same of words that turn a rule round.
PLAIN_WORDS = ("second", "once", "thrice")
# How many words from a word for one end of a way that for the other stands at most.
WAY = 6
# What moves a part of a sentence: `if you can, take it` is `take it if you can`.
MOVING = ("if", "unless", "even_if", "until", "while", "since", "before", "after", "otherwise", "except")
# The fewest parts of a list of steps, and the fewest known words of a step that has moved.
STEPS, WORDS = 3, 2
# What says that steps come in the order in which they stand.
IN_ORDER = "in_order"
# How many parts have exchanged what they say.
TWO = 2
# More parts than these are a text of its own, in which words come again.
MOST = 8

# What a sign of a part of a sentence begins with, before a stem: one that is kept apart, and one that stands in just the
# pairs in which a word of another part stands. Which of the two says what no pair shows.
STEM, TWIN = " ", "?"
# What the signs of a turn of phrase, of a thing that many games have, as a tower, and of a number begin with.
TURN, THING, NUMBER = "!", "~", "#"

# The signs of a part of a sentence: ` stem`, `?stem`, `~thing`, `!turn of phrase`, `#number`.
Part = Sequence[str]


@frozen
class _SignsByPart:
    """The places in the translation of the words of one part of the original: in the same part, and in another."""

    stay: Part
    go: Part


@frozen
class _Step:
    """A part of the original: its place in the translation, the number of its known words, and the first of them."""

    place: int
    words: int
    sign: str


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on parts of a sentence that have exchanged what they say."""
    for pair in texts.pairs:
        parts = [parts_of(pair.side(side)) for side in (0, 1)]
        if not all(TWO <= len(some) <= MOST for some in parts):
            continue
        own, other = (_with_twin_marks(some, occurrences) for some, occurrences in zip(parts, texts.occurrences, strict=True))
        exchange = (next(_exchanged(texts.lexicon, own, other), None) or _steps(texts.lexicon, pair, own, other)
                    or _things_exchanged(texts, pair))
        if exchange is not None:
            here, there = exchange
            sure = pair.alike >= ALIKE and all(sign[0] == TURN for sign in (here, there))
            listed = [f"`{sign[1:].replace('_', ' ')}`" for sign in (here, there)]
            message = says_in_order(", ".join(listed), pair.line, ", ".join(listed[::-1]))
            yield texts.finding("pair/order", message, pair, here, there, None if sure else "warning")


def _exchanged(lexicon: Lexicon, own: Sequence[Part], other: Sequence[Part]) -> Iterator[tuple[str, str]]:
    """The signs that two parts of the original have exchanged in the translation."""
    destinations = [{sign: frozenset(index for index, part in enumerate(other) if is_in_part(lexicon, sign, part))
                     for sign in part} for part in own]
    for left, right in combinations(range(len(own)), 2):
        # What both parts say shows nothing.
        first, second = ({sign: where for sign, where in destinations[here].items()
                          if where and sign not in destinations[there]}
                         for here, there in ((left, right), (right, left)))
        # Each of the two keeps something in one place, and has something in the other.
        both = frozenset().union(*first.values()) & frozenset().union(*second.values())
        for here, there in permutations(sorted(both), 2):
            a = _signs_by_part(first, here, there)
            b = _signs_by_part(second, there, here) if a.stay and a.go else None
            # A number is nothing that stands in the place of a word.
            if b is not None and b.stay and b.go and (a.go[0][0] == NUMBER) == (b.go[0][0] == NUMBER):
                yield a.go[0], b.go[0]


def _things_exchanged(texts: SideBySide, pair: Pair) -> tuple[str, str] | None:
    """The things that two parts have exchanged, where all else that is known stands in the same parts of as many."""
    own, other = (_with_twin_marks(parts_of(pair.side(side), with_ways=False), texts.occurrences[side]) for side in (0, 1))
    # Of rows of tables, `cells` reports it.
    if len(own) != len(other) or pair.own[0].sentence.kind == "row":
        return None
    times = Counter(sign for part in own for sign in {*part})
    known = [(index, sign, places) for index, part in enumerate(own) for sign in dict.fromkeys(part) if times[sign] == 1
             for places in [{place for place, others in enumerate(other) if is_in_part(texts.lexicon, sign, others)}] if places]
    gone = [row for row in known if row[0] not in row[2]]
    if len(gone) != TWO or len(known) == len(gone) or any(sign[0] not in (STEM, THING) for _, sign, _ in gone):
        return None
    (left, sign, places), (right, other_sign, other_places) = gone
    return (sign, other_sign) if places == {right} and other_places == {left} else None


def _signs_by_part(destinations: Mapping[str, frozenset[int]], here: int, there: int) -> _SignsByPart:
    return _SignsByPart([sign for sign, where in destinations.items() if here in where and there not in where],
                        [sign for sign, where in destinations.items() if there in where and here not in where])


def _steps(lexicon: Lexicon, pair: Pair, own: Sequence[Part], other: Sequence[Part]) -> tuple[str, str] | None:
    """The first signs of two steps of a list that have changed places as a whole; None if there are none."""
    if any(features.signals.get(code) for features in (*pair.own, *pair.other) for code in MOVING) or len(own) < STEPS:
        return None
    # For each part with known words its place, their number and the first of them.
    known = [step for part in own for step in [_step(lexicon, part, other)] if step is not None]
    order = [step.place for step in known]
    wrong = [step for step, place in zip(known, sorted(order), strict=True) if step.place != place]
    # Where both say that the order matters, one known word of each step is enough.
    least = 1 if all(pair.signals(side)[IN_ORDER] for side in (0, 1)) else WORDS
    # Two that have changed places, while the others stand where they stood.
    if len(known) < STEPS or len({*order}) < len(order) or len(wrong) != TWO or min(step.words for step in wrong) < least:
        return None
    # A turn of phrase alone is no step: `clockwise` stands anywhere.
    if any(step.words < WORDS and step.sign[0] == TURN for step in wrong):
        return None
    return wrong[0].sign, wrong[1].sign


def _step(lexicon: Lexicon, part: Part, other: Sequence[Part]) -> _Step | None:
    """The one part of the translation that says all known words of a part; None if there is none."""
    where = {sign: {index for index, others in enumerate(other) if is_in_part(lexicon, sign, others)} for sign in part}
    known = {sign: some for sign, some in where.items() if some}
    common = set[int]().union(*known.values()).intersection(*known.values())
    return _Step(common.pop(), len(known), next(iter(known))) if len(common) == 1 else None


def is_in_part(lexicon: Lexicon, sign: str, part: Part) -> bool:
    """Return whether a part of the translation says a sign of the original."""
    if sign[0] not in (STEM, TWIN):
        return sign in part
    partners = [partner for partner, certainty in lexicon.to.get(sign[1:], {}).items() if certainty >= KNOWN]
    return any((other[1:] in partners or any(is_form(partner, other[1:]) for partner in partners))
               and (sign[0] == other[0] == STEM or is_cognate(sign[1:], other[1:]))
               for other in part if other[0] in (STEM, TWIN))


def _with_twin_marks(parts: Sequence[Part], occurrences: Mapping[str, frozenset[int]]) -> list[Part]:
    """The parts of a sentence, where stems are marked that stand in the same pairs as one of another part."""
    where: dict[frozenset[int], set[tuple[str, int]]] = {}
    for index, part in enumerate(parts):
        for sign in part:
            if sign[0] == STEM:
                where.setdefault(occurrences[sign[1:]], set()).add((sign, index))
    alike = {key for key, some in where.items() if all(len({*ends}) > 1 for ends in zip(*some, strict=True))}
    return [[f"{TWIN}{sign[1:]}" if sign[0] == STEM and occurrences[sign[1:]] in alike else sign for sign in part]
            for part in parts]


@lru_cache(maxsize=SIDES_KEPT)
def parts_of(some: tuple[Features, ...], with_ways: bool = True) -> list[Part]:
    """The signs of the parts of sentences, between commas and words for `and`, and with ways those of their two ends."""
    out: list[Part] = []
    for features in some:
        signs, ends = _signs(features), _ends_of_ways(features) if with_ways else {}
        last, part = -1, list[str]()
        for place, word in enumerate(features.evidence.words):
            is_start = features.parts[place] != last or "and" in features.language.naming.codes_at(word.folded)
            if is_start or place in ends:
                out, part, last = [*out, part], [], features.parts[place]
            part += (*ends.get(place, ()), *signs.get(place, ()))
        out.append(part)
    return [part for part in out if part]


def _ends_of_ways(features: Features) -> dict[int, tuple[str]]:
    """The places of `from` and `to` where both are said of one way, each with its sign: `from the tower to the harbour`.

    Ends that are turns of phrase, as in `from left to right`, are known by their order.
    """
    out: dict[int, tuple[str]] = {}
    things = features.stems.keys() - {place for places in features.signals.values() for place in places}
    for start in features.ways[WAY_FROM]:
        end = next((place for place in features.ways[WAY_TO] if start < place <= start + WAY
                    and features.parts[place] == features.parts[start]), None)
        if end is not None and not (things.isdisjoint(range(start, end)) or things.isdisjoint(range(end, end + WAY))):
            out |= {start: (f"{TURN}{WAY_FROM}",), end: (f"{TURN}{WAY_TO}",)}
    return out


def _signs(features: Features) -> dict[int, list[str]]:
    """The signs of each word: its turns of phrase, its number, or else its stem."""
    out: dict[int, list[str]] = {}
    for code, places in features.signals.items():
        for place in places if code in PLAIN else ():
            out.setdefault(place, []).append(f"{TURN}{code}")
    for code in PLAIN_WORDS:
        for place in features.contraries.get(code, ()):
            out.setdefault(place, []).append(f"{TURN}{code}")
    for number in features.counting:
        out.setdefault(number.match.first, []).append(f"{NUMBER}{number.value}")
    # Words that stand once have no partner yet: what they name is the same in every language.
    words, named = features.evidence.words, features.language.things
    things = {place: [f"{THING}{code}" for code in sorted(named.codes_at(words[place].folded))] for place in features.stems}
    return {place: [f"{STEM}{stem}", *things[place]] for place, stem in features.stems.items()} | out
