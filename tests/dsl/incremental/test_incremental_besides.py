"""A declaration more or less is checked without the rest, where no name in it stands anywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import syntax as ast
from rulewright.dsl.incremental import environment
from rulewright.dsl.incremental.again import check_again
from rulewright.dsl.incremental.besides import names_with

from .edited import after, all_names, compared, contents, kept, parsed, report
from .test_incremental import RULEBOOK as HEAP
from .test_incremental_passes import OPEN

NEW = {
    "function": 'function spare(p: player): 0..20\n    "The stones to spare of {p}."\n    gives max(0, p.stones - 3)\n\n',
    "function of a function": 'function thrice(n: 0..9): 0..40\n    "Three times."\n    gives twice(n) + n\n\n'
    'function more_often(n: 0..9): 0..80\n    "Six times."\n    gives thrice(n) + thrice(n)\n\n',
    "rule": 'rule pay_up(p: player)\n    "{p} pays."\n    if p.stones > 2\n        p.stones loses 1\n'
    '    exception destitute: p.marks[1] > 2\n        "Nobody with marks pays."\n        p.marks[1] loses 1\n\n',
    "waiting rule": 'rule ask_for(p: player)\n    "{p} is asked."\n    choose asking by p\n        "They answer."\n'
    '        move agreed "agree" as pass\n            "They agree."\n\n',
    "constant": 'constants\n    levy = 2 "The levy is {levy}."\n\n',
    "invariant": 'invariant marks_suffice: every p in players: p.marks[1] < 4\n    "There are enough marks."\n\n',
    "step": 'invariant one_by_one of each step: left <= before(left) + 1\n    "Little by little."\n\n',
    "note": 'note who_ends\n    "The last one ends."\n\n',
    "parameter": 'parameter levy: 0..9 = 2\n    "The levy is {levy}."\n\n',
    "event": 'event paid(p: player, n: 0..9)\n    "{p} paid {n}."\n\n',
    "section": 'section the_heap\n    "The heap"\n\n',
    "field": "state\n    rest: 0..9 = 5\n\n",
    "field of players": "each player has\n    rest: 0..9 = 1\n\n",
    "end": 'end too_soon\n    "Soon."\n    when left > 97\n    draw\n\n',
    "enum": 'enum hue: pale, dark\n\n',
    "hidden function": 'function concealed(p: player): 0..20\n    "What nobody knows."\n    gives p.held\n\n',
}
# A rule to which nothing hidden comes.
RULEBOOK = HEAP.replace("            turn_of(p)\n", "            tidy_up(p)\n            turn_of(p)\n") + """
rule tidy_up(p: player)
    "{p} tidies up."
    p.marks[3] becomes 0
