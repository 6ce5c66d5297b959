"""The same seeds give the same games, byte for byte, whichever Python plays them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "bench" / "evidence" / "versions.py"


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_records_are_the_same_bytes(version: str) -> None:
    told = subprocess.run([sys.executable, str(SCRIPT), version], capture_output=True, text=True, check=False)
    if told.stdout == f"Python {version}: not there\n":
        pytest.skip(f"no Python {version} that can run Rulewright is installed here")
    assert (told.returncode, told.stdout.split(",")[0]) == (0, f"Python {version}: the same")
