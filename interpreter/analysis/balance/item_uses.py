"""Records to how often each kind of move and value is offered and taken, and the result of those who take it.

Each choice at which an item is offered counts once: the result of the seat that chooses, where it takes the item and where it
could have. This shows what goes together, and not what causes it: a seat that is ahead anyway may be able to take other things.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, assert_never

from attrs import evolve, frozen

from .course import LEAST_GAMES
from .intervals import Contrast, Estimate, Observations, adjusted, contrast, share_of
from .items import Item
from .records import Record

# An item that is taken, or left, in fewer games than this is not compared.
LEAST_EACH = 10
# Of the items called better or worse, the expected part that are not (false discovery rate).
FALSE_SHARE = 0.05

Verdict = Literal["better", "worse", "open", "too few", "always", "never", "not offered"]


@frozen
class ItemUse:
    """An item over all games that ended.

    `offered` and `taken` count choices, and `games` those in which it is offered; `rate` is how often it is taken where it is
    offered. `taken_in` and `left_in` count games in which it is taken, and in which it could have been and was not. `effect`
    is the share in victories at choices that take it less that at choices that leave it, `q` its p-value corrected for all
    comparisons of the report.
    """

    item: Item
    games: int
    offered: int
    taken: int
    rate: Estimate | None
    taken_in: int
    left_in: int
    effect: Contrast | None = None
    q: float | None = None

    @property
    def verdict(self) -> Verdict:
        """Whether those who take the item fare better or worse than those who could have."""
        if not self.offered:
            return "not offered"
        if not self.taken:
            return "never"
        if self.effect is None or self.q is None:
            return "always" if self.taken == self.offered else "too few"
        if self.q > FALSE_SHARE:
            return "open"
        return "better" if self.effect.difference.value > 0 else "worse"


def verdict_in_words(use: ItemUse) -> str:
    """Return a verdict in words; where the interval alone excludes 0, the correction for many comparisons is named."""
    match use.verdict:
        case "better":
            return "those who take it win more"
        case "worse":
            return "those who take it win less"
        case "open" if use.effect is not None and use.effect.difference.excludes(0):
            return f"no difference shown after the correction for many comparisons (q = {use.q:.2f})"
        case "open":
            return "no difference shown"
        case "too few":
            return "too few games to compare"
        case "always":
            return "always taken"
        case "never":
            return "never taken"
        case "not offered":
            return "never offered"
        case _:
            assert_never(use.verdict)


def item_uses(records: Sequence[Record], items: Sequence[Item]) -> tuple[ItemUse, ...]:
    """Return the uses of each item, in the order given. Too few games that ended give none."""
    ended = [record for record in records if record.end is not None]
    if len(ended) < LEAST_GAMES:
        return ()
    uses = [_use_of(item, ended) for item in items]
    compared = [place for place, use in enumerate(uses) if use.effect is not None]
    # Only what is compared counts for the correction: items without a p-value are no comparisons.
    for place, q in zip(compared, adjusted([_p(uses[place]) for place in compared]), strict=True):
        uses[place] = evolve(uses[place], q=q)
    return tuple(uses)


def _p(use: ItemUse) -> float:
    assert use.effect is not None, "it was compared"
    return use.effect.p


def _use_of(item: Item, records: Sequence[Record]) -> ItemUse:
    pairs = [pair for pair in (_groups(item, record) for record in records) if pair[0].count + pair[1].count]
    taken, left = sum(first.count for first, _ in pairs), sum(second.count for _, second in pairs)
    taken_in, left_in = sum(first.count > 0 for first, _ in pairs), sum(second.count > 0 for _, second in pairs)
    effect = contrast(pairs) if min(taken_in, left_in) >= LEAST_EACH else None
    rate = share_of(taken, taken + left) if taken + left else None
    return ItemUse(item, len(pairs), taken + left, taken, rate, taken_in, left_in, effect)


def _groups(item: Item, record: Record) -> tuple[Observations, Observations]:
    """Return the results at the choices of a game that take an item, and at those that could have taken it."""
    uses = [(record.uses.get((item, seat)), share) for seat, share in enumerate(record.shares)]
    counts = [(use.taken, use.offered - use.taken, share) for use, share in uses if use is not None]
    return (Observations(sum(taken for taken, _, _ in counts), sum(taken * share for taken, _, share in counts)),
            Observations(sum(left for _, left, _ in counts), sum(left * share for _, left, share in counts)))
