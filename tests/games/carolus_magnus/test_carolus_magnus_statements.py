"""Drawn games of Carolus Magnus are what the printed rules tell: castles, discs, paladins, markers, merging, ends.

The games differ in edition, parameters, number of players and moves. The statements (`plain/`) know nothing of the
rulebook: they say who decides, among what, and predict the table. A failure prints the shortest playthrough found.
"""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.interpreter.game.state import State
from rulewright.testing import PlayedGame, games

from ..plain.carolus_magnus import POSITIONS, empire, outcome_fits, placement
from ..plain.cells import words
from ..plain.rounds import Due, whole_game

# The Russian editions are drawn by themselves: they set `examine_again`, and a table that sets it too is rejected.
EDITIONS, RUSSIAN = ("it",), "carolus_magnus:ru"
# Half of the games with these many steps reach their end.
STEPS = 450
# To set up takes 30 steps; after these, half of the games are in their third round.
FIRST_ROUNDS = 160
PARAMETERS: dict[str, tuple[str | int, ...]] = {
    "examine_again": (False, True), "exhaustion": ("poorest_court", "one_each")}
MORE_PARAMETERS: dict[str, tuple[str | int, ...]] = {
    **PARAMETERS, "final_tie": ("draw_game", "markers"), "emperor_start": ("T0", "T7", "T14")}
OF_RUSSIAN = {name: values for name, values in MORE_PARAMETERS.items() if name != "examine_again"}


@cache
def drawn_of_edition(edition: str) -> st.SearchStrategy[PlayedGame]:
    """Games of an edition; the strategy keeps what it has compiled."""
    return games(edition, parameters=OF_RUSSIAN, steps=2 * STEPS)


def assert_as_told(game: PlayedGame) -> None:
    """Follow a game: who decides, what they are offered, what it comes to, and how it ends."""
    rules, options = game.rules, dict(game.rules.program.parameters)
    agreed = not {"ru", "ru_examples"}.isdisjoint(game.table.variants)
    told = whole_game(empire(game.states[0]), rules.seats, options, agreed)
    due = next(told)
    for step in game.steps:
        assert {placed(due, choice.notation) for choice in rules.decisions.choices(step.before)} == due.offers
        refusals_fit(step.before, due)
        assert (None if step.player is None else rules.seats[step.player]) == due.seat
        due = told.send(step.choice.notation)
        table = empire(step.after)
        for holds in POSITIONS:
            holds(table)
        assert table == due.table
        assert step.after.is_over == (not due.offers)
    outcome = rules.endings.outcome(game.last)
    if outcome is not None:
        outcome_fits(due.table, rules.seats, outcome, options["final_tie"])


def refusals_fit(state: State, due: Due) -> None:
    """A disc that may not be shown is refused because it is spent, or because another player shows it."""
    if not any(offer.startswith("disc") for offer in due.offers):
        return
    for disc in range(1, 6):
        refused = state.rules.explainer.explain(state, f"disc {disc}")
        assert (refused is None) == (f"disc {disc}" in due.offers)
        if refused is not None:
            in_hand = str(disc) in words(state, f"{due.seat}.hand")
            assert refused[0].clause == ("disc_numbers_must_differ" if in_hand else "disc_in_hand")


def placed(due: Due, notation: str) -> str:
    """A move; a placement calls a region as the statements do."""
    return placement(due.table, notation) if " to " in notation else notation


@given(games("carolus_magnus", variants=EDITIONS, parameters=PARAMETERS, steps=STEPS))
@settings(max_examples=4, deadline=None)
def test_a_game_is_as_the_printed_rules_tell_it(game: PlayedGame) -> None:
    assert_as_told(game)


# Here the Emperor must go exactly as many steps as the disc says.
@given(games(RUSSIAN, steps=FIRST_ROUNDS))
@settings(max_examples=6, deadline=None)
def test_a_game_of_the_russian_edition_is_as_its_printed_rules_tell_it(game: PlayedGame) -> None:
    assert_as_told(game)


@given(games(f"{RUSSIAN}_examples", steps=FIRST_ROUNDS))
@settings(max_examples=3, deadline=None)
def test_a_game_by_the_examples_of_the_russian_edition_is_as_they_tell_it(game: PlayedGame) -> None:
    assert_as_told(game)


@pytest.mark.slow
@pytest.mark.parametrize("edition", [RUSSIAN, f"{RUSSIAN}_examples"])
@given(st.data())
@settings(max_examples=1_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_many_games_of_the_russian_editions_are_as_the_printed_rules_tell_them(edition: str, data: st.DataObject) -> None:
    assert_as_told(data.draw(drawn_of_edition(edition)))


@pytest.mark.slow
@given(games("carolus_magnus", variants=EDITIONS, parameters=MORE_PARAMETERS, steps=2 * STEPS))
@settings(max_examples=3_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_many_games_are_as_the_printed_rules_tell_them(game: PlayedGame) -> None:
    assert_as_told(game)
