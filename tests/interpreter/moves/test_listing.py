"""Legal moves are listed from fewer combinations of open values, in the same order as from all of them."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulewright import open_files
from rulewright.dsl import ir
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.backends.plan.listing import ListingPlan, Planner
from rulewright.interpreter.backends.plan.loop_budget import LoopBudget
from rulewright.interpreter.game.rules import Rules

MARKET = '''
rulebook market
    "The market"
    players 2
    seats anna, boris

enum ware: cup, bowl, jug, pot

table stall
    "The stalls."
    sells: ware
    far: flag = no
    row first: cup
    row second: bowl, yes
    row third: jug
    row fourth: cup, yes

board town: square 3 by 3 of square

each player has
    gold: 0..9 = 5
    hand: set of ware = {cup, jug}

each square has
    man: player or none

state
    last: ware = jug
    speed: 0..3 per square = 1

function reach(s: square, t: square): set of 1..3
    "Who of a square may go to another."
    gives {i in 1..3 where i <= speed[s] and t.man = none}

function men(): 0..9
    "How many men there are."
    gives count s in square where s.man != none

play
    a1.man becomes anna
    c3.man becomes anna
    repeat
        choose deal by anna
            "A deal is made."
            move drop "drops {w}" for w in ware
                require in_hand: w in anna.hand
                anna.hand loses w
            move again "buys {w} at {s} again" for s in stall where not s.far, w in ware
                require as_before: w = last
                require has_a_coin: anna.gold > 0
                anna.gold loses 1
            move pay "pays {n} for {w}" for w in ware, n in 0..9
                require has_gold: n <= anna.gold
                require is_enough: n + men() > 4
                anna.gold loses n
            move walk "{s} to {t}" for s in square where s.man = anna, t in square
                require can_reach: reach(s, t) != {}
                require is_near: t in neighbours(s)
                t.man becomes s.man
                s.man becomes none
                speed[t] becomes 2
            move stand "stays on {s} with {w}" for s in square where s.man = anna, w in ware
                require has_ware: w in anna.hand
                last becomes w
        check it_is_over

end it_is_over
    "Anna has no ware."
    when anna.hand = {}
    draw
'''


@pytest.fixture(scope="module")
def rules() -> Rules:
    return open_files(read_text("market.rules", MARKET)).rules()


def plans(rules: Rules) -> dict[str, tuple[ir.MoveOption, ListingPlan]]:
    planner = Planner(rules.program, LoopBudget(rules.program))
    moves = next(block.end.moves for block in rules.program.blocks if isinstance(block.end, ir.ChooseMove))
    return {move.id: (move, planner.plan(move)) for move in moves}


def test_what_a_requirement_says_is_gone_through(rules: Rules) -> None:
    found = {name: [type(bound.domain).__name__ for bound in plan.bounds] for name, (_, plan) in plans(rules).items()}
    assert found["drop"] == ["SetDomain"]
    again = plans(rules)["again"][1].bounds
    assert again[0].domain == ir.ListDomain(ir.Values((0, 2))), "which stalls are near is known before play"
    assert isinstance(again[1].domain, ir.ListDomain)
    assert isinstance(again[1].domain.of, ir.MakeList)
    (_, pay) = plans(rules)["pay"]
    assert isinstance(pay.bounds[1].domain, ir.RangeDomain)
    assert isinstance(pay.bounds[1].domain.low, ir.Primitive)
    assert isinstance(pay.bounds[1].domain.high, ir.Primitive)
    assert [level.tests for level in pay.levels] == [(), ()]


def test_what_a_requirement_implies_is_tested_before_the_value_that_it_waits_for(rules: Rules) -> None:
    _, walk = plans(rules)["walk"]
    (implied,) = walk.levels[0].tests
    assert isinstance(implied, ir.Gather)
    assert implied.kind == "some"
    assert not any(isinstance(part, ir.Temp) and part.name == walk.bounds[1].name for part in ir.inside(implied))


def test_moves_share_the_lists_of_their_first_values(rules: Rules) -> None:
    walk, stand = (plans(rules)[name][1].levels[0].shared for name in ("walk", "stand"))
    assert walk is not None
    assert walk == stand


def test_listed_is_what_no_requirement_refuses_in_the_order_of_codes(rules: Rules) -> None:
    state = rules.initial()
    for turn in range(12):
        point = rules.decisions.point(state)
        assert point is not None
        s = list(state.slots)
        wanted = [kind.first + code for kind in point.kinds if kind.refused is not None
                  for code in range(kind.count) if not kind.refused(s, code)]
        assert list(rules.decisions.legal_codes(state)) == wanted
        assert wanted == sorted(wanted)
        state = rules.step(state, wanted[-1 - turn % len(wanted)])


def test_a_range_that_is_checked_may_go_wrong(rules: Rules) -> None:
    """A function whose value is checked is not tested before what stands above it."""
    early = Planner(rules.program, LoopBudget(rules.program)).early
    (men,) = (function for function in rules.program.functions if function.name == "men")
    checked = evolve(men.value, lets=(ir.Let("n", ir.Const(3), 0, 2, 0),))
    assert (early.fails(men.value.gives), early.fails(checked)) == (False, True)


SUMS = '''
rulebook sums
    "Sums"
    players 2

enum good: wood, ore, grain

each player has
    goods: 0..9 per good = 9
    hand: set of 1..9 = all

play
    "The players pay."
    for each p in players
        choose payment by p
            "{p} pays four goods, or lays cards that make ten at most, or names numbers."
            move pays "pays {paid}" for paid in amount of g in good from 0..p.goods[g]
                require four: (sum g in good: paid[g]) = 4
                p.goods loses paid
            move lays "lays {cards}" for cards in chain "+" of 1..9 up to 3 from {c in p.hand where every d in cards: c > d}
                require ten_at_most: (sum c in cards: c) <= 10
                p.hand loses {c in cards}
            move names "{a} and {b}" for a in 1..9, b in 1..9
                require far_apart: a - b >= 7
                p.hand gains a
    check over

end over
    "The game ends."
    when yes
    ranking p in players by sum g in good: p.goods[g]
'''


def test_what_a_sum_implies_is_tested_as_soon_as_a_part_is_known() -> None:
    rules = open_files(read_text("sums", SUMS)).rules()
    found = plans(rules)
    (_, pays), (_, lays), (_, names) = found["pays"], found["lays"], found["names"]
    wood, ore, grain = (ir.Temp(bound.name) for bound in pays.bounds)
    assert ir.Compare("<=", wood, ir.Const(4)) in [part for test in pays.levels[0].tests for part in _parts(test)]
    last = pays.bounds[2].domain
    assert isinstance(last, ir.ListDomain)
    assert last.of == ir.MakeList((ir.Arith("-", ir.Const(4), ir.Arith("+", wood, ore)),)), "the last is what is left"
    assert grain.name not in repr(last)
    assert lays.levels[0].tests, "of three cards the first is no greater than ten"
    assert names.levels[0].tests == (ir.Compare(">=", ir.Arith("+", ir.Temp(names.bounds[0].name), ir.Const(-1)), ir.Const(7)),)
    legal = [choice.notation for choice in rules.decisions.choices(rules.initial())]
    assert len([notation for notation in legal if notation.startswith("pays")]) == 15
    assert [notation for notation in legal if " and " in notation] == ["8 and 1", "9 and 1", "9 and 2"]
    sums = [sum(map(int, notation.removeprefix("lays ").split("+"))) for notation in legal if notation.startswith("lays")]
    # One card; two that make ten at most; three that do: 1+2+3 to 1+2+7, 1+3+4 to 1+3+6, 1+4+5, 2+3+4, 2+3+5.
    assert len(sums) == 9 + 20 + 11
    assert max(sums) == 10


def _parts(test: ir.Expr) -> list[ir.Expr]:
    return [*_parts(test.left), *_parts(test.right)] if isinstance(test, ir.Both) else [test]
