"""Two games on the same seeds: differences are found, alike games are called alike, and the run says when it stops."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from attrs import evolve

from rulewright.cli.balance.against import _line
from rulewright.interpreter.analysis.balance.against import compared, looks_of, measures_of

from .test_command import answer
from .test_figures import record

MEASURES = measures_of(("A", "B"), (0, 1))


def against(*arguments: str) -> Any:
    return json.loads(answer("pig", "--tries", "0", "--json", *arguments))


def test_a_run_looks_after_twice_as_many_pairs_each_time() -> None:
    assert looks_of(20) == (20,)
    assert looks_of(50) == (50,)
    assert looks_of(400) == (50, 100, 200, 400)


def test_shorter_games_are_said_to_be_shorter() -> None:
    found = against("--against-set", "goal=50", "--games", "50")
    assert [found[name] for name in ("rulebook", "set", "against", "against_set")] == ["pig", {}, "pig", {"goal": 50}]
    choices = found["changes"]["choices"]
    assert choices["verdict"] == "differs"
    assert choices["relative"]["low"] < choices["after"] / choices["before"] - 1 < choices["relative"]["high"] < -0.4
    assert found["most_changed"][0].startswith("games are ")
    assert found["most_changed"][0].endswith(" % shorter")
    assert not any(words.startswith(("turns", "rounds", "rolls")) for words in found["most_changed"])


def test_the_leading_measure_speaks_for_its_family() -> None:
    before = [evolve(record(), choices=20 + number % 3, turns=10) for number in range(60)]
    after = [evolve(record(), choices=16 + number % 3, turns=2 + number % 2) for number in range(60)]
    named = [change.measure.name for change in compared(MEASURES, before, after, 1).most_changed]
    assert "choices" in named
    assert not {"turns", "rounds"} & set(named)


def test_a_game_against_itself_is_clear_soon_and_has_no_difference() -> None:
    found = against("--against", "pig", "--games", "200")
    assert (found["pairs"], found["clear"], found["most_changed"]) == (100, True, [])


def test_what_is_not_clear_is_said_to_be_so() -> None:
    text = answer("pig", "--tries", "0", "--against-set", "goal=99", "--games", "20")
    assert "The answer is not clear after 20 pairs for:" in text


def test_more_processes_compare_the_same() -> None:
    arguments = ("--against-set", "goal=20", "--games", "20")
    assert against(*arguments, "--jobs", "2") == against(*arguments)


def test_differences_are_those_of_pairs() -> None:
    before = [record(winners=(number % 2,)) for number in range(100)]
    after = [record(winners=(0,)) for _ in range(100)]
    found = {change.measure.name: change for change in compared(MEASURES, before, after, 1).changes}
    assert found["A wins"].difference.value == 0.5
    assert found["A wins"].verdict == "differs"
    assert found["choices"].verdict == "alike"


def test_what_never_differs_in_few_pairs_is_not_called_alike() -> None:
    same = [record()] * 30
    found = {change.measure.name: change.verdict for change in compared(MEASURES, same, same, 1).changes}
    assert found["draws"] == "open"
    many = [record()] * 300
    assert {change.verdict for change in compared(MEASURES, many, many, 1).changes} == {"alike"}


def test_no_interval_says_more_than_can_be() -> None:
    never, always = ([evolve(record(), end=end)] * 30 for end in (None, "over"))
    change = {change.measure.name: change for change in compared(MEASURES, never, always, 1).changes}["ended"]
    assert (change.difference.value, change.difference.high) == (1, 1)
    change = {change.measure.name: change for change in compared(MEASURES, always, never, 1).changes}["ended"]
    assert (change.difference.value, change.difference.low) == (-1, -1)
    seldom = [evolve(record(), rolls=9 * (number % 15 == 0)) for number in range(30)]
    few = [evolve(record(), rolls=int(number == 1)) for number in range(30)]
    ratio = {change.measure.name: change for change in compared(MEASURES, seldom, few, 1).changes}["rolls"].ratio
    assert ratio is not None
    assert ratio.low == -1


def test_too_few_games_that_end_compare_nothing() -> None:
    said = answer("pig", "--against-set", "goal=20", "--limit", "2", "--games", "20", "--tries", "0")
    assert "20 pairs are needed in which both end; let them go on with --limit" in said
    assert re.search(r"ended +0\.00 -> +0\.00 ", said)


def test_figures_have_the_digits_that_their_difference_needs() -> None:
    before = [evolve(record(), forced=1, choices=8000 + number % 2) for number in range(60)]
    after = [evolve(record(), forced=2, choices=8000 + number % 2) for number in range(60)]
    changes = compared(MEASURES, before, after, 1).changes
    change = next(change for change in changes if change.measure.name == "forced share")
    assert "0.00012 -> 0.00025  +0.00012" in _line(change)
    alike = next(change for change in changes if change.measure.name == "turns")
    assert "6.00 ->   6.00  +0.00 " in _line(alike)


def test_a_comparison_names_its_seed() -> None:
    assert "for 2 by random, seed 7\n" in answer("pig", "--tries", "0", "--against", "pig", "--games", "20", "--seed", "7")


@pytest.mark.parametrize(("arguments", "option"), [
    (("--against-set", "goal=5000"), "--against-set"), (("--against-set", "goal"), "--against-set"),
    (("--against", "pig", "--against-set", "goal=5000"), "--against-set"), (("--vary", "goal=50,5000"), "--vary"),
    (("--vary", "goal"), "--vary"), (("--set", "goal=5000"), "--set")])
def test_a_wrong_value_is_reported_with_the_option_that_gives_it(arguments: tuple[str, ...], option: str) -> None:
    assert f"Invalid value for {option}:" in answer("pig", *arguments, code=2)


@pytest.mark.parametrize(("arguments", "said"), [
    (("--against", "no_such_game"), "no_such_game"), (("--against-set", "goal"), "is not NAME=VALUE"),
    (("--against-set", "aim=3"), "aim"), (("--players", "3", "--against", "tic_tac_toe"), "for 2 players")])
def test_a_wrong_other_game_is_refused(arguments: tuple[str, ...], said: str) -> None:
    from click.testing import CliRunner

    from rulewright.cli.main import main

    result = CliRunner().invoke(main, ["balance", "pig", *arguments])
    assert result.exit_code in (1, 2)
    assert said in result.output
