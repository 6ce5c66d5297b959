"""Which rows of tables a step exercises: those that the game comes to, and not all that it goes through."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules

MARKET = '''
rulebook market
    "The market"
    players 2
    seats anna, boris

enum good: wood, wool

table stall
    "The stalls."
    price: 0..9
    sells: good
    costs: 0..9 per good = {wood: 1}
    effect trade(p: player)
    row baker: 3, wood
        "A baker."
        trade
            p.gold gains 1
    row weaver: 4, wool
        "A weaver."
        trade
            p.gold gains 2
    row tanner: 5, wool
        "A tanner."
        trade
            p.gold gains 3
    row smith: 6, wood
        "A smith."
        trade
            p.gold gains 4

each player has
    gold: 0..99
    here: stall or none
    seen: set of stall
    visits: 0..9 per stall

each stall has
    closed: flag

state
    total: 0..99
    street: list of stall up to 4

function price_of(x: stall): 0..9
    "What a stall asks."
    gives x.price

function open_price(x: stall): 0..9
    "What a stall asks, if it is open and somebody has seen it."
    gives x.price if (some p in players: x in p.seen) else 0

rule reckon(x: stall)
    "The price of a stall is added."
    total gains x.price

play
    repeat
        choose turn by anna
            move all_prices "adds all"
                total becomes sum x in stall: x.price
            move dear "counts the dear ones"
                total becomes count x in stall where x.price > 4
            move by_function "adds all by a function"
                total becomes max x in stall: price_of(x)
            move by_rule "adds all by a rule"
                for each x in stall
                    reckon(x)
            move named "takes the baker's price"
                total becomes baker.price
            move here "goes to {x}" for x in stall
                require affordable: x.price <= 9
                anna.here becomes x
            move price_here "takes the price here"
                total becomes (the anna.here).price
            move cost_here "takes the cost here of {g}" for g in good
                total becomes (the anna.here).costs[g]
            move dearest_by_function "takes the price here by a function"
                total becomes price_of(the anna.here)
            move seen_ones "adds what is seen"
                total becomes sum x in stall where x in anna.seen: x.price
            move seen_by_test "adds what is seen, if so"
                for each x in stall
                    if x in anna.seen
                        total gains x.price
            move seen_by_function "adds what is seen by a function"
                total becomes sum x in stall: open_price(x)
            move looks "looks at the weaver"
                anna.seen gains weaver
            move looks_at_all "looks at all"
                for each x in stall
                    anna.seen gains x
            move visits "visits the smith"
                anna.visits[smith] gains 1
            move closes "closes the tanner"
                tanner.closed becomes yes
            move closes_all "closes all"
                for each x in stall
                    x.closed becomes yes
            move queues "queues at the tanner"
                street gains tanner
            move some_at "asks whether one costs {n}" for n in 4..9
                total becomes 1 if (some x in stall: x.price = n) else 0
            move none_at "asks whether none costs {n}" for n in 4..9
                total becomes 1 if (no x in stall: x.price = n) else 0
            move all_but "asks whether all cost but {n}" for n in 4..9
                total becomes 1 if (every x in stall: x.price != n) else 0
            move nested "asks whether anybody finds one for {n}" for n in 4..9
                total becomes 1 if (some p in players: some x in stall: x.price = n and p.gold = 0) else 0
            move first_at "asks for the first that costs {n}" for n in 4..9
                let found = first x in stall where x.price = n
                total becomes 1 if found != none else 0
            move trades "trades with {x}" for x in stall
                x.trade(anna)
            move rolls "leaves it to chance"
                draw y from stall weighted by y.price as "{y} comes"
            otherwise
                check never

end never
    "It never ends."
    when 1 = 2
    draw
'''


@cache
def market() -> Rules:
    return open_files(read_text("market.rules", MARKET)).rules()


def rows_met(*moves: str) -> set[str]:
    """The rows that the last of these moves exercises."""
    state = market().initial()
    for move in moves[:-1]:
        state = market().step(state, move)
    _, trace = market().recording.step(state, moves[-1])
    return {clause.removeprefix("stall.") for clause in trace.clauses if clause.startswith("stall.")}


@pytest.mark.parametrize("move", [
    "adds all", "counts the dear ones", "adds all by a function", "adds all by a rule", "looks at all", "closes all",
    "asks whether one costs 9", "asks whether none costs 9", "asks whether all cost but 9",
    "asks whether anybody finds one for 9", "leaves it to chance"])
def test_a_row_that_is_one_of_all_is_not_exercised(move: str) -> None:
    assert rows_met(move) == set()


@pytest.mark.parametrize(("move", "row"), [
    ("takes the baker's price", "baker"), ("goes to weaver", "weaver"), ("looks at the weaver", "weaver"),
    ("visits the smith", "smith"), ("closes the tanner", "tanner"), ("queues at the tanner", "tanner"),
    ("asks whether one costs 4", "weaver"), ("asks for the first that costs 5", "tanner"),
    ("asks whether none costs 4", "weaver"), ("asks whether all cost but 6", "smith"),
    ("asks whether anybody finds one for 5", "tanner"), ("trades with smith", "smith")])
def test_a_row_that_is_read_chosen_placed_or_carried_out_is_exercised(move: str, row: str) -> None:
    assert rows_met(move) == {row}


@pytest.mark.parametrize("move", ["takes the price here", "takes the cost here of wool", "takes the price here by a function"])
def test_a_row_that_the_position_names_is_exercised(move: str) -> None:
    assert rows_met("goes to smith", move) == {"smith"}


@pytest.mark.parametrize("move", ["adds what is seen", "adds what is seen, if so", "adds what is seen by a function"])
def test_rows_that_a_condition_on_the_position_picks_out_are_exercised(move: str) -> None:
    assert rows_met("looks at the weaver", move) == {"weaver"}


def test_a_row_that_is_drawn_is_exercised() -> None:
    assert rows_met("leaves it to chance", "tanner comes") == {"tanner"}


def test_functions_that_are_called_for_all_rows_are_exercised_themselves() -> None:
    _, trace = market().recording.step(market().initial(), "adds all by a function")
    assert "price_of" in trace.clauses
