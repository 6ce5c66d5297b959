"""Playthroughs of small rulebooks in `cases`: each is free of mistakes, and all that it expects is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.checking.file_checks import check_playthrough
from rulewright.cli.playthroughs.scripts import open_file
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

CASES = sorted((Path(__file__).parent / "cases").glob("*.play"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_has_no_mistakes_and_passes(path: Path) -> None:
    assert check_playthrough(str(path)) == ()
    playthrough, rules = open_file(path)
    assert PlaythroughRunner(rules, playthrough).run().failures == []
