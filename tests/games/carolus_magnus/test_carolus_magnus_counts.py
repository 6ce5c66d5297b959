"""Exact numbers of Carolus Magnus, counted choice by choice, beside what formulas give.

The numbers are those of an independent implementation of the rules. For placements it sums, over
the ways (k1 .. k5) to take so many paladins from a reserve, the product of C(k + b - 1, k), where
b is the number of regions and one for the court.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import factorial, prod

import pytest

from rulewright import CHANCE, State
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.machine.perft import perft
from rulewright.interpreter.playthroughs.positions.arrange import arrange
from rulewright.interpreter.runtime.chance import Dice

from ...shipped import shipped


def magnus() -> Game:
    return shipped("carolus_magnus")


CLANS = ("red", "pink", "blue", "yellow", "green")
TERRITORIES = tuple(f"T{i}" for i in range(15))
slow = pytest.mark.slow
CASTLES = {2: 10, 3: 8}
PLAYED = {2: 3, 3: 4}
REGIONS = (15, 12, 10, 8, 6, 5, 4)
PLACEMENTS = {
    (2, 2, 1, 1, 1): (58368, 31434, 19118, 10530, 4998, 3168, 1850),
    (3, 1, 1, 1, 1): (50480, 27157, 16500, 9075, 4298, 2720, 1585),
    (2, 2, 2, 1, 0): (35968, 19435, 11858, 6561, 3136, 1998, 1175),
    (7, 0, 0, 0, 0): (816, 455, 286, 165, 84, 56, 35),
    (2, 2, 2, 2, 1): (1274240, 561587, 291005, 132435, 49637, 27270, 13475),
    (9, 0, 0, 0, 0): (3876, 1820, 1001, 495, 210, 126, 70),
}


def about_to_place(reserve: tuple[int, ...], regions: int) -> State:
    """P1 is to place paladins of this reserve: with two players if it has seven, with three if it has nine.

    P1 and P2 have grown a region each, until so many regions are left; all other territories are free.
    """
    players = 2 if sum(reserve) == 7 else 3
    rules, merged = magnus().rules(players), 15 - regions
    grown = {"P1": range(merged - merged // 2 + 1), "P2": range(merged - merged // 2 + 1, merged + 2)}
    lines = ["at place_paladins p = P1", f"order = [{', '.join(rules.seats)}]"]
    lines += [f"{seat}.shown = {i}" for i, seat in enumerate(rules.seats, 1)]
    free = set(range(15))
    for owner, tiles in grown.items():
        if len(tiles) > 1:
            free -= set(tiles)
            first = TERRITORIES[tiles[0]]
            lines += [f"merge {', '.join(TERRITORIES[i] for i in tiles)}", f"{first}.owner = {owner}",
                      f"{first}.castles = {len(tiles)}", f"{owner}.supply = {CASTLES[players] - len(tiles)}",
                      f"{first}.paladins = {counted([sum(i % 5 == c for i in tiles) for c in range(5)])}"]
    lines += [f"{TERRITORIES[i]}.paladins = {CLANS[i % 5]} 1" for i in sorted(free)]
    lines += [f"P1.reserve = {counted(reserve)}", f"centre = {counted([37 - count for count in reserve])}"]
    state = arrange(rules, tuple(enumerate(lines, 1)))
    rules.invariants.require(state)
    assert len({rules.cells.value(state, f"region of territory[{t}]") for t in TERRITORIES}) == regions
    return state


def counted(counts: list[int] | tuple[int, ...]) -> str:
    return ", ".join(f"{clan} {count}" for clan, count in zip(CLANS, counts, strict=True) if count)


def placements(state: State, left: int, from_code: int = 0) -> int:
    """The ways to place so many more paladins, each counted in the one order in which the moves' numbers never fall."""
    choices = [choice for choice in magnus().choices(state) if choice.code >= from_code]
    if left == 1:
        return len(choices)
    return sum(placements(magnus().step(state, choice), left - 1, choice.code) for choice in choices)


def reached(state: State, steps: int) -> set[State]:
    """The positions after so many choices, in whatever order they were made."""
    positions = {state}
    for _ in range(steps):
        positions = {magnus().step(position, choice) for position in positions for choice in magnus().choices(position)}
    return positions


def rows() -> Iterator[object]:
    for reserve, counts in PLACEMENTS.items():
        for regions, count in zip(REGIONS, counts, strict=True):
            marks = [slow] if count > 4000 else []
            yield pytest.param(reserve, regions, count, marks=marks, id=f"{''.join(map(str, reserve))}-{regions}")


