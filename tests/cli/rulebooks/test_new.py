"""A rulebook that `new` makes checks, plays, and differs from its variant as the variant says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_what_is_made_checks_and_plays_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = run("new", "castles")
    assert made.exit_code == 0
    assert made.stdout.split() == ["castles/castles.rules", "castles/variants/fewest_wins.rules",
                                   "castles/playthroughs/first_game.play"]
    checked = run("check", "--strict", "castles")
    assert (checked.exit_code, checked.output.count("no mistakes")) == (0, 3)
    assert run("test", "castles").exit_code == 0
    for game in ("castles", "castles:fewest_wins"):
        report = json.loads(run("simulate", game, "--games", "20", "--invariants", "--json").stdout)
        assert report["finished"] == 20


def test_its_variant_shows_in_play(tmp_path: Path) -> None:
    run("new", "castles", "--folder", str(tmp_path))
    home = str(tmp_path / "castles")
    report = json.loads(run("diff", home, f"{home}:fewest_wins", "--plays", "20", "--json").stdout)
    assert [record["clause"] for record in report["changes"]] == ["most_taken", "no_stones_left", "wait", "stones_are_plenty"]
    assert {record["clause"] for record in report["plays"]["parted"]} == {"most_taken", "wait", "no_stones_left"}


def test_nothing_is_made_over_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "castles").mkdir()
    result = run("new", "castles", "--folder", str(tmp_path))
    assert result.exit_code == 2
    assert "exists already" in result.output
    assert list((tmp_path / "castles").iterdir()) == []


@pytest.mark.parametrize("name", ["1st", "a-b", "../up", ""])
def test_a_name_is_one_that_a_rulebook_can_have(name: str, tmp_path: Path) -> None:
    result = run("new", name, "--folder", str(tmp_path))
    assert result.exit_code == 2
    assert list(tmp_path.iterdir()) == []
