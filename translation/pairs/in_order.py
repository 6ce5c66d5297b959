"""The best links of an original and a translation that keep the order of both.

Dynamic programming over groups of sentences (Gale and Church 1993), by similarity in place of lengths alone, as in Vecalign
(Thompson and Koehn 2019).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import add

from attrs import define

from .link import Link
from .similarity import CONTENT, HEADING, HEADINGS, KIND, LENGTH, SAME, SLIGHTLY, UNALIKE, Similarity, bound, fit

# How many sentences of the original and of the translation may belong together besides one and one, with what it costs.
GROUPS = ((1, 2, 0.35), (2, 1, 0.35), (2, 2, 1.4), (1, 3, 0.8), (3, 1, 0.8))
# The most sentences of one side in a group. Rows of numbers begin with an offset of this size.
MOST = 3
# Sentences that are less alike than this are no pair; what a sentence without a partner costs.
# Two sentences that are left alone cost 2 * ALONE, so a pair has to be more alike than NO_PAIR - ALONE to be one.
NO_PAIR, ALONE, NEVER = 0.36, 0.09, -1e9
# The score of a place outside the band.
NOWHERE = float("-inf")
# How far from the diagonal the rough path is looked for: in sentences, and as a percentage of all.
WIDE, SHARE = 24, 10
# How far from a rough path groups are looked for; lengths, and sentences, that fit too little for a group of them.
NEAR, UNLIKE_LENGTHS, HARDLY = 6, 0.3, 0.3


def in_order(similarity: Similarity, rows: Sequence[int], columns: Sequence[int], links: Sequence[Link]) -> list[Link]:
    """Return the best links that keep the order of both texts.

    Args:
        similarity: how alike sentences of the two texts are.
        rows: the sentences of the original, by index, in their order.
        columns: the sentences of the translation, by index, in the order of the original's sections.
        links: links near which the path is looked for; without any, it is looked for by single sentences alone first.

    Returns:
        Links in the order of both; each sentence is in one of them, alone where it has no partner.
    """
    table = _Table(similarity, rows, columns)
    path = _path_of(links, rows, columns)
    if path is None:
        count, width = len(rows), len(columns)
        far = WIDE + SHARE * max(count, width) // 100 + abs(count - width)
        wide = [range(max(0, middle - far), min(width, middle + far) + 1)
                for middle in (place * width // max(1, count) for place in range(count + 1))]
        table.look_within(wide)
        path = _path(_filled(table, wide, ()), width)
    near = [range(max(0, low - NEAR), min(len(columns), high + NEAR) + 1) for low, high in path]
    table.look_within(near)
    return _traced(_filled(table, near, GROUPS), rows, columns)


@define(eq=False, slots=False)
class _Table:
    """The similarities of single sentences, by their places in the order of each text, and of groups."""

    similarity: Similarity
    rows: Sequence[int]
    columns: Sequence[int]

    def __attrs_post_init__(self) -> None:
        similarity = self.similarity
        # How alike each sentence of the original is to those of the translation near it that share content with it.
        self.contents = list[dict[int, float]]()
        self._own = [0.0, *accumulate(similarity.originals[row].size * similarity.ratio for row in self.rows)]
        self._other = [0.0, *accumulate(float(similarity.translations[column].size) for column in self.columns)]
        self._singles = ([similarity.group(0, (row,)) for row in self.rows],
                         [similarity.group(1, (column,)) for column in self.columns])
        self._places = {column: place for place, column in enumerate(self.columns)}
        self._alike: dict[tuple[int, int], float] = {}
        # A bound on how alike a group is that begins with each sentence of the original, besides its content.
        self.besides = [LENGTH + SLIGHTLY + (HEADINGS if group.kinds == HEADING else KIND) for group in self._singles[0]]

    def look_within(self, band: Sequence[range]) -> None:
        """Compare each sentence of the original with those of the translation that a group inside a band may hold with it."""
        out = list[dict[int, float]]()
        for number, row in enumerate(self.rows, 1):
            # A group that ends at a place holds sentences of both texts before it.
            ends = band[number:number + MOST]
            near = self.columns[max(0, min(places.start for places in ends) - MOST):max(places.stop for places in ends)]
            out.append(self.similarity.contents(row, range(min(near), max(near) + 1)) if near else {})
        self.contents = out

    def shared(self, i: int) -> list[float]:
        """Return how alike a sentence of the original is in content to each of the translation, with an offset."""
        out = [0.0] * (MOST + len(self.columns) + 1)
        for column, content in self.contents[i].items():
            place = self._places.get(column)
            if place is not None:
                out[place + MOST] = content
        return out

    def alike(self, i: int, j: int) -> float:
        """Return how alike the sentences at two places are."""
        value = self._alike.get((i, j))
        if value is None:
            content = self.contents[i].get(self.columns[j], 0.0)
            value = self.similarity.of_groups(content, self._singles[0][i], self._singles[1][j])
            self._alike[i, j] = value
        return value

    def grouped(self, i: int, j: int, down: int, right: int, least: float) -> float:
        """Return how alike the groups are that end before two places; 0 where one of their sentences does as well alone.

        Only groups that are more alike than `least` are asked for: others may be 0 as well.
        """
        length = fit(self._own[i] - self._own[i - down], self._other[j] - self._other[j - right])
        if length < UNLIKE_LENGTHS or self._most(i, j, down, right, length) <= least:
            return 0.0
        best = max([self.alike(i - 1 - a, j - 1 - b) for a in range(down) for b in range(right)])
        if best < HARDLY:
            return 0.0
        alike = self.similarity.alike(tuple(self.rows[i - down : i]), tuple(self.columns[j - right : j]))
        return alike if alike > best else 0.0

    def _most(self, i: int, j: int, down: int, right: int, length: float) -> float:
        """Return a bound on how alike two groups are: they share what their sentences share, and weigh as much as any."""
        own, other = self._singles[0][i - down : i], self._singles[1][j - right : j]
        shared = 0.0
        columns = self.columns[j - right : j]
        for contents, mine in zip(self.contents[i - down : i], own, strict=True):
            for column, theirs in zip(columns, other, strict=True):
                content = contents.get(column)
                if content is not None:
                    shared += content * mine.norm * theirs.norm
        if shared:
            shared /= max([group.norm for group in own]) * max([group.norm for group in other])
        return bound(shared, length, own[0].kinds, other[0].kinds)


# For each place in the original and in the translation the group that ends there: its size in both, and how alike it is.
_Steps = list[dict[int, tuple[int, int, float]]]


def _filled(table: _Table, band: Sequence[range], groups: Sequence[tuple[int, int, float]]) -> _Steps:
    """For each place inside the band the group that ends there in the best alignment up to it."""
    steps: _Steps = [{} for _ in band]
    columns, similar = table.columns, table.alike
    absent = [NOWHERE] * (MOST + len(columns) + 1)
    # The scores of the places of the last rows, and the content that their sentences share, the last first, with an offset.
    best, shared = list[list[float]](), list[list[float]]()
    for i, places in enumerate(band):
        above, ends, taken = best[0] if best else absent, absent.copy(), steps[i]
        sharing = table.contents[i - 1] if i else {}
        # The score of what ends a place before in the translation alone, and in both texts.
        aside, corner = NEVER, above[places.start - 1 + MOST]
        shared = [table.shared(i - 1), *shared[: MOST - 1]] if i and groups else []
        ending = [(down, right, cost, _reached(table.besides[i - down], down, right, cost, places, best[down - 1], shared))
                  for down, right, cost in groups if down <= i]
        tops = [max(some) for some in zip(absent[: len(places)], *(reached for *_, reached in ending), strict=True)]
        for number, j in enumerate(places):
            here, step = (0.0 if i == j == 0 else NEVER), (0, 0, 0.0)
            over = above[j + MOST]
            if over - ALONE > here:
                here, step = over - ALONE, (1, 0, 0.0)
            if aside - ALONE > here:
                here, step = aside - ALONE, (0, 1, 0.0)
            # A link counts for each of its sentences, so that a group gains nothing by being one link in place of several.
            # Most sentences share no content, and are then hardly ever compared.
            if corner > NEVER and (columns[j - 1] in sharing or corner + 2 * (UNALIKE - NO_PAIR) > here):
                alike = similar(i - 1, j - 1)
                if corner + 2 * (alike - NO_PAIR) > here:
                    here, step = corner + 2 * (alike - NO_PAIR), (1, 1, alike)
            for down, right, cost, reached in ending if tops[number] > here else ():
                if reached[number] > here:
                    before = best[down - 1][j - right + MOST]
                    alike = table.grouped(i, j, down, right, (here - before + cost) / (down + right) + NO_PAIR)
                    score = before + (down + right) * (alike - NO_PAIR) - cost
                    if alike and score > here:
                        here, step = score, (down, right, alike)
            if here > NEVER:
                ends[j + MOST], taken[j] = here, step
            aside, corner = here, over
        best = [ends, *best[: MOST - 1]]
    return steps


def _reached(besides: float, down: int, right: int, cost: float, places: range, before: Sequence[float],
             shared: Sequence[Sequence[float]]) -> list[float]:
    """Return a bound on the score of a group that ends at each of some places.

    `before` are the scores of what stands before it, and `shared` is the content that its sentences share, each with an offset.
    """
    # Groups share no more than their sentences do, each of which weighs no more than its group; and none is more alike than 1.
    windows = [row[places.start - back + MOST : places.stop - back + MOST] for row in shared[:down]
               for back in range(1, right + 1)]
    contents: Sequence[float] = windows[0]
    for window in windows[1:]:
        contents = [*map(add, contents, window)]
    most, size, by_content = 1.0 + SLIGHTLY - NO_PAIR, down + right, CONTENT / SAME
    least = besides - NO_PAIR
    return [score + size * (alike if alike < most else most) - cost
            for score, content in zip(before[places.start - right + MOST : places.stop - right + MOST], contents, strict=True)
            for alike in [least + by_content * content]]


def _path(steps: _Steps, width: int) -> list[tuple[int, int]]:
    """The first and the last place in the translation that belong to each place in the original."""
    i, j = len(steps) - 1, width
    out = [(j, j) for _ in steps]
    while i or j:
        down, right, _ = steps[i][j]
        i, j = i - down, j - right
        out[i] = (j, out[i][1] if not down else j)
    return out


def _path_of(links: Sequence[Link], rows: Sequence[int], columns: Sequence[int]) -> list[tuple[int, int]] | None:
    """The path of links that were found before, as far as they are in order; None where there are none."""
    if not links:
        return None
    place = {column: number for number, column in enumerate(columns)}
    partner = {row: (place[link.translation[0]], place[link.translation[-1]]) for link in links
               if link.translation and not link.moved and not link.confirmed and link.translation[0] in place
               and link.translation[-1] in place for row in link.original}
    out, last = list[tuple[int, int]](), (0, 0)
    for row in rows:
        low, high = partner.get(row, (last[1], last[1]))
        last = (min(low, last[1]) if low < last[1] else low, max(high, low))
        before = out[-1][1] if out else 0
        # Links that a person has confirmed, or that stand elsewhere, leave gaps: neighbours must overlap here too.
        out.append((min(low, before), max(high + 1, before)))
    return [*out, (out[-1][1] if out else 0, len(columns))]


def _traced(steps: _Steps, rows: Sequence[int], columns: Sequence[int]) -> list[Link]:
    i, j = len(rows), len(columns)
    out: list[Link] = []
    while i or j:
        down, right, alike = steps[i][j]
        out.append(Link(tuple(rows[i - down : i]), tuple(columns[j - right : j]), alike))
        i, j = i - down, j - right
    return out[::-1]
