"""The record of one game, as balance reports need it."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from .items import Item


@frozen
class OfferCount:
    """The number of times that an item was offered to a seat in a game, and taken by it."""

    offered: int
    taken: int


@frozen
class Record:
    """One game of a series.

    `end` is the clause it ended by (None if it was cut off), `shares` each seat's share in the victory, `winners` those with
    a first place. `turns` are runs of choices by one seat. `forced` counts choices with one legal move, `offered` all legal
    moves, `by_seat` the choices of each seat, `first` the seat that chose first. `leads` are the sides that led alone in
    points after each turn (None without scores), without repeats. `outlook` has what each side may expect at equal parts of
    the game. `applied` has the clauses with the number of choices before each was applied first, `uses` the items by seat.
    """

    number: int
    end: str | None
    winners: tuple[int, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...] | None
    choices: int
    rolls: int
    turns: int
    offered: int
    widest: int
    forced: int
    by_seat: tuple[int, ...]
    first: int | None
    leads: tuple[int, ...] | None
    outlook: tuple[tuple[float, ...], ...]
    applied: Mapping[str, int]
    uses: Mapping[tuple[Item, int], OfferCount]


def shares_of(winners: tuple[int, ...], side_of: tuple[int, ...]) -> tuple[float, ...]:
    """Return the share of each seat in the victory: sides that win share it, and all sides share a draw."""
    won = {side_of[seat] for seat in winners} or set(side_of)
    return tuple(1 / len(won) if side in won else 0.0 for side in side_of)
