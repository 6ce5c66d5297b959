"""A hint is a move that does well, says how it was found, and does not depend on what the player may not see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright
from rulewright.cli.shared.games.evaluation import adviser_beside
from rulewright.cli.shared.games.loading import open_files
from rulewright.dsl.load.loader import find, read_text
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.players.advice import Advice, ByTree, adviser_for
from rulewright.interpreter.analysis.players.knowledge.course import Course
from rulewright.interpreter.analysis.playouts.search import evaluator_of
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice


def after(game: str, *moves: str) -> tuple[Rules, Course]:
    rules = rulewright.load(game).rules()
    return rules, followed(rules, *moves)


def followed(rules: Rules, *moves: str) -> Course:
    state = rules.initial()
    course = Course([state.slots])
    for move in moves:
        state = rules.step(state, move)
        course.add(move, state.slots)
    return course


def advised(rules: Rules, course: Course, seed: int = 1) -> Advice:
    """A hint that only the number of tries bounds, so that it is the same on every computer."""
    return adviser_for(rules, seconds=None).advise(course, Dice(seed))


@pytest.mark.parametrize("seed", range(3))
def test_tree_search_finds_a_move_that_wins_at_once(seed: int) -> None:
    advice = advised(*after("tic_tac_toe", "a1", "a2", "b1", "b2"), seed)
    assert str(advice.choice) == "c1"
    assert advice.how.startswith("expected: 100 of 100 games won (")
    assert "next best: " in advice.how
    assert "1000 tries of 5 of 5 moves" in advice.how


def test_the_same_seed_gives_the_same_advice_and_nothing_is_changed_by_it() -> None:
    rules, course = after("tic_tac_toe", "b2")
    before, entries = course.present, list(rules.machines.plain.notes.entries)
    assert advised(rules, course) == advised(rules, course)
    assert (course.present, rules.machines.plain.notes.entries) == (before, entries)


def test_moves_with_like_results_are_called_too_close() -> None:
    assert "too close to tell them apart" in advised(*after("tic_tac_toe", "b2")).how
    assert "too close to tell them apart" not in advised(*after("tic_tac_toe", "a1", "a2", "b1", "b2")).how


def test_where_there_is_an_evaluation_the_lead_by_it_is_expected() -> None:
    rules = rulewright.load("pig").rules(2)
    evaluator = evaluator_of(rules, Source("points.evaluation", "me.score + at_stake"))
    course = followed(rules, "rolls 6")
    how = adviser_for(rules, evaluator, "evaluations/points.evaluation", None).advise(course, Dice(1)).how
    pattern = r"expected: \d+\.\d (ahead|behind) by evaluations/points.evaluation \(-?\d+\.\d to -?\d+\.\d\)[,;]"
    assert re.match(pattern, how), how
    assert "1000 tries of 2 of 2 moves" in how


def test_a_game_with_an_evaluation_file_has_it_at_the_table(tmp_path: Path) -> None:
    main = tmp_path / "nim.rules"
    main.write_text(find("nim").read_text(encoding="utf-8"), encoding="utf-8")
    rules = rulewright.load("nim").rules()
    for file in ("", "evaluations/few.evaluation"):
        if file:
            (tmp_path / "evaluations").mkdir()
            (tmp_path / file).write_text("0 - counters[1]", encoding="utf-8")
        adviser = adviser_beside(rules, main)
        assert isinstance(adviser, ByTree)
        assert adviser.name == file


def test_scores_are_expected_where_a_rulebook_counts_them() -> None:
    rules = rulewright.load("goofspiel", {"cards": 3}).rules()
    state = rules.initial()
    prize = str(rules.decisions.choices(state)[0])
    how = advised(rules, followed(rules, prize)).how
    assert ", score P1 " in how


SECRET = """
rulebook guess
    players 2

each player has
    number: 0..3, seen by owner
    points: 0..1

play
    for each p in players
        choose hiding by p seen by p
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
    advised_moves = {advised(rules, followed(rules, "hides 1", f"hides {hidden}")) for hidden in (1, 2, 3)}
    assert len(advised_moves) == 1
    assert "positions that fit what you have seen" in advised_moves.pop().how


def test_the_only_move_is_advised_as_that() -> None:
    assert advised(*after("nim", "heap 1 take 3", "heap 2 take 5", "heap 3 take 6")).how == "nothing else is possible"
