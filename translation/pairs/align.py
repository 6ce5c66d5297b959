"""An original and a translation -> which sentences of the one are which of the other, in the order of both.

Sections that have moved are put in their places before links are looked for in order, and sentences are looked for elsewhere
afterwards. A dictionary is learnt from the links and used for the next pass, as in hunalign (Varga and others 2005).
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from .everyday import things_of
from .in_order import in_order
from .lexicon import NOTHING, Lexicon, learnt
from .link import Link
from .reading import Features
from .sections import in_order_of
from .similarity import Similarity

# How often a dictionary is learnt from an alignment and used for the next.
PASSES = 3
# Sentences that stand elsewhere have to be as alike as this, and by so much more alike than any others.
MOVED, CLEARLY, LEAST_CONTENT = 0.55, 0.06, 0.25
# A sentence of a group is idle if so little of it is on the other side, and lengths fit without it nearly as well.
IDLE, SLACK = 0.27, 0.2
# Where more pairs than this would have to be compared, no sentence is looked for elsewhere.
MOST_LOOSE = 40_000


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
        links = _elsewhere([*_without_idle(in_order(similarity, rows, order, near), similarity), *fixed], similarity)
        # Nothing has moved since the pass before, so its dictionary would be learnt again.
        if [link.original for link in links] == [link.original for link in before]:
            break
        similarity = similarity.with_lexicon(_learnt(links, originals, translations, known))
    return Alignment(_joined(_sorted(links), similarity), similarity.lexicon, links, order)


def _learnt(links: Sequence[Link], originals: Sequence[Features], translations: Sequence[Features],
            known: Sequence[tuple[str, str]]) -> Lexicon:
    """The dictionary that some links give."""
    return learnt([_stems(link, originals, translations) for link in links if link.original and link.translation], known,
                  (things_of(originals, {}), things_of(translations, {})))


def _stems(link: Link, originals: Sequence[Features], translations: Sequence[Features]
           ) -> tuple[frozenset[str], frozenset[str]]:
    own, other = (frozenset(stem for index in indices for stem in some[index].stems.values())
                  for indices, some in ((link.original, originals), (link.translation, translations)))
    return own, other


def _unpaired(originals: int, translations: int) -> tuple[Link, ...]:
    return (*(Link((index,), ()) for index in range(originals)), *(Link((), (index,)) for index in range(translations)))


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
