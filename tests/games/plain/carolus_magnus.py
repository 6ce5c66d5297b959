"""The empire of Carolus Magnus as it lies on the table, and what the printed rules say of it and of every step."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from rulewright.interpreter.game.state import Outcome, State

from .cells import numbers, word

CLANS = ("red", "pink", "blue", "yellow", "green")
TERRITORIES = tuple(f"T{i}" for i in range(15))
CASTLES = {2: 10, 3: 8, 4: 10}
PLAYED = {2: 3, 3: 4, 4: 3}
FEWEST_REGIONS = 4
NOBODY = "none"

Counts = tuple[int, ...]


@frozen
class Region:
    """Territories that are one, whose they are, and what lies there."""

    tiles: tuple[int, ...]
    owner: str
    castles: int
    paladins: Counts


@frozen
class Empire:
    """All that lies on the table; the Emperor is named by the first territory of its region, regions stand clockwise."""

    regions: tuple[Region, ...]
    emperor: int
    centre: Counts
    markers: tuple[str, ...]
    reserve: Mapping[str, Counts]
    court: Mapping[str, Counts]
    supply: Mapping[str, int]

    @property
    def castles(self) -> dict[str, int]:
        """The castles that each side has on territories."""
        return {side: sum(region.castles for region in self.regions if region.owner == side) for side in self.supply}


def sides(seats: list[str]) -> dict[str, str]:
    """The side of each player: with four, seats 1 and 3 are white and 2 and 4 are black."""
    if len(seats) == 4:
        return dict(zip(seats, ("white", "black", "white", "black"), strict=True))
    return {seat: seat for seat in seats}


def empire(state: State) -> Empire:
    """What lies on the table."""
    seats = state.rules.seats
    names = [word(state, f"region of territory[{text}]") for text in TERRITORIES]
    runs = {name: tuple(i for i, text in enumerate(names) if text == name) for name in names}
    return Empire(
        tuple(_region(state, name, tiles) for name, tiles in runs.items()), runs[word(state, "emperor")][0],
        _counts(state, "centre"), tuple(word(state, f"marker[{clan}]") for clan in CLANS),
        {seat: _counts(state, f"{seat}.reserve") for seat in seats}, {seat: _counts(state, f"{seat}.court") for seat in seats},
        {fromkey: numbers(state, [f"{fromkey}.supply"])[0] for fromkey in dict.fromkeys(sides(seats).values())})


def _region(state: State, name: str, tiles: tuple[int, ...]) -> Region:
    owner, (castles,) = word(state, f"{name}.owner"), numbers(state, [f"{name}.castles"])
    return Region(tiles, owner, castles, _counts(state, f"{name}.paladins"))


def _counts(state: State, name: str) -> Counts:
    return tuple(numbers(state, [f"{name}[{clan}]" for clan in CLANS]))


# ---- Every position ------------------------------------------------------------------------------


def castles_add_up(table: Empire) -> None:
    """The castles of a side stand on territories or lie in its supply; there is one for each territory that has an owner."""
    assert {side: table.castles[side] + left for side, left in table.supply.items()} == dict.fromkeys(
        table.supply, CASTLES[len(table.court)])
    for region in table.regions:
        assert (region.castles > 0) == (region.owner != NOBODY), region
        # The last castles of a side may be fewer than it takes over.
        assert region.castles == (len(region.tiles) if region.owner != NOBODY else 0) or (region.castles < len(region.tiles)
                                                                                 and table.supply[region.owner] == 0), region


def paladins_add_up(table: Empire) -> None:
    """There are 40 paladins of each clan, wherever they lie."""
    places = [table.centre, *table.reserve.values(), *table.court.values(), *(region.paladins for region in table.regions)]
    assert [sum(place[clan] for place in places) for clan in range(5)] == [40] * 5


def markers_lie_with_leaders(table: Empire) -> None:
    """The holder of a marker has as many paladins in court as any other player; if no court has one, nobody holds it."""
    for clan, holder in enumerate(table.markers):
        most = max(court[clan] for court in table.court.values())
        assert holder == NOBODY or table.court[holder][clan] == most, CLANS[clan]
        assert holder != NOBODY or most == 0, CLANS[clan]


def regions_are_runs_of_one_owner(table: Empire) -> None:
    """A region is a run of territories; neighbours of one owner are one region, and free territories are single."""
    assert sorted(tile for region in table.regions for tile in region.tiles) == list(range(15))
    owners = {tile: region for region in table.regions for tile in region.tiles}
    for tile in range(15):
        item, following = owners[tile], owners[(tile + 1) % 15]
        joined = item.owner == following.owner != NOBODY
        assert (item is following) == joined, (tile, item, following)
    assert table.emperor in {region.tiles[0] for region in table.regions}


POSITIONS = (castles_add_up, paladins_add_up, markers_lie_with_leaders, regions_are_runs_of_one_owner)


# ---- Steps ---------------------------------------------------------------------------------------


def laid(table: Empire, clan: int, tile: int) -> Empire:
    """A paladin goes from the centre to a territory."""
    return _onto(evolve(table, centre=_more(table.centre, clan, -1)), clan, tile)


def _onto(table: Empire, clan: int, tile: int) -> Empire:
    return evolve(
        table,
        regions=tuple(
            evolve(region, paladins=_more(region.paladins, clan, 1)) if tile in region.tiles else region
            for region in table.regions
        ),
    )


def played(table: Empire, seat: str, clan: int, to: str) -> Empire:
    """A paladin goes from a reserve to the player's own court, or to a region. In court it may win the marker."""
    after = evolve(table, reserve={**table.reserve, seat: _more(table.reserve[seat], clan, -1)})
    if to != "court":
        return _onto(after, clan, int(to.removeprefix("T")))
    court = {**table.court, seat: _more(table.court[seat], clan, 1)}
    wins = all(court[seat][clan] > pair[clan] for other, pair in court.items() if other != seat)
    return evolve(after, court=court, markers=_put(table.markers, clan, seat) if wins else table.markers)


