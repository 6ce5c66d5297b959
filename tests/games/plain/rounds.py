"""A game of Carolus Magnus by the printed rules: who decides next, among what, and what lies on the table then."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from attrs import frozen

from . import carolus_magnus as plain
from .carolus_magnus import CLANS, PLAYED, Empire
from .discs import Discs

FIRST_THROWS = {2: (3, 3, 1), 3: (3, 3, 3), 4: (3, 3, 1)}
LAID = 3


@frozen
class Due:
    """What comes next: the table before it, who decides (None: chance), and among what. Over, when there is nothing."""

    table: Empire
    seat: str | None
    offers: frozenset[str]


Play = Generator[Due, str, Empire]
"""A part of a game: it yields what is due, takes what was chosen, and returns the table at its end."""


class GameOver(Exception):
    """Leaves a game that has ended; its argument is the table."""


def whole_game(table: Empire, seats: list[str], options: Mapping[str, str], agreed: bool) -> Play:
    """A game from its first draw. In the edition in which the players have `agreed` on it, the first seat says who begins."""
    try:
        table = yield from _set_up(table, seats, options)
        first = yield Due(table, seats[0] if agreed else None, frozenset(f"{seat} begins" for seat in seats))
        discs = Discs(seats, first.partition(" ")[0])
        while not plain.is_dead_end(table):
            table = yield from _discs(table, discs)
            for seat in discs.choosing:
                table = yield from _turn(table, seat, discs.shown[seat], options)
    except GameOver as over:
        (table,) = over.args
    yield Due(table, None, frozenset())
    return table


def _set_up(table: Empire, seats: list[str], options: Mapping[str, str]) -> Play:
    """A paladin is laid on each territory, three of each clan; then each player throws for their reserve."""
    for tile in range(15):
        laid = [sum(region.paladins[clan] for region in table.regions) for clan in range(5)]
        left = [clan for clan, count in zip(CLANS, laid, strict=True) if count < LAID]
        drawn = yield Due(table, None, frozenset(f"{clan} on T{tile}" for clan in left))
        table = plain.laid(table, CLANS.index(drawn.partition(" ")[0]), tile)
    for seat in seats:
        for dice in FIRST_THROWS[len(seats)]:
            table = yield from _throw(table, seat, dice, options)
    return table


def _throw(table: Empire, seat: str, dice: int, options: Mapping[str, str]) -> Play:
    """A paladin for each die; for a crown, and for a colour that has run out, the player chooses after the throw."""
    chosen = 0
    for _ in range(dice):
        face = (yield Due(table, None, frozenset(f"roll {text}" for text in (*CLANS, "crown")))).removeprefix("roll ")
        if face == "crown" or table.centre[CLANS.index(face)] == 0:
            chosen += 1
        else:
            table = plain.taken(table, seat, CLANS.index(face), options["exhaustion"])
    for _ in range(chosen):
        there = [clan for clan, count in zip(CLANS, table.centre, strict=True) if count]
        if there:
            takes = yield Due(table, seat, frozenset(f"takes {clan}" for clan in there))
            table = plain.taken(table, seat, CLANS.index(takes.removeprefix("takes ")), options["exhaustion"])
    return table


def _discs(table: Empire, discs: Discs) -> Play:
    """Each player shows a disc."""
    for _ in discs.choosing:
        seat = discs.chooser
        disc = yield Due(table, seat, frozenset(f"disc {number}" for number in discs.may_show(seat)))
        discs.show(seat, int(disc.removeprefix("disc ")))
    return table


def _turn(table: Empire, seat: str, disc: int, options: Mapping[str, str]) -> Play:
    """Three or four paladins, or all that there are; then the Emperor; then, unless the game is over, the dice."""
    played = PLAYED[len(table.court)]
    for _ in range(min(played, sum(table.reserve[seat]))):
        clan, _, to = (yield Due(table, seat, frozenset(plain.placements(table, seat)))).partition(" to ")
        table = plain.played(table, seat, CLANS.index(clan), to)
    fewest = disc if options["steps"] == "exactly" else 1
    steps = yield Due(table, seat, frozenset(f"emperor {number}" for number in range(fewest, disc + 1)))
    table = plain.moved(table, int(steps.removeprefix("emperor ")), options["examine_again"] == "yes", options["exhaustion"])
    if plain.is_over(table):
        raise GameOver(table)
    return (yield from _throw(table, seat, played, options))
