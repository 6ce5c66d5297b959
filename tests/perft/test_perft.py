"""The perft files beside this one: every count in them, and what perft itself promises.

A file names a rulebook, the number of players, and positions; a position has a source for its
counts, options and choices that lead to it (`after`), `leaves` by depth, and perhaps `endings`
(the games that end with so many choices) with `games`, their sum. From the depth `slow_from` on
a count is marked slow, and so are the endings.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.driver.compile import program_for
from rulewright.dsl.load.loader import find, read
from rulewright.interpreter.backends.backend import Vector
from rulewright.interpreter.backends.python.program import PythonProgram
from rulewright.interpreter.machine.machine import Machine
from rulewright.interpreter.machine.perft import divide, endings, perft

ROOT = Path(__file__).parents[2]
FILES = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(Path(__file__).parent.glob("*.toml"))}
POSITIONS = {f"{stem}-{record['name']}": (data, record) for stem, data in FILES.items() for record in data["position"]}


@cache
def machine_of(rulebook: str, players: int, options: tuple[tuple[str, str | int], ...] = ()) -> Machine:
    # A rulebook of the gallery is named by its path.
    files = read(find(str(ROOT / rulebook) if rulebook.endswith(".rules") else rulebook))
    program = program_for(files.declarations, players, dict(options), files.diagnostics)
    return Machine(PythonProgram(program), list(program.player.members))


def position(name: str) -> tuple[Machine, Vector]:
    machine, state = reached(name)
    return machine, list(state)


@cache
def reached(name: str) -> tuple[Machine, tuple[int, ...]]:
    """A position, reached by its choices once for all tests."""
    data, record = POSITIONS[name]
    machine = machine_of(data["rulebook"], data["players"], tuple(record.get("options", {}).items()))
    state = machine.start()
    for notation in record.get("after", ()):
        play(machine, state, notation)
    return machine, tuple(state)


@cache
def counted(name: str, depth: int) -> int:
    """The sequences from a position, counted once for all tests."""
    return perft(*position(name), depth)


def play(machine: Machine, state: Vector, notation: str) -> None:
    point = machine.points[state[0]]
    assert point is not None
    written = {}
    for code in point.legal(state):
        kind = point.kind_of(code)
        written[kind.written(state, code - kind.first)] = code
    machine.apply(state, point, written[notation])


def counts() -> Iterator[Any]:
    for name, (_, record) in POSITIONS.items():
        for depth, count in record["leaves"].items():
            slow = [pytest.mark.slow] if int(depth) >= record.get("slow_from", 99) else []
            yield pytest.param(name, int(depth), count, marks=slow, id=f"{name}-{depth}")


def ended() -> Iterator[Any]:
    for name, (_, record) in POSITIONS.items():
        if "endings" in record:
            yield pytest.param(name, marks=[pytest.mark.slow] if "slow_from" in record else [], id=name)


@pytest.mark.parametrize(("name", "depth", "count"), list(counts()))
def test_there_are_as_many_sequences_as_the_source_says(name: str, depth: int, count: int) -> None:
    assert counted(name, depth) == count


@pytest.mark.parametrize("name", list(ended()))
def test_as_many_games_end_as_the_source_says(name: str) -> None:
    _, record = POSITIONS[name]
    expected = {int(made): games for made, games in record["endings"].items()}
    assert sum(expected.values()) == record["games"]
    found = endings(*position(name), depth=max(expected) + 1)
    assert {made: games for made, games in enumerate(found) if games} == expected


@pytest.mark.parametrize("name", list(POSITIONS))
def test_every_position_names_its_source(name: str) -> None:
    assert POSITIONS[name][1]["source"].strip()


# From these there are tens of thousands of sequences of two choices.
LARGE = ("hearts-dealt", "go-start")


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] if name in LARGE else []) for name in POSITIONS])
def test_the_parts_of_divide_sum_to_perft(name: str) -> None:
    parts = divide(*position(name), 2)
    assert len(parts) == counted(name, 1)
    assert sum(parts.values()) == counted(name, 2)


def test_counting_leaves_the_state_as_it_is() -> None:
    machine, state = position("breakthrough-pawns_in_contact")
    before = state.copy()
    perft(machine, state, 3)
    divide(machine, state, 2)
    endings(machine, state, 2)
    assert state == before


def test_a_finished_game_is_one_leaf_at_depth_0_and_none_beyond() -> None:
    machine, state = position("tic_tac_toe-x_can_win")
    play(machine, state, "c1")
    assert [perft(machine, state, depth) for depth in range(3)] == [1, 0, 0]
    assert divide(machine, state, 1) == {}
    assert endings(machine, state, 2) == [1, 0, 0]


def test_divide_names_each_first_choice_in_the_order_of_the_rulebook() -> None:
    assert divide(*position("tic_tac_toe-x_can_win"), depth=2) == {"c1": 0, "c2": 4, "a3": 4, "b3": 4, "c3": 4}


def test_divide_needs_a_first_choice() -> None:
    machine, state = position("tic_tac_toe-start")
    with pytest.raises(ValueError, match="a depth of 0"):
        divide(machine, state, 0)
