"""The ends of a rulebook by degrees: who is nearer to winning, and where nothing can be said."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.analysis.players.guide import ByEvaluation, ByPlayouts, Guide
from rulewright.interpreter.analysis.players.machines import BY_ENDS, Supply
from rulewright.interpreter.analysis.players.progress import WHOLE, progress_of
from rulewright.interpreter.analysis.players.search import SOON
from rulewright.interpreter.backends.backend import BLOCK
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from tests.shipped import shipped_rules

RACE = """rulebook race
    "A race"
    players 2

each player has
    steps: 0..20 = 0
    gold: 0..9 = 0

play
    "Players walk until one is there."
    repeat
        for each p in players
            go(p)

rule go(p: player)
    "{p} walks or digs."
    choose next_step by p
        "A player walks or digs."
        move "walk"
            p.steps gains 1
            check ends
        move "dig"
            if p.gold < 9
                p.gold gains 1

function leads(p: player): flag
    "The richer one of those who have come as far leads."
    let q = next(p)
    gives p.steps > q.steps or (p.steps = q.steps and p.gold > q.gold)

end there
    "Who has come to the end, or is ahead then, wins."
    when some p in players: p.steps = 20
    winners p in players where leads(p)
"""


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    path = tmp_path_factory.mktemp("race") / "race.rules"
    path.write_text(RACE, encoding="utf-8")
    return rulewright.load(str(path)).rules(2)


def degrees(rules: Rules, *moves: str) -> tuple[int, ...]:
    s = list(rules.initial().slots)
    for move in moves:
        point = rules.machine.points[s[BLOCK]]
        assert point is not None
        rules.machine.apply(s, point, rules.machine.legal(s, point)[("walk", "dig").index(move)])
    worth = progress_of(rules)
    assert worth is not None
    return tuple(worth.to(seat, State(rules, tuple(s))) for seat in range(2))


def test_a_goal_holds_by_degrees(race: Rules) -> None:
    even = degrees(race)
    assert 0 < even[0] == even[1] < WHOLE
    ahead, richer = degrees(race, "walk", "dig"), degrees(race, "dig", "walk", "walk", "dig")
    assert ahead[0] > even[0]
    assert ahead[1] < even[1]
    assert richer[0] == richer[1]


def test_a_farther_lead_counts_more(race: Rules) -> None:
    near = degrees(race, "walk", "walk", "walk", "dig")
    far = degrees(race, "walk", "dig", "walk", "dig")
    assert far[0] - far[1] > near[0] - near[1] > 0


def test_gold_counts_only_among_equals(race: Rules) -> None:
    assert degrees(race, "dig", "walk")[0] < degrees(race, "walk", "dig")[0]


def guide_of(rules: Rules) -> Guide:
    return Supply(rules, python_only=True).best().guide


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "pig"])
def test_games_with_points_and_games_without_degrees_are_played_to_their_end(name: str) -> None:
    assert isinstance(guide_of(shipped_rules(name, 2)), ByPlayouts)


def test_long_games_without_points_go_by_their_ends_soon(race: Rules) -> None:
    guide = guide_of(race)
    assert isinstance(guide, ByEvaluation)
    assert (guide.name, guide.steps, guide.per) == (BY_ENDS, SOON, WHOLE // 100)


def test_a_search_goes_for_the_goal(race: Rules, tmp_path: Path) -> None:
    from rulewright.interpreter.analysis.players.match import seats_for
    from rulewright.interpreter.analysis.players.player import player_for
    from rulewright.interpreter.analysis.players.spec import spec_of
    from rulewright.interpreter.analysis.playouts.simulate import play_out
    from rulewright.interpreter.runtime.series import SeriesDice

    supply = Supply(race, python_only=True)
    players = [player_for(spec_of(text), race, supply) for text in ("random", "mcts:40")]
    played = play_out(race, SeriesDice(1, 0), player=seats_for(race, players, 1, 0))
    assert played.winners == (1,)


@pytest.mark.parametrize(("worth", "move"), [("me.gold", "dig"), ("me.steps", "walk")])
def test_a_search_goes_by_the_evaluation_that_it_is_given(race: Rules, worth: str, move: str) -> None:
    from rulewright.dsl.source.span import Source
    from rulewright.interpreter.analysis.players.course import Course
    from rulewright.interpreter.analysis.players.player import SearchPlayer
    from rulewright.interpreter.analysis.playouts.search import evaluator_of
    from rulewright.interpreter.runtime.chance import Dice

    supply = Supply(race, python_only=True, worth=evaluator_of(race, Source("x.worth", worth)), name="x")
    code = SearchPlayer(race, 20, None, supply).choose(Course([race.initial().slots]), Dice(1))
    assert race.choices(race.initial())[code].notation == move
