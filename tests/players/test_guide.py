"""What guides a search: an open position is worth less than a victory, wide choices are not weighed, one try is not sure."""

from __future__ import annotations

from math import inf, isfinite

from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.players.guide import MOST_WEIGHED, REACH, ByEvaluation
from rulewright.interpreter.analysis.players.machines import Supply
from rulewright.interpreter.analysis.players.search import _Results
from rulewright.interpreter.analysis.players.simulator import PythonSimulator
from rulewright.interpreter.analysis.players.values import LEAD, Worth
from rulewright.interpreter.analysis.playouts.search import evaluator_of

from ..shipped import shipped_rules


def test_an_open_position_is_worth_less_than_a_game_that_is_won() -> None:
    # Where no points are counted, the lead adds half of its part to a victory.
    assert 0.5 + 0.5 * REACH < 1 - LEAD / 2


def test_a_choice_that_is_too_wide_is_not_weighed() -> None:
    rules = shipped_rules("nim")
    worth = evaluator_of(rules, Source("x.worth", "counters[1]"))
    machines = Supply(rules, keep=False, worth=worth, name="x").best()
    guide, words, weighed = machines.guide, machines.words, list[str]()
    assert isinstance(guide, ByEvaluation)

    class Wide(PythonSimulator):
        def legal(self) -> list[int]:
            return list(range(MOST_WEIGHED + 1))

        def weigh(self) -> list[float]:
            weighed.append("all")
            return [0.0]

    assert guide.at(Wide(rules, words, worth), words.position(rules.initial().slots)).per == guide.per
    assert weighed == []


def test_one_try_says_no_interval() -> None:
    results = _Results()
    results.add(Worth((0.5, 0.5), (0.0, 0.0), None, (7, -7)), 0)
    assert results.lead == (7, -inf, inf)
    results.add(Worth((0.5, 0.5), (0.0, 0.0), None, (9, -9)), 0)
    assert results.lead is not None
    assert all(map(isfinite, results.lead))
    assert results.lead[1] < 8 < results.lead[2]
