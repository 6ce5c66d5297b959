"""What a player of Lancaster is offered, told, refused and shown, to the end of whole games.

Two games are played that differ only in what one player must not know: gold and squires of the others,
and ballots that are not revealed. All that the viewer sees must be the same in both.
"""

from __future__ import annotations

import pytest

from rulewright.interpreter.analysis.properties import positions
from rulewright.interpreter.analysis.properties.secrets.paired_run import compared
from rulewright.interpreter.game.viewing.observation import SPECTATOR, Viewer
from rulewright.interpreter.runtime.chance import Dice

from ...shipped import shipped_rules


def differences(players: int, viewer: Viewer, games: int, every: int) -> int:
    """How many pairs of positions were compared that differ; each pair of views must be the same."""
    rules, differed = shipped_rules("lancaster", players), 0
    for seed in range(games):
        for here in positions(rules, Dice(seed), 400):
            if (len(here.steps) + seed) % every == 0:
                for twins, record, two in compared(here.state, viewer, Dice(seed), 6):
                    assert record == two, f"{players} players, seed {seed}, {len(here.steps)} steps, seen by {viewer}"
                    differed += twins.differ
    return differed


@pytest.mark.parametrize(("players", "viewer"), [(3, 0), (4, SPECTATOR)])
def test_views_of_a_whole_game_depend_on_nothing_hidden(players: int, viewer: Viewer) -> None:
    assert differences(players, viewer, 1, 12) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_views_of_many_whole_games_depend_on_nothing_hidden(players: int, viewer: Viewer) -> None:
    # With two players purses are open, so that fewer positions differ.
    assert differences(players, viewer, 10, 3) >= (30 if players == 2 else 100)


def test_gold_and_squires_are_hidden_from_others_with_three_to_five_and_open_with_two() -> None:
    for players in (2, 3, 4, 5):
        rules = shipped_rules("lancaster", players)
        hidden = {f"P{i}.{what}" for i in range(2, players + 1) for what in ("gold", "squires")} if players > 2 else set()
        seen = rules.observer.observe(rules.initial(), 0)
        assert hidden & set(seen) == set()
        assert {"P1.gold", "P1.squires", "P1.votes", "P2.votes", "gold_left"} <= set(seen)
        assert ({"P2.gold", "P2.squires"} <= set(seen)) == (players == 2)
