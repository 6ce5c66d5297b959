"""A hint is a move that does well, says how it was found, and does not depend on what the player may not see."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.cli.shared.evaluation import adviser_beside
from rulewright.cli.shared.loading import open_files
from rulewright.dsl.load.loader import find, read_text
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.playouts.advice import ByEvaluation, ByPlayouts, adviser_for
from rulewright.interpreter.analysis.playouts.search import evaluator_of
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.runtime.chance import Dice


def after(game: str, *moves: str) -> State:
    rules = rulewright.load(game).rules()
    state = rules.initial()
    for move in moves:
        state = rules.step(state, move)
    return state


@pytest.mark.parametrize("seed", range(5))
def test_playouts_find_a_move_that_wins_at_once(seed: int) -> None:
    wins = after("tic_tac_toe", "a1", "a2", "b1", "b2")
    advice = ByPlayouts(wins.rules).advise(wins, Dice(seed))
    assert (str(advice.choice), advice.how) == ("c1", "the best of 5 moves in 19 short random games each")


def test_the_same_seed_gives_the_same_advice_and_nothing_is_changed_by_it() -> None:
    state = rulewright.load("carolus_magnus").initial()
    rules, dice = state.rules, Dice(3)
    while not isinstance(rules.to_move(state), int):
        state = rules.step(state, rules.random_choice(state, dice))
    before, entries = state.slots, list(rules.machine.notes.entries)
    assert ByPlayouts(rules).advise(state, Dice(1)) == ByPlayouts(rules).advise(state, Dice(1))
    assert (state.slots, rules.machine.notes.entries) == (before, entries)


def test_of_many_moves_some_are_tried() -> None:
    rules = rulewright.load("breakthrough").rules()
    state = rules.initial()
    assert "moves in" in ByPlayouts(rules).advise(state, Dice(1)).how
    rules = rulewright.load("nim", {"heaps": 8}).rules()
    assert ByPlayouts(rules).advise(rules.initial(), Dice(1)).how == "the best of 24 of 80 moves in 4 short random games each"


def test_where_worth_is_said_the_move_that_leads_to_most_of_it_is_advised() -> None:
    rules = rulewright.load("nim").rules()
    worth = evaluator_of(rules, Source("few.worth", "0 - (sum h in 1..heaps: counters[h])"))
    adviser = adviser_for(rules, worth, "worth/few.worth")
    assert isinstance(adviser, ByEvaluation)
    advice = adviser.advise(rules.initial(), Dice(1))
    assert str(advice.choice) == "heap 3 take 7"
    assert advice.how == "of 15 moves it leads to most worth by worth/few.worth, one move ahead"


def test_a_game_with_a_file_of_worth_is_advised_by_it_and_any_other_by_playouts() -> None:
    emperor, pig = rulewright.load("emperor_4").rules(), rulewright.load("pig").rules()
    assert isinstance(adviser_beside(emperor, find("emperor_4")), ByEvaluation)
    assert isinstance(adviser_beside(pig, find("pig")), ByPlayouts)


SECRET = """
rulebook guess
    players 2

each player has
    number: 0..3, seen by owner
    points: 0..1

play
    for each p in players
        choose hiding by p
            "{p} hides a number."
            move "hides {n}" for n in 1..3
                p.number becomes n
    choose guessing by P1
        "The number of the other is guessed."
        move "guesses {n}" for n in 1..3
            if n = open(P2.number)
                P1.points becomes 1
    check over

end over
    "One guess is all."
    when yes
    ranking p in players by p.points
"""


def test_advice_does_not_depend_on_what_is_hidden() -> None:
    rules: Rules = open_files(read_text("guess", SECRET)).rules()
    advised = set()
    for hidden in (1, 2, 3):
        state = rules.step(rules.step(rules.initial(), "hides 1"), f"hides {hidden}")
        advice = ByPlayouts(rules).advise(state, Dice(4))
        assert "with all that is hidden from you as at the beginning" in advice.how
        advised.add(advice.choice.notation)
    assert len(advised) == 1


def test_a_choice_made_secretly_by_another_is_not_looked_at() -> None:
    rules = rulewright.load("goofspiel").rules()
    state = rules.initial()
    dice = Dice(1)
    while not isinstance(rules.to_move(state), int):
        state = rules.step(state, rules.random_choice(state, dice))
    state = rules.step(state, rules.choices(state)[3])
    assert ByPlayouts(rules).advise(state, Dice(2)).how == "taken at random, as too much is hidden from you to try moves"


def test_the_only_move_is_advised_as_that() -> None:
    state = after("nim", "heap 1 take 3", "heap 2 take 5", "heap 3 take 6")
    assert ByPlayouts(state.rules).advise(state, Dice(1)).how == "nothing else is possible"
