"""Random games of Lancaster: they end as they must, with all that is declared of positions and steps, and seats are alike."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.playouts.simulate import simulate
from rulewright.testing import PlayedGame, games, number

from ...shipped import shipped_rules

PLAYERS = [2, 3, 4, 5]


def ends_after_the_last_round(players: int, games: int, seed: int) -> None:
    """Play so many games with all invariants tested after every step, and ask how they ended."""
    report = simulate(shipped_rules("lancaster", players), range(games), seed, invariants=True).as_json()
    assert report["ended_by"] == {"after_the_last_round": games}
    assert (report["finished"], report["draws"]) == (games, 0)
    entries = report["phase_entries"]
    assert isinstance(entries, dict)
    assert [entries[name] for name in ("placement", "parliament", "county_rewards", "castle_rewards", "battles")] == [5] * 5
    assert entries["final_scoring"] == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_end_after_the_last_round_and_keep_all_invariants(players: int) -> None:
    ends_after_the_last_round(players, 1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_many_random_games_end_after_the_last_round_and_keep_all_invariants(players: int) -> None:
    ends_after_the_last_round(players, 200, 2)


@pytest.mark.parametrize("players", PLAYERS)
def test_each_colour_has_three_two_one_and_one_knights(players: int) -> None:
    rules = shipped_rules("lancaster", players)
    start, parties = rules.initial(), players * (2 if players == 2 else 1)
    for strength, count in ((1, 3), (2, 2), (3, 1), (4, 1)):
        text = f"count k in knight where k.strength = {strength}"
        assert rules.expressions.number(text, Source("test", text))(start) == count * parties


# What the rules of placing allow, said without the function that decides who is passed over.
COULD_BE_PLACED = """count k in knight where k.post = court and (
    (some c in county: k.strength >= c.minimum and (no o in knight: o.post = c and o.owner.owner = k.owner.owner)
        and k.strength + (k.owner.owner.squires if kind_of(k.owner) = own else 0) > force(c))
    or (some x in castle_place: x.whose = kind_of(k.owner) and x not in k.owner.owner.extensions
        and no o in knight: o.owner = k.owner and o.post = x)
    or (some x in conflict: in_play(x) and ((some o in knight: o.owner = k.owner and o.post = x)
        or (count y in party where some o in knight: o.owner = y and o.post = x) < places_of_a_conflict)))"""


@given(games("lancaster", steps=250))
@settings(max_examples=8, deadline=None)
def test_nobody_who_could_place_a_knight_is_passed_over(game: PlayedGame) -> None:
    nobody_is_passed_over(game)


@pytest.mark.slow
@given(games("lancaster", steps=250))
@settings(max_examples=300, deadline=None)
def test_nobody_who_could_place_a_knight_is_passed_over_in_many_games(game: PlayedGame) -> None:
    nobody_is_passed_over(game)


def nobody_is_passed_over(game: PlayedGame) -> None:
    """Check that who casts a ballot has no knight left that could be placed."""
    for state in game.states:
        point = game.rules.decisions.point(state)
        if point is not None and point.clause == "ballot_cast":
            assert number(state, COULD_BE_PLACED) == 0


# ---- Seats -----------------------------------------------------------------------------------


def turned(text: str, seats: Sequence[str]) -> str:
    """A text with each seat in it named as the next one is."""
    following = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
    return " ".join(following.get(word, word) for word in text.split(" "))


@given(games("lancaster", steps=250))
@settings(max_examples=4, deadline=None)
def test_a_game_is_the_same_when_all_move_on_by_one_seat(game: PlayedGame) -> None:
    is_the_same_one_seat_on(game)


@pytest.mark.slow
@given(games("lancaster", steps=250))
@settings(max_examples=300, deadline=None)
def test_many_games_are_the_same_when_all_move_on_by_one_seat(game: PlayedGame) -> None:
    is_the_same_one_seat_on(game)


def is_the_same_one_seat_on(game: PlayedGame) -> None:
    """Play a game once more, each seat as the next one, and compare."""
    rules, there = game.rules, game.states[0]
    players = len(rules.seats)
    for step in game.steps:
        offered = sorted(turned(choice.notation, rules.seats) for choice in rules.decisions.choices(step.before))
        assert sorted(choice.notation for choice in rules.decisions.choices(there)) == offered
        if step.player is not None:
            assert rules.decisions.to_move(there) == (step.player + 1) % players
        there = rules.step(there, turned(step.choice.notation, rules.seats))
    pair, other = rules.endings.scores(game.last), rules.endings.scores(there)
    assert pair is not None
    assert other == (pair[-1], *pair[:-1])
