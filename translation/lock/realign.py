"""A lock and the sentences of an edited document to where each sentence of the lock is now.

Sentences that are unchanged are found by their hash, in order; those between two of them are aligned by
similarity, as edit distance aligns words; what is left over is looked for in the whole document. What is lost then, and
stood between the same neighbours as just as many new ones, may be those in another language, or rewritten.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from attrs import frozen

from ..document.fingerprints import Fingerprint, similarity

# Sentences in the same place are taken for the same from this similarity on; elsewhere they must be more alike.
ALIKE = 0.34
ALIKE_ELSEWHERE = 0.55
# Where more than this would have to be compared, only sentences that are unchanged are found.
MOST_PAIRS = 1_000_000

How = Literal["exact", "changed", "moved", "foreign", "lost"]


@frozen
class SentencePlacement:
    """The present place of a sentence of a lock: the index of the sentence in the document, None if it is lost.

    A sentence is `foreign` that stands where it stood, and is in another language now.
    """

    index: int | None
    how: How
    similarity: float


def realigned(old: Sequence[Fingerprint], new: Sequence[Fingerprint]) -> tuple[SentencePlacement, ...]:
    """Return where each of the old sentences is among the new ones."""
    placed: dict[int, SentencePlacement] = {}
    # With `autojunk`, difflib would pass over sentences that often recur in a long document, such as headings of cards.
    matcher = SequenceMatcher(
        None, [fingerprint.whole for fingerprint in old], [fingerprint.whole for fingerprint in new], autojunk=False
    )
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            placed |= {a + i: SentencePlacement(c + i, "exact", 1.0) for i in range(b - a)}
        elif tag == "replace":
            placed |= _aligned(old, new, range(a, b), range(c, d))
    taken = {place.index for place in placed.values()}
    placed |= _elsewhere(old, new, [i for i in range(len(old)) if i not in placed],
                         [j for j in range(len(new)) if j not in taken])
    return tuple(placed.get(i, SentencePlacement(None, "lost", 0.0)) for i in range(len(old)))


def with_foreign(placed: Sequence[SentencePlacement], strange: Collection[int]) -> tuple[SentencePlacement, ...]:
    """The places, with lost sentences where as many in another language stand between the same neighbours.

    A sentence that has moved says nothing of where its neighbours are.
    """
    out = list(placed)
    for place, index in _in_place_of(placed, sorted(strange)):
        out[place] = SentencePlacement(index, "foreign", 0.0)
    return tuple(out)


def with_rewritten(placed: Sequence[SentencePlacement], count: int,
                   alike: Callable[[int, int], float | None]) -> tuple[SentencePlacement, ...]:
    """The places, with lost sentences where as many of a document of `count` sentences stand between the same neighbours.

    `alike` tells how like the sentences at a place of the lock and of the document are, None if they are not the same.
    """
    out = list(placed)
    for place, index in _in_place_of(placed, range(count)):
        similarity = alike(place, index)
        if similarity is not None:
            out[place] = SentencePlacement(index, "changed", similarity)
    return tuple(out)


def _in_place_of(placed: Sequence[SentencePlacement], new: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of a lost sentence and a new one, where as many are lost as there are new ones between the same neighbours."""
    taken = {placement.index for placement in placed}
    free = [index for index in new if index not in taken]
    lost: list[int] = []
    # The None at the end closes the last stretch, as the next sentence that is still there closes each other one.
    for place, placement in enumerate([*placed, None]):
        if placement is not None and placement.index is None:
            lost.append(place)
        elif placement is None or placement.how != "moved":
            high = placement.index if placement is not None and placement.index is not None else max(free, default=0) + 1
            candidates = [index for index in free if index < high]
            if len(candidates) == len(lost):
                yield from zip(lost, candidates, strict=True)
            free, lost = free[len(candidates):], []


def _aligned(old: Sequence[Fingerprint], new: Sequence[Fingerprint], rows: range, columns: range
             ) -> dict[int, SentencePlacement]:
    """The alignment of two runs of sentences with the greatest sum of similarities, order kept."""
    if len(rows) * len(columns) > MOST_PAIRS:
        return {}
    alike = [[similarity(old[i], new[j]) for j in columns] for i in rows]
    best = [[0.0] * (len(columns) + 1) for _ in range(len(rows) + 1)]
    for i in range(len(rows)):
        for j in range(len(columns)):
            score = alike[i][j]
            match = best[i][j] + score if score >= ALIKE else 0.0
            best[i + 1][j + 1] = max(match, best[i][j + 1], best[i + 1][j])
    out: dict[int, SentencePlacement] = {}
    i, j = len(rows), len(columns)
    while i and j:
        # The way back through the table. Where a pair adds nothing it is none, so that all pairs here are at least `ALIKE`.
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            out[rows[i]] = SentencePlacement(columns[j], "changed", alike[i][j])
    return out


def _elsewhere(old: Sequence[Fingerprint], new: Sequence[Fingerprint], left: list[int], free: list[int]
               ) -> dict[int, SentencePlacement]:
    """Sentences that have moved: the most alike pairs first."""
    if len(left) * len(free) > MOST_PAIRS:
        return {}
    pairs = sorted(
        ((similarity(old[i], new[j]), i, j) for i in left for j in free), key=lambda pair: (-pair[0], pair[1], pair[2])
    )
    out: dict[int, SentencePlacement] = {}
    taken: set[int] = set()
    for alike, i, j in pairs:
        if alike >= ALIKE_ELSEWHERE and i not in out and j not in taken:
            taken.add(j)
            out[i] = SentencePlacement(j, "moved", alike)
    return out