def moved(table: Empire, steps: int, twice: bool, exhaustion: str) -> Empire:
    """The Emperor moves clockwise, region by region; the one where it stops is examined, and all that is its owner's joins.

    Before the dice are thrown, colours that have run out come back, unless the game is over.
    """
    first = [region.tiles[0] for region in table.regions]
    after = evolve(table, emperor=first[(first.index(table.emperor) + steps) % len(first)])
    for _ in range(2 if twice else 1):
        after = _examined(after)
    if not is_over(after):
        for clan in range(5):
            after = _exhausted(after, clan, exhaustion) if after.centre[clan] == 0 else after
    return after


def taken(table: Empire, seat: str, clan: int, exhaustion: str) -> Empire:
    """A paladin goes from the centre to a reserve; with the last one its colour has run out. From an empty centre none goes."""
    if table.centre[clan] == 0:
        return table
    after = evolve(table, centre=_more(table.centre, clan, -1),
                   reserve={**table.reserve, seat: _more(table.reserve[seat], clan, 1)})
    return _exhausted(after, clan, exhaustion) if after.centre[clan] == 0 else after


def _exhausted(table: Empire, clan: int, exhaustion: str) -> Empire:
    """All courts give back as many paladins of a clan: as many as the poorest has, or one where each has one."""
    poorest = min(court[clan] for court in table.court.values())
    back = poorest if exhaustion == "poorest_court" else min(poorest, 1)
    court = {seat: _more(pair, clan, -back) for seat, pair in table.court.items()}
    return evolve(table, court=court, centre=_more(table.centre, clan, back * len(court)))


def strength(table: Empire, region: Region, side: str) -> int:
    """The paladins in a region of the clans whose markers the side's players hold, and its castles there."""
    side_of = sides(list(table.court))
    paladins = sum(count for count, holder in zip(region.paladins, table.markers, strict=True) if side_of.get(holder) == side)
    return paladins + (region.castles if region.owner == side else 0)


