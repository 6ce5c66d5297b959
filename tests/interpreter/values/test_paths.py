"""Paths through permitted spaces, against every path there is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.runtime import paths

Near = list[list[int]]


@st.composite
def boards(draw: st.DrawFn) -> tuple[Near, set[int], list[int]]:
    """The neighbours of up to 7 spaces, those that may be passed, and what each costs to enter."""
    count = draw(st.integers(2, 7))
    near: Near = [[] for _ in range(count)]
    for a, b in draw(st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=12)):
        if a != b:
            near[a].append(b)
            near[b].append(a)
    open_ = draw(st.sets(st.integers(0, count - 1)))
    return (
        [list(dict.fromkeys(items)) for items in near],
        open_,
        draw(st.lists(st.integers(0, 3), min_size=count, max_size=count)),
    )


def all_paths(near: Near, passable: set[int], path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    yield path
    if len(path) == 1 or path[-1] in passable:
        for space in near[path[-1]]:
            if space not in path:
                yield from all_paths(near, passable, (*path, space))


# Boards that are drawn.
FEW, MANY = 30, 100


@pytest.mark.parametrize("often", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_reachable_is_where_a_path_of_so_many_steps_leads(often: int) -> None:
    settings(max_examples=often)(given(boards(), st.integers(0, 6))(reachable_is_where_a_path_leads))()


def reachable_is_where_a_path_leads(board: tuple[Near, set[int], list[int]], steps: int) -> None:
    near, passable, _ = board
    found = paths.reachable(near, 0, steps, passable.__contains__)
    ends: dict[int, int] = {}
    for path in all_paths(near, passable, (0,)):
        ends[path[-1]] = min(ends.get(path[-1], 99), len(path) - 1)
    assert set(found) == {space for space, far in ends.items() if 0 < far <= steps}
    assert [ends[space] for space in found] == sorted(ends[space] for space in found)
    assert len(found) == len(set(found))
    for goal in range(1, len(near)):
        assert paths.distance(near, 0, goal, passable.__contains__) == ends.get(goal, len(near))


@pytest.mark.parametrize("often", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_with_costs_the_cheapest_path_counts(often: int) -> None:
    settings(max_examples=often)(given(boards(), st.integers(0, 9))(the_cheapest_path_counts))()


def the_cheapest_path_counts(board: tuple[Near, set[int], list[int]], most: int) -> None:
    near, passable, cost = board
    paid: dict[int, int] = {}
    for path in all_paths(near, passable, (0,)):
        price = sum(cost[space] for space in path[1:])
        paid[path[-1]] = min(paid.get(path[-1], 99), price)
    found = paths.reachable_at_cost(near, 0, most, passable.__contains__, cost.__getitem__)
    assert set(found) == {space for space, price in paid.items() if space and price <= most}
    assert [paid[space] for space in found] == sorted(paid[space] for space in found)
    for goal in range(1, len(near)):
        assert paths.cheapest(near, 0, goal, passable.__contains__, cost.__getitem__, 50) == paid.get(goal, 50)


CROSSING = '''
rulebook crossing
    "The crossing"
    players 2

board land: hex of place
    slow: flag
    legend A is start: slow = no
    legend Z is goal: slow = no
    legend s in swamp: slow = yes
    legend o: slow = no
    map
        " s s o "
        "A s s Z"
        " o s s "

each place has
    flooded: flag

state
    found: 0..40 per 1..6

play
    choose flood by P1
        "A place is flooded."
        move "{s}" for s in place
            s.flooded becomes yes
    found[1] becomes distance(start, goal)
    found[2] becomes distance(start, goal through s in place where not s.flooded)
    found[3] becomes distance(start, goal through s in swamp)
    found[4] becomes distance(start, goal through s in place where not s.slow)
    found[5] becomes distance(start, goal through s in place costing 4 if s.slow else 1)
    found[6] becomes size(reachable(start, 3 through s in place where not s.flooded costing 3 if s.slow else 1))
    check over

end over
    "The crossing is looked at."
    when yes
    draw
'''


def test_conditions_and_costs_are_those_of_the_position() -> None:
    rules = open_files(read_text("crossing", CROSSING)).rules()
    after = {space: rules.step(rules.initial(), space) for space in ("c2", "e2", "b1")}
    found = {space: [int(rules.cells.value(state, f"found[{i}]")) for i in range(1, 7)] for space, state in after.items()}
    assert found == {"c2": [3, 4, 3, 10, 9, 3], "e2": [3, 4, 3, 10, 9, 3], "b1": [3, 3, 3, 10, 9, 3]}
