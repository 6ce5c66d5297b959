"""Positions set up by hand: they are the positions that play comes to."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.game.call_stack import rules_around
from rulewright.interpreter.game.state import State
from rulewright.interpreter.game.table.decisions import CHANCE
from rulewright.interpreter.playthroughs.positions import scene
from rulewright.interpreter.playthroughs.positions.arrange import arrange
from rulewright.interpreter.playthroughs.positions.ways import BadPosition
from rulewright.interpreter.runtime.chance import Dice
from rulewright.testing import positions

GAMES = ["carolus_magnus", str(Path(__file__).parent / "cases" / "ring.rules")]


def by_hand(state: State) -> State:
    """The position that the lines for it set up."""
    place = [*scene.places(state)][-1]
    facts, names = [*scene.facts(state)], ", ".join(scene.given_values(state))
    around = rules_around(state)[1:-1]
    for numbers in product(("", " 1"), repeat=len(around)):
        sources = "".join(f" from {rule}{number}" for rule, number in zip(around, numbers, strict=True))
        with suppress(BadPosition):
            return arrange(state.rules, tuple(enumerate([*facts, f"at {place}{sources} {names}"], 1)))
    raise AssertionError(f"no way leads to {place}")


@pytest.mark.parametrize("game", GAMES, ids=["carolus_magnus", "ring"])
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_a_position_set_by_hand_has_the_fields_of_the_one_that_play_comes_to(game: str, data: st.DataObject) -> None:
    has_the_fields_by_hand(game, data)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=["carolus_magnus", "ring"])
@settings(max_examples=500, deadline=None)
@given(data=st.data())
def test_many_positions_set_by_hand_have_the_fields_of_those_that_play_comes_to(game: str, data: st.DataObject) -> None:
    has_the_fields_by_hand(game, data)


def has_the_fields_by_hand(game: str, data: st.DataObject) -> None:
    """Draw a position of a game, set it up by hand, and compare the fields of both."""
    state = data.draw(positions(game).filter(lambda state: not state.is_over))
    rules, dice = state.rules, Dice(1)
    # A roll may be one of several, of which the rules count how many are left.
    while rules.decisions.to_move(state) is CHANCE:
        state = rules.step(state, rules.random_choice(state, dice))
    fields = slice(0, rules.machines.plain.first_local)
    assert by_hand(state).slots[fields] == state.slots[fields]
    assert rules.state_from_text(str(state)) == state
