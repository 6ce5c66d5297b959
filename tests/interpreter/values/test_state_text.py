"""A text is a state of the game that plays on, or is refused with a message; nothing else comes of it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.game.viewing.state_text import BadState
from rulewright.interpreter.runtime.chance import Dice
from rulewright.interpreter.runtime.faults import RulebookFault

from ...shipped import shipped_rules
from ...strategies import slipped

GAMES = ("pig", "race", "goofspiel")


def reached(rules: Rules, seed: int, choices: int) -> State:
    """A state of a random game after so many choices and rolls."""
    state, dice = rules.initial(), Dice(seed)
    for _ in range(choices):
        if not state.is_over:
            state = rules.step(state, rules.random_choice(state, dice))
    return state


def read_and_use(rules: Rules, text: str) -> None:
    """Read a state, and do with it all that can be done with one."""
    try:
        state = rules.state_from_text(text)
    except BadState:
        return
    with suppress(RulebookFault):
        rules.observer.observe(state, 0)
        if not state.is_over:
            assert all(str(choice) for choice in rules.decisions.choices(state))
    again = str(state)
    assert str(rules.state_from_text(again)) == again


states = st.tuples(st.sampled_from(GAMES).map(shipped_rules), st.integers(0, 9), st.integers(0, 40))


@settings(max_examples=60, deadline=None)
@given(st.data(), states)
def test_a_text_with_slips_is_a_state_or_refused(data: st.DataObject, at: tuple[Rules, int, int]) -> None:
    rules, seed, choices = at
    read_and_use(rules, data.draw(slipped(str(reached(rules, seed, choices)))))


@pytest.mark.slow
@settings(max_examples=3000, deadline=None)
@given(st.data(), states)
def test_a_text_with_slips_for_long(data: st.DataObject, at: tuple[Rules, int, int]) -> None:
    rules, seed, choices = at
    read_and_use(rules, data.draw(slipped(str(reached(rules, seed, choices)))))
