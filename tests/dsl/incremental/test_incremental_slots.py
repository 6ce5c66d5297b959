"""The programs with other heads of declarations: types, first values and slots are those of a whole compilation."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.incremental.again import check_again

from .edited import Edit, after, all_names, cached, compared, contents
from .test_incremental_heads import RULEBOOK

MERGING = """rulebook areas
    "Areas"
    players 2

board way: ring of space T1 .. T4 merging into area

each area has
    coins: 0..9 per 1..3, merge adds

state
    counts: 0..9 per 1..2

play
    "Areas merge."
    repeat 3 times
        join()
        check over

rule join()
    "Two areas merge."
    counts[1] becomes min(9, counts[2] + 1)
    if size(area) > 2
        merge T1 with next(T1)

end over
    "It is over."
    when size(area) < 3 or counts[1] > 8 or T1.coins[1] > 8
    draw
"""


def test_a_field_has_another_range_beside_one_with_a_constant_in_it(main: Path) -> None:
    now = RULEBOOK.replace("shallow = 3", "shallow = 4").replace("wide: 0..9", "wide: 0..12")
    both = compared(cached(main, (), all_names(main)), main, main, now)
    assert both is not None
    assert [str(slots.type) for slots in both[0].programs[0].program.fields if slots.name in ("depth", "wide")] == [
        "4..20", "0..12"]


@pytest.mark.parametrize(("before", "now", "waits"), [
    ("give(p: player, n: 0..9,", "give(p: player, n: 0..8,", False),
    ("p.steps[2] becomes 1\n", "p.steps[2] becomes p.steps[1]\n", True)])
def test_a_rulebook_that_is_not_played_has_a_program_only_for_rules_that_wait(main: Path, before: str, now: str,
                                                                              waits: bool) -> None:
    assert RULEBOOK.count(before) == 1
    both = compared(cached(main, (), None), main, main, RULEBOOK.replace(before, now))
    assert both is not None
    # The rule that carries out both waits, and is the same as before.
    assert bool(both[0].programs) == waits


def test_games_are_played_again_where_a_field_begins_otherwise(main: Path) -> None:
    now = RULEBOOK.replace("purse: 1..9 = 3", "purse: 1..9 = 4")
    for called, is_played in ((frozenset(("pay",)), True), (None, False)):
        both = compared(cached(main, (), called), main, main, now)
        assert both is not None
        assert both[0].is_played == is_played
        assert [contents(rechecked.program) for rechecked in both[0].programs] == [
            contents(program) for program in both[1][1] if is_played]
        main.write_text(RULEBOOK, encoding="utf-8")


def test_games_are_played_again_where_a_field_has_another_range(main: Path) -> None:
    whole = cached(main, (), frozenset(("turn_of",)))
    now = RULEBOOK.replace("purse: 1..9", "purse: 1..12")
    recheck = check_again(whole, {str(main): now})
    assert recheck is not None
    assert recheck.is_played
    assert [str(slots.type) for slots in recheck.programs[0].program.fields if slots.name == "purse"] == ["1..12"]
    assert compared(whole, main, main, now) is not None


def test_a_mistake_in_what_uses_a_head_stands_where_its_line_is_now(main: Path) -> None:
    now = RULEBOOK.replace("ask(p: player, n: 0..9)", "ask(p: player, n: 0..1)").replace("play\n", "# Here.\n\nplay\n")
    both = compared(cached(main, (), all_names(main)), main, main, now)
    assert both is not None
    assert [now.split("\n")[mistake.span.line - 1] for mistake in both[0].mistakes] == ["    ask(p, 2)"]


def test_a_rule_that_waits_keeps_numbers_of_its_new_range(main: Path) -> None:
    recheck = check_again(cached(main, (), all_names(main)), {str(main): RULEBOOK.replace("ask(p: player, n: 0..9)",
                                                                                          "ask(p: player, n: 0..8)")})
    assert recheck is not None
    program = recheck.programs[0].program
    asked = next(rule for rule in program.suspending if rule.name == "ask")
    assert [str(type_) for name, _, type_ in asked.params if name == "n"] == ["0..8"]
    assert [str(slots.type) for slots in program.locals if (slots.rule, slots.name) == ("ask", "n")] == ["0..8"]


def test_a_row_states_the_value_that_its_column_gives_now(main: Path) -> None:
    recheck = check_again(cached(main, (), all_names(main)), {str(main): RULEBOOK.replace("lids: 0..9 = 2", "lids: 0..9 = 3")})
    assert recheck is not None
    for _, symbols in recheck.names:
        constants = [constant for row in ("tea", "salt") for constant in symbols.names.row_values[f"good.{row}"]]
        assert [constant.value for constant in constants if constant.name == "lids"] == [1, 3]


@pytest.mark.parametrize("edit", [("coins: 0..9 per 1..3", "coins: 0..9 per 1..4", False),
                                  ("counts: 0..9 per 1..2", "counts: 0..9 per 1..3", False),
                                  ("counts: 0..9 per 1..2", "counts: 0..8 per 1..2", True)])
def test_where_regions_merge_a_field_keeps_its_slots(main: Path, edit: Edit) -> None:
    main.write_text(MERGING, encoding="utf-8")
    after(main, main, edit)
