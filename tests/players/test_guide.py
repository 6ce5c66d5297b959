"""What guides a search: an open position is worth less than a victory, wide choices are not weighed, one try is not sure."""

from __future__ import annotations

from math import inf, isfinite
from pathlib import Path

import rulewright
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.players.evaluation.values import LEAD, Payoff
from rulewright.interpreter.analysis.players.knowledge.course import Course
from rulewright.interpreter.analysis.players.machines import Supply
from rulewright.interpreter.analysis.players.player import SearchPlayer
from rulewright.interpreter.analysis.players.search.guide import MOST_WEIGHED, REACH, ByEvaluation
from rulewright.interpreter.analysis.players.search.search import _Results
from rulewright.interpreter.analysis.players.search.simulator import PythonSimulator
from rulewright.interpreter.analysis.players.search.tree import Order, TreeNode
from rulewright.interpreter.analysis.playouts.search import evaluator_of
from rulewright.interpreter.runtime.chance import Dice

from ..shipped import shipped_rules


def test_an_open_position_is_worth_less_than_a_game_that_is_won() -> None:
    # Where no points are counted, the lead adds half of its part to a victory.
    assert 0.5 + 0.5 * REACH < 1 - LEAD / 2


def test_a_choice_that_is_too_wide_is_not_weighed() -> None:
    rules = shipped_rules("nim")
    evaluator = evaluator_of(rules, Source("x.evaluation", "counters[1]"))
    machines = Supply(rules, keep=False, evaluator=evaluator, name="x").best()
    guide, words, weighed = machines.guide, machines.words, list[str]()
    assert isinstance(guide, ByEvaluation)

    class Wide(PythonSimulator):
        def legal(self) -> list[int]:
            return list(range(MOST_WEIGHED + 1))

        def weigh(self) -> list[float]:
            weighed.append("all")
            return [0.0]

    assert guide.at(Wide(rules, words, evaluator), words.position(rules.initial().slots)).per == guide.per
    assert weighed == []


def test_one_try_says_no_interval() -> None:
    results = _Results()
    results.add(Payoff((0.5, 0.5), (0.0, 0.0), None, (7, -7)), 0)
    assert results.lead == (7, -inf, inf)
    results.add(Payoff((0.5, 0.5), (0.0, 0.0), None, (9, -9)), 0)
    assert results.lead is not None
    assert all(map(isfinite, results.lead))
    assert results.lead[1] < 8 < results.lead[2]


PITFALL = """rulebook pitfall
    players 2

state
    steps: 0..3
    turn: player = P1

each player has
    gold: 0..9

play
    repeat
        choose way by turn
            move "dig {n}" for n in 1..3
                turn.gold gains n
            move "fall"
                turn.gold gains 10
        steps gains 1
        check all_dug
        turn becomes next(turn)

end all_dug
    when steps = 3
    winners p in players where p.gold > (next(p)).gold
"""


def test_a_move_in_which_the_rulebook_goes_wrong_does_not_stop_a_search_by_an_evaluation(tmp_path: Path) -> None:
    (tmp_path / "pitfall.rules").write_text(PITFALL, encoding="utf-8")
    rules = rulewright.load(str(tmp_path / "pitfall.rules")).rules(2)
    evaluator = evaluator_of(rules, Source("x.evaluation", "me.gold"))
    for python_only in (True, False):
        player = SearchPlayer(rules, 30, None, Supply(rules, python_only, keep=False, evaluator=evaluator, name="x"))
        found = player.think(Course([rules.initial().slots]), Dice(1))
        assert str(rules.decisions.choices(rules.initial())[found.moves[0].code]) == "dig 3"


def test_visits_of_worlds_without_a_move_do_not_speak_for_trying_it() -> None:
    node, first = TreeNode(2), Order((1, 2), (0.6, 0.4))
    for code in (1, 2):
        node.child(code).add((0.5, 0.5))
    node.offer(first)
    node.offer(Order((1,), (1.0,)))
    assert [node.children[code].absent for code in (1, 2)] == [0, 1]
    node.visits = 30
    node.children[2].absent = 29
    node.children[1].visits, node.children[1].totals = 3, [1.5, 1.5]
    # With all visits of the node, 2 would come first: it has been tried less.
    assert node.selected(0, first) == 1
    node.children[2].absent = 0
    assert node.selected(0, first) == 2
