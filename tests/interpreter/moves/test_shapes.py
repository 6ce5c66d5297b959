"""The shapes of notations know every move that is ever legal."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.interpreter.game.move_patterns import Shapes
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.table.decisions import CHANCE
from rulewright.interpreter.runtime.chance import Dice

from ...shipped import shipped
from ..properties.tables import each_name


@each_name
def test_every_legal_notation_has_a_known_shape(name: str) -> None:
    game = shipped(name)
    for players in sorted({game.fewest, game.most}):
        every_legal_notation_has_a_known_shape(game.rules(players))


def every_legal_notation_has_a_known_shape(rules: Rules) -> None:
    """Play a random game and look each notation up that is legal on the way."""
    shapes = Shapes(rules.notations)
    dice, state = Dice(2), rules.initial()
    seen: set[tuple[str, bool]] = set()
    for _ in range(300):
        if state.is_over:
            break
        by_chance = rules.decisions.to_move(state) is CHANCE
        seen |= {(choice.notation, by_chance) for choice in rules.decisions.choices(state)}
        state = rules.step(state, rules.random_choice(state, dice))
    assert [text for text, by_chance in seen if not shapes.known(text, by_chance)] == []


@pytest.mark.parametrize("text", ["disc 6", "disc", "rad to court", "red to T15", "red to court now", "roll gold", ""])
def test_what_could_never_be_a_move_is_not_known(text: str) -> None:
    shapes = Shapes(rulewright.load("carolus_magnus").rules(2).notations)
    assert not shapes.known(text)
    assert all(shapes.known(word) for word in shapes.nearest(text))


def test_moves_and_outcomes_of_chance_are_told_apart() -> None:
    shapes = Shapes(rulewright.load("pig").rules(2).notations)
    assert (shapes.known("hold", by_chance=False), shapes.known("hold", by_chance=True)) == (True, False)
    assert (shapes.known("rolls 4", by_chance=False), shapes.known("rolls 4", by_chance=True)) == (False, True)
