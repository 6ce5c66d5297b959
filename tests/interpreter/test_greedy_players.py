"""Players who look a move ahead: the move that they choose, and evaluation files with mistakes."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright import RulebookError, open_files
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.playouts.counts import Pattern
from rulewright.interpreter.analysis.playouts.search import GreedyPlayer, WrongEvaluation, evaluator_of
from rulewright.interpreter.analysis.playouts.simulate import Report, simulate
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice

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

phase turn(p: player)
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


SIEGE = '''
rulebook siege
    "The siege"
    players 2
    seats anna, boris

state
    beaten: player or none
    peace: flag
    open_gate: flag

play
    repeat
        for each p in players
            choose deed by p
                "{p} fights on, or does not."
                move holds_out "holds out"
                    require gate_is_shut: not open_gate
                        "the gate is open"
                    open_gate becomes yes
                move makes_peace "makes peace"
                    peace becomes yes
                move yields "yields"
                    beaten becomes p
            check yielded, peace_made

end yielded
    "Who yields has lost."
    when beaten != none
    winners p in players where p != beaten

end peace_made
    "When there is peace, nobody has won."
    when peace
    draw
'''


def rules() -> Rules:
    return open_files(read_text("market.rules", MARKET)).rules()


def played(text: str) -> Report:
    table = rules()
    player = GreedyPlayer(table, evaluator_of(table, Source("x.evaluation", text)))
    return simulate(table, range(12), 3, patterns=(Pattern("{}"), Pattern("buys {}")), player=player)


def taken(table: Rules, text: str, moves: tuple[str, ...]) -> set[str]:
    """What who looks ahead takes after these moves, with some seeds."""
    player = GreedyPlayer(table, evaluator_of(table, Source("x.evaluation", text)))
    state = table.initial()
    for move in moves:
        state = table.step(state, move)
    point = table.machines.plain.points[state.slots[0]]
    assert point is not None
    notations = {choice.code: choice.notation for choice in table.decisions.choices(state)}
    return {notations[player.choose(list(state.slots), point, Dice(seed))[0]] for seed in range(5)}


def test_what_is_only_tried_is_not_counted_as_played() -> None:
    report = played("me.gold")
    assert report.phase_entries == Counter({"turn": sum(2 * 4 for _ in report.playouts)})


def counted(text: str) -> Counter[str]:
    """How often each move was made."""
    counts = played(text).counts
    assert counts is not None
    return Counter({f"{pattern.replace('{}', value)}": tally.choices for pattern, values in counts.tallies.items()
                    for value, tally in values.items()})


def test_the_move_is_taken_that_leads_to_most_once_all_is_done_that_it_leads_to() -> None:
    # What is bought is only said after the choice to buy: until then, to rest looks better.
    moves = counted("me.gold")
    assert moves["buys"] > 2 * (moves["bets"] + moves["rests"])
    assert moves["buys 3"] > 4 * moves["buys 2"]


def test_lines_are_added_up_and_go_on_where_they_are_indented() -> None:
    text = "# What counts.\nme.gold\n    * 0   # nothing\n\n-1 * (sum q in players where q = me:\n    q.gold)\n- me.turns"
    moves = counted(text)
    # A move is tried a few times, and chance may mislead.
    assert moves["bets"] > moves["rests"] > 8 * moves["buys"]


def test_to_win_is_worth_more_than_anything() -> None:
    table = rules()
    moves = ("buys", "buys 3") * 6 + ("buys", "buys 2")
    # Boris has 9 gold, and Anna 11.
    assert taken(table, "0 - me.gold", moves) == {"buys"}


@pytest.mark.parametrize(("moves", "best"), [((), "holds out"), (("holds out",), "makes peace")])
def test_that_nobody_wins_is_worse_than_to_go_on_and_better_than_to_lose(moves: tuple[str, ...], best: str) -> None:
    table = open_files(read_text("siege.rules", SIEGE)).rules()
    assert taken(table, "-1000000000 if open_gate else 0", moves) == {best}


def test_the_same_seed_gives_the_same_games() -> None:
    item, two = played("me.gold"), played("me.gold")
    assert item.playouts == two.playouts


def test_what_does_not_compile_is_told_at_its_line() -> None:
    with pytest.raises(RulebookError) as wrong:
        evaluator_of(rules(), Source("x.evaluation", "me.gold\n\nme.gould"))
    found = wrong.value.diagnostics[0]
    assert (found.code, found.span.line) == ("E201", 3)


def test_a_text_without_a_number_says_nothing() -> None:
    with pytest.raises(WrongEvaluation, match=r"x\.evaluation: write numbers"):
        evaluator_of(rules(), Source("x.evaluation", "# nothing\n"))


@pytest.mark.parametrize("text", ["me.gold\n" * 501, "me.gold" + " + 1" * 2_500])
def test_a_text_says_no_more_than_can_be_compiled_soon(text: str) -> None:
    with pytest.raises(WrongEvaluation, match=r"x\.evaluation: write at most 500 lines of at most 10,000 characters"):
        evaluator_of(rules(), Source("x.evaluation", text))
