"""Players who look a move ahead: what they take, and what is wrong with what they are told."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright import RulebookError, open_files
from rulewright.dsl.library import read_text
from rulewright.dsl.spans import Source
from rulewright.interpreter.chance import Dice
from rulewright.interpreter.counts import Pattern
from rulewright.interpreter.lookahead import LookAhead, WrongWorth, worth_of
from rulewright.interpreter.rules import Rules
from rulewright.interpreter.simulate import Report, simulate

MARKET = '''
rulebook market
    "The market"
    players 2
    seats anna, boris

each player has
    gold: 0..60
    turns: 0..9

play
    repeat
        for each p in players
            turn(p)
            check over

rule turn(p: player)
    "{p} buys or bets."
    p.turns gains 1
    choose deed by p
        "{p} buys or bets."
        move buy "buys"
            choose ware by p
                "{p} says what."
                move "buys {n}" for n in 2..3
                    p.gold gains n
        move wager "bets"
            bet(p)
        move rest "rests"
            p.gold gains 1

rule bet(p: player)
    "{p} bets."
    roll die from 1..6
    p.gold gains 8 if die = 6 else 0

end over
    "After four turns the game is over."
    when every q in players: q.turns = 4
    ranking q in players by q.gold
'''


def rules() -> Rules:
    return open_files(read_text("market.rules", MARKET)).rules()


def played(text: str) -> Report:
    table = rules()
    player = LookAhead(table, worth_of(table, Source("x.worth", text)))
    return simulate(table, range(12), 3, patterns=(Pattern("{}"), Pattern("buys {}")), player=player)


def counted(text: str) -> Counter[str]:
    """How often each move was made."""
    counts = played(text).counts
    assert counts is not None
    return Counter({f"{pattern.replace('{}', value)}": tally.made for pattern, values in counts.tallies.items()
                    for value, tally in values.items()})


def test_the_move_is_taken_that_leads_to_most_once_all_is_done_that_it_leads_to() -> None:
    # What is bought is only said after the choice to buy: until then, to rest looks better.
    moves = counted("me.gold")
    assert moves["buys"] > 2 * (moves["bets"] + moves["rests"])
    assert moves["buys 3"] > 4 * moves["buys 2"]


def test_lines_are_added_up_and_go_on_where_they_are_indented() -> None:
    text = "# What counts.\nme.gold\n    * 0   # nothing\n\n-1 * (sum q in players where q = me:\n    q.gold)\n- me.turns"
    moves = counted(text)
    assert moves["bets"] > moves["rests"] > moves["buys"] == 0


def test_to_win_is_worth_more_than_anything() -> None:
    table = rules()
    player = LookAhead(table, worth_of(table, Source("x.worth", "0 - me.gold")))
    state = table.initial()
    for text in (*("buys", "buys 3") * 6, "buys", "buys 2"):
        state = table.step(state, text)
    point = table.machine.points[state.slots[0]]
    assert point is not None
    # Boris has 9 gold, and Anna 11.
    assert {player.choose(list(state.slots), point, Dice(seed))[0] for seed in range(5)} == {0}


def test_the_same_seed_gives_the_same_games() -> None:
    one, two = played("me.gold"), played("me.gold")
    assert one.playouts == two.playouts


def test_what_does_not_compile_is_told_at_its_line() -> None:
    with pytest.raises(RulebookError) as wrong:
        worth_of(rules(), Source("x.worth", "me.gold\n\nme.gould"))
    found = wrong.value.diagnostics[0]
    assert (found.code, found.span.line) == ("E201", 3)


def test_a_text_without_a_number_says_nothing() -> None:
    with pytest.raises(WrongWorth, match=r"x\.worth: write numbers"):
        worth_of(rules(), Source("x.worth", "# nothing\n"))
