"""Numbers that follow from others by a step of reckoning: what is left over, a product, a total."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations, permutations

from ...alignment.amounts import ConceptNumbers
from ...document.features import Evidence, NumberMention
from ...document.sentences import Sentence


def is_reckoned(counted: NumberMention, sentence: Sentence, shown: Evidence, amounts: ConceptNumbers) -> bool:
    """Return whether a number follows from others of its sentence, from those of its names, or from the number of players."""
    players = set(sentence.players)
    others = [number.value for number in shown.numbers
              if number is not counted and number.match.kind in ("cardinal", "ordinal") and not number.match.weak]
    named = amounts.numbers_of(shown.concepts) | players
    return (counted.value in players
            or counted.value in _left_over(amounts.numbers_of(counted.concepts, players), players)
            or counted.value in {abs(combination - other) for combination, other in combinations(others, 2)}
            or counted.value in _products(others, named)
            or counted.value in {permutation * other + more for permutation, other, more in permutations(others, 3)})


def _left_over(values: Collection[int], players: Collection[int]) -> set[int]:
    """Return the number left over when each player has taken one."""
    return {value - count for value in values for count in players}


def _products(others: Sequence[int], named: Collection[int]) -> set[int]:
    """The products of two numbers of a sentence, or of one with a number of something that the sentence names."""
    by_named = {number * other for number in others for other in named if number > 1 and other > 1}
    return by_named | {combination * other for combination, other in combinations(others, 2)}
