"""Each case in `cases/` gets the layout that stands beside it, and keeps it.

To add a case, add a file. RULEWRIGHT_BLESS=1 writes what comes out now, to be read and committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.dsl.source.span import Source
from rulewright.dsl.tools.format import formatted

CASES = sorted((Path(__file__).parent / "cases").glob("*.rules"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_gets_its_layout(path: Path) -> None:
    actual = formatted(Source(path.name, path.read_text(encoding="utf-8")))
    golden = path.with_suffix(".formatted")
    if os.environ.get("RULEWRIGHT_BLESS"):
        golden.write_text(actual, encoding="utf-8")
    assert actual == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_layout_stays_as_it_is(path: Path) -> None:
    text = path.with_suffix(".formatted").read_text(encoding="utf-8")
    assert formatted(Source(path.name, text)) == text


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_windows_line_ends_make_no_difference(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("\n", "\r\n")
    assert formatted(Source(path.name, text)) == path.with_suffix(".formatted").read_text(encoding="utf-8")
