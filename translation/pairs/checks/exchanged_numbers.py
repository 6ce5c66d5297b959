"""Numbers of a pair of sentences that stand in each other's places, in a sentence or in the cells of a table's row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from attrs import frozen

from ...decisions.findings import Finding, Level
from ...document.blocks import BETWEEN_CELLS
from ...document.features import NumberMention
from ..names import names_of, number_in
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .messages import says_beside_others, says_in_order

# How many words around a number say what it counts.
AROUND = 3
# The fewest numbers whose order alone shows that two have changed places.
LISTED = 4
# How much better the words around numbers must fit; the same where the numbers stand in their order, of so few numbers.
CLEARLY, EXCHANGED, PERMUTED = 0.5, 1.0, 4
# What the words for a single thing are read as: these count nothing.
SINGLE = 1
# A number in digits that is no part of a name.
_DIGITS = re.compile(r"(?<!\w)\d+(?!\w)")


@frozen(eq=False)
class _NumberPlace:
    """The place of a number: its value, whether it is in digits, the cell of a table's row, and the words around it."""

    value: int
    is_in_digits: bool
    cell: int
    words: frozenset[str]
    behind: frozenset[str]


def exchanged(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """Yield a finding where two numbers of a pair stand in each other's places; both sides have the same numbers."""
    findings = [*_in_sentence(texts, pair)]
    yield from findings or _in_other_cells(texts, pair)


def _in_sentence(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """Two numbers of a sentence that stand in each other's places."""
    own: Sequence[_NumberPlace] = _slots(pair.own)
    other: Sequence[_NumberPlace] = _slots(pair.other)
    if len(own) != len(other) or len({slot.value for slot in own}) < 2:
        return
    crossed = [(here, there) for here, there in zip(own, other, strict=True) if here.value != there.value]
    if not crossed:
        other = _by_words(texts, own, other)
    elif not _is_exchanged(texts, pair, own, other, crossed):
        return
    expected, actual = (" ".join(str(slot.value) for slot in some) for some in (own, other))
    if expected == actual:
        return
    # Where both sides say the numbers in one order, only their words have changed places.
    message = says_in_order(expected, pair.line, actual) if crossed else says_beside_others(
        {here.value: there.value for here, there in zip(own, other, strict=True) if here.value != there.value}, pair.line)
    # Words beside numbers in one order are more often worded freely than exchanged, and most often beside numbers in words.
    is_in_digits = all(slot.is_in_digits for slot in (*own, *other))
    level: Level | None = None if crossed else "warning" if is_in_digits else "note"
    yield texts.finding("pair/number-order", message, pair, expected, actual, level)


def _in_other_cells(texts: SideBySide, pair: Pair) -> Iterator[Finding]:
    """Numbers in digits, and names such as `S12`, that stand in other cells of a table's row than in the original."""
    own, other = (cells_of(pair.side(side)) for side in (0, 1))
    if len(own) != len(other):
        return
    numbers, numbers_here = ([_in_cell(cell) for cell in cells] for cells in (own, other))
    if numbers != numbers_here and sorted(numbers) == sorted(numbers_here):
        expected, actual = (" ".join(" ".join([*_DIGITS.findall(cell), *names_of(cell)]) or "-" for cell in cells)
                            for cells in (own, other))
        yield texts.finding("pair/number-order", says_in_order(expected, pair.line, actual), pair, expected, actual)


def cells_of(some: Sequence[Features]) -> list[str]:
    """The cells of a row of a table; none of what is no row, or several."""
    return some[0].sentence.text.split(BETWEEN_CELLS) if len(some) == 1 and some[0].sentence.kind == "row" else []


def _in_cell(cell: str) -> list[str]:
    """The numbers in digits and those of names in a cell, in order."""
    return sorted(_DIGITS.findall(cell)) + [f"S{number_in(name)}" for name in names_of(cell)]


def _by_words(texts: SideBySide, own: Sequence[_NumberPlace], other: Sequence[_NumberPlace]) -> Sequence[_NumberPlace]:
    """Return the numbers of the translation in the order in which the original says the words around them.

    That is their own order, unless another fits clearly better.
    """
    if len(own) > PERMUTED:
        return other
    fits = [[_fit(texts, here, there) for there in other] for here in own]
    in_order = sum(fits[place][place] for place in range(len(own)))
    best = max(permutations(range(len(own))), key=lambda order: sum(fits[place][at] for place, at in enumerate(order)))
    clearly = sum(fits[place][at] for place, at in enumerate(best)) > in_order + EXCHANGED
    return [other[at] for at in best] if clearly else other


def _is_exchanged(texts: SideBySide, pair: Pair, own: Sequence[_NumberPlace], other: Sequence[_NumberPlace],
                  crossed: Sequence[tuple[_NumberPlace, _NumberPlace]]) -> bool:
    """Return whether numbers have changed places, and not the parts of a sentence with their numbers."""
    # Columns stand in one order in both texts, but a cell may hold a sentence.
    if (all(features.sentence.kind == "row" for features in (*pair.own, *pair.other))
            and all(len({slot.cell for slot in slots}) > 1 for slots in zip(*crossed, strict=True))):
        return True
    in_order = sum(_fit(texts, here, there) for here, there in zip(own, other, strict=True))
    left, by_value = list(other), 0.0
    for here in own:
        fits = [(_fit(texts, here, there), place) for place, there in enumerate(left) if there.value == here.value]
        if fits:
            fit, place = max(fits)
            del left[place]
            by_value += fit
    return in_order > by_value + CLEARLY or (len(own) >= LISTED and in_order >= by_value)


def _slots(some: Sequence[Features]) -> list[_NumberPlace]:
    return [_NumberPlace(number.value, features.evidence.words[number.match.first].written.isdigit(), _cell(features, number),
                         stems_near(features, number, AROUND, AROUND) & here, stems_near(features, number, 0, AROUND) & here)
            for features in some for number in features.counting if number.value != SINGLE
            for here in [_stems_of_part(features, number)]]


def _stems_of_part(features: Features, number: NumberMention) -> frozenset[str]:
    """The stems of the part of a sentence with a number: Russian `зданий 8, полей 21` has the noun before its number."""
    part = features.parts[number.match.first]
    return frozenset(stem for place, stem in features.stems.items() if features.parts[place] == part)


def _cell(features: Features, number: NumberMention) -> int:
    """Return in which cell of a row a number stands, from 0."""
    return features.evidence.text.count(BETWEEN_CELLS, 0, features.evidence.words[number.match.first].start)


def stems_near(features: Features, number: NumberMention, before: int, behind: int) -> frozenset[str]:
    """The stems of a number's own words, of `before` words before it and of `behind` words behind it."""
    first, end = number.match.first, number.match.first + number.match.size
    return frozenset(stem for place, stem in features.stems.items() if first - before <= place < end + behind)


def _fit(texts: SideBySide, own: _NumberPlace, other: _NumberPlace) -> float:
    """Return how well the words around two numbers fit."""
    to = texts.lexicon.shares
    return max((sure for word in own.behind or own.words for partner, sure in to.get(word, {}).items()
                if partner in (other.behind or other.words)), default=0.0)
