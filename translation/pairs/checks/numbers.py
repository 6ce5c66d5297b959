"""The numbers of a translation against those of its original, with what they count and the order in which they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import frozen

from ...decisions.findings import Finding, Level, Rule
from ...document.features import NumberMention
from ...document.numbers import beginnings_of
from ..lexicon import KNOWN
from ..names import names_of, number_in
from ..reading import Features
from ..side_by_side import SIDES_KEPT, Pair, SideBySide, Sides
from .exchanged_numbers import SINGLE, exchanged, stems_near
from .messages import adds, leaves_out, says

NUMBER: Rule = "pair/number"
# How many words behind a number its noun stands at most.
TO_NOUN = 2
# How alike two sentences are so that a number of the one stands for a word of the other such as `both`.
ALIKE = 0.72
# The largest number that sums up what is listed.
FEW = 4
# What stands between a number and the rest of its word.
HYPHENS = ("-", "\u2010", "\u2011")
# What is said in words as often as by its number.
BOTH = 2


@frozen
class NumberDifference:
    """The numbers of an original that its translation does not have, and the other way round."""

    pair: Pair
    lost: Counter[int]
    come: Counter[int]


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on numbers that are others, missing, new, or in each other's places."""
    differences = [_difference(pair) for pair in texts.pairs]
    for place, difference in enumerate(differences):
        before = differences[place - 1].pair if place else None
        yield from _changed(texts, _without_neighbours(differences, place), before)
        yield from _named_otherwise(texts, difference.pair)
        if not difference.lost and not difference.come:
            yield from exchanged(texts, difference.pair)


def _difference(pair: Pair) -> NumberDifference:
    return NumberDifference(pair, *_unlike(pair.sides))


@lru_cache(maxsize=SIDES_KEPT)
def _unlike(sides: Sides) -> tuple[Counter[int], Counter[int]]:
    """The numbers that only the original has, and only the translation."""
    own, other = (_all(sides.side(side)) for side in (0, 1))
    sure, sure_there = (_sure(sides.side(side)) for side in (0, 1))
    # A word such as `both` that both sides have says no other number of either.
    in_words = (own - sure) & (other - sure_there)
    own, other = own - in_words, other - in_words
    # `Space 12` is `S12` elsewhere.
    named, named_there = (Counter(map(number_in, _names(sides.side(side)))) for side in (0, 1))
    lost, come = sure - other - named_there, sure_there - own - named
    # Where both sides write as many numbers in digits, a `one` in words is none of them: `a card of strength 1`.
    digits, digits_there = (_in_digits(sides.side(side)) for side in (0, 1))
    if digits.total() == digits_there.total():
        lost |= (digits - digits_there) & (sure - sure_there)
        come |= (digits_there - digits) & (sure_there - sure)
    return lost, come


def _in_digits(some: Sequence[Features]) -> Counter[int]:
    """The numbers that are written in digits."""
    return Counter(number.value for features in some for number in features.counting
                   if features.evidence.words[number.match.first].written.isdigit())


def _all(some: Sequence[Features]) -> Counter[int]:
    return sum((features.values for features in some), Counter[int]())


def _sure(some: Sequence[Features]) -> Counter[int]:
    return Counter(number.value for features in some for number in features.counting)


def _without_neighbours(differences: Sequence[NumberDifference], place: int) -> NumberDifference:
    """A difference less what only stands in the sentence before or behind in the other text."""
    own = differences[place]
    lost, come = own.lost, own.come
    # Where a number stands for another, that it is also new beside it explains nothing.
    is_exchange = bool(lost and come)
    for neighbour in (place - 1, place + 1):
        if 0 <= neighbour < len(differences):
            lost, come = lost - differences[neighbour].come, come - differences[neighbour].lost
    return own if is_exchange and bool(lost) != bool(come) else NumberDifference(own.pair, lost, come)


def _changed(texts: SideBySide, difference: NumberDifference, before: Pair | None) -> Iterator[Finding]:
    pair, lost = difference.pair, sorted(difference.lost.elements())
    come = sorted(difference.come.elements())
    # A number that came in place of a word such as `both` is one that has changed, and not one that was added.
    if come and not lost:
        lost = _numbers_in_words(pair, difference) or [SINGLE for value in come if _for_one(texts, pair, value)]
    line = pair.line
    for value, other in zip(lost, come, strict=False):
        yield texts.finding(NUMBER, says(value, line, other), pair, str(value), str(other), at=_with(pair, other))
    there, here = set(_all(pair.other)), set(_all(pair.own))
    for value in lost[len(come):]:
        as_one = _as_one(texts, pair) if value == BOTH else None
        if as_one is not None:
            yield texts.finding(NUMBER, says(value, line, SINGLE), pair, str(value), str(SINGLE), at=as_one)
        elif value in there and _is_repeated_less(pair, value):
            yield texts.finding("pair/number-missing", leaves_out(value, line), pair, str(value), None, "warning")
        elif value != SINGLE and value not in there and not _says_two_in_words(pair, value, 1):
            yield texts.finding("pair/number-missing", leaves_out(value, line), pair, str(value), None,
                                _level(pair, 0, value, before))
    for value in come[len(lost):]:
        if value != SINGLE and value not in here and not _says_two_in_words(pair, value, 0):
            yield texts.finding("pair/number-added", adds(value, line), pair, None, str(value), _level(pair, 1, value, before),
                                at=_with(pair, value))


