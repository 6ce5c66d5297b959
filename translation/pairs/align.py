"""An original and a translation -> which sentences of the one are which of the other, in the order of both.

Dynamic programming over groups of sentences (Gale and Church 1993), by similarity in place of lengths alone, as in Vecalign
(Thompson and Koehn 2019); sections that have moved are put in their places before, and sentences are looked for elsewhere
afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import add

from attrs import define, frozen

from .lexicon import NOTHING, Lexicon, learnt
from .reading import Features
from .sections import in_order_of
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
# How often a dictionary is learnt from an alignment and used for the next.
PASSES = 3
# How far from the diagonal the rough path is looked for: in sentences, and as a percentage of all.
WIDE, SHARE = 24, 10
# How far from a rough path groups are looked for; lengths, and sentences, that fit too little for a group of them.
NEAR, UNLIKE_LENGTHS, HARDLY = 6, 0.3, 0.3
# Sentences that stand elsewhere have to be as alike as this, and by so much more alike than any others.
MOVED, CLEARLY, LEAST_CONTENT = 0.55, 0.06, 0.25
# A sentence of a group is idle if so little of it is on the other side, and lengths fit without it nearly as well.
IDLE, SLACK = 0.27, 0.2
# Where more pairs than this would have to be compared, no sentence is looked for elsewhere.
MOST_LOOSE = 40_000


@frozen
class Link:
    """Sentences of the original and of the translation that say the same, by index; one side may be empty.

    `alike` is how alike they are, from 0 to 1; `moved`: they stand in different places; `confirmed`: a person says so.
    """

    original: tuple[int, ...]
    translation: tuple[int, ...]
    alike: float = 0.0
    moved: bool = False
    confirmed: bool = False


@frozen(eq=False)
class Alignment:
    """The links of two texts in the order of the translation, and the dictionary that they give.

    `last_pass` are the links of the last pass, in which the translation's sentences stood in an `order`; `links` have those
    joined that stand in each other's places.
    """

    links: tuple[Link, ...]
    lexicon: Lexicon
    last_pass: Sequence[Link] = ()
    order: Sequence[int] = ()


def aligned(originals: Sequence[Features], translations: Sequence[Features], fixed: Sequence[Link] = (),
            known: Sequence[tuple[str, str]] = (), begun: Alignment | None = None) -> Alignment:
    """Align two texts. `fixed` are links that a person has confirmed; `known` are pairs of stems of the two glossaries.

    `begun` is what was found when some words of the same sentences were read otherwise: links are looked for near its own.
    """
    if not originals or not translations:
        return Alignment(_unpaired(len(originals), len(translations)), NOTHING)
    taken = {index for link in fixed for index in link.original}, {index for link in fixed for index in link.translation}
    rows = [features.index for features in originals if features.index not in taken[0]]
    links, order, similarity = list[Link](), list[int](), Similarity(originals, translations)
    if begun is not None:
        links, order = [*begun.last_pass], [*begun.order]
        similarity = similarity.with_lexicon(_learnt(links, originals, translations, known))
    for _ in range(PASSES):
        before, ordered = links, order
        order = [index for index in in_order_of(originals, translations, similarity) if index not in taken[1]]
        # Where sections stand in another order than in the pass before, its path leads through the wrong ones.
        near = before if order == ordered else ()
        links = _elsewhere([*_without_idle(_in_order(similarity, rows, order, near), similarity), *fixed], similarity)
        # Nothing has moved since the pass before, so its dictionary would be learnt again.
        if [link.original for link in links] == [link.original for link in before]:
            break
        similarity = similarity.with_lexicon(_learnt(links, originals, translations, known))
    return Alignment(_joined(_sorted(links), similarity), similarity.lexicon, links, order)


def _learnt(links: Sequence[Link], originals: Sequence[Features], translations: Sequence[Features],
            known: Sequence[tuple[str, str]]) -> Lexicon:
    """The dictionary that some links give."""
    return learnt([_stems(link, originals, translations) for link in links if link.original and link.translation], known)


def _stems(link: Link, originals: Sequence[Features], translations: Sequence[Features]
           ) -> tuple[frozenset[str], frozenset[str]]:
    own, other = (frozenset(stem for index in indices for stem in some[index].stems.values())
                  for indices, some in ((link.original, originals), (link.translation, translations)))
    return own, other


def _unpaired(originals: int, translations: int) -> tuple[Link, ...]:
    return (*(Link((index,), ()) for index in range(originals)), *(Link((), (index,)) for index in range(translations)))


# ---- In order --------------------------------------------------------------------------------------


def _in_order(similarity: Similarity, rows: Sequence[int], columns: Sequence[int], links: Sequence[Link]) -> list[Link]:
    """The best links that keep the order of both texts, near the path of others, or else of single sentences alone."""
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


# ---- Sentences that only seem to belong to a group -------------------------------------------------


def _without_idle(links: Sequence[Link], similarity: Similarity) -> list[Link]:
    """The links; of a group a sentence is alone of which hardly anything stands on the other side."""
    out = list[Link]()
    for link in links:
        idle = _idle(link, similarity) if not link.confirmed and link.original and link.translation else None
        if idle is None:
            out.append(link)
            continue
        side, index = idle
        rest = tuple(other for other in (link.original, link.translation)[side] if other != index)
        pair = (rest, link.translation) if side == 0 else (link.original, rest)
        alone = Link((index,), ()) if side == 0 else Link((), (index,))
        out += [Link(*pair, similarity.alike(*pair)), alone]
    return out


def _idle(link: Link, similarity: Similarity) -> tuple[int, int] | None:
    """The side and the index of a sentence that a group is as good without; None if there is none."""
    sides = (link.original, link.translation)
    for side, indices in enumerate(sides):
        for index in indices if len(indices) > 1 else ():
            rest = tuple(other for other in indices if other != index)
            pair = (rest, link.translation) if side == 0 else (link.original, rest)
            is_as_long = similarity.length(*pair) + SLACK >= similarity.length(*sides)
            if is_as_long and similarity.added(side, index, rest, sides[1 - side]) < IDLE:
                return side, index
    return None


# ---- Elsewhere -------------------------------------------------------------------------------------


def _elsewhere(links: Sequence[Link], similarity: Similarity) -> list[Link]:
    """The links, with sentences that have found no partner, or hardly one, paired wherever they stand."""
    loose = [link for link in links if not link.confirmed and (not (link.original and link.translation) or link.alike < MOVED)]
    out = {(link.original, link.translation): link for link in links}
    had_by: tuple[dict[tuple[int, ...], Link], ...] = ({link.original: link for link in loose if link.original},
                                                       {link.translation: link for link in loose if link.translation})
    rows, columns = ([indices for indices in had if len(indices) == 1] for had in had_by)
    few = len(rows) * len(columns) <= MOST_LOOSE
    free = {column[0] for column in columns} if few else set[int]()
    anywhere = range(min(free, default=0), max(free, default=-1) + 1)
    candidates = [(similarity.weighed(content, row, (column,)), row, (column,)) for row in (rows if free else ())
                  for column, content in similarity.contents(row[0], anywhere).items()
                  if content >= LEAST_CONTENT and column in free and similarity.are_of_a_kind(row, (column,))]
    taken: set[tuple[int, tuple[int, ...]]] = set()
    # The most alike first, and equals in the order of the texts, so the result does not depend on how they were found.
    for value, row, column in sorted(candidates, key=lambda item: (-item[0], item[1], item[2])):
        had = max(had_by[0][row].alike, had_by[1][column].alike)
        if value < MOVED or value < had + CLEARLY or (0, row) in taken or (1, column) in taken:
            continue
        taken |= {(0, row), (1, column)}
        for link in (had_by[0][row], had_by[1][column]):
            out.pop((link.original, link.translation), None)
            for alone in (Link(link.original, ()), Link((), link.translation)):
                if alone.original not in ((), row) or alone.translation not in ((), column):
                    out.setdefault((alone.original, alone.translation), alone)
        out.pop((row, ()), None)
        out.pop(((), column), None)
        out[row, column] = Link(row, column, value, moved=True)
    return list(out.values())


def _joined(links: Sequence[Link], similarity: Similarity) -> tuple[Link, ...]:
    """The links; a sentence without a partner and the one that stands in its place, without one too, belong together."""
    out: list[Link] = []
    for link in links:
        before = out[-1] if out else None
        if before is not None and _are_alone(before, link) and not (before.confirmed or link.confirmed):
            indices = before.original or link.original, before.translation or link.translation
            kinds = [texts[group[0]].sentence.kind for texts, group in
                     zip((similarity.originals, similarity.translations), indices, strict=True)]
            if kinds[0] == kinds[1]:
                out[-1] = Link(*indices, similarity.alike(*indices))
                continue
        out.append(link)
    return tuple(out)


def _are_alone(link: Link, other: Link) -> bool:
    """Return whether of two links one has only the original and the other only the translation."""
    return bool(link.original) != bool(link.translation) and bool(other.original) == bool(link.translation) \
        and bool(other.translation) == bool(link.original)


def _sorted(links: Sequence[Link]) -> tuple[Link, ...]:
    """The links in the order of the translation; one without a sentence there stands behind the link before it."""
    partner = {index: link.translation[-1] for link in links if link.translation for index in link.original}
    moved = {index for link in links if link.moved for index in link.original}

    def place(link: Link) -> tuple[float, tuple[int, ...]]:
        if link.translation:
            return link.translation[0], link.original
        before = [partner[index] for index in range(link.original[0]) if index in partner and index not in moved]
        return (before[-1] if before else -1) + 0.5, link.original

    return tuple(sorted(links, key=place))
