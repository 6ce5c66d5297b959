"""A tie for the first place: shared, or a draw where the end says so."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rulewright import open_files
from rulewright.cli.table.session.results import result
from rulewright.cli.table.session.summary import summary
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.playouts.simulate import simulate
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import Outcome, State

CONTEST = '''
rulebook contest
    "The contest"
    players 4

sides
    with 4 players: fives is seats 1 and 3, evens is seats 2 and 4

each player has
    gold: 0..9

each side has
    land: 0..9

play
    for each p in players
        choose prize by p
            move "{n}" for n in 0..9
                p.gold becomes n
                p.side.land gains n div 3
    check over

end over
    "Over."
    when yes
    ENDING
'''
BY_GOLD = "ranking p in players by p.gold"
LOWEST = "ranking p in players by p.gold ascending"
BY_LAND = "ranking s in sides by s.land"
WITH_FIVE = "winners p in players where p.gold >= 5"


def contest(ending: str, tied: bool = True) -> Rules:
    written = f"{ending}\n    draw when tied" if tied else ending
    return open_files(read_text("contest", CONTEST.replace("ENDING", written))).rules()


def after(rules: Rules, gold: Iterable[int]) -> State:
    """Where the game stands when players have chosen so much gold, in the order of the seats."""
    state = rules.initial()
    for number in gold:
        state = rules.step(state, str(number))
    return state


def outcome_of(rules: Rules, gold: Iterable[int]) -> Outcome | None:
    return rules.endings.outcome(after(rules, gold))


@pytest.mark.parametrize(("ending", "gold", "ranking", "winners"), [
    (BY_GOLD, (9, 5, 5, 1), ((0,), (1, 2), (3,)), (0,)),
    (BY_GOLD, (9, 9, 5, 1), ((0, 1), (2,), (3,)), ()),
    (BY_GOLD, (7, 7, 7, 7), ((0, 1, 2, 3),), ()),
    (LOWEST, (9, 5, 1, 1), ((2, 3), (1,), (0,)), ()),
    (BY_LAND, (3, 0, 3, 3), ((0, 2), (1, 3)), (0, 2)),
    (BY_LAND, (3, 0, 0, 3), ((0, 1, 2, 3),), ()),
    (WITH_FIVE, (1, 6, 2, 3), ((1,), (0, 2, 3)), (1,)),
    (WITH_FIVE, (1, 6, 5, 3), ((1, 2), (0, 3)), ()),
    (WITH_FIVE, (1, 2, 3, 4), ((0, 1, 2, 3),), ()),
])
def test_several_in_the_first_place_are_a_draw_where_the_end_says_so(
        ending: str, gold: tuple[int, ...], ranking: tuple[tuple[int, ...], ...], winners: tuple[int, ...]) -> None:
    drawn, shared = (outcome_of(contest(ending, tied), gold) for tied in (True, False))
    assert drawn is not None
    assert shared is not None
    assert (drawn.ranking, drawn.winners, drawn.is_draw) == (ranking, winners, not winners)
    assert shared.ranking == ranking
    assert shared.is_draw == (gold == (1, 2, 3, 4))


def test_random_games_count_it_as_drawn_and_not_as_won() -> None:
    report = simulate(contest(BY_GOLD), range(300), seed=1).as_json()
    drawn, wins = report["draws"], report["wins"]
    assert isinstance(drawn, int)
    assert isinstance(wins, dict)
    assert 0 < drawn < 300
    assert sum(wins.values()) == 300 - drawn
    assert report["shared"] == 0


def test_the_table_says_between_whom_it_is_a_draw() -> None:
    rules = contest(BY_GOLD)
    last = after(rules, (9, 9, 5, 1))
    assert list(result(last))[1:] == ["A draw between P1 and P2: no player wins."]
    before = after(rules, (4, 4, 2))
    assert "If it ended now: P1 and P2 are equal, which is a draw, then P3, then P4." in list(summary(before, [], None))
    shared = contest(BY_GOLD, tied=False)
    assert "If it ended now: P1 and P2, then P3, then P4." in list(summary(after(shared, (4, 4, 2)), [], None))
