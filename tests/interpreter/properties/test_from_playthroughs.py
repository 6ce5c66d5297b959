"""Invariants hold after moves of each kind from the positions that playthroughs set up.

Random games hardly ever come to the positions that a playthrough sets up, such as a siege beside an empty camp.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.playthroughs.scripts import open_rules, read_file
from rulewright.interpreter.analysis.properties import Here, breach_of
from rulewright.interpreter.analysis.properties.positions import INVARIANTS_HOLD
from rulewright.interpreter.game.state import Choice, State
from rulewright.interpreter.playthroughs.results import Now
from rulewright.interpreter.playthroughs.runner import Runner
from rulewright.interpreter.playthroughs.syntax import Line, Position
from rulewright.interpreter.runtime.chance import Dice

GAMES = Path(__file__).parents[2] / "games"
# Whole games are long, and random games come to positions like theirs.
FILES = sorted(str(path.relative_to(GAMES)) for path in GAMES.rglob("*.play") if not path.name.startswith(("game_", "numbers")))
OF_EACH_KIND = 6


class Visits(Runner):
    """Plays a playthrough and keeps each position that it sets up."""

    visited: dict[State, None]

    def play_line(self, line: Line, now: Now) -> None:
        super().play_line(line, now)
        if isinstance(line, Position):
            self.visited[now.state] = None


def choices_of_each_kind(state: State, dice: Dice) -> list[Choice]:
    """A few choices of each kind, at random."""
    kinds: dict[int, list[Choice]] = {}
    point = state.rules.point(state)
    for choice in state.rules.choices(state):
        assert point is not None, "there is something to choose"
        kinds.setdefault(point.kind_of(choice.code).first, []).append(choice)
    return [dice.one_of(of_kind) for of_kind in kinds.values() for _ in range(min(OF_EACH_KIND, len(of_kind)))]


@pytest.mark.parametrize("name", FILES)
def test_invariants_hold_after_moves_from_positions_that_playthroughs_set_up(name: str) -> None:
    playthrough = read_file(GAMES / name)
    run = Visits(open_rules(playthrough), playthrough)
    run.visited = {}
    run.run()
    dice = Dice(1)
    for state in run.visited:
        for choice in choices_of_each_kind(state, dice):
            after = state.rules.step(state, choice)
            breach = breach_of(INVARIANTS_HOLD, Here(after, ((choice.player, choice.notation),), state, choice))
            assert breach is None, f"{choice.notation}: {breach.what}"
