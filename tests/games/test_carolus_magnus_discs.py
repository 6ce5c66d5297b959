"""Discs and castles of Carolus Magnus, held against a plain statement of their rules.

The statement knows nothing of the rulebook: it works from the discs that were shown, as they stand in
the record of a game, and from the castles in the box.
"""

from __future__ import annotations

from collections import Counter

import pytest

import rulewright
from rulewright.dsl.library import find, variants_of
from rulewright.interpreter.chance import Dice
from rulewright.interpreter.rules import CHANCE, Rules
from rulewright.interpreter.state import Choice, State

NAMES = ["carolus_magnus", *(f"carolus_magnus:{one}" for one in variants_of(find("carolus_magnus")))]
CASTLES = {2: 10, 3: 8, 4: 10}
ROUNDS_OF_DISCS = 5


class Position:
    """Regions, their owners and castles, and what is left in the supplies: read cell by cell."""

    def __init__(self, rules: Rules, state: State) -> None:
        territories = [f"T{i}" for i in range(15)]
        self.region_of = {t: rules.written(state, f"region of territory[{t}]") for t in territories}
        self.regions = sorted(set(self.region_of.values()))
        self.owner = {region: rules.written(state, f"{region}.owner") for region in self.regions}
        self.castles = {region: int(rules.written(state, f"{region}.castles")) for region in self.regions}
        self.supply = {side: int(rules.written(state, f"{side}.supply")) for side in rules.program.side.members}


class Discs:
    """Who has shown which disc: in this round, and in these five rounds."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.round: list[int] = []
        self.spent: dict[int, set[int]] = {seat: set() for seat in range(players)}
        self.rounds = 0

    def show(self, seat: int, disc: int) -> None:
        if len(self.round) == self.players:
            self.round = []
            if self.rounds % ROUNDS_OF_DISCS == 0:
                self.spent = {one: set() for one in self.spent}
        self.round.append(disc)
        self.spent[seat].add(disc)
        self.rounds += len(self.round) == self.players

    def on_the_table(self) -> set[int]:
        """The discs that others show in the round in which somebody is to show one now."""
        return set() if len(self.round) == self.players else set(self.round)

    def left(self, seat: int) -> set[int]:
        """The discs that a player still has; after five rounds he has all of them again."""
        all_back = len(self.round) == self.players and self.rounds % ROUNDS_OF_DISCS == 0
        return {1, 2, 3, 4, 5} - (set() if all_back else self.spent[seat])

    def may_show(self, seat: int) -> set[int]:
        """A disc he still has, and that nobody shows; any he has, if all of them are shown."""
        return self.left(seat) - self.on_the_table() or self.left(seat)


def is_shown(rules: Rules, state: State) -> bool:
    """Whether a player is to show a disc."""
    point = rules.point(state)
    return point is not None and point.clause == "disc"


def disc_of(choice: Choice) -> int:
    return int(choice.notation.removeprefix("disc "))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_a_disc_may_be_shown_exactly_when_the_rule_and_its_exception_say_so(name: str, players: int) -> None:
    rules, equal = rulewright.load(name).rules(players), 0
    for seed in range(2, 5 if players > 2 else 8):
        dice, state, discs = Dice(seed), rules.initial(), Discs(players)
        while not state.is_over:
            choice = rules.random_choice(state, dice)
            if is_shown(rules, state):
                assert choice.player is not None
                allowed = discs.may_show(choice.player)
                assert {disc_of(one) for one in rules.choices(state)} == allowed
                refused = {disc: rules.explain(state, f"disc {disc}") for disc in range(1, 6)}
                assert {disc for disc, why in refused.items() if why is None} == allowed
                for disc, why in refused.items():
                    if why is not None:
                        by = "disc_numbers_must_differ" if disc in discs.left(choice.player) else "disc_in_hand"
                        assert why[0].clause == by
                equal += disc_of(choice) in discs.on_the_table()
                discs.show(choice.player, disc_of(choice))
            state = rules.step(state, choice)
    assert equal > 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_castles_on_territories_and_in_the_supply_always_add_up(name: str, players: int) -> None:
    rules, seen = rulewright.load(name).rules(players), Counter[int]()
    for seed in range(2):
        dice, state = Dice(seed), rules.initial()
        while not state.is_over:
            by_chance = rules.to_move(state) is CHANCE
            state = rules.step(state, rules.random_choice(state, dice))
            if by_chance:
                continue
            position = Position(rules, state)
            for side, supply in position.supply.items():
                built = sum(position.castles[region] for region in position.regions if position.owner[region] == side)
                assert built + supply == CASTLES[players]
                seen[built] += 1
            for region in position.regions:
                inside = [one for one in position.region_of.values() if one == region]
                assert position.castles[region] <= len(inside)
                assert (position.castles[region] > 0) == (position.owner[region] != "none")
    assert len(seen) > 3
