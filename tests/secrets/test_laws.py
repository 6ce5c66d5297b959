"""What a player sees, is told, offered and refused never depends on what he must not know."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.cli.names import shipped_names
from rulewright.interpreter.game import SPECTATOR, Game
from rulewright.interpreter.observation import Viewer

from .twins import compared

RULEBOOKS = sorted((Path(__file__).parent / "rulebooks").glob("*.rules"))
GAMES: dict[str, Game] = {path.stem: rulewright.load(str(path)) for path in RULEBOOKS}
GAMES |= {name: rulewright.load(name) for name in shipped_names()}
TABLES = [(name, players) for name, game in GAMES.items() for players in range(game.fewest, game.most + 1)
          if game.rules(players).keeps_secrets]
VIEWERS: tuple[Viewer, ...] = (0, 1, SPECTATOR)


def differences(name: str, players: int, seeds: range) -> int:
    """How many positions were compared that differ; each pair of views must be the same."""
    differed = 0
    for viewer in VIEWERS:
        for seed in seeds:
            for differs, one, two in compared(GAMES[name].rules(players), viewer, seed):
                assert one == two, f"{name} for {players}, seed {seed}, seen by {viewer}"
                differed += differs
    return differed


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_view_depends_on_nothing_that_is_hidden_from_it(name: str, players: int) -> None:
    assert differences(name, players, range(16)) >= 10


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_view_depends_on_nothing_that_is_hidden_from_it_in_many_games(name: str, players: int) -> None:
    assert differences(name, players, range(1000, 1300)) >= 200
