"""Invariants hold after moves of each kind from the positions that playthroughs set up.

Random games hardly ever come to the positions that a playthrough sets up, such as a siege beside an empty camp.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.cli.playthroughs.scripts import open_rules, read_file
from rulewright.interpreter.analysis.properties import ReachedPosition, breach_of
from rulewright.interpreter.analysis.properties.positions import INVARIANTS_HOLD
from rulewright.interpreter.game.state import Choice, State
from rulewright.interpreter.playthroughs.lines.syntax import BranchBlock, Line, PositionBlock, UseLine
from rulewright.interpreter.playthroughs.running.results import PlaythroughState
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.interpreter.runtime.chance import Dice

from ...sampled import sampled
from ...strategies import ROOT

GAMES = ROOT / "games"
# Whole games are long, and random games come to positions like theirs.
FILES = sorted(str(path.relative_to(GAMES)) for path in GAMES.rglob("*.play") if not path.name.startswith(("game_", "numbers")))
# Those that play the rulebook as it is: options and variants need a compiled game of their own, which takes long.
OWN = [name for name in FILES if not re.search("^(set|variant) ", (GAMES / name).read_text(encoding="utf-8"), re.MULTILINE)]


class Visits(PlaythroughRunner):
    """Keeps each position that a playthrough sets up. None depends on the lines before it, so no other line is played."""

    visited: dict[State, None]

    def play_line(self, line: Line, current: PlaythroughState) -> None:
        if not isinstance(line, PositionBlock | BranchBlock | UseLine):
            return
        super().play_line(line, current)
        if isinstance(line, PositionBlock):
            self.visited[current.state] = None


def choices_of_each_kind(state: State, dice: Dice, most: int) -> list[Choice]:
    """Some choices of each kind, at random, at most that many of one."""
    kinds: dict[int, list[Choice]] = {}
    point = state.rules.decisions.point(state)
    for choice in state.rules.decisions.choices(state):
        assert point is not None, "there is something to choose"
        kinds.setdefault(point.kind_of(choice.code).first, []).append(choice)
    return [dice.one_of(of_kind) for of_kind in kinds.values() for _ in range(min(most, len(of_kind)))]


def invariants_hold_after_moves(name: str, of_each_kind: int) -> None:
    """Make moves from the positions that a playthrough sets up, and check the invariants after each of them."""
    playthrough = read_file(GAMES / name)
    run = Visits(open_rules(playthrough), playthrough)
    run.visited = {}
    run.run()
    dice = Dice(1)
    for state in run.visited:
        for choice in choices_of_each_kind(state, dice, of_each_kind):
            after = state.rules.step(state, choice)
            breach = breach_of(INVARIANTS_HOLD, ReachedPosition(after, ((choice.player, choice.notation),), state, choice))
            assert breach is None, f"{choice.notation}: {breach.what}"


def test_playthroughs_of_every_game_that_needs_them_set_up_positions() -> None:
    assert {Path(name).parts[0] for name in OWN} >= {"carolus_magnus", "emperor_4", "lancaster"}
    assert len(FILES) > len(OWN) >= 60


@pytest.mark.parametrize("name", sampled(OWN, every=3))
def test_invariants_hold_after_a_move_of_each_kind_from_positions_that_playthroughs_set_up(name: str) -> None:
    invariants_hold_after_moves(name, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_invariants_hold_after_moves_from_positions_that_playthroughs_set_up(name: str) -> None:
    invariants_hold_after_moves(name, 6)
