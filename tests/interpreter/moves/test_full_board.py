"""A board of 64 spaces: a set holds all of them, and a move of four spaces is one of the few that lie beside each other."""

from __future__ import annotations

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.game import Game

RULEBOOK = '''
rulebook full
    players 2

board field: square 8 by 8 of cell

state
    left: set of cell = all

play
    repeat
        choose walking by P1
            move "{a} {b} {c} {d}" for a in cell, b in neighbours(a), c in neighbours(b), d in neighbours(c)
                require beginning: a in left
                    "somebody began on {a} already"
                left loses a
        check over

end over
    "It is over when nobody can begin."
    when left = {}
    draw
'''


def game() -> Game:
    return open_files(read_text("full", RULEBOOK))


def test_a_set_of_64_is_full_at_first_and_empty_at_last() -> None:
    rules = game().rules()
    state, sizes = rules.initial(), []
    while not state.is_over:
        sizes.append(len({choice.notation.split()[0] for choice in rules.decisions.choices(state)}))
        state = rules.step(state, rules.decisions.choices(state)[-1])
    assert sizes == list(range(64, 0, -1))
    assert rules.endings.outcome(state) is not None


def test_moves_of_few_ways_out_of_many_combinations_are_found_and_refused() -> None:
    rules = game().rules()
    state = rules.initial()
    # Walks of three steps over a square board of 8 by 8: the sum of the cube of the neighbours' matrix.
    assert len(rules.decisions.choices(state)) == sum(
        1 for a in range(64) for b in near(a) for c in near(b) for _ in near(c))
    assert [refusal.message for refusal in rules.explainer.explain(state, "a1 a2 a3 c3") or ()] == [
        "c3 is not among the neighbours of a3; possible: a4, b3, a2"]
    after = rules.step(state, "a1 a2 a3 b3")
    refusals = rules.explainer.explain(after, "a1 a2 a3 a4") or ()
    assert [refusal.message for refusal in refusals] == ["somebody began on a1 already"]


def near(space: int) -> list[int]:
    column, row = space % 8, space // 8
    return [x + 8 * y for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
            if x in range(8) and y in range(8)]
