"""Edges and corners of square and hex boards: how many there are, what they bound and join, how they are called."""

from __future__ import annotations

import pytest

from rulewright.dsl.boards import Layout
from rulewright.dsl.boards.outline import Outline, linked, moved, outline
from rulewright.dsl.boards.symmetry import mirrors, turns

from .test_boards import layout

DRAWN = ("hexagon", "yard", "hex", "square")
# By Euler's formula: spaces and holes, edges, corners. Coronene has 7 rings of 6 carbons, 24 atoms and 30 bonds; a hexagon
# of 19 hexes has 54 corners and 72 edges, and this one lacks the hex in the middle, which takes away neither.
COUNTS = {"hexagon": (72, 54), "yard": (31, 20), "hex": (49, 38), "square": (31, 20)}


@pytest.fixture(params=DRAWN)
def drawn(request: pytest.FixtureRequest) -> tuple[str, Outline]:
    return request.param, outline(layout(request.param))


def test_there_are_as_many_edges_and_corners_as_geometry_says(drawn: tuple[str, Outline]) -> None:
    name, of = drawn
    assert (len(of.edges.points), len(of.corners.points)) == COUNTS[name]


def test_an_edge_bounds_one_space_or_two_and_joins_two_corners_of_each(drawn: tuple[str, Outline]) -> None:
    name, of = drawn
    spaces, corners = of.adjacent("edges", "spaces"), of.adjacent("edges", "corners")
    assert {len(row) for row in spaces} == {1, 2}
    assert all(len(set(ends)) == 2 for ends in corners)
    around = of.adjacent(name, "corners")
    assert all(set(ends) <= set(around[space]) for ends, bounded in zip(corners, spaces, strict=True) for space in bounded)


def test_edges_part_neighbours_and_no_other_spaces(drawn: tuple[str, Outline]) -> None:
    name, of = drawn
    parted = {frozenset(spaces) for spaces in of.adjacent("edges", "spaces") if len(spaces) == 2}
    near = layout(name).neighbours
    assert parted == {frozenset((space, other)) for space, others in enumerate(near) for other in others}


def test_edges_meet_in_corners_and_corners_are_joined_by_edges(drawn: tuple[str, Outline]) -> None:
    _, of = drawn
    meeting, joined = of.adjacent("corners", "edges"), of.adjacent("edges", "corners")
    for edge, near in enumerate(of.edges.layout.neighbours):
        assert set(near) == {other for corner in joined[edge] for other in meeting[corner]} - {edge}
    for corner, near in enumerate(of.corners.layout.neighbours):
        assert set(near) == {end for edge in meeting[corner] for end in joined[edge]} - {corner}


def test_each_has_one_name_and_may_be_called_by_its_other_spaces() -> None:
    of = outline(layout("square"))
    assert of.edges.layout.names[:5] == ("a1_up", "a1_right", "a1_down", "a1_left", "b1_up")
    assert of.corners.layout.names[:4] == (
        "a1_up_right_corner", "a1_down_right_corner", "a1_down_left_corner", "a1_up_left_corner")
    assert of.edges.layout.number("b1_left") == of.edges.layout.number("a1_right") == 1
    assert of.corners.layout.number("b2_down_left_corner") == 0
    assert of.edges.layout.number("e1_left") is None


@pytest.mark.parametrize("name", ["hex", "hexagon", "square"])
def test_turns_and_mirrors_take_neighbours_to_neighbours(name: str) -> None:
    of, board = outline(layout(name)), layout(name)
    for way in (way for way in (*turns(board, None), *mirrors(board)) if not way.without_image):
        for rim in (of.edges, of.corners):
            images = moved(of, rim.layout.shape, way.spaces, way.directions)
            assert sorted(images) == list(range(len(images)))
            near = rim.layout.neighbours
            assert all({images[other] for other in near[space]} == set(near[images[space]]) for space in range(len(images)))


def test_links_join_neighbours_and_meet_where_they_end() -> None:
    # A triangle with a tail: four links.
    board = Layout("graph", ("ash", "beech", "cedar", "elm"), ((1, 2), (0, 2), (1, 0, 3), (2,)))
    links = linked(board).edges
    assert links.layout.names == ("ash_beech", "ash_cedar", "beech_cedar", "cedar_elm")
    assert links.spaces == ((0, 1), (0, 2), (1, 2), (2, 3))
    assert links.layout.neighbours == ((1, 2), (0, 2, 3), (0, 1, 3), (1, 2))
    assert links.layout.number("elm_cedar") == 3
    # With the ash and the beech exchanged, the links to the cedar are exchanged too.
    assert moved(linked(board), "edges", (1, 0, 2, 3), ()) == (0, 2, 1, 3)


def test_a_board_of_ten_thousand_spaces_has_its_edges_and_corners_soon() -> None:
    # 100 by 100 squares: 2 * 100 * 101 edges, 101 * 101 corners.
    board = Layout("square", tuple(f"s{i}" for i in range(10_000)), ((),) * 10_000,
                            tuple((column + 1, row + 1) for row in range(100) for column in range(100)))
    of = outline(board)
    assert (len(of.edges.points), len(of.corners.points)) == (20_200, 10_201)
