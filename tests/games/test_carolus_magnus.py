"""What holds between one position of Carolus Magnus and the next, in random games.

Declared invariants speak of one position; these speak of two, so they are tested here.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

import rulewright
from rulewright.interpreter.rules import Rules
from rulewright.interpreter.state import State

from .positions import random_games

GAME = rulewright.load("carolus_magnus")
CLANS = ("red", "pink", "blue", "yellow", "green")
TERRITORIES = tuple(f"T{i}" for i in range(15))


class Position:
    """A position in the words of the rules page: plain numbers, read cell by cell."""

    def __init__(self, rules: Rules, state: State) -> None:
        def number(cell: str) -> int:
            return int(rules.written(state, cell))

        self.over = state.is_over
        self.region_of = {t: rules.written(state, f"region of territory[{t}]") for t in TERRITORIES}
        self.regions = sorted(set(self.region_of.values()))
        self.owner = {t: rules.written(state, f"{self.region_of[t]}.owner") for t in TERRITORIES}
        self.castles = {r: number(f"{r}.castles") for r in self.regions}
        self.cubes = {r: {c: number(f"{r}.paladins[{c}]") for c in CLANS} for r in self.regions}
        self.courts = {s: {c: number(f"{s}.court[{c}]") for c in CLANS} for s in rules.seats}
        self.centre = {c: number(f"centre[{c}]") for c in CLANS}
        self.marker = {c: rules.written(state, f"marker[{c}]") for c in CLANS}
        self.supply = {s: number(f"{s}.supply") for s in rules.program.side.members}
        self.laid = sum(sum(cubes.values()) for cubes in self.cubes.values()) >= 15

    def cubes_at(self, territory: str) -> int:
        return sum(self.cubes[self.region_of[territory]].values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_holds_between_one_position_and_the_next(players: int) -> None:
    for positions in random_games(GAME.rules(players), 4, Position):
        for before, after in pairwise(positions):
            last = after.over
            assert 0 <= len(before.regions) - len(after.regions) <= 2
            assert len(after.regions) >= (2 if last else 4)
            assert all(after.owner[t] != "none" for t in TERRITORIES if before.owner[t] != "none")
            assert last or sum(after.castles.values()) >= sum(before.castles.values())
            assert all(after.cubes_at(t) >= before.cubes_at(t) for t in TERRITORIES)
            assert sum(after.supply[s] < before.supply[s] for s in after.supply) <= 1
            assert all(after.marker[c] != "none" for c in CLANS if before.marker[c] != "none")
            assert all(sum(after.cubes[r][c] for r in after.regions) >= 3 for c in CLANS) or not after.laid
            changed = [t for t in TERRITORIES if before.owner[t] != after.owner[t]]
            assert len({before.region_of[t] for t in changed}) <= 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_return_takes_as_many_from_every_court(players: int) -> None:
    for positions in random_games(GAME.rules(players), 4, Position):
        for before, after in pairwise(positions):
            for clan in CLANS:
                drops = {before.courts[seat][clan] - after.courts[seat][clan] for seat in before.courts}
                if max(drops) > 0:
                    assert len(drops) == 1
                    assert min(after.courts[seat][clan] for seat in after.courts) == 0
                    assert before.centre[clan] <= 1
                    assert after.centre[clan] == players * max(drops)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_paladins_come_into_play_one_at_a_time(players: int) -> None:
    def in_play(position: Position) -> int:
        return sum(position.cubes_at(r) for r in position.regions) + sum(
            sum(court.values()) for court in position.courts.values())

    for positions in random_games(GAME.rules(players), 2, Position):
        for before, after in pairwise(positions):
            assert in_play(after) - in_play(before) <= 1
