"""The findings of `check` as SARIF, held against the standard; and what the tests' own view of the standard notices."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

from ...sarif import faults
from ...translation.texts.games import RULES, written

Change = Callable[[dict[str, Any]], object]


def log_of(*words: str) -> dict[str, Any]:
    log = json.loads(CliRunner().invoke(main, ["check", *words, "--format", "sarif"]).stdout)
    assert isinstance(log, dict)
    return log


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A rulebook whose folder has blanks and other letters in its name, with mistakes and warnings in it and in its texts."""
    folder = tmp_path / "my orchards & Gärten"
    folder.mkdir()
    written(folder, RULES.replace("tree[f] loses n", "tree[f] loses m"), ru__texts="texts of pears in ru\n\nbasket\n")
    return folder / "orchard.rules"


def test_what_check_finds_is_a_log_as_the_standard_asks(faulty: Path) -> None:
    log = log_of(str(faulty))
    assert faults(log) == []
    assert {record["level"] for record in log["runs"][0]["results"]} == {"error", "warning"}
    uri = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.endswith("/my%20orchards%20%26%20G%C3%A4rten/orchard.rules")


def test_a_rulebook_without_mistakes_is_a_log_without_results() -> None:
    log = log_of("pig")
    assert (faults(log), log["runs"][0]["results"]) == ([], [])


def test_related_places_stand_in_the_log_as_in_the_text(tmp_path: Path) -> None:
    path = tmp_path / "twice.rules"
    play = "play\n    check over\n\n"
    path.write_text(f"rulebook twice\n    players 2\n\n{play}{play}end over\n    when yes\n    draw\n")
    found = json.loads(CliRunner().invoke(main, ["check", str(path), "--format", "json"]).stdout)["diagnostics"]
    log = log_of(str(path))
    assert faults(log) == []
    related = [[(place["message"]["text"], place["physicalLocation"]["artifactLocation"]["uri"],
                 place["physicalLocation"]["region"]["startLine"]) for place in record.get("relatedLocations", ())]
               for record in log["runs"][0]["results"]]
    assert related == [[(each["message"], each["file"], each["line"]) for each in record["related"]] for record in found]
    assert any(related)


@pytest.mark.parametrize("change", [
    lambda log: log.pop("version"),
    lambda log: log.update(version="2.0.0"),
    lambda log: log.update(tool="rulewright"),
    lambda log: log["runs"][0].pop("tool"),
    lambda log: log["runs"][0].update(columnKind="bytes"),
    lambda log: log["runs"][0]["results"][0].pop("message"),
    lambda log: log["runs"][0]["results"][0].update(level="fatal"),
    lambda log: log["runs"][0]["results"][0].update(ruleId="E999"),
    lambda log: log["runs"][0]["results"][0]["partialFingerprints"].update(line=3),
    lambda log: log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"].update(startLine=0),
    lambda log: log["runs"][0]["results"][0]["locations"][0]["physicalLocation"].pop("artifactLocation"),
    lambda log: log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"].update(uri="my orchard"),
    lambda log: log["runs"][0]["results"][1]["fixes"][0]["artifactChanges"][0]["replacements"][0].pop("deletedRegion"),
    lambda log: log["runs"][0]["results"][1]["fixes"][0].pop("artifactChanges"),
    lambda log: log["runs"][0]["tool"]["driver"]["rules"].append(log["runs"][0]["tool"]["driver"]["rules"][0]),
])
def test_a_log_that_is_not_as_the_standard_asks_is_noticed(faulty: Path, change: Change) -> None:
    log = log_of(str(faulty))
    change(log)
    assert faults(log) != []
