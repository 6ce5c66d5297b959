"""The worth of positions by numbers beside a rulebook: a module answers as Python does, which looks one move ahead too."""

from __future__ import annotations

import pytest

from rulewright import load
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.players.machines import Supply
from rulewright.interpreter.analysis.players.player import SearchPlayer
from rulewright.interpreter.analysis.players.search.search import SearchMachines
from rulewright.interpreter.analysis.players.search.simulator import HandedOver, Simulator
from rulewright.interpreter.analysis.playouts.search import evaluator_of
from rulewright.interpreter.backends.backend import BLOCK
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.runtime.chance import Dice
from rulewright.interpreter.runtime.faults import RulebookFault

from ...players.games import courses
from ...shipped import shipped_rules

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

CASES = (("pig", 3, "2 * me.score + at_stake\n7"),
         ("connect_four", 2, "count c in cell where c.disc = me\n-(count c in cell where c.disc = next(me))"),
         ("goofspiel", 2, "me.points - next(me).points\nsum n in me.hand: n"))


def machines(rules: Rules, text: str) -> SearchMachines:
    """A search's machines by an evaluation, one of them a module."""
    found = Supply(rules, keep=False, evaluator=evaluator_of(rules, Source("x.evaluation", text)), name="x").best()
    assert found.fast is not None
    return found


def looked(by: Simulator, position: bytes, number: int, block: int) -> object:
    """All that a machine says of a position: the worths, those of each move, and where the first move leads."""
    by.begin(5, number)
    by.put(position)
    codes, weighed, worths = by.legal(), by.weigh(), by.evaluations()
    assert by.snapshot() == position
    by.step(codes[0])
    by.settle(block)
    return codes, weighed, worths, by.snapshot()


@pytest.mark.parametrize(("game", "players", "text"), CASES)
def test_a_module_weighs_moves_as_python_does(game: str, players: int, text: str) -> None:
    rules = shipped_rules(game, players)
    found, compared, differ = machines(rules, text), 0, False
    assert found.fast is not None
    for number, course in enumerate(courses(rules, 2, 40)):
        if not isinstance(rules.decisions.to_move(State(rules, course.present)), int):
            continue
        position, block = found.words.position(course.present), course.present[BLOCK]
        python = looked(found.python, position, number, block)
        assert looked(found.fast, position, number, block) == python
        assert isinstance(python, tuple)
        differ = differ or len(set(python[1])) > 1
        compared += 1
    assert compared >= 5
    assert differ, "some move is worth more than another"


def test_an_end_outweighs_all_else() -> None:
    rules = load("nim").rules()
    state = rules.initial()
    for move in ("heap 1 take 3", "heap 2 take 5", "heap 3 take 6"):
        state = rules.step(state, move)
    found = machines(rules, "5")
    for by in (found.python, found.fast):
        assert by is not None
        by.begin(1, 1)
        by.put(found.words.position(state.slots))
        assert by.weigh() == [10**15 + 5]


def test_an_evaluation_that_goes_wrong_is_found_again_in_python() -> None:
    rules, text = shipped_rules("goofspiel", 2), "the me.bid"
    found, course = machines(rules, text), next(
        course for course in courses(rules, 2, 40) if rules.decisions.to_move(State(rules, course.present)) == 0)
    assert found.fast is not None
    for by, error in ((found.fast, HandedOver), (found.python, RulebookFault)):
        by.put(found.words.position(course.present))
        with pytest.raises(error):
            by.evaluations()
    supply = Supply(rules, keep=False, evaluator=evaluator_of(rules, Source("x.evaluation", text)), name="x")
    with pytest.raises(RulebookFault, match=r"x\.evaluation:1"):
        SearchPlayer(rules, 20, None, supply).choose(course, Dice(1))
