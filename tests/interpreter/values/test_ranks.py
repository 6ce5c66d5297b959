"""Places in a ranking, and prizes that those who are equal share."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.span import Source
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State

CONTEST = '''
rulebook contest
    "The contest"
    players 4

each player has
    gold: 0..20
    squires: 0..9
    present: flag = yes

play
    choose anything by P1
        "Nothing happens."
        move "{n}" for n in 0..20 where n = 0
            P1.gold becomes n
    check over

end over
    "Over."
    when 1 = 1
    draw
'''
SEATS = ("P1", "P2", "P3", "P4")


@pytest.fixture(scope="module")
def rules() -> Rules:
    return open_files(read_text("contest", CONTEST)).rules()


def standing(rules: Rules, gold: tuple[int, ...], squires: tuple[int, ...] = (), absent: tuple[str, ...] = ()) -> State:
    head = str(rules.initial()).splitlines()[:2]
    lines = [f"{seat}.gold = {n}" for seat, n in zip(SEATS, gold, strict=True)]
    lines += [f"{seat}.squires = {n}" for seat, n in zip(SEATS, squires, strict=False)]
    lines += [f"{seat}.present = no" for seat in absent]
    return rules.state_from_text("\n".join([*head, *lines]))


def values(rules: Rules, state: State, asked: str) -> list[int]:
    """What the expression is for each player."""
    condition = rules.expressions.condition
    return [next(n for n in range(30) if condition(f"{asked.replace('WHO', seat)} = {n}", Source("case", ""))(state))
            for seat in SEATS]


@pytest.mark.parametrize(("gold", "squires", "shares"), [
    ((9, 5, 3, 1), (), [8, 4, 0, 0]),
    ((9, 9, 5, 1), (), [6, 6, 0, 0]),
    ((9, 9, 5, 1), (2, 3), [4, 8, 0, 0]),
    ((9, 9, 9, 1), (), [4, 4, 4, 0]),
    ((1, 1, 1, 1), (), [3, 3, 3, 3]),
    ((5, 9, 5, 5), (), [1, 8, 1, 1]),
    ((5, 9, 5, 5), (0, 0, 1, 1), [0, 8, 2, 2]),
])
def test_equal_ones_share_the_prizes_of_the_places_they_take(
        rules: Rules, gold: tuple[int, ...], squires: tuple[int, ...], shares: list[int]) -> None:
    asked = "share(WHO among q in players by (q.gold, q.squires), 8, 4)"
    assert values(rules, standing(rules, gold, squires), asked) == shares


@pytest.mark.parametrize(("gold", "ranks", "from_below"), [
    ((9, 5, 3, 1), [1, 2, 3, 4], [4, 3, 2, 1]),
    ((9, 9, 5, 1), [1, 1, 3, 4], [3, 3, 2, 1]),
    ((2, 2, 2, 2), [1, 1, 1, 1], [1, 1, 1, 1]),
])
def test_a_rank_is_counted_from_the_highest_or_from_the_lowest(
        rules: Rules, gold: tuple[int, ...], ranks: list[int], from_below: list[int]) -> None:
    state = standing(rules, gold)
    assert values(rules, state, "rank(WHO among q in players by q.gold)") == ranks
    assert values(rules, state, "rank(WHO among q in players by q.gold descending)") == ranks
    assert values(rules, state, "rank(WHO among q in players by q.gold ascending)") == from_below


def test_who_is_not_among_those_ranked_has_no_place_and_no_prize(rules: Rules) -> None:
    state = standing(rules, (9, 5, 5, 1), absent=("P1",))
    assert values(rules, state, "rank(WHO among q in players where q.present by q.gold)") == [0, 1, 1, 3]
    assert values(rules, state, "share(WHO among q in players where q.present by q.gold, 8, 4, 2)") == [0, 6, 6, 2]


def test_a_prize_may_be_worked_out(rules: Rules) -> None:
    state = standing(rules, (9, 5, 3, 1), (5, 0, 0, 0))
    assert values(rules, state, "share(WHO among q in players by q.gold, P1.squires + 1, P2.gold)") == [6, 5, 0, 0]
