"""Supplies that may run out: `transfer up to`."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules

STORE = '''
rulebook store
    "The store"
    players 2

enum good: wood, gold

each player has
    store: 0..9 per good
    gold: 0..9
    debt: -3..5 = 2

state
    bank: 0..30 per good = {wood: 2, gold: 9}
    supply: 0..30 = 4

play
    choose take by P1
        "The first player takes what there is, of everything."
        move "takes {n}" for n in 0..5
            transfer up to n from supply to P1.gold
            transfer up to {wood: n, gold: 1} from bank to P1.store
            transfer up to n from P1.debt to P2.gold
    choose wait by P2
        "The second player waits."
        move "waits"
            P2.debt becomes P2.debt
    check over

end over
    "Over."
    when 1 = 1
    draw
'''
CELLS = ("supply", "P1.gold", "bank[wood]", "bank[gold]", "P1.store[wood]", "P1.store[gold]", "P1.debt", "P2.gold")


@pytest.fixture(scope="module")
def rules() -> Rules:
    return open_files(read_text("store", STORE)).rules()


@pytest.mark.parametrize(("taken", "left"), [
    (0, [4, 0, 2, 8, 0, 1, 2, 0]),
    (1, [3, 1, 1, 8, 1, 1, 1, 1]),
    (4, [0, 4, 0, 8, 2, 1, -2, 4]),
    (5, [0, 4, 0, 8, 2, 1, -3, 5]),
])
def test_no_more_is_taken_than_there_is(rules: Rules, taken: int, left: list[int]) -> None:
    state = rules.step(rules.initial(), f"takes {taken}")
    assert [int(rules.cells.value(state, cell)) for cell in CELLS] == left
