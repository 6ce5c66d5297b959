"""Declarations that are gone, also those that others still name: what else has to be so that only these are checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import syntax as ast
from rulewright.dsl.incremental import environment
from rulewright.dsl.incremental.besides import names_with

from .edited import after, all_names, cached, compared, parsed
from .heap import RULEBOOK

TIDY = """rule tidy_up(p: player)
    "{p} tidies up."
    p.marks[3] becomes 0
"""
EXCEPT = """    exception already: p.marks[3] = 0
        "It is tidy."
        p.marks[3] becomes 0

"""
MORE = """function more_of(n: 0..9): 0..20
    "One more."
    assumed "nobody says so"
    let more = n + 1
    gives more

"""
EXTRA = '    extra = room - 1 "Some stones."\n'


def _changed(*edits: tuple[str, str]) -> str:
    text = RULEBOOK
    for before, now in edits:
        assert text.count(before) == 1
        text = text.replace(before, now)
    return text


# A rulebook, what is gone from it, what is written in place of what besides, and the mistakes; None if it is checked whole.
GONE: dict[str, tuple[str, str, tuple[str, str], tuple[str, ...] | None]] = {
    "a rule with a clause that an invariant names": (
        _changed((f"\n{TIDY}", ""), ("rule turn_of", f"{TIDY}{EXCEPT}rule turn_of"),
                 ("few: left <= 99", "few of each step: not applied(already) or left <= 99")),
        TIDY + EXCEPT, ("", ""), ("unknown rule `tidy_up`", "there is no clause `already`")),
    "a constant in the type of a field": (
        _changed(("    marks: 0..3", "    far: 0..extra = 0\n    marks: 0..3"), ("left > 98", "next(P1).far > 7 or left > 98"),
                 ("p.held becomes 3", "p.far becomes 1\n            p.held becomes 3")), EXTRA, ("", ""), None),
    "a function, while a rule that names it differs": (
        RULEBOOK, MORE, ("p.stones gains 1\n", "p.stones gains 1 + 0\n"), None),
    "a function, while nothing else differs": (RULEBOOK, MORE, ("", ""), ("unknown function `more_of`",)),
}


@pytest.mark.parametrize("case", GONE)
def test_all_that_names_what_is_gone_is_reported(tmp_path: Path, case: str) -> None:
    main = tmp_path / "heap.rules"
    text, gone, (before, now), mistakes = GONE[case]
    main.write_text(text, encoding="utf-8")
    assert text.count(gone) == 1
    both = compared(cached(main, (), all_names(main)), main, main, text.replace(gone, "").replace(before or now, now))
    assert (None if both is None else tuple(mistake.message for mistake in both[0].mistakes)) == mistakes


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


def test_nothing_is_left_of_the_name_of_what_is_gone(main: Path) -> None:
    symbols, _ = environment.read(cached(main).tables[0])
    declared = [item for items in parsed(main, RULEBOOK) for item in items]
    fields = [item for item in declared if isinstance(item, ast.Fields)]
    assert [item.owner is None for item in fields] == [False, True]
    left = names_with(symbols, (), fields)
    assert left is not None
    assert (("player", "stones") in symbols.names.attributes, ("player", "stones") in left.names.attributes) == (True, False)
    assert ("left" in symbols.names.globals, "left" in left.names.globals) == (True, False)
    assert (len(symbols.components.fields), len(left.components.fields)) == (5, 0)
