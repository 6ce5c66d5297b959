"""Random games of Lancaster: they end as they must, and what holds from one position to the next.

Declared invariants speak of one position, and are tested after every step; those that speak of two
positions are tested here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

import rulewright
from rulewright.dsl.spans import Source
from rulewright.interpreter.chance import Dice
from rulewright.interpreter.rules import CHANCE, Rules
from rulewright.interpreter.simulate import play_out, simulate
from rulewright.interpreter.state import State

from .positions import random_games

GAME = rulewright.load("lancaster")
COUNTIES = ("Stafford", "Chester", "Norfolk", "Gloucester", "Warwick", "Lincoln", "Somerset", "Kent", "Surrey")
SOURCES = ("from_counties", "from_laws", "from_conflicts", "from_knighthood", "from_castle", "from_company")
PLAYERS = [2, 3, 4, 5]
# The strengths of the knights of a party, in their order.
STRENGTHS = (1, 1, 1, 2, 2, 3, 4)


def ends_after_the_last_round(players: int, games: int, seed: int) -> None:
    """Play so many games with all invariants tested after every step, and ask how they ended."""
    report = simulate(GAME.rules(players), range(games), seed, invariants=True).as_json()
    assert report["ended_by"] == {"after_the_last_round": games}
    assert (report["finished"], report["drawn"]) == (games, 0)
    entries = report["phase_entries"]
    assert isinstance(entries, dict)
    assert [entries[name] for name in ("placement", "parliament", "county_rewards", "castle_rewards", "battles")] == [5] * 5
    assert entries["final_scoring"] == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_end_after_the_last_round_and_keep_all_invariants(players: int) -> None:
    ends_after_the_last_round(players, 4, 1)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_many_random_games_end_after_the_last_round_and_keep_all_invariants(players: int) -> None:
    ends_after_the_last_round(players, 200, 2)


class Position:
    """A position in the words of the rules, read cell by cell, and what the game waits for in it."""

    def __init__(self, rules: Rules, state: State) -> None:
        def number(cell: str) -> int:
            return int(rules.written(state, cell))

        def names(cell: str) -> set[str]:
            return set(rules.written(state, cell).strip("{}[]").split(", ")) - {""}

        point = rules.point(state)
        self.waits_for = point.clause if point is not None and not state.is_over else "over"
        self.chance = rules.to_move(state) is CHANCE
        self.start = rules.written(state, "start")
        self.points = {p: {source: number(f"{p}.points[{source}]") for source in SOURCES} for p in rules.seats}
        self.company = {p: names(f"{p}.company") for p in rules.seats}
        self.tiles = {p: names(f"{p}.extensions") for p in rules.seats}
        posts = {name.removesuffix(".post"): rules.written(state, name) for name in rules.cells if name.endswith(".post")}
        self.strength = {knight: STRENGTHS[int(knight.split(".knight")[1]) - 1] for knight in posts}
        self.out = {knight for knight, post in posts.items() if post != "reserve"}
        second = names("second_battles") | {rules.written(state, "being_fought")}
        sorties = COUNTIES if self.waits_for == "sortie_to" else ()
        self.may_be_captured = {knight for knight, post in posts.items() if post in second or post in sorties}
        self.holder = {post: knight.split(".")[0] for knight, post in posts.items() if post in COUNTIES}
        self.force = {post: STRENGTHS[int(knight.split(".knight")[1]) - 1] + number(f"{post}.escort")
                      for knight, post in posts.items() if post in COUNTIES}

    def knighthood(self, party: str, knights: set[str]) -> int:
        """The strength of those of these knights that belong to a party."""
        return sum(self.strength[knight] for knight in knights if knight.startswith(f"{party}."))


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_won_is_kept(players: int) -> None:
    for positions in random_games(GAME.rules(players), 3, Position):
        for before, after in pairwise(positions):
            for player, points in after.points.items():
                assert all(points[source] >= before.points[player][source] for source in SOURCES)
                assert after.company[player] >= before.company[player]
                assert after.tiles[player] >= before.tiles[player]
                assert after.waits_for == "over" or not any(points[source] for source in SOURCES[3:])


@pytest.mark.parametrize("players", PLAYERS)
def test_a_knighthood_is_weakened_by_capture_only(players: int) -> None:
    captured = 0
    for positions in random_games(GAME.rules(players), 6, Position):
        for before, after in pairwise(positions):
            lost = before.may_be_captured - after.out
            for party in {knight.rpartition(".")[0] for knight in after.strength}:
                assert after.knighthood(party, after.out) >= before.knighthood(party, before.out - lost)
            captured += len(lost)
    assert captured > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_each_colour_has_three_two_one_and_one_knights(players: int) -> None:
    rules = GAME.rules(players)
    start, parties = rules.initial(), players * (2 if players == 2 else 1)
    for strength, count in ((1, 3), (2, 2), (3, 1), (4, 1)):
        text = f"count k in knight where k.strength = {strength}"
        assert rules.number(text, Source("test", text))(start) == count * parties


@pytest.mark.parametrize("players", PLAYERS)
def test_whoever_takes_a_county_is_stronger_than_its_holder(players: int) -> None:
    taken = 0
    count = 30 if players == 2 else 6  # two players have room, and seldom meet
    for positions in random_games(GAME.rules(players), count, Position):
        for before, after in pairwise(positions):
            if before.waits_for != "placing":
                continue
            for county, holder in before.holder.items():
                assert county in after.holder
                assert after.force[county] >= before.force[county]
                if after.holder[county] != holder:
                    assert after.force[county] > before.force[county]
                    taken += 1
    assert taken > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_only_whoever_holds_surrey_names_the_start_player(players: int) -> None:
    named = 0
    for positions in random_games(GAME.rules(players), 6, Position):
        for before, after in pairwise(positions):
            if after.start != before.start and not before.chance:
                assert before.waits_for == "start_named"
                named += 1
    assert named > 0


# What the rules of placing allow, said without the function that decides who is passed over.
COULD_BE_PLACED = """count k in knight where k.post = court and (
    (some c in county: k.strength >= c.minimum and (no o in knight: o.post = c and o.owner.owner = k.owner.owner)
        and k.strength + (k.owner.owner.squires if kind_of(k.owner) = own else 0) > force(c))
    or (some x in castle_place: x.whose = kind_of(k.owner) and x not in k.owner.owner.extensions
        and no o in knight: o.owner = k.owner and o.post = x)
    or (some x in conflict: in_play(x) and ((some o in knight: o.owner = k.owner and o.post = x)
        or (count y in party where some o in knight: o.owner = y and o.post = x) < places_of_a_conflict)))"""


@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_who_could_place_a_knight_is_passed_over(players: int) -> None:
    rules = GAME.rules(players)
    left, votes = rules.number(COULD_BE_PLACED, Source("test", COULD_BE_PLACED)), []

    def look(state: State) -> None:
        point = rules.point(state)
        if point is not None and point.clause == "ballot_cast":
            votes.append(left(state))

    for seed in range(3):
        play_out(rules, Dice(seed), watch=look)
    assert len(votes) == 3 * 5 * 3 * players
    assert set(votes) == {0}


# ---- Seats -----------------------------------------------------------------------------------


def turned(text: str, seats: Sequence[str]) -> str:
    """A text with each seat in it named as the next one is."""
    following = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
    return " ".join(following.get(word, word) for word in text.split(" "))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_is_the_same_when_all_move_on_by_one_seat(players: int) -> None:
    rules = GAME.rules(players)
    for seed in range(3):
        dice, here, there = Dice(seed), rules.initial(), rules.initial()
        while not here.is_over:
            choice = rules.random_choice(here, dice)
            offered = sorted(turned(one.notation, rules.seats) for one in rules.choices(here))
            assert sorted(one.notation for one in rules.choices(there)) == offered
            if choice.player is not None:
                assert rules.to_move(there) == (choice.player + 1) % players
            here, there = rules.step(here, choice), rules.step(there, turned(choice.notation, rules.seats))
        one, other = rules.scores(here), rules.scores(there)
        assert one is not None
        assert other == (one[-1], *one[:-1])
