"""What several tests of the editor begin with."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.dsl.source.search_path import find


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """A copy of a shipped rulebook in a folder of its own."""
    main = tmp_path / "pig.rules"
    shutil.copy(find("pig"), main)
    return main
