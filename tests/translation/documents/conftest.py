"""What tests of the commands on documents begin with."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .ferries import GAME, printed


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with the game and a printed rulebook in Italian with a mistake: twelve crates for eleven."""
    shutil.copytree(GAME.parent, tmp_path / "ferry")
    (tmp_path / "rules.md").write_text(printed("it").replace("ha 11 casse", "ha 12 casse"), encoding="utf-8")
    return tmp_path
