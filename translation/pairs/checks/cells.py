"""Compare the cells of a table's row, of which two stand in each other's places: columns have one order in both texts.

Two cells have changed places if each has a known word of the other's, and neither has one of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ...decisions.findings import Finding
from ...document.blocks import BETWEEN_CELLS
from ..lexicon import KNOWN, Lexicon
from ..reading import Features
from ..side_by_side import Pair, SideBySide
from .exchanged_numbers import cells_of
from .messages import says_in_order


def check(texts: SideBySide) -> Iterator[Finding]:
    """Yield findings on cells that have changed places."""
    for pair in texts.pairs:
        own, other = (cells_of(pair.side(side)) for side in (0, 1))
        if len(own) == len(other) > 1:
            yield from _exchanged(texts, pair, own, other)


def _exchanged(texts: SideBySide, pair: Pair, own: Sequence[str], other: Sequence[str]) -> Iterator[Finding]:
    """The first two cells of a row that have changed places."""
    stems = [_stems(pair.side(side)[0], len(own)) for side in (0, 1)]
    for here, there in combinations(range(len(own)), 2):
        straight = [_has_partner(texts.lexicon, stems[0][at], stems[1][at]) for at in (here, there)]
        crossed = [_has_partner(texts.lexicon, stems[0][at], stems[1][to]) for at, to in ((here, there), (there, here))]
        if all(crossed) and not any(straight):
            expected, actual = (f"`{cells[here]}`, `{cells[there]}`" for cells in (own, other))
            yield texts.finding("pair/order", says_in_order(expected, pair.line, actual), pair, expected, actual)
            return


def _stems(features: Features, count: int) -> list[list[str]]:
    """The stems of the words of each cell."""
    out: list[list[str]] = [[] for _ in range(count)]
    for place, stem in features.stems.items():
        out[features.evidence.text.count(BETWEEN_CELLS, 0, features.evidence.words[place].start)].append(stem)
    return out


def _has_partner(lexicon: Lexicon, own: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether a cell of the translation has a known partner of a word of a cell of the original."""
    return any(lexicon.to.get(stem, {}).get(partner, 0.0) >= KNOWN for stem in own for partner in other)