def _is_repeated_less(pair: Pair, value: int) -> bool:
    """Return whether the translation says a number in digits less often, and no `each` or `as many` that sums it up."""
    own, other = (_in_digits(pair.side(side)) for side in (0, 1))
    return (pair.alike >= ALIKE and own[value] > other[value] > 0 and other.total() < own.total()
            and pair.signals(1)["each"] <= pair.signals(0)["each"] and _as_many(pair.other) <= _as_many(pair.own))


def _as_many(some: Sequence[Features]) -> int:
    return sum(len(features.contraries.get("as_many", ())) for features in some)


def _numbers_in_words(pair: Pair, difference: NumberDifference) -> list[int]:
    """The numbers that the original says by words such as `both` and `twice`, and that the translation does not say at all."""
    weak = _all(pair.own) - _all(pair.other)
    if pair.alike < ALIKE:
        return []
    return [value for value in sorted(weak.elements()) if value != SINGLE][:difference.come.total()]


def _for_one(texts: SideBySide, pair: Pair, value: int) -> bool:
    """Return whether the original says one of what the translation has this number of, as in `one crate` and `zwei Kisten`.

    Where the translation says as many ones, none of them has become another number, as in `one die of eight sides`. Nor has
    it where the translation sums up the ones that it goes on to count: `two dice, one of six sides and one of eight`.
    """
    own, other = (sum(number.value == SINGLE for features in pair.side(side) for number in features.evidence.numbers)
                  for side in (0, 1))
    if own <= other or other >= value:
        return False
    partners = {partner for features in pair.other for number in features.evidence.numbers if number.value == value
                for word in stems_near(features, number, 0, TO_NOUN) for partner in texts.lexicon.shares_back.get(word, ())}
    return any(number.value == SINGLE and partners & stems_near(features, number, 0, TO_NOUN)
               for features in pair.own for number in features.evidence.numbers)


def _as_one(texts: SideBySide, pair: Pair) -> Features | None:
    """The sentence that says one of what the original has two of, as in `ein Schiff` for `two ships`; None if none does.

    What is counted stands once on both sides: an article before the same thing elsewhere is no number.
    """
    if _says_two_in_words(pair, BOTH, 1):
        return None
    own, other = (Counter(stem for features in pair.side(side) for stem in features.stems.values()) for side in (0, 1))
    partners = {partner for features in pair.own for number in features.counting if number.value == BOTH
                for word in _counted(features, number) if own[word] == 1
                for partner, sure in texts.lexicon.to.get(word, {}).items() if sure >= KNOWN and other[partner] == 1}
    return next((features for features in pair.other for number in features.evidence.numbers
                 if number.value == SINGLE and partners & _counted(features, number)), None)


def _counted(features: Features, number: NumberMention) -> frozenset[str]:
    """The stems right behind a number, up to the next number: `both` says nothing of `un explorateur` in `tous deux un`."""
    end = number.match.first + number.match.size
    behind = min((other.match.first for other in features.evidence.numbers if other.match.first >= end), default=end + TO_NOUN)
    return frozenset(stem for place, stem in features.stems.items() if end <= place < min(behind, end + TO_NOUN))


def _says_two_in_words(pair: Pair, value: int, side: int) -> bool:
    """Return whether a side says two without the number.

    It says `both`, `twice`, `different` for no two alike, `same` for two equal ones, `several` for two or more, or that things
    stand beside each other.
    """
    has_bound = pair.signals(1 - side)["at_least"] > pair.signals(side)["at_least"]
    codes = ("both", "different", "same", "twice", *(["some"] if has_bound else []))
    return value == BOTH and any(code in features.signals or code in features.contraries
                                 for code in (*codes, "beside") for features in pair.side(side))


def _level(pair: Pair, side: int, value: int, before: Pair | None) -> Level | None:
    """Return how bad it is that a number stands on one side only; `before` is the pair of sentences before."""
    some = pair.side(side)
    if _is_ordinal(some, value) and pair.signals(1 - side)["each"] > pair.signals(side)["each"]:
        # After each round in the place of after the third one.
        return None
    if _is_of_people(some, value) or _is_ordinal(some, value) or _is_in_word(some, value) or _is_summed_up(pair, side, value):
        return "note"
    if _is_begun(pair.side(1 - side), value):
        return "note"
    if before is not None and _is_repeated(before.side(side), some, value):
        return "note"
    return "error" if pair.alike >= ALIKE and _is_in_digits(some, value) else None


