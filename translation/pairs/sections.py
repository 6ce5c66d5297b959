"""Sections of two texts -> the sentences of the translation in the order in which the original has its sections."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from .reading import Features
from .similarity import Similarity

# A section of fewer sentences is left where it is; one that has moved is as alike as this, and by so much more than others.
FEWEST, ALIKE, CLEARLY = 3, 0.3, 0.08


def in_order_of(originals: Sequence[Features], translations: Sequence[Features], similarity: Similarity) -> list[int]:
    """The sentences of a translation, by index; a section that has moved stands where the original has it."""
    own, others = _sections(originals), _sections(translations)
    pairs = _pairs(own, others, similarity)
    steady = set(_rising([there for _, there in pairs]))
    moved = {there: here for here, there in pairs if there not in steady}
    partner = dict(pairs)
    order = [there for there in range(len(others)) if there not in moved]
    for there, here in sorted(moved.items(), key=lambda item: item[1]):
        before = next((partner[place] for place in range(here - 1, -1, -1) if partner.get(place) in order), None)
        order.insert(0 if before is None else order.index(before) + 1, there)
    return [index for there in order for index in others[there]]


def _sections(some: Sequence[Features]) -> list[tuple[int, ...]]:
    """The sentences of each section, with its heading; what stands before the first heading is one too."""
    out: list[list[int]] = []
    for features in some:
        begins = features.sentence.kind == "heading" and not (out and all(some[index].sentence.kind == "heading"
                                                                          for index in out[-1]))
        if begins or not out:
            out.append([])
        out[-1].append(features.index)
    return [tuple(indices) for indices in out]


def _pairs(own: Sequence[tuple[int, ...]], others: Sequence[tuple[int, ...]], similarity: Similarity) -> list[tuple[int, int]]:
    """Sections that are clearly each other's likest, in the order of the original."""
    alike = [[similarity.content(here, there) for there in others] for here in own]
    out = []
    for row, values in enumerate(alike):
        column = max(range(len(values)), key=values.__getitem__)
        rest = [value for place, value in enumerate(values) if place != column]
        rest += [line[column] for place, line in enumerate(alike) if place != row]
        big = min(len(own[row]), len(others[column])) >= FEWEST
        if big and values[column] >= ALIKE and values[column] >= max(rest, default=0.0) + CLEARLY:
            out.append((row, column))
    return out


def _rising(values: Sequence[int]) -> list[int]:
    """A longest rising run of some different numbers, in order (patience sorting)."""
    tops: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for place, value in enumerate(values):
        pile = bisect_left(tops, value)
        before.append(places[pile - 1] if pile else -1)
        tops[pile:pile + 1] = [value]
        places[pile:pile + 1] = [place]
    out: list[int] = []
    place = places[-1] if places else -1
    while place >= 0:
        out.append(values[place])
        place = before[place]
    return out[::-1]
