"""The rulebook of a test file, as a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one folder for all tests of a file: what is kept of a rulebook depends on its path, and is made once."""
    return tmp_path_factory.mktemp("incremental")


@pytest.fixture
def main(request: pytest.FixtureRequest, folder: Path) -> Path:
    """Write the rulebook that a test file has as `RULEBOOK` to a file of its name, alone in the folder."""
    text: str = request.module.RULEBOOK
    return alone(folder, f"{text.split(maxsplit=2)[1]}.rules", text)


def alone(folder: Path, name: str, text: str) -> Path:
    """Write a text to a file, and remove all else from its folder."""
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name