"""
AT, BODY = "end empty\n", "    p.marks[3] becomes 0\n"
# What is written before an end, and what before a statement of a rule: whether the rest of what was found holds.
MORE = {
    "a function": (NEW["function"], "p.marks[2] becomes 1 if spare(p) > 2 else 0", True),
    "a function that uses a function that is new": (
        NEW["function of a function"], "p.stones becomes min(20, more_often(1))", True),
    "a function with a value out of its range": (
        NEW["function of a function"], "p.stones becomes min(9, more_often(p.stones div 2))", True),
    "a function that calls another beyond its range": (
        NEW["function of a function"].replace("twice(n) + n", "twice(n + 3) + n"),
        "p.stones becomes min(20, more_often(1))", True),
    "a function that calls itself": (
        NEW["function"].replace("max(0, p.stones - 3)", "spare(p)"), "p.stones becomes spare(p)", False),
    "a function with a mistake": (
        NEW["function"].replace("p.stones - 3", "p.stanes - 3"), "p.stones becomes spare(p)", False),
    "a function with a mistake in its head": (
        NEW["function"].replace("p: player", "p: playr"), "p.stones becomes spare(p)", False),
    "a function with a mistake in its statement": (
        NEW["function"].replace("of {p}", "of {q}"), "p.stones becomes spare(p)", False),
    "a function without a statement": (
        NEW["function"].replace('    "The stones to spare of {p}."\n', ""), "p.stones becomes spare(p)", False),
    "a function that is handed a mistake": (NEW["function"], "p.stones becomes spare(3)", False),
    "a function with a word of no type": (
        NEW["function"].replace("0..20", "0..20 or playr"), "if spare(p) = 3\n        p.marks[2] becomes 1", False),
    "a function of what is hidden": (NEW["hidden function"], "p.held becomes min(9, concealed(p))", False),
    "a function that shows what is hidden": (NEW["hidden function"], "p.stones becomes concealed(p)", False),
    "a rule": (NEW["rule"], "pay_up(p)", True),
    "a rule that waits": (NEW["waiting rule"], "ask_for(p)", False),
    "a rule that is carried out with what is hidden": (
        NEW["rule"].replace("p: player", "p: player, h: 0..9").replace("loses 1\n    exc", "loses h div 9\n    exc"),
        "pay_up(p, p.held)", False),
    "a rule that is carried out where something hidden is so": (NEW["rule"], "if p.held > 2\n        pay_up(p)", False),
    "a rule with what is hidden": (NEW["rule"].replace("p.stones > 2", "p.held > 2"), "pay_up(p)", False),
    "a rule that goes round": (NEW["rule"].replace("if p.stones > 2", "tidy_up(p)\n    if p.stones > 2"), "pay_up(p)", False),
    "a rule with a line that is never reached": (
        NEW["rule"].replace("    if p.stones > 2", "    repeat 2 times\n        leave\n        leave\n    if p.stones > 2"),
        "pay_up(p)", False),
    "a rule with an exception of a name that is there": (NEW["rule"].replace("destitute", "small"), "pay_up(p)", False),
    "a reaction": ('rule afterwards after nobody_came()\n    "Then."\n    left becomes 3\n\n', "", False),
    "a rule with a word of no type": (
        NEW["rule"].replace("    if p.stones > 2", "    var who: player or playr = p\n    if p.stones > 2 and who = p"),
        "pay_up(p)", False),
    "a constant that a rule uses": (NEW["constant"], "p.stones becomes levy", True),
    "a constant that nothing but its statement uses": (NEW["constant"], "", True),
    "a constant by others": (NEW["constant"].replace("= 2", "= 4 - bonus"), "p.stones becomes levy", True),
    "a constant by a value of a row": (NEW["constant"].replace("= 2", "= axe.worth"), "p.stones becomes levy", False),
    "a constant by a function": (NEW["constant"].replace("= 2", "= twice(1)"), "p.stones becomes levy", False),
    "a constant and a function with it in its head": (
        NEW["constant"] + NEW["function"].replace("0..20", "0..levy * 10"), "p.stones becomes spare(p)", True),
    "an invariant": (NEW["invariant"], "", True),
    "an invariant of steps": (NEW["step"], "", True),
    "an invariant of something that is not there": (NEW["invariant"].replace("marks[1]", "marcs[1]"), "", False),
    "an invariant with a function": (NEW["invariant"].replace("p.marks[1] < 4", "spare(p) < 40") + NEW["function"], "", True),
    "a note": (NEW["note"], "", True),
    "a note with a mistake": (NEW["note"].replace("last one", "last {one}"), "", False),
    "a note that is there": ('note who_begins\n    "The youngest begins."\n\n', "", False),
    "a note with a name that a rule has for something else": ('note before\n    "Before."\n\n', "", True),
    "a parameter that a rule uses": (NEW["parameter"], "p.stones becomes levy", True),
    "a parameter that nothing but its statement uses": (NEW["parameter"], "", True),
    "a parameter by others, of a range by others": (
        NEW["parameter"].replace("0..9 = 2", "0..most = bonus + 1"), "p.stones becomes levy", True),
    "a parameter by a value of a row": (NEW["parameter"].replace("= 2", "= axe.worth"), "p.stones becomes levy", False),
    "a parameter of what is no type": (NEW["parameter"].replace("0..9", "numbr"), "p.stones becomes levy", False),
    "a parameter of rows": (NEW["parameter"].replace("0..9 = 2", "tool = axe"), "p.stones becomes levy.worth", False),
    "a parameter of a flag": (
        NEW["parameter"].replace("0..9 = 2", "flag = yes"), "if levy\n        p.marks[2] becomes 1", True),
    "a parameter with a value out of its range": (NEW["parameter"].replace("= 2", "= 12"), "p.stones becomes levy", False),
    "a parameter of three players": (
        NEW["parameter"].replace('{levy}."\n', '{levy}."\n    when player_count = 3\n'), "p.stones becomes levy", False),
    "a parameter and a function with it in its head": (
        NEW["parameter"] + NEW["function"].replace("0..20", "0..levy * 10"), "p.stones becomes spare(p)", True),
    "an event": (NEW["event"], "announce paid(p, min(p.stones, 9))", True),
    "an event that does not happen": (NEW["event"], "", True),
    "an event with a value that may be out of its range": (NEW["event"], "announce paid(p, p.stones)", True),
    "an event with a value of another type": (NEW["event"], "announce paid(p, p)", False),
    "an event with a mistake in its head": (NEW["event"].replace("0..9", "0..nein"), "", False),
    "an event with a mistake in its statement": (NEW["event"].replace("paid {n}", "paid {m}"), "", False),
    "an event without a statement": (NEW["event"].replace('    "{p} paid {n}."\n', ""), "announce paid(p, 2)", True),
    "an event that shows what is hidden": (NEW["event"], "announce paid(p, p.held)", False),
    "an event where something hidden is so": (NEW["event"], "if p.held > 2\n        announce paid(p, 2)", False),
    "an event that is seen by one": (NEW["event"].replace("n: 0..9", "n: 0..9 seen by p"), "announce paid(p, 2)", False),
    "an event and an invariant of it": (
        NEW["event"] + 'invariant little after paid(p, n): n < 9\n    "Little."\n\n', "announce paid(p, 2)", True),
    "two events, the first of which happens": (
        NEW["event"] + 'event lost(p: player)\n    "{p} lost."\n\n', "announce paid(p, 2)", True),
    "an event and what reacts to it": (
        NEW["event"] + 'rule afterwards after paid(p, n)\n    "Then."\n    left becomes 3\n\n', "announce paid(p, 2)", False),
    "a section": (NEW["section"], "", True),
    "a section of another": ('section the_stones in the_heap\n    "Stones"\n\n' + NEW["section"], "", False),
    "an end": (NEW["end"], "", True),
    "two ends, of which one has winners": (
        NEW["end"] + 'end at_once\n    "At once."\n    when right > 4\n    winners p in players where p.stones > 3\n\n',
        "", True),
    "an end that a rule checks": (NEW["end"], "check too_soon, stuck", True),
    "an end with a function that is new": (NEW["end"].replace("left >", "spare(P1) >") + NEW["function"], "", True),
    "an end with a mistake": (NEW["end"].replace("left >", "lift >"), "", False),
    "an end with a mistake in its statement": (NEW["end"].replace('"Soon."', '"Soon after {lift}."'), "", False),
    "an end without a statement": (NEW["end"].replace('    "Soon."\n', ""), "", False),
    "an end of what is hidden": (NEW["end"].replace("left > 97", "some p in players: p.held > 2"), "", False),
    "an end of the name of a note": (NEW["end"].replace("too_soon", "who_begins"), "", False),
    "a field that a rule reads": (NEW["field"], "p.stones becomes rest\n    rest becomes 2", True),
    "a field that a function reads": (
        NEW["field"] + NEW["function"].replace("p.stones - 3", "p.stones - rest"), "p.stones becomes spare(p)", True),
    "a field of players": (
        NEW["field of players"], "p.rest gains 1\n    p.stones becomes min(9, p.rest + next(p).rest)", True),
    "fields of players": (
        NEW["field of players"] + NEW["field"].replace("rest", "more_rest"),
        "p.rest gains 1\n    p.stones becomes min(9, p.rest + more_rest)", True),
    "a field without a first value": (NEW["field"].replace("= 5", ""), "p.stones becomes rest", True),
    "a field that has to have a first value": (
        NEW["field"].replace("0..9 = 5", "3..9"), "p.stones becomes rest", False),
    "a field of a wrong type": (NEW["field"].replace("0..9", "0..nein"), "p.stones becomes rest", False),
    "a field with a first value out of its range": (NEW["field"].replace("= 5", "= 12"), "p.stones becomes rest", False),
    "a field with a word of no type": (
        NEW["field"].replace("0..9", "0..9 or playr"), "if rest = 3\n        left becomes 1", False),
    "a field of rows": ("each tool has\n    rest: 0..9 = 5\n\n", "p.stones becomes axe.rest", True),
    "a field too wide": (NEW["field"].replace("0..9 = 5", "flag per 1..90000 per 1..2"),
                         "if rest[1][1]\n        left becomes 1", False),
    "a field that nobody sees": (NEW["field"].replace("= 5", "= 5, seen by nobody"), "rest becomes 2", False),
    "a field that shows what is hidden": (NEW["field"], "rest becomes p.held\n    p.stones becomes rest", False),
    "a field that is set where something hidden is so": (
        NEW["field"], "if p.held > 2\n        rest becomes 3\n    p.stones becomes rest", False),
    "a history": ("state\n    rest: history of left up to 3\n\n", "", False),
    "a field with a name of a clause": (NEW["field"].replace("rest", "tidy_up"), "", False),
    "a name of the language": (NEW["function"].replace("spare", "distance"), "", False),
    "an enum": (NEW["enum"], "", True),
    "an enum with a statement": (NEW["enum"].replace("\n\n", '\n    "Hues."\n\n'), "", True),
    "an enum that a rule uses": (NEW["enum"], "var h: hue or none = pale\n    if h = pale\n        p.marks[2] becomes 1", True),
    "an enum that a rule counts": (NEW["enum"], "p.stones becomes size(hue) + (count h in hue where h = dark)", True),
    "an enum behind a field of its type": (
        "state\n    shade: hue = dark\n\n" + NEW["enum"], "if shade = dark\n        shade becomes pale", True),
    "an enum with a field of each": ("each hue has\n    rest: 0..9 = 4\n\n" + NEW["enum"], "p.stones becomes pale.rest", True),
    "an enum in the head of a function": (
        NEW["function"].replace("p: player", "h: hue").replace("p.stones - 3", "1 if h = pale else 2").replace("{p}", "{h}")
        + NEW["enum"], "p.stones becomes spare(dark)", True),
    "an enum and a constant of it": (
        NEW["enum"] + NEW["constant"].replace("= 2", "= dark"), "if levy = dark\n        p.marks[2] becomes 1", False),
    "an enum with a word of a rule": (NEW["enum"].replace("dark", "take"), "", False),
    "an enum with a seat": (NEW["enum"].replace("dark", "P2"), "", False),
    "an enum with a word twice": (NEW["enum"].replace("dark", "pale"), "", False),
    "an enum by a name of the language": (NEW["enum"].replace("hue", "direction"), "", False),
    "an enum with a word for some": (NEW["enum"].replace("dark\n", "dark\n    dark when player_count = 2\n"), "", False),
    "an enum with words that are made": (NEW["enum"].replace("dark", '"dark_{n}" for n in 1..2'), "", False),
    "an enum of each player": (NEW["enum"].replace("enum hue", "each player has enum hue"), "", False),
}


# The same, where something in what is new is not used.
UNUSED = {
    "a function": (NEW["function"], "", True),
    "a function, where a rule differs": (NEW["function"], "p.marks[2] becomes 2", True),
    "a function that uses a function that is new": (NEW["function of a function"], "", True),
    "a function that rules use, and one that nothing uses": (
        NEW["function"] + NEW["hidden function"], "p.marks[2] becomes 1 if spare(p) > 2 else 0", True),
    "a function of what is hidden": (NEW["hidden function"], "", True),
    "a function with a mistake": (NEW["function"].replace("p.stones - 3", "p.stanes - 3"), "", False),
    "a function that calls itself": (NEW["function"].replace("max(0, p.stones - 3)", "spare(p)"), "", False),
    "a function with a word of no type": (NEW["function"].replace("0..20", "0..20 or playr"), "", False),
    "a function, and a mistake in a rule": (NEW["function"], "p.stanes becomes 2", False),
    "a function, and a line that is never reached": (NEW["function"], "leave\n    leave", False),
    "a rule": (NEW["rule"], "", True),
    "a rule that waits": (NEW["waiting rule"], "", True),
    "a rule that carries out one that waits": (
        NEW["waiting rule"] + NEW["rule"].replace("        p.stones loses 1\n    exc", "        ask_for(p)\n    exc"),
        "", True),
    "a rule with a line that is never reached": (
        NEW["rule"].replace("    if p.stones > 2", "    repeat 2 times\n        leave\n        leave\n    if p.stones > 2"),
        "", False),
    "a rule that goes round": (NEW["rule"].replace("if p.stones > 2", "pay_up(p)\n    if p.stones > 2"), "", False),
    "a rule with two moves of one notation": (
        NEW["waiting rule"].replace('"They agree."\n', '"They agree."\n        move no "agree"\n            "No."\n'),
        "", True),
    "a loop that waits, of a rule that waits": (
        NEW["waiting rule"] + NEW["rule"].replace("    if p.stones > 2\n", "    repeat\n", 1).replace(
            "        p.stones loses 1\n    exc", "        ask_for(p)\n    exc"), "", True),
    "a loop that does not wait": (NEW["rule"].replace("    if p.stones > 2\n", "    repeat\n", 1), "", True),
    "a rule, and one that waits in a rule that did not": (NEW["rule"] + NEW["waiting rule"], "ask_for(p)", False),
    "a constant": (NEW["constant"].replace("{levy}", "two"), "", True),
    "a parameter": (NEW["parameter"].replace("{levy}", "two"), "", True),
    "a parameter, where an event happens": (
        NEW["parameter"].replace("{levy}", "two") + NEW["event"], "announce paid(p, 2)", True),
    "an enum, and a function of it": (
        NEW["enum"] + NEW["function"].replace("p.stones - 3", "1 if pale = dark else 2"), "", True),
    "a constant, and an invariant": (NEW["constant"].replace("{levy}", "two") + NEW["invariant"], "", True),
}


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
    both = compared(kept(main, (), all_names(main)), main, main, text)
    assert (both is not None) == holds
    assert both is None or ([one.code for one in both[0].warnings] == ["W404"]) == (not is_read)


@pytest.mark.parametrize("more", [name for name, case in FIELDS.items() if case[3] and case[4]])
def test_a_field_less_is_checked_without_the_rest(main: Path, more: str) -> None:
    before, now, statement, _, _ = FIELDS[more]
    main.write_text(with_more("", statement).replace(before, now), encoding="utf-8")
    assert compared(kept(main, (), all_names(main)), main, main, RULEBOOK) is not None


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
    both = compared(kept(main, (), all_names(main)), main, main, now)
    assert (both is not None) == holds
    assert both is None or [one.program.columns for one in both[0].programs] == [
        program.columns for program in both[1][1] if statement]


@pytest.mark.parametrize("more", [name for name, (*_, holds) in COLUMNS.items() if holds])
def test_a_column_less_is_checked_without_the_rest(main: Path, more: str) -> None:
    behind, column, statement, _ = COLUMNS[more]
    main.write_text(with_more("", statement).replace(behind, behind + column), encoding="utf-8")
    both = compared(kept(main, (), all_names(main)), main, main, RULEBOOK)
    assert both is not None
    assert [one.program.columns for one in both[0].programs] == [program.columns for program in both[1][1] if statement]


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
    assert (check_again(kept(main), {str(main): text.replace("    shine: 0..9 = 2\n", "")}) is not None) == holds


def test_a_row_that_a_line_makes_may_have_the_name_of_a_column(main: Path) -> None:
    table = 'table card\n    "Cards."\n    rank: 1..2\n    row plain "c_{n}": n for n in 1..2\n\n'
    text = RULEBOOK.replace(AT, table + AT).replace("p.marks[3] becomes 0", "p.marks[3] becomes sum c in card: c.rank")
    main.write_text(text, encoding="utf-8")
    rulebook = kept(main)
    for column, holds in (("c_3", True), ("c_2", False)):
        now = text.replace("    rank: 1..2\n", f"    rank: 1..2\n    {column}: 0..9 = 1\n")
        assert (check_again(rulebook, {str(main): now}) is not None) == holds
        main.write_text(now, encoding="utf-8")
        assert ([one.code for one in report(main)[0]] == []) == holds


# Ends that are new, each before another, and those that are gone.
ENDS = {
    "first": ({"empty": "end at_once"}, ()), "between": ({"stuck": "end at_once"}, ()), "last": ({"": "end at_once"}, ()),
    "two": ({"nobody_wins": "end at_once", "": "end in_time"}, ()), "one for another": ({"": "end at_once"}, ("stuck",)),
}


def test_two_enums_with_one_word_are_checked_without_the_rest(main: Path) -> None:
    after(main, main, (AT, NEW["enum"] + "enum tint: dark, faint\n\n" + AT, True))


@pytest.mark.parametrize("edit", ENDS)
def test_ends_come_in_their_order(main: Path, edit: str) -> None:
    new, gone = ENDS[edit]
    now = RULEBOOK
    for before, head in new.items():
        end = f'{head}\n    "Then."\n    when left < 15\n    winners p in players where p.stones > 2\n\n'
        behind = f"end {before}\n" if before else "invariant few"
        now = now.replace(behind, end + behind)
    for name in gone:
        at = now.index(f"end {name}\n")
        now = now[:at] + now[now.index("\n\n", at) + 2:]
    both = compared(kept(main, (), all_names(main)), main, main, now)
    assert both is not None
    found, (_, whole) = both
    assert found.is_played
    assert [[end.id for end in one.program.ends] for one in found.programs] == [
        [end.id for end in program.ends] for program in whole]


@pytest.mark.parametrize(("checked", "play", "code"), [
    ("check empty, nobody_wins, stuck", "check empty", "E401"), ("check ends", "check empty", ""),
    ("check empty, nobody_wins, stuck", "check ends", "")])
def test_an_end_that_nothing_checks_is_reported(main: Path, checked: str, play: str, code: str) -> None:
    text = RULEBOOK.replace("            check ends\n", f"            {checked}\n").replace(
        "            check empty\n", f"            {play}\n")
    main.write_text(text, encoding="utf-8")
    both = compared(kept(main, (), all_names(main)), main, main, text.replace(AT, "# Ends.\n" + NEW["end"] + AT))
    assert both is not None
    mistakes, (whole, _) = both[0].mistakes, both[1]
    assert [one.code for one in mistakes] == ([code] if code else [])
    assert [[(fix.span.line, fix.text) for fix in one.fixes] for one in mistakes] == [
        [(fix.span.line, fix.text) for fix in one.fixes] for one in whole]


def test_the_last_end_may_not_be_gone(tmp_path: Path) -> None:
    main = tmp_path / "passes.rules"
    text = OPEN.replace("check empty, full", "check ends").replace('"The heap is empty."', '"Nothing is left."')
    begin, end = text.index("end empty\n"), text.index("end full\n")
    one = text[:end] + 'invariant in_time: rounds <= 99 and left >= 0\n    "All is in time."\n'
    for before, now, holds in ((text, one, True), (one, one[:begin] + one[end:], False)):
        main.write_text(before, encoding="utf-8")
        assert (check_again(kept(main), {str(main): now}) is not None) == holds


def test_the_order_of_ends_in_two_files_is_known_where_neither_uses_the_other(main: Path) -> None:
    end = NEW["end"]
    (main.parent / "more.rules").write_text(end, encoding="utf-8")
    text = RULEBOOK.replace(AT, 'use "more.rules"\n\n' + AT)
    main.write_text(text, encoding="utf-8")
    rulebook, again = kept(main, (), all_names(main)), end.replace("too_soon", "sooner")
    assert check_again(rulebook, {str(main): text.replace("end stuck", again + "end stuck")}) is None
    both = compared(rulebook, main, main.parent / "more.rules", end + again)
    assert both is not None
    assert [end.id for end in both[0].programs[0].program.ends] == [end.id for end in both[1][1][0].ends]


def with_more(declarations: str, statement: str) -> str:
    """The rulebook with declarations more, and a statement that may use them."""
    assert RULEBOOK.count(AT) == RULEBOOK.count(BODY) == 1
    text = RULEBOOK.replace(BODY, f"    {statement}\n{BODY}") if statement else RULEBOOK
    return text.replace(AT, declarations + AT)


@pytest.mark.parametrize("more", MORE)
def test_a_declaration_more_is_checked_without_the_rest(main: Path, more: str) -> None:
    *text, holds = MORE[more]
    declarations, statement = map(str, text)
    both = compared(kept(main, (), all_names(main)), main, main, with_more(declarations, statement))
    assert (both is not None) == holds


@pytest.mark.parametrize("more", UNUSED)
def test_what_nothing_uses_of_declarations_more_is_reported(main: Path, more: str) -> None:
    *text, holds = UNUSED[more]
    declarations, statement = map(str, text)
    both = compared(kept(main, (), all_names(main)), main, main, with_more(declarations, statement))
    assert (both is not None) == holds
    assert both is None or both[0].mistakes


@pytest.mark.parametrize("more", [name for name, (_, _, holds) in MORE.items() if holds])
def test_a_declaration_less_is_checked_without_the_rest(main: Path, more: str) -> None:
    declarations, statement, _ = MORE[more]
    main.write_text(with_more(declarations, statement), encoding="utf-8")
    assert compared(kept(main, (), all_names(main)), main, main, RULEBOOK) is not None


SYMMETRY = 'symmetry seats: seats rotated except in tidy_up\n    "All the same."\n\n'
# What is written of the rules outside of a symmetry: whether the rest of what was found holds.
OUTSIDE = {
    "one more": ("tidy_up", "tidy_up, turn_of", True), "none": (" except in tidy_up", "", True),
    "another": ("tidy_up", "turn_of", True), "one that is not there": ("tidy_up", "tidy_down", False),
    "another, in other words": ('tidy_up\n    "All', 'turn_of\n    "Quite', True),
    "a turn by one": ("rotated", "rotated by 1", False), "a condition": ("tidy_up", "tidy_up when player_count = 2", False),
}


@pytest.mark.parametrize("edit", OUTSIDE)
def test_other_rules_may_be_outside_of_a_symmetry(main: Path, edit: str) -> None:
    text = RULEBOOK.replace(AT, SYMMETRY + AT)
    main.write_text(text, encoding="utf-8")
    before, now, holds = OUTSIDE[edit]
    changed = SYMMETRY.replace(before, now)
    assert changed != SYMMETRY
    after(main, main, (SYMMETRY, changed, holds))


# What is there no more, in place of what: whether the rest of what was found holds.
LESS = {
    "a function that is still called": (
        'function twice(n: 0..9): 0..20\n    "Twice a number."\n    says factor\n    gives n * 2\n'
        '    exception small: n < 2\n        "A small number counts once."\n        gives n\n\n', "", True),
    # A word of statements is taken for a name.
    "an invariant with a name that statements have": ('invariant few: left <= 99\n    "There are few stones."\n', "", False),
    "a note": ('note who_begins\n    "The youngest begins."\n\n', "", True),
    "a constant that others use": ('    room = 20 "There is room for {room} stones."\n', "", False),
    "a constant that a rule uses": ('    extra = room - 1 "Some stones."\n', "", True),
    "a constant that its own statement names, and a rule uses": ('    most = 19 "Nobody has {most} stones."\n', "", True),
    "a field that a message names": ("    left: 0..99 = room\n", "", False),
    "a constant in a first value": ('    room = 20 "There is room for {room} stones."\n', "", False),
    "a field that rules and ends use": ("    stones: 0..20 = 9\n", "", True),
    "a field that not all see": ("    held: 0..9 = 0, seen by owner\n", "", False),
    "fields that rules use": ("    stones: 0..20 = 9\n    marks: 0..3 per 1..3\n", "", True),
    # Where it may be declared, at the end of the file, is another line then.
    "a rule that is carried out": (
        '\nrule tidy_up(p: player)\n    "{p} tidies up."\n    p.marks[3] becomes 0\n', "", False),
    "a parameter that rows use": ('parameter bonus: 1..3 = 1\n    "The bonus is {bonus}."\n\n', "", False),
    "a field by another name": ("    held: 0..9 = 0, seen", "    hold: 0..9 = 0, seen", False),
    "an end": ('end stuck\n    "Nobody wins where all have stones."\n    when every p in players: p.stones > 17\n'
               "    draw\n\n", "", True),
    "an end that a rule checks by its name": (RULEBOOK[RULEBOOK.index("end empty"):RULEBOOK.index("end nobody")], "", False),
    "another name": ("invariant few: left <= 99", "invariant fewer: left <= 99", False),
}


@pytest.mark.parametrize("edit", LESS)
def test_what_nothing_names_may_be_gone(main: Path, edit: str) -> None:
    after(main, main, LESS[edit])


def test_what_only_a_declaration_that_is_gone_used_is_reported(main: Path) -> None:
    note = 'note about_bonus\n    "It is {bonus + lot}."\n\n'
    text = RULEBOOK.replace(AT, 'constants\n    lot = 2 "Two."\n\n' + note + AT)
    main.write_text(text, encoding="utf-8")
    now = text.replace(note, "")
    assert check_again(kept(main), {str(main): now}) is None
    main.write_text(now, encoding="utf-8")
    assert any("`lot`" in str(line) for line in report(main)[0])


def test_a_rule_that_waits_is_new_where_others_wait(main: Path) -> None:
    now = RULEBOOK.replace("            tidy_up(p)\n", "            tidy_up(p)\n            ask_for(p)\n")
    assert check_again(kept(main, (), all_names(main)), {str(main): now.replace(AT, NEW["waiting rule"] + AT)}) is None


def test_what_is_new_is_played_where_the_games_come_to_what_calls_it(main: Path) -> None:
    def played(called: frozenset[str], *text: str) -> bool:
        found = check_again(kept(main, (), called), {str(main): with_more(*text)})
        assert found is not None
        return found.is_played

    assert not played(frozenset({"tidy_up"}), NEW["invariant"], "")
    assert not played(frozenset(), NEW["rule"], "pay_up(p)")
    assert played(frozenset({"tidy_up"}), NEW["rule"], "pay_up(p)")


def test_what_is_new_is_in_the_program(main: Path) -> None:
    both = compared(kept(main, (), all_names(main)), main, main,
                    with_more(NEW["event"] + NEW["parameter"], "announce paid(p, levy)"))
    assert both is not None
    found, (_, whole) = both
    assert [(one.program.events, one.program.parameters) for one in found.programs] == [
        (program.events, program.parameters) for program in whole]
    assert [event.name for event in whole[0].events][-1] == "paid"
    assert ("levy", "2") in whole[0].parameters


def test_an_event_that_some_see_is_followed_where_nothing_was_hidden(tmp_path: Path) -> None:
    main = tmp_path / "passes.rules"
    main.write_text(OPEN, encoding="utf-8")
    for seen, holds in (("", True), (" seen by p", False)):
        event = f'event paid(p: player, n: 0..9{seen})\n    "{{p}} paid {{n}}."\n\n'
        now = OPEN.replace("end empty\n", event + "end empty\n")
        assert (check_again(kept(main), {str(main): now}) is not None) == holds


def test_an_invariant_that_is_gone_is_in_no_program(main: Path) -> None:
    main.write_text(with_more(NEW["invariant"], NEW["step"][:0]), encoding="utf-8")
    found = check_again(kept(main, (), all_names(main)), {str(main): RULEBOOK.replace("gains 1", "gains 2")})
    assert found is not None
    main.write_text(RULEBOOK.replace("gains 1", "gains 2"), encoding="utf-8")
    assert [contents(one.program) is None for one in found.programs] == [False]
    assert [[name for name, _ in one.program.invariants] for one in found.programs] == [
        [name for name, _ in program.invariants] for program in report(main)[1]]


@pytest.mark.parametrize(("declared", "used", "instead", "word"), [
    (NEW["parameter"].replace("{levy}", "two"), "p.stones becomes levy", "p.stones becomes p.marks[1]", "levy"),
    (NEW["constant"].replace("{levy}", "two"), "p.stones becomes levy", "p.stones becomes p.marks[1]", "levy"),
    ("", "var who: player or playr = p\n    if who = playr\n        left becomes 3",
     "var who: player or playr = p\n    if who = P1\n        left becomes 3", "playr")])
def test_the_last_use_of_what_was_there_is_missed(main: Path, declared: str, used: str, instead: str, word: str) -> None:
    main.write_text(with_more(declared, used), encoding="utf-8")
    rulebook = kept(main, (), all_names(main))
    now = with_more(declared, instead)
    assert check_again(rulebook, {str(main): now}) is None
    main.write_text(now, encoding="utf-8")
    assert any(f"nothing uses the {kind} `{word}`" in one.message for one in report(main)[0]
               for kind in ("parameter", "constant", "word"))


def test_nothing_is_left_of_the_name_of_what_is_gone(main: Path) -> None:
    symbols, _ = environment.read(kept(main).tables[0])
    declared = [item for items in parsed(main, RULEBOOK) for item in items]
    fields = [item for item in declared if isinstance(item, ast.Fields)]
    assert [item.owner is None for item in fields] == [False, True]
    left = names_with(symbols, (), fields)
    assert left is not None
    assert (("player", "stones") in symbols.names.attributes, ("player", "stones") in left.names.attributes) == (True, False)
    assert ("left" in symbols.names.globals, "left" in left.names.globals) == (True, False)
    assert (len(symbols.components.fields), len(left.components.fields)) == (5, 0)


LOOKS = {
    "that looks at nothing": ('function most_of(n: 0..20): 0..20\n    "Most."\n    gives half(n)\n\n', "most_of(before)", True),
    "that looks ahead": (
        'function hopeful(n: 1..3): flag\n    "Hope."\n    gives after use_up(n): left >= 1\n\n',
        "1 if hopeful(1) else 2", False),
}


@pytest.mark.parametrize("more", LOOKS)
def test_a_function_is_new_in_a_rulebook_that_looks_ahead(tmp_path: Path, more: str) -> None:
    main = tmp_path / "passes.rules"
    main.write_text(OPEN, encoding="utf-8")
    declaration, value, holds = LOOKS[more]
    now = OPEN.replace("end empty\n", declaration + "end empty\n").replace("min(99, before)", f"min(99, {value})")
    assert (compared(kept(main, (), all_names(main)), main, main, now) is not None) == holds


def test_a_rule_that_something_hidden_comes_to_calls_nothing_that_is_new(main: Path) -> None:
    text = RULEBOOK.replace("p.stones gains 1\n", "p.stones gains min(1, spare(p))\n")
    assert check_again(kept(main), {str(main): text.replace(AT, NEW["function"] + AT)}) is None


def test_a_call_more_may_come_to_no_look_ahead(tmp_path: Path) -> None:
    main = tmp_path / "passes.rules"
    text = OPEN.replace("end empty\n", LOOKS["that looks ahead"][0] + "end empty\n").replace(
        "p.marks becomes 3", "p.marks becomes 3 if hopeful(1) else 2")
    main.write_text(text, encoding="utf-8")
    now = text.replace("min(99, before)", "min(99, 1 if hopeful(2) else before)")
    assert check_again(kept(main, (), all_names(main)), {str(main): now}) is None
    assert check_again(kept(main, (), all_names(main)), {str(main): text.replace("min(99, before)", "min(99, half(4))")})


VARIANT = """variant more of heap

