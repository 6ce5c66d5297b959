"""Spaces, their names and neighbours, and the tables of distances, directions and lines."""

from __future__ import annotations

from itertools import product

import pytest

from rulewright.dsl import syntax as ast
from rulewright.dsl.boards import Layout, geometry
from rulewright.dsl.boards.forms import DIRECTIONS
from rulewright.dsl.boards.layout import column_letters
from rulewright.dsl.boards.shapes import lay_out
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.diagnostics import Diagnostics

HEXAGON = '''board land: hex of place
    legend x
    map
        "  x x x  "
        " x x x x "
        "x x . x x"
        " x x x x "
        "  x x x  "
'''
YARD = '''board yard: square of stone
    legend x
    map
        "x x x x"
        "x . x x"
        "x x x x"
'''
BOARDS = {
    "hexagon": HEXAGON, "yard": YARD,
    "hex": "board land: hex 4 by 3 of place\n", "square": "board grid: square 4 by 3 of cell\n",
    "ring": "board way: ring of step T1 .. T7\n", "line": "board way: line of step T1 .. T7\n",
    "graph": "board land: graph of place\n    a - b - c - a\n    d - e\n",
}


def layout(name: str) -> Layout:
    files = read_text("case", BOARDS[name])
    board = files.declarations[0]
    assert isinstance(board, ast.Board)
    diagnostics = Diagnostics()
    sizes = [node.value if isinstance(node, ast.Integer) else 0 for node in (board.width, board.height)]
    out = lay_out(board, sizes[0], sizes[1], diagnostics)
    assert out is not None
    assert diagnostics.sorted() == files.diagnostics.sorted() == ()
    return out


def names(of: Layout, spaces: tuple[int, ...]) -> list[str]:
    return [of.names[space] for space in spaces]


def test_a_space_is_named_by_its_column_and_row() -> None:
    assert layout("hexagon").names == ("c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3", "c3", "g3", "i3",
                                       "b4", "d4", "f4", "h4", "c5", "e5", "g5")
    assert layout("hex").names == ("a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3", "c3", "e3", "g3")
    assert layout("yard").names == ("a1", "b1", "c1", "d1", "a2", "c2", "d2", "a3", "b3", "c3", "d3")
    assert [column_letters(column) for column in (1, 26, 27, 52, 53, 703)] == ["a", "z", "aa", "az", "ba", "aaa"]


def test_the_neighbours_of_a_hex_are_the_six_around_it() -> None:
    of = layout("hexagon")
    assert names(of, of.neighbours[of.names.index("d2")]) == ["f2", "e1", "c1", "b2", "c3"]
    assert names(of, of.neighbours[of.names.index("d4")]) == ["e5", "f4", "c3", "b4", "c5"]


@pytest.mark.parametrize("name", BOARDS)
def test_neighbours_and_distances_are_mutual(name: str) -> None:
    of = layout(name)
    far, count = geometry.distances(of), len(of.names)
    for a, b in product(range(count), repeat=2):
        assert (b in of.neighbours[a]) == (a in of.neighbours[b]) == (far[a * count + b] == 1)
        assert far[a * count + b] == far[b * count + a]
        assert (far[a * count + b] == 0) == (a == b)


@pytest.mark.parametrize("name", ["hexagon", "hex"])
def test_the_distance_of_hexes_that_see_each_other_is_that_of_their_columns_and_rows(name: str) -> None:
    of = layout(name)
    far, count = geometry.distances(of), len(of.names)
    for a, b in product(range(count), repeat=2):
        across, up = (abs(of.places[a][i] - of.places[b][i]) for i in (0, 1))
        straight = up + max(0, across - up) // 2
        assert far[a * count + b] >= straight
        if name == "hex" or geometry.headings(of)[a * count + b] >= 0:
            assert far[a * count + b] == straight


def test_what_nothing_leads_to_is_as_far_away_as_there_are_spaces() -> None:
    of = layout("graph")
    assert geometry.distances(of)[of.names.index("d")] == 5


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("steps", [0, 1, 2, 50])
def test_what_lies_within_some_steps_begins_with_the_space_itself(name: str, steps: int) -> None:
    of = layout(name)
    far, count = geometry.distances(of), len(of.names)
    for start, near in enumerate(geometry.all_within(of, steps)):
        away = [far[start * count + space] for space in near]
        assert near[0] == start
        assert away == sorted(away)
        assert set(near) == {space for space in range(count) if far[start * count + space] <= min(steps, count - 1)}


@pytest.mark.parametrize("name", ["hexagon", "hex", "yard", "square"])
def test_directions_lead_there_and_back(name: str) -> None:
    of = layout(name)
    rays, headings, count = geometry.rays(of), geometry.headings(of), len(of.names)
    opposite = {direction: (direction + 4) % 8 for direction in range(8)}
    for start, direction in product(range(count), range(len(DIRECTIONS))):
        ray = rays[start][direction]
        assert direction in geometry.directions(of) or ray == ()
        for end in ray:
            assert headings[start * count + end] == direction
            assert headings[end * count + start] == opposite[direction]
            between = geometry.betweens(of)[start * count + end]
            assert between == ray[: ray.index(end)]
            assert between == geometry.betweens(of)[end * count + start][::-1]


def test_a_ray_ends_at_a_gap_and_a_shift_does_not() -> None:
    of = layout("yard")
    a2, right = of.names.index("a2"), DIRECTIONS.index("right")
    assert geometry.rays(of)[a2][right] == ()
    assert names(of, (geometry.shifted(of, 2, 0)[a2],)) == ["c2"]


LINES = [("square", 3, 6 + 4 + 4), ("square", 4, 3), ("hex", 3, 6 + 3 + 3), ("ring", 3, 7), ("ring", 7, 1), ("line", 3, 5),
         ("yard", 3, 4 + 3 + 2), ("hexagon", 3, 3 * (1 + 2 + 2 + 1))]


@pytest.mark.parametrize(("name", "length", "count"), LINES)
def test_there_are_so_many_lines_each_once(name: str, length: int, count: int) -> None:
    lines = geometry.lines_of(layout(name), length)
    assert len({frozenset(line) for line in lines}) == len(lines) == count


@pytest.mark.parametrize("name", sorted(BOARDS))
@pytest.mark.parametrize("steps", range(4))
def test_neighbourhoods_are_those_of_the_distances(name: str, steps: int) -> None:
    of, far = layout(name), geometry.distances(layout(name))
    count = len(of.names)
    for start, inside in enumerate(geometry.all_within(of, steps)):
        away = far[start * count : (start + 1) * count]
        assert inside == tuple(sorted((i for i in range(count) if away[i] <= min(steps, count - 1)), key=away.__getitem__))


@pytest.mark.parametrize("name", ["hexagon", "yard", "hex", "square"])
def test_steps_and_reaches_are_those_of_rays(name: str) -> None:
    of = layout(name)
    rays = geometry.rays(of)
    assert geometry.steps(of) == tuple(tuple(ray[0] if ray else -1 for ray in around) for around in rays)
    lengths = [len(ray) for around in rays for ray in around]
    assert geometry.reach_of_rays(of) == (sum(lengths), max(lengths))


@pytest.mark.parametrize("name", ["hexagon", "yard", "hex", "square", "ring", "line"])
def test_lines_through_a_space_are_the_lines_that_hold_it(name: str) -> None:
    of = layout(name)
    lines = geometry.lines_of(of, 3)
    assert geometry.lines_through(of, 3) == tuple(tuple(line for line in lines if i in line) for i in range(len(of.names)))
