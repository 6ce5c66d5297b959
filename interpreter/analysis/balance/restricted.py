"""Restricted play: what a seat loses when it may not use an item, on the same seeds.

The method is that of A. Jaffe and others, "Evaluating competitive game balance with restricted play" (AIIDE 2012), with the
players at hand in place of perfect ones. Each seat in turn is restricted, and nobody else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from statistics import NormalDist, fmean, stdev
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ...game.rules import Rules
from ...machine.machine import DecisionPoint, MoveKind
from ...runtime.chance import Dice
from ...runtime.series import SeriesDice
from ..playouts.faster import Faster
from ..playouts.simulate import Followers, Playout, play_out
from .course import LEAST_GAMES
from .intervals import Estimate, Z, adjusted
from .item_uses import FALSE_SHARE
from .items import Item, Items
from .records import Record, shares_of

if TYPE_CHECKING:
    from ...backends.wasm.watched import Bars


@frozen(eq=False)
class RestrictedPlayer:
    """Chooses as players do, but a seat that may not use an item takes a random other move, where there is one."""

    rules: Rules
    items: Items
    item: Item
    seat: int
    players: Followers | None

    def choose(self, s: list[int], point: DecisionPoint, dice: Dice) -> tuple[int, int, MoveKind]:
        """Return the code of a legal move, how many were legal, and its kind."""
        # The player chooses first, with the draws that they have without the restriction: up to the first choice that is
        # barred, both games are the same.
        choose = self.rules.machines.random_play.choice if self.players is None else self.players.choose
        code, count, kind = choose(s, point, dice)
        assert point.player is not None, "a player is to move"
        if point.player(s) != self.seat or self.item not in self.items.of(point.block, code):
            return code, count, kind
        with self.rules.machines.plain.locating_faults():
            lists = [[code for code in codes if self.item not in self.items.of(point.block, code)]
                     for codes in point.by_kind(s)]
        left = [(other, codes) for other, codes in zip(point.kinds, lists, strict=True) if codes]
        if not left:
            return code, count, kind
        other, codes = dice.one_of(left)
        return dice.one_of(codes), count, other

    def note(self, s: list[int], kind: MoveKind, code: int, seat: int | None) -> None:
        """Note the decision made in a position."""
        if self.players is not None:
            self.players.note(s, kind, code, seat)


@frozen
class RestrictionLoss:
    """The loss of seats, of their share in victories when they may not use an item; `q` is corrected for all items.

    `loss` is None where too few games ended both ways. `replayed` counts games in which the restriction mattered.
    """

    item: Item
    replayed: int
    loss: Estimate | None
    q: float | None = None

    @property
    def is_shown(self) -> bool:
        """Whether the loss, or gain, is more than chance explains."""
        return self.q is not None and self.q <= FALSE_SHARE


@frozen(eq=False, slots=False)
class Restriction:
    """Games in which seats are kept from one item: by compiled code where it is given, else by Python.

    `players` returns the players who follow a game.
    """

    rules: Rules
    items: Items
    item: Item
    compiled: Faster | None
    players: Callable[[int], Followers | None]

    @cached_property
    def bars(self) -> Bars:
        """The item as a module knows it."""
        from ...backends.wasm.watched import Bar

        return tuple(tuple(Bar(stride, bytes(places)) for stride, places in parts) for parts in self.items.parts(self.item))

    def played(self, seat: int, number: int, seed: int, limit: int) -> Playout:
        """Play a game of a series in which a seat may not use the item. Raises RulebookFault."""
        playout = None if self.compiled is None else self.compiled.barred(number, seed, limit, seat, self.bars)
        if playout is not None:
            return playout
        barred = RestrictedPlayer(self.rules, self.items, self.item, seat, self.players(number))
        return play_out(self.rules, SeriesDice(seed, number), limit, player=barred, compare=number == 0)


def loss_of(barring: Restriction, records: Sequence[Record], seed: int, limit: int) -> RestrictionLoss:
    """Return the loss of seats without an item; `records` are the games without restriction. Raises RulebookFault."""
    rules, item = barring.rules, barring.item
    losses, replayed = list[float](), 0
    for record in records:
        if record.end is None:
            continue
        of_seats = list[float | None]()
        for seat in range(len(rules.seats)):
            use = record.uses.get((item, seat))
            # A seat that never takes the item plays the same game.
            if use is None or not use.taken:
                of_seats.append(0.0)
                continue
            replayed += 1
            of_seats.append(_loss(barring, seat, record, seed, limit))
        known = [loss for loss in of_seats if loss is not None]
        if len(known) == len(of_seats):
            # One number for each game: the seats of a game depend on each other,
            # and games do not. A game counts with all its seats or not at all.
            losses.append(sum(known) / len(known))
    return RestrictionLoss(item, replayed, _mean(losses) if len(losses) >= LEAST_GAMES else None)


def _mean(losses: Sequence[float]) -> Estimate:
    """Return the mean loss; two games that lose a victory more and less are added to its spread, so that none seems certain."""
    mean = fmean(losses)
    half = Z * stdev([*losses, mean - 1, mean + 1]) / math.sqrt(len(losses))
    return Estimate(mean, mean - half, mean + half, len(losses))


def _loss(barring: Restriction, seat: int, record: Record, seed: int, limit: int) -> float | None:
    """Return the loss of the seat in one game; None where the restricted game does not end."""
    played = barring.played(seat, record.number, seed, limit)
    if played.end is None:
        return None
    return record.shares[seat] - shares_of(played.winners, barring.rules.program.side_of)[seat]


def corrected(restrictions: Sequence[RestrictionLoss]) -> tuple[RestrictionLoss, ...]:
    """Return restrictions with p-values that are corrected for their number."""
    places = [place for place, item in enumerate(restrictions) if item.loss is not None and item.replayed]
    by_place: Mapping[int, float] = dict(zip(places, adjusted([_p(restrictions[place].loss) for place in places]), strict=True))
    return tuple(evolve(item, q=by_place.get(place)) for place, item in enumerate(restrictions))


def _p(loss: Estimate | None) -> float:
    assert loss is not None, "it was compared"
    spread = (loss.high - loss.value) / Z
    return 2 * (1 - NormalDist().cdf(abs(loss.value) / spread)) if spread else float(loss.value == 0)
