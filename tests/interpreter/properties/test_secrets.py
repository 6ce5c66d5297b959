"""Games that are the same to one viewer: they do differ, and he cannot tell them apart."""

from __future__ import annotations

import pytest

from rulewright.interpreter.analysis.properties import positions
from rulewright.interpreter.analysis.properties.secrets.paired_run import compared
from rulewright.interpreter.game.viewing.observation import SPECTATOR, Viewer
from rulewright.interpreter.runtime.chance import Dice

from ...shipped import shipped
from .tables import EVERYWHERE, each_game, stem

# The games that ship and hide something, with all their variants; a rulebook that does not any more has lost its secrets.
HIDE = {"emperor_4", "goofspiel", "lancaster", "bids.rules", "council.rules", "hands.rules"}
VIEWERS: tuple[Viewer, ...] = (0, 1, SPECTATOR)


def differences(name: str, viewer: Viewer, players: int, games: int, pairs: int) -> int:
    """How many pairs of positions were compared that differ; each pair of views must be the same."""
    rules, differed = shipped(name).rules(players), 0
    for seed in range(games):
        for here in positions(rules, Dice(seed), 40):
            if (len(here.steps) + seed) % 6 == 0:
                for twins, record, two in compared(here.state, viewer, Dice(seed), pairs):
                    assert record == two, f"{name} for {players}, seed {seed}, {len(here.steps)} steps, seen by {viewer}"
                    differed += twins.differ
    return differed


@each_game
def test_a_view_depends_on_nothing_that_is_hidden_from_it(name: str) -> None:
    hides = stem(name).partition(":")[0] in HIDE
    assert shipped(name).rules().observer.keeps_secrets == hides
    if hides:
        # The positions of a large game take long to compare, and it hides so much that few pairs are alike.
        pairs = 2 if stem(name).startswith("emperor_4") else 4
        assert sum(differences(name, viewer, shipped(name).most, 1, pairs) for viewer in VIEWERS) >= 10
    else:
        assert not any(shipped(name).rules().observer.hidden(viewer) for viewer in VIEWERS)


@pytest.mark.slow
@pytest.mark.parametrize("name", [text for text in EVERYWHERE if stem(text) in HIDE], ids=stem)
def test_a_view_depends_on_nothing_that_is_hidden_from_it_in_many_games(name: str) -> None:
    counts = range(shipped(name).fewest, shipped(name).most + 1)
    assert sum(differences(name, viewer, players, 30, 4) for players in counts for viewer in VIEWERS) >= 200
