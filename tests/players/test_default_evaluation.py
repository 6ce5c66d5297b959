"""Goals and holdings: how far each seat is by the rules alone, and where nothing can be said."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.players.evaluation.default_evaluation import GOAL, THING, default_evaluator, lines_of
from rulewright.interpreter.analysis.players.evaluation.nearness import farthest
from rulewright.interpreter.analysis.players.machines import BY_GOALS, Supply
from rulewright.interpreter.analysis.players.search.guide import ByEvaluation, ByPlayouts, Guide
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


def standing(rules: Rules, *moves: str) -> tuple[int, ...]:
    """How far each seat is after these moves by seats in turn."""
    s = list(rules.initial().slots)
    for move in moves:
        point = rules.machines.plain.points[s[BLOCK]]
        assert point is not None
        rules.machines.plain.apply(s, point, rules.machines.plain.legal(s, point)[("walk", "dig").index(move)])
    evaluator = default_evaluator(rules)
    assert evaluator is not None
    return tuple(evaluator.to(seat, State(rules, tuple(s))) for seat in range(len(rules.seats)))


def test_each_step_to_a_goal_counts_the_same_part_of_it(race: Rules) -> None:
    # The rules compare steps, which count as a thing does, and gold among equals, which counts 1; the declarations count both.
    assert standing(race) == (0, 0)
    assert standing(race, "walk", "dig") == (THING + 1, 1 + 1)
    assert standing(race, "walk", "dig", "walk") == (2 * (THING + 1), 1 + 1)


def test_a_number_that_must_reach_a_constant_counts_by_the_way_to_it(tmp_path: Path) -> None:
    path = tmp_path / "race.rules"
    changed = RACE.replace("    gives p.steps > q.steps or (", "    gives p.steps = 20 or (p.steps > q.steps and ")
    path.write_text(changed, encoding="utf-8")
    rules = rulewright.load(str(path)).rules(2)
    assert standing(rules, "walk", "dig") == (GOAL // 20 + 1, 1 + 1)


def test_things_that_name_a_player_count_with_what_lies_in_their_places() -> None:
    rules = shipped_rules("emperor_4", 2)
    lines = list(lines_of(rules.program))
    assert "sum place_held_ in resource: me.has[place_held_]" in lines
    assert f"{THING} * (count thing_near_ in place where thing_near_.holder = me)" in lines
    assert any("thing_near_.unit[place_held_] != none" in line for line in lines)
    assert not any("fallen" in line for line in lines)
    evaluator = default_evaluator(rules)
    assert evaluator is not None
    # The three numbers that ends compare, each line, and one nearness: none is lost because it does not compile.
    assert [len(numbers) for numbers in evaluator.numbers] == [3 + len(lines) + 1] * 2


@pytest.mark.parametrize(("seat", "home"), [(0, "south_home"), (1, "north_home")])
def test_what_lies_on_spaces_counts_more_near_to_the_space_that_an_end_asks_for(seat: int, home: str) -> None:
    """An end asks who has taken a home; the rule that writes this asks for the home of the other player."""
    rules = shipped_rules("emperor_4", 2)
    fields = {field.name: field for field in rules.program.fields}
    ((space, far),) = farthest(rules).items()
    evaluator, start = default_evaluator(rules), rules.initial().slots
    assert evaluator is not None
    # The spaces that the goal in numbers counts are left aside.
    sources = rules.expressions.number("sources_of(me)", Source("x", ""), me=seat)
    checked = 0
    for place, name in enumerate(space.members):
        slots = list(start)
        slots[fields["owner"].base + place] = -1
        before = evaluator.to(seat, State(rules, tuple(slots)))
        slots[fields["holder"].base + place], slots[fields["unit"].base + 4 * place] = seat, 0
        after = State(rules, tuple(slots))
        if sources(after) == 0:
            # The space counts, and the unit there, by its nearness too.
            steps = rules.expressions.number(f"distance({name}, {home})", Source("x", ""))(after)
            assert evaluator.to(seat, after) - before == 2 * THING + far - steps
            checked += 1
    assert checked == len(space.members) - 3


def guide_of(rules: Rules) -> Guide:
    return Supply(rules, python_only=True).best().guide


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "pig"])
def test_games_with_points_and_games_without_goals_in_numbers_are_played_to_their_end(name: str) -> None:
    assert isinstance(guide_of(shipped_rules(name, 2)), ByPlayouts)


def test_games_without_points_go_by_goals_and_holdings(race: Rules) -> None:
    guide = guide_of(race)
    assert isinstance(guide, ByEvaluation)
    assert (guide.name, guide.per) == (BY_GOALS, 1)


def test_a_search_goes_for_the_goal(race: Rules, tmp_path: Path) -> None:
    from rulewright.interpreter.analysis.players.match import seats_for
    from rulewright.interpreter.analysis.players.player import player_for
    from rulewright.interpreter.analysis.players.spec import spec_of
    from rulewright.interpreter.analysis.playouts.simulate import play_out
    from rulewright.interpreter.runtime.series import SeriesDice

    supply = Supply(race, python_only=True)
    players = [player_for(spec_of(text), race, supply) for text in ("random", "mcts:40")]
    played = play_out(race, SeriesDice(1, 0), player=seats_for(race.machines.plain, players, 1, 0))
    assert played.winners == (1,)


@pytest.mark.parametrize(("evaluation", "move"), [("me.gold", "dig"), ("me.steps", "walk")])
def test_a_search_goes_by_the_evaluation_that_it_is_given(race: Rules, evaluation: str, move: str) -> None:
    from rulewright.interpreter.analysis.players.knowledge.course import Course
    from rulewright.interpreter.analysis.players.player import SearchPlayer
    from rulewright.interpreter.analysis.playouts.search import evaluator_of
    from rulewright.interpreter.runtime.chance import Dice

    supply = Supply(race, python_only=True, evaluator=evaluator_of(race, Source("x.evaluation", evaluation)), name="x")
    code = SearchPlayer(race, 20, None, supply).choose(Course([race.initial().slots]), Dice(1))
    assert race.decisions.choices(race.initial())[code].notation == move


def test_moves_are_weighed_up_to_the_end_of_the_time_that_this_search_has(race: Rules) -> None:
    from rulewright.interpreter.analysis.players.knowledge.course import Course
    from rulewright.interpreter.analysis.players.player import SearchPlayer
    from rulewright.interpreter.analysis.playouts.search import evaluator_of
    from rulewright.interpreter.runtime.chance import Dice

    evaluator = evaluator_of(race, Source("x.evaluation", "9 * me.gold + me.steps"))
    supply = Supply(race, python_only=True, evaluator=evaluator, name="x")
    python, start = supply.best().python, race.initial().slots
    python.put(supply.best().words.position(start))
    assert python.weigh() == [1.0, 9.0]
    # The time of an earlier search is over.
    python.deadline = 0.0
    assert python.weigh() == [1.0, 1.0]
    (tried,) = SearchPlayer(race, 1, 60.0, supply).think(Course([start]), Dice(1)).moves
    # The lead of 9, in units of 4, by which the two moves differ.
    assert tried.mean == pytest.approx(0.5 + 0.42 * 2.25 / 3.25)
