"""What is only moved is found in the rules, and as much of it is there in every position."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.properties import Breach, ReachedPosition, breach_of, conserved_quantities, hold
from rulewright.interpreter.analysis.properties.conservation.loss import NOTHING_IS_LOST
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import Choice, State

from ...shipped import shipped
from .tables import each_name

MARKET = '''
rulebook market
    "A market"
    players 2

enum good: wood, wool

board path: ring of place A1 .. A3 merging into region

each region has
    lying: 0..30 per good, merge adds

each player has
    store: 0..30 per good = 4
    coins: 0..30 = 5

each good has
    sold: 0..30

state
    pot: 0..60 = 3
    rounds: 0..9

play
    repeat 6 times
        for each p in players
            trade(p)
        rounds gains 1
    check market_closes

rule trade(p: player)
    "{p} trades in goods."
    choose trading by p for g in good
        "The player names a good."
        require has_some: p.store[g] > 0
            "{p} has no {g}"
        move "sells {g}"
            SELLING
        move "drops {g} in {r}" for r in region
            transfer 1 from p.store[g] to r.lying[g]
            merge region(A1) with region(A2)
        move "pays {g}"
            transfer min(p.coins, 1) from p.coins to pot
        otherwise
            pot gains 0

end market_closes
    "After six rounds the market closes."
    when yes
    ranking p in players by p.coins
'''


def market(selling: str = "transfer 1 from p.store[g] to g.sold") -> Rules:
    return open_files(read_text("market.rules", MARKET.replace("SELLING", selling))).rules()


def said(rules: Rules) -> dict[str, tuple[str, ...]]:
    return {stock.wording(): stock.open_by for stock in conserved_quantities(rules.program)}


def test_what_is_moved_is_found_with_what_it_is_kept_apart_by() -> None:
    goods = "region.lying + player.store + good.sold for each good"
    assert said(market()) == {goods: (), "player.coins + pot": ("trading",)}


def test_goods_that_are_mixed_are_not_kept_apart() -> None:
    mixed = said(market("transfer 1 from p.store[g] to wood.sold"))
    assert mixed["region.lying + player.store + good.sold"] == ()


@pytest.mark.parametrize("selling", [
    "p.store[g] loses 1", "p.store[g] becomes 0",
    "transfer 1 from p.store[g] to g.sold\n            g.sold gains 1",
])
def test_what_is_made_or_lost_somewhere_is_open(selling: str) -> None:
    assert [by for name, by in said(market(selling)).items() if "store" in name] == [("trading",)]


def test_a_gain_that_is_not_what_was_lost_is_no_move() -> None:
    (goods,) = (by for name, by in said(market("p.store[g] loses 1\n            g.sold gains 2")).items() if "store" in name)
    assert goods == ("trading",)


def test_the_law_holds_and_says_how_much_there_is() -> None:
    rules = market()
    assert [broken for held in hold(rules, [NOTHING_IS_LOST], range(10), seed=1) for broken in held.broken.values()] == []
    state = rules.initial()
    slots = list(state.slots)
    slots[rules.cells["P2.store[wool]"].base] -= 1
    assert breach_of(NOTHING_IS_LOST, ReachedPosition(State(rules, tuple(slots)), ())) == Breach(
        "region.lying + player.store + good.sold of wool is 7, and was 8",
        ("region.lying + player.store + good.sold of wool",))


def test_a_machine_that_loses_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, step = market(), Rules.step

    def careless(self: Rules, state: State, choice: Choice | str) -> State:
        after = step(self, state, choice)
        slots, sold = list(after.slots), self.cells["wood.sold"].base
        slots[sold] = 0 if slots[sold] == 2 else slots[sold]
        return State(self, tuple(slots))

    monkeypatch.setattr(Rules, "step", careless)
    broken = [item for held in hold(rules, [NOTHING_IS_LOST], range(10), seed=1) for item in held.broken.values()]
    assert {item.breach.what for item in broken} == {"region.lying + player.store + good.sold of wood is 6, and was 8"}


@each_name
def test_games_have_as_much_of_what_is_only_moved_at_their_end(name: str) -> None:
    rules = shipped(name).rules()
    for held in hold(rules, [NOTHING_IS_LOST], range(1), seed=4, limit=200):
        assert held.broken == {}
        assert bool(held.looked) == any(not stock.open_by for stock in conserved_quantities(rules.program))
