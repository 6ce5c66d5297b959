"""Random games of Lancaster are like those of an independent implementation of its rules, as far as that tells how it plays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[3] / "bench" / "games" / "lancaster.py"
TOO_FAR = 5.0
# Mean scores depend on how moves are drawn, which is not told: they may lie so far apart, in points.
POINTS = 3.0


@pytest.mark.slow
def test_random_games_are_like_those_of_another_implementation() -> None:
    told = subprocess.run([sys.executable, str(BENCH), "--games", "200", "--json"], check=True, capture_output=True, text=True)
    found = json.loads(told.stdout)
    assert set(found) == {"2", "3", "4", "5"}
    for players, figures in found.items():
        sources = [name for name in figures if name.startswith("from ")]
        assert len(sources) == 6
        assert sum(figures[name]["value"] for name in sources) == pytest.approx(figures["score"]["value"])
        assert abs(figures["decisions"]["apart"]) < TOO_FAR, players
        assert abs(figures["England wins"]["apart"]) < TOO_FAR, players
        assert abs(figures["score"]["value"] - figures["score"]["theirs"]["low"]) < POINTS, players
