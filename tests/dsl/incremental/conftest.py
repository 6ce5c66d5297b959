"""The rulebook of a test file, as a file."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def main(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Write the rulebook that a test file has as `RULEBOOK` to a file of its name."""
    text: str = request.module.RULEBOOK
    path = tmp_path / f"{text.split(maxsplit=2)[1]}.rules"
    path.write_text(text, encoding="utf-8")
    return path
