"""A player who thinks never learns from what is hidden: two games that look the same to a seat bring the same move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

import rulewright
from rulewright import Game
from rulewright.cli.shared.games.loading import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.players.knowledge.course import Course, Eyes
from rulewright.interpreter.analysis.players.knowledge.worlds import MOST_WORLDS, Worlds
from rulewright.interpreter.analysis.players.machines import Supply
from rulewright.interpreter.analysis.players.player import SearchPlayer
from rulewright.interpreter.analysis.playouts.search import evaluator_of
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.runtime.chance import Dice
from tests.docs.blocks import blocks
from tests.players.games import courses, twins
from tests.shipped import shipped

HOWTO = Path(__file__).parents[2] / "docs" / "howto"


def from_howto(page: str) -> Game:
    """The first whole rulebook of a page."""
    text = next(block.text for block in blocks(HOWTO / f"{page}.md", HOWTO) if block.words == ("whole",))
    return open_files(read_text(page, text))


@cache
def with_secrets() -> Sequence[tuple[str, Rules]]:
    """Tables with secrets of every kind: sealed choices, hands, bags, purses behind screens, cards that one has looked at."""
    return (("goofspiel", rulewright.load("goofspiel", {"cards": 4}).rules(2)),
            ("hidden_hands", from_howto("hidden_hands").rules(3)),
            ("tricks", from_howto("tricks").rules(3)), ("votes", from_howto("votes").rules(3)),
            ("lancaster", shipped("lancaster").rules(3)))


def thinker(rules: Rules, tries: int = 12) -> SearchPlayer:
    return SearchPlayer(rules, tries, None, Supply(rules, python_only=rules.program.size < 200))


def test_games_that_look_the_same_bring_the_same_move() -> None:
    compared = dict.fromkeys((name for name, _ in with_secrets()), 0)
    for name, rules in with_secrets():
        player = thinker(rules, 6)
        for seed in range(8):
            for first, second in islice(twins(rules, seed % len(rules.seats), seed, 60), 2):
                assert first.present != second.present
                moves = [player.choose(Course(list(course.positions), list(course.decided)), Dice(seed))
                         for course in (first, second)]
                assert moves[0] == moves[1], f"{name}, game {seed}, after {len(first.decided)} decisions"
                compared[name] += 1
    assert min(compared.values()) >= 3, compared


def test_by_an_evaluation_too_games_that_look_the_same_bring_the_same_move() -> None:
    rules = rulewright.load("goofspiel", {"cards": 4}).rules(2)
    evaluator = evaluator_of(rules, Source("x.evaluation", "3 * me.points\nsum n in me.hand: n"))
    player, compared = SearchPlayer(rules, 12, None, Supply(rules, python_only=True, evaluator=evaluator)), 0
    for seed in range(8):
        for first, second in islice(twins(rules, 1, seed, 60), 2):
            assert player.choose(first, Dice(seed)) == player.choose(second, Dice(seed))
            compared += 1
    assert compared >= 3


def test_worlds_look_like_the_position_and_differ_in_what_is_hidden() -> None:
    for name, rules in with_secrets():
        seat, different = len(rules.seats) - 1, 0
        worlds, eyes, supply = Worlds(rules, seat), Eyes(rules, seat), Supply(rules, python_only=True)
        for course in courses(rules, 4, 40):
            state = State(rules, course.present)
            if rules.decisions.to_move(state) != seat:
                continue
            machines = supply.best()
            found = [tuple(machines.words.slots(world)) for world in worlds.of(course, machines)]
            assert found, name
            assert len(found) <= MOST_WORLDS
            for world in found:
                assert eyes.of(world) == eyes.of(course.present)
                assert rules.observer.observe(State(rules, world), seat) == rules.observer.observe(state, seat)
            different += any(world != course.present for world in found)
        # What lies behind the screens there can be counted by who forgets nothing.
        assert different or name == "lancaster", name


def test_what_a_seat_saw_of_a_whole_game_is_the_game_where_nothing_is_hidden() -> None:
    rules = shipped("pig").rules(2)
    supply = Supply(rules, python_only=True)
    for course in courses(rules, 1, 12):
        machines = supply.best()
        assert Worlds(rules, 0).of(course, machines) == [machines.words.position(course.present)]


def test_of_a_position_that_was_set_up_only_what_shows_counts() -> None:
    rules = from_howto("hidden_hands").rules(2)
    course = next(course for course in courses(rules, 2, 40) if rules.decisions.to_move(State(rules, course.present)) == 0)
    moves = set()
    for number in range(1, 4):
        s = list(course.present)
        cells = [rules.cells[f"P2.discs[{disc}]"].base for disc in range(1, 6)]
        values = [s[at] for at in cells]
        for at, value in zip(cells, values[number:] + values[:number], strict=True):
            s[at] = value
        moves.add(thinker(rules, 30).choose(Course([tuple(s)]), Dice(3)))
    assert len(moves) == 1


@pytest.mark.parametrize(("name", "text"), [("tic_tac_toe", ""), ("goofspiel", ""), ("nim", ""), ("race", ""),
                                            ("goofspiel", "me.points"), ("pig", "me.score + at_stake")])
def test_both_machines_bring_the_same_move(name: str, text: str) -> None:
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    rules = shipped(name).rules(2)
    evaluator = evaluator_of(rules, Source("x.evaluation", text)) if text else None
    python, fast = (SearchPlayer(rules, 30, None, Supply(rules, only, evaluator=evaluator)) for only in (True, False))
    assert fast.supply.best().fast is not None
    compared = 0
    for course in courses(rules, 3, 12):
        if isinstance(rules.decisions.to_move(State(rules, course.present)), int):
            assert python.think(course, Dice(5)) == fast.think(course, Dice(5))
            compared += 1
    assert compared
