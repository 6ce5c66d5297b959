"""Variants that change one clause each: `diff` names it, and nothing else, and each playthrough shows what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

VARIANTS = sorted((Path(__file__).parent / "one_clause").glob("*.rules"))
# Positions of this game hold so much that it takes long to find out which of it matters.
SLOW = ("carolus_magnus",)


def base_of(variant: Path) -> str:
    return variant.read_text(encoding="utf-8").partition(" of ")[2].split()[0]


def clause_of(variant: Path) -> str:
    return variant.read_text(encoding="utf-8").splitlines()[0].removeprefix("# changes ")


@pytest.mark.parametrize("variant", [pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if base_of(path) in SLOW else [])
                                     for path in VARIANTS])
def test_the_clause_that_was_changed_is_named_and_shown(variant: Path, tmp_path: Path) -> None:
    base, clause = base_of(variant), clause_of(variant)
    result = CliRunner().invoke(main, ["diff", base, str(variant), "--players", "2", "--plays", "12", "--seed", "1", "--json"])
    report = json.loads(result.stdout)
    assert [record["clause"] for record in report["changes"]] == [clause]
    parted = report["plays"]["parted"]
    assert {record["clause"] for record in parted} == {clause}
    shown = [record["playthrough"] for record in parted if record["playthrough"] is not None]
    assert shown != []
    for text in shown:
        assert runs(tmp_path, text) == 0, text
        assert runs(tmp_path, text.replace(f"\ngame {base}\n", f"\ngame {base}\nvariant {variant}\n", 1)) == 1, text


def runs(folder: Path, text: str) -> int:
    """The exit code of a playthrough."""
    path = folder / "shown.play"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(main, ["test", str(path)]).exit_code
