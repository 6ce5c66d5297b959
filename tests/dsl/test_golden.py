"""Each stage of the compiler as text, held against the files in `golden/`.

To add a case, add a rulebook. RULEWRIGHT_BLESS=1 writes what comes out now, to be read and committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.dsl.load.loader import read
from rulewright.dsl.tools.dump import STAGES, dump

RULEBOOKS = sorted((Path(__file__).parent / "golden").glob("*.rules"))


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_a_stage_is_what_it_was(path: Path, stage: str) -> None:
    actual = dump(stage, read(path))
    golden = path.with_suffix(f".{stage}")
    if os.environ.get("RULEWRIGHT_BLESS"):
        golden.write_text(actual)
    assert actual == golden.read_text()


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_a_stage_comes_out_the_same_twice(path: Path, stage: str) -> None:
    assert dump(stage, read(path)) == dump(stage, read(path))
