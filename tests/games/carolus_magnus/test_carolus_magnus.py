"""Carolus Magnus in random games: all that is declared holds, and what is declared of steps can break."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.analysis.playouts.simulate import simulate

from ...shipped import shipped_rules
from ..mistakes import Mistake, unnoticed

TAKEN = "    r.castles becomes placed\n    r.owner becomes s\n"
MERGED = "    for each n in neighbours(r) where n.owner = r.owner\n"
BUILT = "    announce castle_built(r, s)\n"
BACK = "    for each p in players\n        transfer back"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_all_that_is_declared(players: int) -> None:
    report = simulate(shipped_rules("carolus_magnus", players), range(4), 1, invariants=True).as_json()
    assert report["finished"] == 4


# What can be played together without one mistake hiding the other.
MISTAKES = [
    [
        Mistake("regions", TAKEN, "    r.castles becomes max(0, placed - 1)\n    r.owner becomes none\n",
                ("owned_stays_owned", "castles_stay")),
        Mistake("regions", BACK, BACK.replace("players", "players where p = P1"), ("courts_give_back_alike",)),
    ],
    [
        Mistake("regions", MERGED, """\
    r.paladins[red] becomes 0
    for each n in neighbours(r) where n.owner != r.owner
        n.owner becomes r.owner
        merge r with n
    for each n in neighbours(r) where n.owner != r.owner
        n.owner becomes r.owner
""", ("regions_only_merge", "one_region_changes_hands", "paladins_stay_in_the_empire")),
    ],
    [
        Mistake("turn", "        marker[c] becomes p\n", "        marker[c] becomes p if marker[c] = none else none\n",
                ("markers_stay_with_players",)),
        Mistake("regions", BUILT, BUILT + "    for each o in sides where o.supply > 5\n        o.supply loses 1\n",
                ("one_side_builds",)),
        Mistake("turn", "transfer 1 from p.reserve[c] to p.court[c]", "transfer up to 2 from p.reserve[c] to p.court[c]",
                ("paladins_come_one_by_one",)),
        Mistake("components", "    fewest_regions = 4 ", "    fewest_regions = 12 ", ()),
        Mistake("ends", "    when size(region) < fewest_regions\n", "    when size(region) < fewest_regions - 1\n",
                ("few_regions_end_the_game",)),
    ],
]


# The seeds of games that come to all mistakes of a list soon.
SEEDS = (18, 5, 28)


@pytest.mark.parametrize(("mistakes", "first"), list(zip(MISTAKES, SEEDS, strict=True)))
def test_mistakes_in_the_rules_break_what_is_declared_of_steps(mistakes: list[Mistake], first: int, tmp_path: Path) -> None:
    assert unnoticed("carolus_magnus", mistakes, tmp_path / "carolus_magnus", first=first) == set()