because "More."
    replace invariant few: left <= 98
        "Fewer."
    add after take
        p.stones loses min(p.stones, 1)

function unsure(p: player): flag
    "Whether {p} is unsure."
    gives p.stones = 2

invariant some_are_sure: (some p in players: not unsure(p)) or left >= 0
    "Some are sure."
"""


@pytest.mark.parametrize(("more", "holds"), [
    (NEW["note"], True), (NEW["note"].replace("who_ends", "unsure"), False),
    (NEW["invariant"].replace("marks_suffice", "some_are_sure"), False)])
def test_a_name_of_a_variant_is_not_free(main: Path, more: str, holds: bool) -> None:
    (main.parent / "variants").mkdir()
    (main.parent / "variants" / "more.rules").write_text(VARIANT, encoding="utf-8")
    after(main, main, (AT, more + AT, holds), ("more",))


# A variant of each kind, what is written before the first end, and whether the rest of what was found holds with the variant.
WITH_VARIANT = {
    "an end, where it replaces another": ("""    replace end stuck
        "Nobody wins where all have stones."
        when every p in players: p.stones > 16
        draw
""", NEW["end"], True),
    "an end, where it changes what checks ends": (
        "    add after take\n        p.stones loses min(p.stones, 1)\n", NEW["end"], True),
    "an end, where it takes one away": ("    remove stuck\n", NEW["end"], False),
    "an enum": ("    remove stuck\n", NEW["enum"], True),
}


@pytest.mark.parametrize("edit", WITH_VARIANT)
def test_an_end_more_is_checked_with_a_variant(main: Path, edit: str) -> None:
    changes, more, holds = WITH_VARIANT[edit]
    write_variant(main, f'because "More."\n{changes}')
    after(main, main, (AT, more + AT, holds), ("more",))


def test_a_variant_that_changes_the_first_rule_says_where_to_check_an_end(main: Path) -> None:
    text = RULEBOOK.replace("            check ends\n", "            check empty, nobody_wins, stuck\n")
    main.write_text(text, encoding="utf-8")
    write_variant(main, 'because "More."\n    replace play\n        "Players take turns."\n        repeat\n'
                  "            for each p in players\n                turn_of(p)\n                tidy_up(p)\n"
                  "                check empty\n")
    now = {str(main): text.replace(AT, NEW["end"] + AT)}
    assert (check_again(kept(main), now) is None, check_again(kept(main, ("more",)), now) is None) == (False, True)


@pytest.mark.parametrize(("changes", "holds"), [
    ("    set tool.axe.cost = 8\n", True), ("    replace columns of tool\n        cost: 0..8\n", False)])
def test_a_column_more_comes_last_with_a_variant(main: Path, changes: str, holds: bool) -> None:
    write_variant(main, f'because "More."\n{changes}')
    after(main, main, (LAST, LAST + "    shine: 0..9 = 2\n", holds), ("more",))


def write_variant(main: Path, changes: str) -> None:
    """Write a variant of the rulebook."""
    (main.parent / "variants").mkdir()
    (main.parent / "variants" / "more.rules").write_text(f"variant more of heap\n\n{changes}", encoding="utf-8")
