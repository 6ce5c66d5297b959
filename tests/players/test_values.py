"""What a lead is worth: a fair share where nobody is ahead, for any number of sides; ends lie beyond all evaluations."""

from __future__ import annotations

import pytest

from rulewright.dsl.source.span import Source
from rulewright.dsl.symbols.constants import MAX_NUMBER
from rulewright.interpreter.analysis.players.evaluation.values import Payoffs
from rulewright.interpreter.analysis.players.machines import Supply
from rulewright.interpreter.analysis.playouts.search import MOST_LINES, evaluator_of
from rulewright.interpreter.backends.evaluation import DECIDED, DRAWN, LOST, TRIALS, WON
from tests.shipped import shipped_rules


@pytest.mark.parametrize("players", [2, 3, 6])
def test_nobody_ahead_is_worth_a_fair_share(players: int) -> None:
    rules = shipped_rules("pig", players)
    values = Payoffs(rules.machines.plain)
    even = values.of(list(rules.initial().slots))
    assert even.values == values.even.values == (1 / players,) * players
    assert [values.between(far) for far in (-1.0, 0.0, 1.0)] == [0.0, 1 / players, 1.0]


def test_an_evaluation_never_reaches_what_an_end_counts() -> None:
    most = MOST_LINES * MAX_NUMBER
    assert most < DECIDED
    for end in (WON, -DRAWN, -LOST):
        assert (end - TRIALS * most) / TRIALS > DECIDED


def test_by_an_evaluation_an_even_position_is_worth_a_fair_share() -> None:
    rules = shipped_rules("pig", 3)
    evaluator = evaluator_of(rules, Source("x.evaluation", "me.score"))
    machines = Supply(rules, python_only=True, evaluator=evaluator, name="x").best()
    position = machines.words.position(rules.initial().slots)
    machines.python.put(position)
    machines.python.begin(1, 0)
    while machines.python.mover() < 0:
        machines.python.draw()
    guide = machines.guide.at(machines.python, machines.python.snapshot())
    found = guide.value(machines.python, machines.words.slot(machines.python.snapshot(), 0))
    assert found.values == pytest.approx((1 / 3,) * 3)
