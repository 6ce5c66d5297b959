"""Evaluations learnt from games against oneself are alike on both machines, and in the words of the rulebook."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.learning.features import features_of, of_other
from rulewright.interpreter.analysis.learning.games import TrainingGame
from rulewright.interpreter.analysis.learning.learner import LearningPlan, learnt
from rulewright.interpreter.analysis.learning.regression import fitted
from rulewright.interpreter.analysis.playouts.search import evaluator_of
from tests.shipped import shipped_rules

SMALL = LearningPlan(rounds=2, games=12, match=4, seed=3)


def texts_of(game: str) -> list[str]:
    return [feature.text for feature in features_of(shipped_rules(game, 2))]


def test_both_machines_learn_the_same() -> None:
    rules = shipped_rules("breakthrough", 2)
    by_python = learnt(rules, LearningPlan(rounds=2, games=12, match=4, seed=3, python_only=True))
    heard: list[int] = []
    assert learnt(rules, SMALL, heard.append) == by_python
    assert by_python.weights
    assert sum(heard) == SMALL.whole
    assert by_python.games == 24


def test_what_is_learnt_is_an_evaluation_in_the_words_of_the_rulebook() -> None:
    rules = shipped_rules("breakthrough", 2)
    found = learnt(rules, SMALL)
    evaluator = evaluator_of(rules, Source("learnt.evaluation", found.text))
    start = rules.initial()
    # What one player is ahead the other is behind.
    assert evaluator.to(0, start) == -evaluator.to(1, start)


def test_the_numbers_of_a_game_follow_from_its_declarations() -> None:
    texts = texts_of("chess")
    assert "sum x in cell where x.side = me: (1 if x.piece = queen else 0)" in texts
    assert "count x in cell where x.side = me" in texts


def test_no_number_reads_what_is_hidden() -> None:
    assert not any(".hand)" in text for text in texts_of("emperor_4"))
    assert "me.hand_size" in texts_of("emperor_4")


def test_things_near_to_what_ends_ask_for_count() -> None:
    texts = texts_of("emperor_4")
    assert any("distance(x, (f1 if me = north else f9)) <= 1" in text for text in texts)
    assert any(text.startswith("sum y in {b3, f5, j7} where y.holder != me") for text in texts)


def test_me_is_replaced_as_a_word() -> None:
    assert of_other("me.name + home(me) + some_me", "(next(me))") == "(next(me)).name + home((next(me))) + some_me"


def test_a_regression_finds_the_weights_that_results_were_drawn_by() -> None:
    draw = Random(1)
    rows = [(draw.gauss(0, 1), draw.gauss(0, 5), draw.gauss(0, 1)) for _ in range(4_000)]
    odds = [2.718281828 ** (1.0 * one - 0.2 * other) for one, other, _ in rows]
    results = [1.0 if draw.random() < each / (1 + each) else 0.0 for each in odds]
    weights = fitted(list(zip(*rows, strict=True)), results).weights
    assert weights == pytest.approx((1.0, -0.2, 0.0), abs=0.1)


def test_a_seat_beats_another_by_victory_then_by_score() -> None:
    alone, draw, scored = (TrainingGame((), shares, scores) for shares, scores in (
        ((1.0, 0.0, 0.0), None), ((0.0, 0.0), None), ((0.0, 0.0, 1.0), (3, 5, 9))))
    assert [alone.beats(0, 1), alone.beats(1, 0), alone.beats(1, 2)] == [1.0, 0.0, None]
    assert draw.beats(0, 1) == 0.5
    assert scored.beats(0, 1) == 0.0


def test_the_command_writes_a_file_that_players_use(tmp_path: Path) -> None:
    file = tmp_path / "learnt.evaluation"
    asked = ["learn", "breakthrough", "--games", "8", "--seed", "1"]
    result = CliRunner().invoke(main, [*asked, "--output", str(file), "--json"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["numbers"]
    assert set(data) == {"rulebook", "set", "players", "seed", "games", "against", "share", "numbers"}
    report = CliRunner().invoke(main, ["simulate", "breakthrough", "--games", "4", "--evaluate", str(file)])
    assert report.exit_code == 0, report.output
    before = file.read_bytes()
    again = CliRunner().invoke(main, [*asked, "--output", str(file)])
    assert (again.exit_code, file.read_bytes()) == (2, before)
    assert "--force" in again.stderr


@pytest.mark.parametrize(("words", "says"), [
    (("--output", "learnt.txt"), "does not end in .evaluation"), (("--games", "0"), "0 is not in the range")])
def test_the_command_rejects_what_it_cannot_do(words: tuple[str, ...], says: str) -> None:
    result = CliRunner().invoke(main, ["learn", "breakthrough", *words])
    assert result.exit_code == 2
    assert says in result.stderr
