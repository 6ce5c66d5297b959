"""Pictures of every game that ships, with each of its variants: any position of a random game can be drawn."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

from rich.console import Console

from rulewright.cli.table.drawing.picture import picture
from rulewright.interpreter.game.state import State
from rulewright.interpreter.game.viewing.observation import SPECTATOR
from rulewright.interpreter.runtime.chance import Dice

from ...interpreter.properties.tables import each_name
from ...shipped import shipped

# A position is drawn for this many that come about.
SAMPLED = 40


def drawn(state: State, width: int) -> str:
    """A position as all see it."""
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(picture(state.rules, state, SPECTATOR))
    return out.getvalue()


@each_name
def test_any_position_of_a_game_can_be_drawn(name: str) -> None:
    game = shipped(name)
    rules, dice, steps = game.rules(game.most), Dice(11), 0
    state = rules.initial()
    while not state.is_over:
        state = rules.step(state, rules.random_choice(state, dice))
        steps += 1
        if state.is_over or steps % SAMPLED == 0:
            assert drawn(state, 80).strip()
        if state.is_over or steps == SAMPLED:
            assert ET.fromstring(state.picture(SPECTATOR)).tag.endswith("svg")
