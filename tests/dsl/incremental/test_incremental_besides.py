"""A declaration more or less is checked without the rest, where no name in it stands anywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.incremental.again import check_again

from .edited import after, all_names, cached, compared, contents, report
from .heap import AT, NEW, RULEBOOK, with_more
from .test_incremental_passes import OPEN

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


@pytest.mark.parametrize("more", MORE)
def test_a_declaration_more_is_checked_without_the_rest(main: Path, more: str) -> None:
    *text, holds = MORE[more]
    declarations, statement = map(str, text)
    both = compared(cached(main, (), all_names(main)), main, main, with_more(declarations, statement))
    assert (both is not None) == holds


@pytest.mark.parametrize("more", [name for name, (_, _, holds) in MORE.items() if holds])
def test_a_declaration_less_is_checked_without_the_rest(main: Path, more: str) -> None:
    declarations, statement, _ = MORE[more]
    main.write_text(with_more(declarations, statement), encoding="utf-8")
    assert compared(cached(main, (), all_names(main)), main, main, RULEBOOK) is not None


def test_two_enums_with_one_word_are_checked_without_the_rest(main: Path) -> None:
    after(main, main, (AT, NEW["enum"] + "enum tint: dark, faint\n\n" + AT, True))


def test_a_rule_that_waits_is_new_where_others_wait(main: Path) -> None:
    now = RULEBOOK.replace("            tidy_up(p)\n", "            tidy_up(p)\n            ask_for(p)\n")
    assert check_again(cached(main, (), all_names(main)), {str(main): now.replace(AT, NEW["waiting rule"] + AT)}) is None


def test_what_is_new_is_played_where_the_games_come_to_what_calls_it(main: Path) -> None:
    def played(called: frozenset[str], *text: str) -> bool:
        recheck = check_again(cached(main, (), called), {str(main): with_more(*text)})
        assert recheck is not None
        return recheck.is_played

    assert not played(frozenset({"tidy_up"}), NEW["invariant"], "")
    assert not played(frozenset(), NEW["rule"], "pay_up(p)")
    assert played(frozenset({"tidy_up"}), NEW["rule"], "pay_up(p)")


def test_what_is_new_is_in_the_program(main: Path) -> None:
    both = compared(cached(main, (), all_names(main)), main, main,
                    with_more(NEW["event"] + NEW["parameter"], "announce paid(p, levy)"))
    assert both is not None
    recheck, (_, whole) = both
    assert [(rechecked.program.events, rechecked.program.parameters) for rechecked in recheck.programs] == [
        (program.events, program.parameters) for program in whole]
    assert [event.name for event in whole[0].events][-1] == "paid"
    assert ("levy", "2") in whole[0].parameters


def test_an_event_that_some_see_is_followed_where_nothing_was_hidden(tmp_path: Path) -> None:
    main = tmp_path / "passes.rules"
    main.write_text(OPEN, encoding="utf-8")
    for seen, holds in (("", True), (" seen by p", False)):
        event = f'event paid(p: player, n: 0..9{seen})\n    "{{p}} paid {{n}}."\n\n'
        now = OPEN.replace("end empty\n", event + "end empty\n")
        assert (check_again(cached(main), {str(main): now}) is not None) == holds


def test_an_invariant_that_is_gone_is_in_no_program(main: Path) -> None:
    main.write_text(with_more(NEW["invariant"], NEW["step"][:0]), encoding="utf-8")
    recheck = check_again(cached(main, (), all_names(main)), {str(main): RULEBOOK.replace("gains 1", "gains 2")})
    assert recheck is not None
    main.write_text(RULEBOOK.replace("gains 1", "gains 2"), encoding="utf-8")
    assert [contents(rechecked.program) is None for rechecked in recheck.programs] == [False]
    assert [[name for name, _ in rechecked.program.invariants] for rechecked in recheck.programs] == [
        [name for name, _ in program.invariants] for program in report(main)[1]]


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
    assert (compared(cached(main, (), all_names(main)), main, main, now) is not None) == holds


def test_a_rule_that_something_hidden_comes_to_calls_nothing_that_is_new(main: Path) -> None:
    text = RULEBOOK.replace("p.stones gains 1\n", "p.stones gains min(1, spare(p))\n")
    assert check_again(cached(main), {str(main): text.replace(AT, NEW["function"] + AT)}) is None


def test_a_call_more_may_come_to_no_look_ahead(tmp_path: Path) -> None:
    main = tmp_path / "passes.rules"
    text = OPEN.replace("end empty\n", LOOKS["that looks ahead"][0] + "end empty\n").replace(
        "p.marks becomes 3", "p.marks becomes 3 if hopeful(1) else 2")
    main.write_text(text, encoding="utf-8")
    now = text.replace("min(99, before)", "min(99, 1 if hopeful(2) else before)")
    assert check_again(cached(main, (), all_names(main)), {str(main): now}) is None
    assert check_again(cached(main, (), all_names(main)), {str(main): text.replace("min(99, before)", "min(99, half(4))")})
