"""A field or a column more or less is checked without the rest, where it stands behind all others."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.incremental.again import check_again

from .edited import all_names, cached, compared, report
from .heap import AT, NEW, RULEBOOK, with_more

# A field more, where it stands: whether the rest of what was found holds, and whether something reads it.
FIELDS = {
    "of the state": ("    left: 0..99 = room\n", "    left: 0..99 = room\n    rest: 0..9\n", "", True, False),
    "of the state, at its end": (
        "    right: 0..9 = first_marks\n", "    right: 0..9 = first_marks\n    rest: 0..9\n", "", True, False),
    "of players": ("    marks: 0..3 per 1..3\n", "    marks: 0..3 per 1..3\n    rest: 0..9 per 1..2\n", "", True, False),
    "of players, which a rule writes": (
        "    marks: 0..3 per 1..3\n", "    marks: 0..3 per 1..3\n    rest: 0..9\n", "p.rest becomes 4", True, False),
    "of players, which a rule reads": (
        "    marks: 0..3 per 1..3\n", "    marks: 0..3 per 1..3\n    rest: 0..9\n",
        "p.rest becomes 4\n    p.stones becomes p.rest", True, True),
    "that reads itself": (
        "    left: 0..99 = room\n", "    left: 0..99 = room\n    rest: 0..9\n", "rest becomes min(9, rest + 1)", True, True),
    "and another range beside it": (
        "    right: 0..9 = first_marks\n", "    right: 0..8 = first_marks\n    rest: 0..9\n", "", False, False),
    "in place of another": ("    right: 0..9 = first_marks\n", "    rest: 0..9 = first_marks\n", "", False, False),
    "twice": ("    left: 0..99 = room\n", "    left: 0..99 = room\n    rest: 0..9\n    rest: 0..9\n", "", False, False),
    "in another order": ("    left: 0..99 = room\n    right: 0..9 = first_marks\n",
                         "    right: 0..9 = first_marks\n    rest: 0..9\n    left: 0..99 = room\n", "", False, False),
    "that a note names": (
        "    left: 0..99 = room\n", "    left: 0..99 = room\n    rest: 0..9\n", 'note spare\n    "{rest} are spare."\n\n',
        False, True),
    "beside a note": (
        "    left: 0..99 = room\n", "    left: 0..99 = room\n    rest: 0..9\n", NEW["note"], True, False),
    "that nothing reads, beside a function that nothing uses": (
        "    left: 0..99 = room\n", "    left: 0..99 = room\n    rest: 0..9\n", NEW["function"], True, False),
}


@pytest.mark.parametrize("more", FIELDS)
def test_a_field_more_is_checked_without_the_rest(main: Path, more: str) -> None:
    before, now, added, holds, is_read = FIELDS[more]
    assert RULEBOOK.count(before) == 1
    text = with_more(added, "") if added.endswith("\n\n") else with_more("", added)
    text = text.replace(before, now)
    both = compared(cached(main, (), all_names(main)), main, main, text)
    assert (both is not None) == holds
    assert both is None or ([diagnostic.code for diagnostic in both[0].warnings] == ["W404"]) == (not is_read)


@pytest.mark.parametrize("more", [name for name, case in FIELDS.items() if case[3] and case[4]])
def test_a_field_less_is_checked_without_the_rest(main: Path, more: str) -> None:
    before, now, statement, _, _ = FIELDS[more]
    main.write_text(with_more("", statement).replace(before, now), encoding="utf-8")
    assert compared(cached(main, (), all_names(main)), main, main, RULEBOOK) is not None


# Two columns behind all others, or one between them: whether the rest of what was found holds.
LAST, BETWEEN = "    weight: 0..9\n", "    cost: 0..9\n"
COLUMNS = {
    "that nothing reads": (LAST, "    shine: 0..9 = 2\n", "", True),
    "that a rule reads": (LAST, "    shine: 0..9 = 2\n", "p.stones becomes axe.shine + (sum t in tool: t.shine)", True),
    "of a constant": (LAST, "    shine: 0..most = bonus + 1\n", "p.stones becomes axe.shine", True),
    "of a type of two values": (LAST, "    shine: 0..9 per 1..2 = 3\n", "p.stones becomes saw.shine[2]", False),
    "of a flag": (LAST, "    shines: flag = yes\n", "if saw.shines\n        p.marks[2] becomes 1", True),
    "and another": (LAST, "    shine: 0..9 = 2\n    gloss: 0..9 = 4\n", "p.stones becomes axe.shine + saw.gloss", True),
    "without a value": (LAST, "    shine: 0..9\n", "", False),
    "with a value that does not fit": (LAST, "    shine: 0..9 = 12\n", "", False),
    "of what is no type": (LAST, "    shine: shiny = 1\n", "", False),
    "by a value of a row": (LAST, "    shine: tool = axe\n", "", False),
    "by the name of a row": (LAST, "    saw: 0..9 = 2\n", "", False),
    "between others": (BETWEEN, "    shine: 0..9 = 2\n", "", False),
}


@pytest.mark.parametrize("more", COLUMNS)
def test_a_column_more_is_checked_without_the_rest(main: Path, more: str) -> None:
    behind, column, statement, holds = COLUMNS[more]
    now = with_more("", statement).replace(behind, behind + column)
    both = compared(cached(main, (), all_names(main)), main, main, now)
    assert (both is not None) == holds
    assert both is None or [rechecked.program.columns for rechecked in both[0].programs] == [
        program.columns for program in both[1][1] if statement]


@pytest.mark.parametrize("more", [name for name, (*_, holds) in COLUMNS.items() if holds])
def test_a_column_less_is_checked_without_the_rest(main: Path, more: str) -> None:
    behind, column, statement, _ = COLUMNS[more]
    main.write_text(with_more("", statement).replace(behind, behind + column), encoding="utf-8")
    both = compared(cached(main, (), all_names(main)), main, main, RULEBOOK)
    assert both is not None
    assert [rechecked.program.columns for rechecked in both[0].programs] == [
        program.columns for program in both[1][1] if statement]


@pytest.mark.parametrize(("row", "holds"), [
    ("", True), ('    row saw: 5, 2, 1, 3\n        "A saw."\n', False),
    ('    row saw: 5, 2, 1\n        "A saw."\n        shine = 3\n', False)])
def test_a_column_less_has_no_value_in_a_row(main: Path, row: str, holds: bool) -> None:
    text = RULEBOOK.replace("        cost = 2\n", "").replace("        weight = worth_of_saw\n", "").replace(
        "row saw: 5\n", "row saw: 5, 2, 1\n").replace(LAST, LAST + "    shine: 0..9 = 2\n")
    if not holds:
        text = text.replace("    row saw: 5, 2, 1\n        \"A saw.\"\n", row)
    text = text.replace("p.marks[3] becomes 0", "p.marks[3] becomes worth_of_saw - 1")
    main.write_text(text, encoding="utf-8")
    assert (check_again(cached(main), {str(main): text.replace("    shine: 0..9 = 2\n", "")}) is not None) == holds


def test_a_row_that_a_line_makes_may_have_the_name_of_a_column(main: Path) -> None:
    table = 'table card\n    "Cards."\n    rank: 1..2\n    row plain "c_{n}": n for n in 1..2\n\n'
    text = RULEBOOK.replace(AT, table + AT).replace("p.marks[3] becomes 0", "p.marks[3] becomes sum c in card: c.rank")
    main.write_text(text, encoding="utf-8")
    rulebook = cached(main)
    for column, holds in (("c_3", True), ("c_2", False)):
        now = text.replace("    rank: 1..2\n", f"    rank: 1..2\n    {column}: 0..9 = 1\n")
        assert (check_again(rulebook, {str(main): now}) is not None) == holds
        main.write_text(now, encoding="utf-8")
        assert ([diagnostic.code for diagnostic in report(main)[0]] == []) == holds
