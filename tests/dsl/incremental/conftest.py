"""The rulebook of a test file, as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from .edited import alone


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one folder for all tests of a file: what is kept of a rulebook depends on its path, and is made once."""
    return tmp_path_factory.mktemp("incremental")


@pytest.fixture
def main(request: pytest.FixtureRequest, folder: Path) -> Path:
    """Write the rulebook that a test file has as `RULEBOOK` to a file of its name, alone in the folder."""
    text: str = request.module.RULEBOOK
    return alone(folder, f"{text.split(maxsplit=2)[1]}.rules", text)
