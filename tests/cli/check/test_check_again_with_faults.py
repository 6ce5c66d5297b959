"""A fault that only short games find after an edit is reported without a check of the rest, where it can be worded."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.analysis.playouts import short_games

from .conftest import Report

RULEBOOK = """rulebook dice
    "Dice"
    players 2..3

constants
    fee = 1 "The fee is {fee}."

table good
    "Goods."
    worth: 0..9
    effect buy(p: player)
    row tea: 3
        "Tea."
        buy
            p.gold loses min(p.gold, tea.worth)
            p.debt becomes 8 - p.debt
    row salt: 2
        "Salt."
        buy
            p.gold loses min(p.gold, halved(4))

each player has
    gold: 0..9 = 9
    debt: 0..9

state
    round: 0..9

play
    "Players pay."
    set_up()
    repeat
        round gains 1
        for each p in players
            turn_of(p)
        check over

rule set_up()
    "Nobody has too much."
    for each p in players
        p.debt becomes count q in players where q.gold > 3

rule turn_of(p: player)
    "{p} pays."
    choose paying by p
        "One pays."
        move pay "pays {n}" for n in 0..3
            require has_it: n <= p.gold
                "too little"
            pay_to(p, n)
        move buy_some "buys {g}" for g in good
            g.buy(p)
    p.debt becomes min(9, p.debt)

rule pay_to(p: player, n: 0..3)
    "Something is paid."
    p.gold loses n
    p.debt becomes owed(p)

function owed(p: player): 0..9
    "What they owe."
    gives max(0, 9 - p.gold - fee)

function halved(n: 0..9): 0..9
    "The half."
    gives n div 2

invariant few_rounds: round <= 9
    "There are few rounds."

end over
    "It is over."
    when round > 7 or halved(round) > 3 or every p in players: p.debt = 9
    draw
"""
VARIANT = 'variant dear of dice\n\nbecause "Dear."\n    add after pay_to\n        p.debt gains min(1, 8 - p.debt)\n'
# What is written in place of what; whether the rest is left alone, and what is reported.
EDITS = {
    "in what differs": ("    p.gold loses n\n", "    p.gold loses n + 1\n", True, "a value out of range: -1"),
    "in a function that stays as it was": ("owed(p)\n\n", "owed(p)\n    p.debt becomes halved(p.gold + 1)\n\n", True, "E409"),
    "in a function that is asked for more": (
        "9 - p.gold - fee", "19 - p.gold - fee", True, "a value out of range: 1"),
    "in a rule that stays as it was": ("require has_it: n <= p.gold", "require has_it: n <= p.gold + 1", True, "-1"),
    "in a rule with another range": ("pay_to(p: player, n: 0..3)", "pay_to(p: player, n: 0..2)", True, "range: 3"),
    "in a rule that uses another value": ("tea: 3", "tea: 0", True, '"diagnostics": []'),
    "in a way of a row": ("min(p.gold, halved(4))", "halved(4)", True, "-2"),
    "in a rule that another range leads to": ("gold: 0..9 = 9", "gold: 0..9 = 0", True, '"diagnostics": []'),
    "in a field with another range": ("debt: 0..9\n", "debt: 0..6\n", True, "a value out of range: 7"),
    "at the beginning": ("where q.gold > 3", "where q.gold > 3 or q.debt = 9", True, '"diagnostics": []'),
    "at the beginning, with some number of players": (
        "count q in players where q.gold > 3", "(count q in players where q.gold > 3) * 4", True, "at its beginning"),
    "in the first rule": ("round gains 1\n", "round gains 5\n", True, "a value out of range: 10"),
    "in a way that stays as it was": ("becomes count q in players where q.gold > 3", "becomes 9", True, "-1"),
    "in the first rule, that stays as it was": ("round > 7 or halved(round) > 3", "round > 11", True, "range: 10"),
    "behind a move": ("p.debt becomes min(9, p.debt)", "p.debt becomes p.debt + 8", True, "range: 1"),
    "in an end": ("halved(round) > 3", "halved(round + 3) > 13", True, "E409"),
    "with two moves that are written alike": ('"pays {n}"', '"pays {n div 2}"', False, "are both written"),
}


@pytest.mark.parametrize("with_variant", [False, True])
@pytest.mark.parametrize("remark", ["", "# A remark.\n\n"])
@pytest.mark.parametrize("edit", EDITS)
def test_a_fault_is_reported_as_from_scratch(tmp_path: Path, report: Report, left_alone: list[bool], edit: str, remark: str,
                                             with_variant: bool) -> None:
    if with_variant:
        (tmp_path / "variants").mkdir()
        (tmp_path / "variants" / "dear.rules").write_text(VARIANT, encoding="utf-8")
    assert "no mistakes" in (first := report(RULEBOOK)), first
    before, now, is_alone, said = EDITS[edit]
    assert RULEBOOK.count(before) == 1
    text = RULEBOOK.replace(before, now).replace("play\n    ", f"{remark}play\n    ")
    # In this form with the clause of each.
    found = report(text, "--format", "json")
    assert found == report(text, "--no-cache", "--format", "json")
    assert said in found, found
    assert left_alone[0] == is_alone


# Rows that are there with some numbers of players only stand before the row of the fault.
ROWS = """    row thread: 1 when player_count = 2
        "Thread."
        buy
            p.gold loses min(p.gold, 1)
            p.silks becomes 1
            p.silks gains 1
            p.silks loses 1
    row silk: 3 when player_count = 3
        "Silk."
        buy
            p.silks becomes count c in colour
    row zeal: 1
        "Zeal."
        buy
            p.left becomes 2 - p.silks

enum colour: red, blue

each player has
    silks: 0..5
    left: 0..2
"""


def test_a_fault_with_some_numbers_of_players_stands_where_it_is_with_these(report: Report, left_alone: list[bool]) -> None:
    rulebook = RULEBOOK.replace("\neach player has\n", ROWS, 1).replace(
        "every p in players: p.debt = 9", "every p in players: p.debt = 9 and p.left = 0")
    assert "no mistakes" in (first := report(rulebook)), first
    text = rulebook.replace("red, blue", "red, blue, green")
    found = report(text)
    assert found == report(text, "--no-cache")
    assert "2 - p.silks" in found, found
    assert left_alone == [True]


# The tenth turn comes to a fault, and no turn to the rule that asks often.
LONG = """rulebook dice
    "Dice"
    players 2

state
    turns: 0..9

play
    "Players take turns."
    repeat
        for each p in players
            turn_of(p)
        check over

rule turn_of(p: player)
    "{p} goes."
    choose going by p
        "One goes."
        move "goes" as pass
    turns gains 1
    if turns * turns = 90
        begin_to_ask(p)

rule begin_to_ask(p: player)
    "{p} is asked once."
    roll begun from 1..6
    ask_often(p)

rule ask_often(p: player)
    "{p} is asked."
    roll first from 1..6

end over
    "It is over."
    when turns > 20
    draw
"""
ASKED = "    roll first from 1..6\n"


def test_games_that_go_on_for_longer_come_to_a_fault(report: Report, left_alone: list[bool],
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_games, "MOST_WORK", 1500)
    rulebook = LONG.replace(ASKED, "".join(f"    roll die_{number} from 1..6\n" for number in range(60)))
    assert "no mistakes" in (first := report(rulebook)), first
    found = report(LONG)
    assert found == report(LONG, "--no-cache")
    assert "a value out of range: 10" in found, found
    assert left_alone == [True]
