"""Drawn games of Carolus Magnus are what the printed rules tell: castles, discs, paladins, markers, merging, ends.

The games differ in edition, parameters, number of players and moves. The statements (`plain/`) know nothing of the
rulebook: they say who decides, among what, and predict the table. A failure prints the shortest playthrough found.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from rulewright.testing import PlayedGame, games

from .plain.carolus_magnus import POSITIONS, empire, outcome_fits, placement
from .plain.rounds import Due, whole_game

# Half of the games are shorter than this with three players, who need most steps.
STEPS = 450
EDITIONS = ("it", "ru", "ru_examples")
PARAMETERS = {
    "examine_again": (False, True), "exhaustion": ("poorest_court", "one_each"),
    "final_tie": ("draw_game", "markers"), "emperor_start": ("T0", "T7"),
}
DRAWN = games("carolus_magnus", variants=EDITIONS, parameters=PARAMETERS, steps=STEPS)


def assert_as_told(game: PlayedGame) -> None:
    """Follow a game: who decides, what they are offered, what it comes to, and how it ends."""
    rules, told = game.rules, whole_game(
        empire(game.states[0]), game.rules.seats, dict(game.rules.program.options), bool({"ru", "ru_examples"} & {*game.table.variants}))
    due = next(told)
    for step in game.steps:
        assert {placed(due, one.notation) for one in rules.choices(step.before)} == due.offers
        assert (None if step.player is None else rules.seats[step.player]) == due.seat
        due = told.send(step.choice.notation)
        table = empire(step.after)
        for holds in POSITIONS:
            holds(table)
        assert table == due.table
        assert step.after.is_over == (not due.offers)
    outcome = rules.outcome(game.last)
    if outcome is not None:
        outcome_fits(due.table, rules.seats, outcome, dict(rules.program.options)["final_tie"])


def placed(due: Due, notation: str) -> str:
    """A move; a placement calls a region as the statements do."""
    return placement(due.table, notation) if " to " in notation else notation


@given(DRAWN)
@settings(max_examples=25, deadline=None)
def test_a_game_is_as_the_printed_rules_tell_it(game: PlayedGame) -> None:
    assert_as_told(game)