@pytest.mark.parametrize(("reserve", "regions", "count"), list(rows()))
def test_there_are_as_many_placements_as_the_formula_gives(reserve: tuple[int, ...], regions: int, count: int) -> None:
    assert placements(about_to_place(reserve, regions), PLAYED[2 if sum(reserve) == 7 else 3]) == count


@pytest.mark.parametrize(("reserve", "count"), [((2, 2, 1, 1, 1), 1850), ((2, 2, 2, 1, 0), 1175), ((9, 0, 0, 0, 0), 70)])
def test_the_order_of_placing_makes_no_difference(reserve: tuple[int, ...], count: int) -> None:
    assert len(reached(about_to_place(reserve, 4), PLAYED[2 if sum(reserve) == 7 else 3])) == count


@slow
@pytest.mark.parametrize(("size", "mean"), [(7, 32522), (9, 680535)])
def test_the_mean_over_all_first_reserves(size: int, mean: int) -> None:
    throws: dict[tuple[int, ...], int] = {}
    for reserve in product(range(size + 1), repeat=5):
        if sum(reserve) == size:
            kind = tuple(sorted(reserve, reverse=True))
            throws[kind] = throws.get(kind, 0) + factorial(size) // prod(factorial(count) for count in reserve)
    assert sum(throws.values()) == 5**size
    total = sum(many * placements(about_to_place(kind, 15), PLAYED[2 if size == 7 else 3]) for kind, many in throws.items())
    assert round(total / 5**size) == mean


def at_first_discs(players: int) -> State:
    rules, dice = magnus().rules(players), Dice(1)
    state = rules.initial()
    while not (choices := magnus().choices(state))[0].notation.startswith("disc "):
        state = magnus().step(state, choices[dice.below(len(choices))])
    return state


@pytest.mark.parametrize(("players", "count"), [(2, 20), (3, 60), (4, 120)])
def test_all_discs_of_the_first_round_differ(players: int, count: int) -> None:
    state = at_first_discs(players)
    assert perft(state.rules.machines.plain, list(state.slots), players) == count


@slow
def test_the_discs_of_two_players_over_five_rounds() -> None:
    # 120 orders for one player; for the other those without an equal disc (44), or with one in the last round (9).
    equal = differing = 0
    waiting, dice = [at_first_discs(2)], Dice(1)
    while waiting:
        state = waiting.pop()
        rules = state.rules
        shown = [rules.cells.value(state, f"{seat}.shown") for seat in rules.seats]
        if [rules.cells.value(state, f"{seat}.hand") for seat in rules.seats] == ["{}", "{}"]:
            equal, differing = equal + (shown[0] == shown[1]), differing + (shown[0] != shown[1])
            continue
        for choice in magnus().choices(state):
            after = magnus().step(state, choice)
            while not magnus().choices(after)[0].notation.startswith("disc ") and "{}" not in [
                    rules.cells.value(after, f"{seat}.hand") for seat in rules.seats]:
                after = rules.step(after, rules.random_choice(after, dice))
            waiting.append(after)
    assert (differing, equal) == (120 * 44, 120 * 9)


def test_the_first_paladins_lie_in_as_many_ways_as_there_are_words_of_15_letters() -> None:
    ways: dict[str, int] = {}

    def count(state: State) -> int:
        choices = magnus().choices(state)
        if " on T" not in choices[0].notation:
            return 1
        left = " ".join(state.rules.cells.value(state, f"centre[{clan}]") for clan in CLANS)
        if left not in ways:
            ways[left] = sum(count(magnus().step(state, choice)) for choice in choices)
        return ways[left]

    assert count(magnus().initial(2)) == factorial(15) // factorial(3) ** 5 == 168_168_000


@pytest.mark.parametrize(("players", "dice", "ordered", "unordered", "crowned"),
                         [(2, 3, 216, 56, 42.1), (3, 4, 1296, 126, 51.8)])
def test_the_throws(players: int, dice: int, ordered: int, unordered: int, crowned: float) -> None:
    rules = magnus().rules(players)
    # P1 is the last to act, so after their throw discs are chosen.
    lines = (f"order = [{', '.join(reversed(rules.seats))}]", "at replenish p = P1")
    replenishing = arrange(rules, tuple(enumerate(lines, 1)))
    throws: list[tuple[State, tuple[str, ...]]] = [(replenishing, ())]
    for _ in range(dice):
        throws = [(magnus().step(state, die), (*shown, die.notation))
                  for state, shown in throws for die in magnus().choices(state)]
    assert all(magnus().to_move(state) is not CHANCE for state, _ in throws)
    assert len(throws) == ordered
    assert len({tuple(sorted(shown)) for _, shown in throws}) == unordered
    assert round(100 * sum("roll crown" in shown for _, shown in throws) / ordered, 1) == crowned
