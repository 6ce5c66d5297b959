"""Random games of Carolus Magnus are like those of an independent implementation of its rules."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[3] / "bench" / "games" / "carolus_magnus.py"
# Thirty figures are compared; by chance one of them lies so far off once in 520 such tests.
TOO_FAR = 4.0


@pytest.mark.slow
def test_random_games_are_like_those_of_another_implementation() -> None:
    told = subprocess.run([sys.executable, str(BENCH), "--games", "600", "--json"], check=True, capture_output=True, text=True)
    found = json.loads(told.stdout)
    assert {players: len(figures) for players, figures in found.items()} == {"2": 10, "3": 10, "4": 10}
    apart = {f"{name} with {players} players": figure["apart"] for players, figures in found.items()
             for name, figure in figures.items()}
    assert {name: off for name, off in apart.items() if abs(off) > TOO_FAR} == {}