def _is_in_digits(some: Sequence[Features], value: int) -> bool:
    """Return whether a number is written in digits: translators leave such a number out less often than one in words."""
    return _in_digits(some)[value] > 0


def _is_repeated(before: Sequence[Features], some: Sequence[Features], value: int) -> bool:
    """Return whether a small number in words was said just before: `one of the two` is `one of them` elsewhere."""
    return value <= FEW and not _is_in_digits(some, value) and any(features.values[value] for features in before)


def _is_summed_up(pair: Pair, side: int, value: int) -> bool:
    """Return whether a small number in words only sums up: `all three`, or `three phases` for what the other side lists."""
    some, there = pair.side(side), pair.side(1 - side)
    if value > FEW or _is_in_digits(some, value):
        return False
    of_all = any(place in range(number.match.first - TO_NOUN, number.match.first) for features in some
                 for number in features.counting
                 if number.value == value for place in features.places(("all", "both")))
    return of_all or any(_listed(features) >= value for features in there)


def _listed(features: Features) -> int:
    """Return how many things a sentence lists: `this, that and the other` are three."""
    joined = sum("and" in features.language.naming.codes_at(word.folded) for word in features.evidence.words)
    return 1 + joined + features.evidence.text.count(", ") if joined else 1


def _is_in_word(some: Sequence[Features], value: int) -> bool:
    """Return whether a number is a part of a word, as in `eight-sided`: other languages say that without a hyphen."""
    return any(_is_hyphened(features, number) for features in some
               for number in features.evidence.numbers if number.value == value)


def _is_hyphened(features: Features, number: NumberMention) -> bool:
    words, last = features.evidence.words, number.match.first + number.match.size - 1
    behind = features.evidence.text[words[last].end:][:2]
    return behind[:1] in HYPHENS and behind[1:].isalpha()


def _is_begun(some: Sequence[Features], value: int) -> bool:
    """Return whether a longer word begins with a word for a number, as `achtseitig` does, and the Polish `ośmiościenna`."""
    return any(word.folded.startswith(begin) and len(word.folded) > len(begin) + FEW
               for features in some for begin in beginnings_of(value, features.language)
               for word in features.evidence.words)


def _is_of_people(some: Sequence[Features], value: int) -> bool:
    """Return whether a number says how many play, as in `the three of you`: other languages leave it out, or say `all`."""
    return any(number.match.of_players for features in some for number in features.evidence.numbers if number.value == value)


def _is_ordinal(some: Sequence[Features], value: int) -> bool:
    """Return whether a number only names a place in an order: `the third one` is `another one` elsewhere."""
    kinds = {number.match.kind for features in some for number in features.evidence.numbers if number.value == value}
    return kinds == {"ordinal"}


def _with(pair: Pair, value: int) -> Features:
    """The sentence of the translation that has a number."""
    having = (features for features in pair.other if any(number.value == value for number in features.evidence.numbers))
    return next(having, pair.other[0])


# ---- Names with digits -----------------------------------------------------------------------------


def _named_otherwise(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """Names such as `S12` with another number. Their letters may be translated, and `S12` may be `space 12` elsewhere."""
    own, other = (_names(pair.side(side)) for side in (0, 1))
    lost, come = _others(own, other, pair.other), _others(other, own, pair.own)
    for name, new in zip(lost, come, strict=False):
        at = next((features for features in pair.other if new in _names([features])), pair.other[0])
        yield texts.finding(NUMBER, says(f"`{name}`", pair.line, f"`{new}`"), pair, name, new, at=at)
    # Freer sentences leave such names out, or put them in.
    for name in lost[len(come):] if pair.alike >= ALIKE else ():
        yield texts.finding("pair/number-missing", leaves_out(f"`{name}`", pair.line), pair, name, None)
    for name in come[len(lost):] if pair.alike >= ALIKE else ():
        yield texts.finding("pair/number-added", adds(f"`{name}`", pair.line), pair, None, name)


def _names(some: Sequence[Features]) -> list[str]:
    """The names of letters and a number in some sentences, in their order."""
    return [name for features in some for name in names_of(features.sentence.text)]


def _others(names: Sequence[str], there: Sequence[str], some: Sequence[Features]) -> list[str]:
    """The names whose number the other side has in no name, and does not say either."""
    values = {number.value for features in some for number in features.evidence.numbers}
    left = Counter(map(number_in, there))
    out = []
    for name in names:
        value = number_in(name)
        if left[value]:
            left[value] -= 1
        elif value not in values:
            out.append(name)
    return out
