"""An example that shows something else, or begins elsewhere, is checked without the rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .conftest import Report
from .test_check_again import DICE, VARIANT

EXAMPLE = 'example a_roll from "playthroughs/roll.play" at "one left"\n    "A roll."\n    shows left\n\n'
HIDDEN = "    kept: 0..9 = 0, seen by nobody\n"
RULEBOOK = DICE.replace("    left: 0..9 = 5\n", f"    left: 0..9 = 5\n    most: 0..9 = 9\n{HIDDEN}").replace(
    "    left becomes min(5, die)\n", "    kept becomes min(9, kept + 1)\n    left becomes min(most, die)\n").replace(
    "end over\n", EXAMPLE + "end over\n")
PLAY = 'game dice\nplayers Anna, Boris\n\nposition "one left"\nposition "two left"\n'
# What is written in place of what: whether the rest is left alone, and what is reported.
EDITS = {
    "another field": ("shows left\n", "shows most\n", True, "no mistakes"),
    "a field more": ("shows left\n", "shows left, most\n", True, "no mistakes"),
    "a field that is not there": ("shows left\n", "shows lefd\n", True, "no field is called `lefd`"),
    "a field that nobody sees": ("shows left\n", "shows kept\n", True, "no player sees `kept`"),
    "another position": ('at "one left"', 'at "two left"', True, "no mistakes"),
    "a position that is not there": ('at "one left"', 'at "three left"', True, "does not have: `three left`"),
    "a playthrough that is not there": ("playthroughs/roll.play", "playthroughs/no.play", True, "cannot be read"),
    "another playthrough": ("playthroughs/roll.play", "playthroughs/other.play", True, "does not have: `one left`"),
    "another playthrough and another position": (
        'roll.play" at "one left"', 'other.play" at "three left"', True, "no mistakes"),
    "a playthrough elsewhere": ("playthroughs/roll.play", "../roll.play", False, "lies outside the rulebook's folder"),
    "a playthrough that is a pipe": ("playthroughs/roll.play", "playthroughs/pipe.play", False, "it is not a file"),
    "another range of the field": ("left: 0..9 = 5", "left: 0..8 = 5", True, "no mistakes"),
    "other words besides": ('"A roll."\n    shows left\n', '"One roll."\n    shows most\n', True, "no mistakes"),
    "another range of a field besides": (f"most: 0..9 = 9\n{HIDDEN}", f"most: 0..12 = 9\n{HIDDEN}", True, "no mistakes"),
    "a field that is new": ("shows left\n", "shows rest\n", False, "no mistakes"),
    "other words alone": ('"A roll."', '"One roll."', True, "no mistakes"),
}


def test_a_playthrough_that_an_example_looks_for_is_found_when_it_is_there(tmp_path: Path, report: Report,
                                                                           left_alone: list[bool]) -> None:
    (tmp_path / "playthroughs").mkdir()
    for name in ("roll", "later"):
        (tmp_path / "playthroughs" / f"{name}.play").write_text(PLAY, encoding="utf-8")
    report(RULEBOOK)
    text = RULEBOOK.replace("roll.play", "later.play")
    (tmp_path / "playthroughs" / "later.play").unlink()
    assert "cannot be read" in report(text)
    (tmp_path / "playthroughs" / "later.play").write_text(PLAY, encoding="utf-8")
    assert report(text) == report(text, "--no-cache")
    assert all(left_alone)


@pytest.mark.parametrize("with_variant", [False, True])
@pytest.mark.parametrize("edit", EDITS)
def test_an_example_is_reported_as_from_scratch(tmp_path: Path, report: Report, left_alone: list[bool], edit: str,
                                                with_variant: bool) -> None:
    for folder in ("playthroughs", "variants"):
        (tmp_path / folder).mkdir()
    (tmp_path / "playthroughs" / "roll.play").write_text(PLAY, encoding="utf-8")
    (tmp_path / "playthroughs" / "other.play").write_text(PLAY.replace("one", "three"), encoding="utf-8")
    os.mkfifo(tmp_path / "playthroughs" / "pipe.play")
    if with_variant:
        (tmp_path / "variants" / "few_dice.rules").write_text(
            VARIANT.replace("left: 0..5 = 5", f"left: 0..8 = 5\n        most: 0..9 = 9\n    {HIDDEN}").rstrip() + "\n",
            encoding="utf-8")
    assert "mistake" in (first := report(RULEBOOK)), first
    before, now, is_alone, said = EDITS[edit]
    assert before in RULEBOOK
    text = RULEBOOK.replace(before, now)
    if edit == "a field that is new":
        text = text.replace("    most: 0..9 = 9\n", "    most: 0..9 = 9\n    rest: 0..9\n").replace(
            "    check over\n", "    if rest < 3\n        rest gains 1\n    check over\n")
    if "besides" in edit:
        text = text.replace("shows left\n", "shows most\n")
    found = report(text)
    assert found == report(text, "--no-cache")
    assert said in found
    assert left_alone[0] == is_alone
    assert not is_alone or all(left_alone)


def _with_cells(folder: Path, shown: str) -> str:
    """Write the playthrough; return the rulebook with fields of three numbers each, of which the example shows something."""
    (folder / "playthroughs").mkdir()
    (folder / "playthroughs" / "roll.play").write_text(PLAY, encoding="utf-8")
    more, use = "    marks: 0..9 per 1..3\n    dots: 0..9 per 1..3\n", "    marks[1] becomes min(marks[2], dots[1])\n"
    return RULEBOOK.replace("    most: 0..9 = 9\n", f"    most: 0..9 = 9\n{more}").replace(
        "    check over\n", f"{use}    check over\n").replace("shows left", f"shows {shown}")


@pytest.mark.parametrize(("shown", "is_alone"), [
    ("marks[3]", False), ("marks", False), ("dots[3], left", False), ("left", True)])
def test_an_example_may_show_one_of_the_numbers_that_a_field_has(tmp_path: Path, report: Report, left_alone: list[bool],
                                                                 shown: str, is_alone: bool) -> None:
    rulebook = _with_cells(tmp_path, shown)
    assert "no mistakes" in report(rulebook)
    for now in ("per 1..2", "per 1..4", "per 0..2"):
        text = rulebook.replace("marks: 0..9 per 1..3", f"marks: 0..9 {now}")
        assert report(text) == report(text, "--no-cache")
    assert left_alone == [is_alone] * 3


@pytest.mark.parametrize(("now", "shown", "said"), [
    ("per 1..4", "marks[4]", "no mistakes"), ("per 1..2", "marks[3]", "no field is called"),
    ("per 0..2", "marks[0]", "no mistakes"), ("per 0..2", "marks[3]", "no field is called")])
def test_an_example_may_show_another_number_that_a_field_has_now(tmp_path: Path, report: Report, now: str, shown: str,
                                                                 said: str) -> None:
    rulebook = _with_cells(tmp_path, "left")
    assert "no mistakes" in report(rulebook)
    text = rulebook.replace("marks: 0..9 per 1..3", f"marks: 0..9 {now}").replace("shows left", f"shows {shown}")
    found = report(text)
    assert found == report(text, "--no-cache")
    assert said in found


@pytest.mark.parametrize(("before", "now", "said"), [
    ("shows left", "shows lefd", "1 error"), ('at "one left"', 'at "three left"', "2 errors")])
def test_beside_a_mistake_nobody_asks_what_an_example_shows(tmp_path: Path, report: Report, left_alone: list[bool],
                                                            before: str, now: str, said: str) -> None:
    (tmp_path / "playthroughs").mkdir()
    (tmp_path / "playthroughs" / "roll.play").write_text(PLAY, encoding="utf-8")
    assert "no mistakes" in report(RULEBOOK)
    text = RULEBOOK.replace(before, now).replace("min(most, die)", "min(moost, die)")
    found = report(text)
    assert found == report(text, "--no-cache")
    assert said in found
    assert left_alone == [True]
