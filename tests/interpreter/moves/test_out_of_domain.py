"""The refusal of a move names the value that is out of its domain, and the allowed values."""

from __future__ import annotations

from functools import cache, reduce

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State

TRAIL = '''
rulebook trail
    "The trail"
    players 2
    seats anna, boris

board land: graph of place
    lake - forest - hill
    forest - hut

each player has
    at: place = lake
    steps: 0..3 = 2

each place has
    closed: flag

play
    hill.closed becomes yes
    repeat
        for each p in players
            turn(p)
            choose rest by p
                move camp "camps"
                    p.steps becomes 2

rule turn(p: player)
    "A player walks, or rests."
    choose deed by p
        "{p} walks up to {p.steps} steps, or rests."
        move walk "to {x} by {n}" for x in neighbours(p.at), n in 1..p.steps where n != 2
            "A player walks to a place beside theirs."
            p.at becomes x
        move follow "after {q} to {x}" for q in players where q != p, x in [q.at, hut] where not x.closed
            p.at becomes x
        move wait "waits {n}" for n in [n in 1..20 where n < 15]
            p.steps becomes 1
        move stay "rests"
            check never
        move sleep "sleeps" where p.at = hut and no q in players: q != p and q.at = hut
            p.steps becomes 1

end never
    "It never ends."
    when 1 = 2
    draw
'''


@cache
def trail() -> Rules:
    return open_files(read_text("trail.rules", TRAIL)).rules()


def test_of_many_values_that_fit_some_are_named() -> None:
    refusals = trail().explainer.explain(trail().initial(), "waits 20")
    assert refusals is not None
    first_twelve = ", ".join(str(n) for n in range(1, 13))
    assert refusals[0].message == f"20 is not possible here: anna walks up to 2 steps, or rests; possible: {first_twelve}, ..."


def position(*moves: str) -> State:
    """Where these moves lead."""
    return reduce(trail().step, moves, trail().initial())


@pytest.mark.parametrize(("move", "clause", "message"), [
    ("to hut by 1", "walk", "hut is not among the neighbours of lake; possible: forest"),
    ("to forest by 3", "walk", "3 is not among the numbers 1 to 2; possible: 1"),
    ("to forest by 2", "walk", "2 is not possible here: A player walks to a place beside theirs; possible: 1"),
    ("after anna to hut", "follow", "anna is not possible here: anna walks up to 2 steps, or rests; possible: boris"),
    ("after boris to hill", "follow", "hill is not possible here: anna walks up to 2 steps, or rests; possible: lake, hut"),
    ("sleeps", "sleep", "sleeps is not possible here: anna walks up to 2 steps, or rests.")])
def test_the_value_that_does_not_fit_is_told_with_those_that_do(move: str, clause: str, message: str) -> None:
    refusals = trail().explainer.explain(trail().initial(), move)
    assert refusals is not None
    assert [(refusal.clause, refusal.message) for refusal in refusals] == [(clause, message)]


def test_a_move_at_the_wrong_time_is_refused_with_what_is_asked_now() -> None:
    rules = trail()
    refusals = rules.explainer.explain(rules.initial(), "camps")
    assert refusals is not None
    assert refusals[0].message == "it is not the time for this; now: anna walks up to 2 steps, or rests."


def test_a_text_that_is_no_move_is_refused_with_the_words_that_moves_begin_with() -> None:
    rules = trail()
    for text, said in (
        ("banana", "no move here begins with `banana`; moves begin with `to`, `after`, `waits`, `rests`"),
        ("rests well", "no move here begins with `rests` and goes on like this"),
    ):
        refusals = rules.explainer.explain(rules.initial(), text)
        assert refusals is not None
        assert refusals[0].message == f"{said}; now: anna walks up to 2 steps, or rests."


def test_a_condition_that_a_value_does_not_meet_is_not_shown_as_it_is_written() -> None:
    rules, state = trail(), position("to forest by 1", "camps", "rests", "camps", "to hill by 1", "camps")
    refusals = rules.explainer.explain(state, "after anna to hill")
    assert refusals is not None
    assert refusals[0].message == "hill is not possible here: boris walks up to 2 steps, or rests; possible: hut"


JUMPS = '''
rulebook jumps
    players 2

board field: square 4 by 4 of cell

function landing(s: cell, d: direction): cell or none
    gives shift(s, d, 2)

play
    repeat
        choose jump by P1
            move "{s}x{landing(s, d)}" for s in cell, d in [up_right, up] where landing(s, d) != none
                check never

end never
    when 1 = 2
    draw
'''


def test_a_value_that_the_notation_does_not_name_is_refused_by_what_was_typed() -> None:
    rules = open_files(read_text("jumps.rules", JUMPS)).rules()
    refusals = rules.explainer.explain(rules.initial(), "b2xd2")
    assert refusals is not None
    assert refusals[0].message == "b2xd2 is not possible here"


def test_a_refused_value_of_minus_one_is_explained_like_any_other() -> None:
    requires = TRAIL.replace('move stay "rests"', 'move back "{n} back" for n in -1..1\n            require forwards: n > 0\n'
                             '                "nobody walks back"\n        move stay "rests"')
    rules = open_files(read_text("trail.rules", requires)).rules()
    for text in ("-1 back", "0 back"):
        refusals = rules.explainer.explain(rules.initial(), text)
        assert refusals is not None
        assert [(refusal.clause, refusal.message) for refusal in refusals] == [("forwards", "nobody walks back")]
    assert rules.explainer.explain(rules.initial(), "1 back") is None
