"""Numbers for each value of a type, required, paid and written as a whole; sets in columns."""

from __future__ import annotations

import pytest

from rulewright import IllegalChoice, State, open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.faults import RulebookFault

MARKET = '''
rulebook market
    "The market"
    players 2
    seats anna, boris

enum good: wood, stone, gold
enum mark: large, holy

table house
    "What can be built."
    price: 0..5 per good = {}
    marks: set of mark = {}
    row hut: {wood: 2}
    row well
    row tower: {stone: 3, wood: 1}, {large}
    row temple
        price = {gold: 1, stone: 5}
        marks = all

each player has
    store: 0..9 per good = {wood: 4, stone: 4}
    spent: 0..9 per good
    worth: 0..20

state
    bank: 0..30 per good = 10
    quarry: 0..3 per 4..6 = {5: 3}

play
    repeat
        for each p in players
            choose build by p
                "The player builds a house, or stops."
                move "builds {h} for {h.price}" for h in house
                    require can_pay: p.store >= h.price
                        "{h} costs {h.price}, and {p} has {p.store}"
                    transfer h.price from p.store to bank
                    var price: -5..9 per good = h.price
                    price loses {wood: 1}
                    p.spent gains h.price
                    p.worth gains size(h.marks) * 10 + (1 if large in h.marks else 0) + (5 if price = {wood: 1} else 0)
                move "robs {n} gold" for n in 0..2
                    bank loses {gold: n}
                    p.store becomes {gold: n, wood: p.store[wood]}
                    p.worth gains h_price(tower)
                move "swaps"
                    p.store becomes {wood: p.store[stone], stone: p.store[wood] + 1}
                    p.store gains {wood: p.store[stone], stone: p.store[wood]}
                    transfer {wood: 1, stone: p.store[wood]} from p.store to bank
                move "stops"
                    p.worth gains 1 if p.spent != {} and p.spent <= p.store else 0
                    check over

function h_price(h: house): 0..15
    "The stones it takes."
    gives h.price[stone]

end over
    "Over."
    when yes
    ranking p in players by p.worth
'''


@pytest.fixture(scope="module")
def rules() -> Rules:
    return open_files(read_text("market", MARKET)).rules()


def after(rules: Rules, *moves: str) -> State:
    state = rules.initial()
    for move in moves:
        state = rules.step(state, move)
    return state


def store(rules: Rules, state: State, field: str = "anna.store") -> list[int]:
    return [int(rules.cells.value(state, f"{field}[{good}]")) for good in ("wood", "stone", "gold")]


def test_a_field_begins_with_an_amount_of_each(rules: Rules) -> None:
    assert store(rules, rules.initial()) == [4, 4, 0]
    assert [rules.cells.value(rules.initial(), f"quarry[{n}]") for n in (4, 5, 6)] == ["0", "3", "0"]


def test_a_price_is_paid_as_a_whole(rules: Rules) -> None:
    state = after(rules, "builds tower for 1 wood and 3 stone")
    assert store(rules, state) == [3, 1, 0]
    assert store(rules, state, "bank") == [11, 13, 10]
    assert store(rules, state, "anna.spent") == [1, 3, 0]


def test_what_is_free_costs_nothing(rules: Rules) -> None:
    assert store(rules, after(rules, "builds well for nothing")) == [4, 4, 0]


def test_who_lacks_one_part_cannot_pay(rules: Rules) -> None:
    with pytest.raises(IllegalChoice, match="temple costs 5 stone and 1 gold, and anna has 4 wood and 4 stone"):
        rules.step(rules.initial(), "builds temple for 5 stone and 1 gold")


def test_amounts_are_compared_in_every_part(rules: Rules) -> None:
    state = after(rules, "builds hut for 2 wood", "builds tower for 1 wood and 3 stone", "builds well for nothing")
    assert [rules.cells.value(rules.step(state, "stops"), f"{seat}.worth") for seat in rules.seats] == ["5", "11"]
    # Boris has spent three stones and has one left; Anna has spent as much wood as she has.
    assert rules.cells.value(after(rules, "builds hut for 2 wood", "builds well for nothing", "stops"), "anna.worth") == "6"


def test_what_is_not_named_becomes_nothing(rules: Rules) -> None:
    assert store(rules, after(rules, "robs 2 gold")) == [4, 0, 2]


def test_all_parts_are_worked_out_before_one_is_written(rules: Rules) -> None:
    state = after(rules, "builds hut for 2 wood", "robs 0 gold", "swaps")
    assert store(rules, state) == [4 + 3 - 1, 3 + 4 - 7, 0]
    assert store(rules, state, "bank") == [12 + 1, 10 + 7, 10]


def test_an_amount_out_of_range_is_a_fault(rules: Rules) -> None:
    state = rules.initial()
    for _ in range(10):
        state = rules.step(state, "robs 1 gold")
    with pytest.raises(RulebookFault, match="a value out of range: -1"):
        rules.step(state, "robs 1 gold")


def test_conditions_of_playthroughs_speak_of_amounts(rules: Rules) -> None:
    state = rules.initial()
    for text, holds in (("anna.store = {wood: 4, stone: 4}", True), ("tower.price >= {stone: 4}", False),
                        ("tower.price[stone] = 3", True), ("holy in temple.marks", True)):
        assert rules.expressions.condition(text, read_text("x", text).sources[0])(state) is holds


def test_columns_with_a_number_for_each_value_count_as_rows_that_are_used(rules: Rules) -> None:
    _, trace = rules.recording.step(rules.initial(), "builds tower for 1 wood and 3 stone")
    assert "house.tower" in trace.clauses
    assert "house.hut" not in trace.clauses
