"""Coverage counts a rule when something came of it, not when it was only carried out."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.canonical.effects import exercised
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

HARBOUR = """
rulebook harbour
    "The harbour"
    players 1
    seats anna

event unloaded(n: 0..9)
    "Goods are unloaded."

state
    goods: 0..9
    stock: 0..9

play
    choose cargo by anna
        "A ship brings goods."
        move "brings {n}" for n in 0..3
            goods becomes n
    unload()
    report()
    count_up()
    sort()
    offer()
    wrapped()
    tested()
    customs()
    check harbour_closed

rule unload
    "What has come is unloaded."
    if goods > 0
        stock becomes goods

rule report
    "What has come is announced."
    for each n in 1..9 where n <= goods
        announce unloaded(n)

rule count_up
    "What is counted is kept by nobody."
    var sum_of: 0..99 = 0
    repeat goods times
        sum_of gains 1

rule sort
    "Two of a kind are sorted out."
    goods becomes goods
    exception few: goods < 2
        "Few goods are sold at once."
        if goods = 1
            goods becomes 0

rule offer
    "Goods are offered where there are any."
    choose sale by anna
        "Goods are sold or kept."
        move sell "sells"
            require some_left: goods > 0
        otherwise
            if goods = 9
                goods becomes 1

rule wrapped
    "To wrap is to unload once more."
    unload()

rule tested
    "The harbour holds."
    must goods < 9

phase customs
    "The customs look at what is there."
    if goods > 2
        check harbour_raided

end harbour_closed
    "The harbour closes."
    when 1 = 1
    draw

end harbour_raided
    "The customs have found something."
    when goods = 3
    draw
"""
RULES = {"unload", "report", "sort", "few", "offer", "wrapped", "tested", "customs"}


@pytest.mark.parametrize(("goods", "sold", "nothing_of"), [
    (0, False, {"unload", "report", "few", "sort", "offer", "customs"}),
    (1, False, {"sort", "customs", "offer"}),
    (2, True, {"few", "customs"}),
    (3, True, {"few"}),
])
def test_a_rule_counts_when_one_of_its_statements_did_something(goods: int, sold: bool, nothing_of: set[str]) -> None:
    rules = open_files(read_text("harbour.rules", HARBOUR)).rules()
    more = "anna: sells\n" if sold else ""
    played = f"game harbour\nplayers anna\n\nanna: brings {goods}\n{more}expect over\n"
    result = PlaythroughRunner(rules, read("harbour.play", played)).run()
    assert not result.failures, result.failures
    found = exercised(result.clauses, result.did, rules.analyses.doers)
    assert found & RULES == RULES - nothing_of
    # What has no statement that could do anything counts as before.
    assert {"count_up", "cargo"} <= found
    assert rules.analyses.doers == RULES