def _examined(table: Empire) -> Empire:
    """The side that is stronger than each other builds, or puts its castles in place of those that stand there."""
    region = next(item for item in table.regions if item.tiles[0] == table.emperor)
    strengths = {side: strength(table, region, side) for side in table.supply}
    best = max(strengths.values())
    leading = [side for side, own in strengths.items() if own == best]
    if len(leading) > 1 or region.owner == leading[0]:
        return table
    winner, supply = leading[0], dict(table.supply)
    if region.owner != NOBODY:
        supply[region.owner] += region.castles
    built = min(supply[winner], max(1, region.castles))
    supply[winner] -= built
    theirs = evolve(region, owner=winner, castles=built)
    regions = tuple(theirs if item is region else item for item in table.regions)
    return _merged(evolve(table, supply=supply, regions=regions), theirs)


def _merged(table: Empire, region: Region) -> Empire:
    """A region becomes one with its neighbours of the same owner; territories, castles and paladins are added up."""
    place, ring = table.regions.index(region), table.regions
    around = {ring[place - 1], ring[(place + 1) % len(ring)]} - {region}
    joined = [item for item in ring if item is region or (item in around and item.owner == region.owner)]
    whole = Region(tuple(sorted(tile for item in joined for tile in item.tiles)), region.owner,
                   sum(item.castles for item in joined), _sum([item.paladins for item in joined]))
    rest = [item for item in ring if item not in joined]
    return evolve(table, regions=tuple(sorted([*rest, whole], key=lambda item: item.tiles)), emperor=whole.tiles[0])


def _sum(counts: list[Counts]) -> Counts:
    return tuple(map(sum, zip(*counts, strict=True)))


def _more(counts: Counts, clan: int, more: int) -> Counts:
    return tuple(count + more if i == clan else count for i, count in enumerate(counts))


def _put(markers: tuple[str, ...], clan: int, holder: str) -> tuple[str, ...]:
    return tuple(holder if i == clan else marker for i, marker in enumerate(markers))


# ---- What may be chosen, and the end -------------------------------------------------------------


def placements(table: Empire, seat: str) -> set[str]:
    """Each clan of which a player has a paladin, with the own court and with every region, called by its first territory."""
    return {f"{clan} to {to}" for clan, count in zip(CLANS, table.reserve[seat], strict=True) if count
            for to in ("court", *(f"T{region.tiles[0]}" for region in table.regions))}


def placement(table: Empire, notation: str) -> str:
    """A placement that may call a region by any of its territories, as `placements` has it."""
    clan, _, to = notation.partition(" to ")
    first = to if to == "court" else f"T{next(region.tiles[0] for region in table.regions if int(to[1:]) in region.tiles)}"
    return f"{clan} to {first}"


def is_over(table: Empire) -> bool:
    """Whether the game ends with the Emperor's move: a side has its last castle on the board, or few regions are left."""
    return 0 in table.supply.values() or len(table.regions) < FEWEST_REGIONS


def is_dead_end(table: Empire) -> bool:
    """Whether no paladin is left in the centre or with a player."""
    return not any(table.centre) and not any(map(any, table.reserve.values()))


def outcome_fits(table: Empire, seats: list[str], outcome: Outcome, final_tie: str) -> None:
    """The side with all its castles wins, else the one with most, else by the markers; sides that are equal draw."""
    side_of = sides(seats)

    def markers(side: str) -> int:
        return sum(side_of.get(holder) == side for holder in table.markers) if final_tie == "markers" else 0

    ranks = {side: (left == 0, table.castles[side], markers(side)) for side, left in table.supply.items()}
    best = {side for side, rank in ranks.items() if rank == max(ranks.values())}
    winners = {seats[seat] for seat in outcome.winners}
    assert winners == (set() if len(best) > 1 else {seat for seat in seats if side_of[seat] in best})
