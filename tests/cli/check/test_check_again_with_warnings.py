"""A declaration that differs is checked alone beside warnings too, and these stand where their lines are now."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ...dsl.incremental.edited import edits
from .conftest import Report

UNREAD = "    never_read: 0..9\n"
RULEBOOK = """rulebook dice
    "Dice"
    players 2

enum colour: red, blue

state
    left: 0..9 = 5
    never_read: 0..9
    shown: flag
    picked: colour = red

table tool
    "Tools."
    worth: 0..9
    cost: 0..9 = 1
    row axe: 3
        "An axe."
    row saw: 5
        "A saw."

play
    "Players roll."
    repeat
        turn_of(P1)

rule turn_of(p: player)
    "{p} rolls."
    roll die from 1..6
    left becomes min(5, die)
    never_read becomes die
    shown becomes yes
    picked becomes blue if left > 2 else red
    if axe.worth > saw.cost and picked = red
        silent(p)
    check over

rule silent(p: player)
    left becomes min(5, left + 1)

end over
    "It is over."
    when left = 1 and shown
    draw
"""
SAID, NOBODY = '    "Nobody says it."\n', 'function spare(): 0..9\n    "What is spare."\n    gives left\n\n'
# The warnings of a rulebook: one of a rule without a statement, and one of a field that nothing reads.
EDITS = {
    "a number": ("min(5, die)", "min(4, die)", True),
    "a number in the declaration with a warning": ("min(5, left + 1)", "min(4, left + 1)", True),
    "a remark above": ("state\n", "# What changes.\n\nstate\n", True),
    "a remark in the declaration with a warning": ("    shown: flag\n", "    # Shown.\n    shown: flag\n", True),
    "a remark on its line": (UNREAD, UNREAD.replace("\n", "  # Never.\n"), False),
    "a range": ("left: 0..9 = 5", "left: 0..8 = 5", True),
    "the range of what is reported": (UNREAD, "    never_read: 0..8\n", False),
    "what is reported is read": ("left = 1 and shown", "left = 1 and never_read > 2", False),
    "what is reported is read besides": ("die)\n", "die + never_read)\n", False),
    "something else is read": ("left = 1 and shown", "left = 1 and shown and left < 3", True),
    "what is reported is not written any more": ("    never_read becomes die\n", "", True),
    "one of two is not read any more": ("left = 1 and shown", "left = 1", False),
    "what is reported is gone": (UNREAD, "", False),
    "what is gone is read": ("    shown: flag\n", "", False),
    "a statement where there was none": ("rule silent(p: player)\n", "rule silent(p: player)\n" + SAID, False),
    "a statement less": ('    "It is over."\n', "", False),
    "a mistake": ("min(5, die)", "min(5, dies)", False),
    "what does not parse": ("min(5, die)", "min(5, die", False),
    "a function more that nothing uses": ("end over\n", NOBODY + "end over\n", True),
    "a function more that nothing uses, and reads what nothing has read": (
        "end over\n", NOBODY.replace("left", "never_read") + "end over\n", False),
    "a field more that nothing reads": ("    shown: flag\n", "    shown: flag\n    more: flag\n", True),
    "a field more that a rule reads": ("    shown: flag\n", "    shown: flag\n    more: flag\n", True),
    "a field more that a rule reads, with what nothing has read": (
        "    shown: flag\n", "    shown: flag\n    more: flag\n", False),
    "a value of a row that nothing has read": ("saw.cost", "saw.cost + axe.cost", True),
}


@pytest.mark.parametrize("edit", EDITS)
def test_warnings_are_reported_as_from_scratch(report: Report, left_alone: list[bool],
                                               edit: str) -> None:
    first = report(RULEBOOK)
    assert first.count("warning[") == 2, first
    before, now, is_alone = EDITS[edit]
    assert before in RULEBOOK
    text = RULEBOOK.replace(before, now)
    if "that a rule reads" in edit:
        more = " and never_read = 3" if "nothing has read" in edit else ""
        text = text.replace("    check over\n", f"    if not more{more}\n        left becomes 2\n    check over\n")
    assert report(text) == report(text, "--no-cache")
    assert left_alone == [is_alone]


def test_a_declaration_more_is_checked_beside_warnings(report: Report, left_alone: list[bool]
                                                       ) -> None:
    report(RULEBOOK)
    text = RULEBOOK.replace("end over\n", NOBODY + "end over\n").replace("left = 1 and", "spare() = 1 and")
    assert report(text) == report(text, "--no-cache")
    assert left_alone == [True]


@pytest.mark.parametrize(("said", "is_alone"), [("The dice are left.", True), ("{never_read} are left.", False)])
def test_a_statement_may_read_what_nothing_has_read(report: Report, left_alone: list[bool],
                                                    said: str, is_alone: bool) -> None:
    report(RULEBOOK)
    text = RULEBOOK.replace("end over\n", f'note spare\n    "{said}"\n\nend over\n')
    assert report(text) == report(text, "--no-cache")
    assert left_alone == [is_alone]


VARIANT = """variant dear of dice

because "Dear."
    set tool.axe.cost = 2
"""


def test_a_warning_of_a_variant_goes_where_its_value_is_read(tmp_path: Path, report: Report,
                                                              left_alone: list[bool]) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "dear.rules").write_text(VARIANT, encoding="utf-8")
    first = report(RULEBOOK)
    assert "W401" in first
    for now, warned, alone in (("min(4, die)", True, [True, True]), ("min(5, die + axe.cost)", False, [True, False])):
        text = RULEBOOK.replace("min(5, die)", now)
        left_alone.clear()
        assert report(text) == report(text, "--no-cache")
        assert ("W401" in report(text)) == warned
        assert left_alone[:len(alone)] == alone, now


@pytest.mark.parametrize(("seed", "count"), [(1, 2), pytest.param(2, 40, marks=pytest.mark.slow)])
def test_warnings_are_reported_as_from_scratch_after_any_edit(report: Report,
                                                              left_alone: list[bool], seed: int, count: int) -> None:
    for text in edits(RULEBOOK, random.Random(seed), count):
        report(RULEBOOK)
        assert report(text) == report(text, "--no-cache"), text
    assert left_alone.count(True) >= count
