"""How boards are turned and mirrored: onto themselves, and each step in a direction becomes the step that it should."""

from __future__ import annotations

from typing import cast

import pytest

from rulewright.dsl.boards.forms import DIRECTIONS, FORMS, Form
from rulewright.dsl.boards.layout import Layout, laid_out
from rulewright.dsl.boards.symmetry import mirror, mirrors, torn_apart, turns
from rulewright.dsl.types.shapes import ShapeName


def square(columns: int, rows: int) -> Layout:
    return laid_out("square", tuple((column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)))


def hexagon(side: int) -> Layout:
    """A hex board with this many spaces on each of its six sides."""
    most = side - 1
    return laid_out("hex", tuple((2 * along + up + 3 * most + 1, up + side) for up in range(-most, side)
                                 for along in range(max(-most, -most - up), min(most, most - up) + 1)))


def ring(count: int) -> Layout:
    return Layout("ring", tuple(f"S{i}" for i in range(count)), tuple(((i - 1) % count, (i + 1) % count) for i in range(count)))


@pytest.mark.parametrize(("layout", "turned", "mirrored"), [(square(3, 3), 3, 4), (square(4, 4), 3, 4), (square(3, 2), 1, 2),
                                                            (hexagon(2), 5, 6), (hexagon(3), 5, 6), (ring(6), 5, 6)])
def test_a_board_has_the_turns_and_mirrors_of_its_shape(layout: Layout, turned: int, mirrored: int) -> None:
    ways = [[way for way in known if not way.without_image] for known in (turns(layout, None), mirrors(layout))]
    assert [len(items) for items in ways] == [turned, mirrored]
    for way in (item for known in ways for item in known):
        assert sorted(space for space in way.spaces if space is not None) == list(range(len(layout.names)))
        assert torn_apart(layout, way) is None


def test_a_form_is_only_a_record_as_of_triangles_that_point_up_and_down_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {"up": (0, 2), "up_right": (1, 1), "down_right": (1, -1),
             "down": (0, -2), "down_left": (-1, -1), "up_left": (-1, 1)}
    triangle = Form(steps, tuple(steps), (), ("up_right", "down_right"))
    name = cast("ShapeName", "triangle")
    monkeypatch.setitem(cast("dict[ShapeName, Form]", FORMS), name, triangle)
    # Six triangles around a corner: a row is three parts high, and those that point down lie a part higher.
    layout = laid_out(name, ((1, 2), (2, 1), (3, 2), (1, 4), (2, 5), (3, 4)))
    assert [len(around) for around in layout.neighbours] == [2] * 6
    ways = (*turns(layout, None), *mirrors(layout))
    assert [(way.without_image, torn_apart(layout, way)) for way in ways] == [((), None)] * 11
    assert {DIRECTIONS[way.directions[DIRECTIONS.index("right")]] for way in ways} == {"right"}


@pytest.mark.parametrize("layout", [square(4, 4), hexagon(3)], ids=lambda layout: layout.shape)
def test_a_step_becomes_the_step_in_the_direction_that_its_direction_becomes(layout: Layout) -> None:
    at = {place: space for space, place in enumerate(layout.places)}
    for way in (*turns(layout, None), *mirrors(layout)):
        for direction, (right, up) in layout.form.steps.items():
            image = layout.form.steps[DIRECTIONS[way.directions[DIRECTIONS.index(direction)]]]
            for space, (column, row) in enumerate(layout.places):
                to, new = at.get((column + right, row + up)), way.spaces[space]
                assert new is not None
                moved = (layout.places[new][0] + image[0], layout.places[new][1] + image[1])
                assert at.get(moved) == (None if to is None else way.spaces[to])


def test_a_quarter_is_turned_clockwise_and_mirrors_are_known_by_what_they_exchange() -> None:
    grid = square(3, 3)

    def becomes(spaces: tuple[int | None, ...], name: str) -> str:
        image = spaces[grid.names.index(name)]
        assert image is not None
        return grid.names[image]

    quarter, = turns(grid, 4)
    assert [becomes(quarter.spaces, name) for name in ("a1", "a3", "b3", "b2")] == ["a3", "c3", "c2", "b2"]
    assert DIRECTIONS[quarter.directions[DIRECTIONS.index("up")]] == "right"
    for text, other, image in (("left", "right", "c1"), ("up", "down", "a3"), ("up", "right", "a1"), ("up", "left", "c3")):
        way = mirror(grid, text, other)
        assert way is not None
        assert becomes(way.spaces, "a1") == image
    assert mirror(grid, "up", "up_right") is None


def test_what_has_no_image_is_known() -> None:
    half, = turns(laid_out("square", ((1, 1), (2, 1), (3, 1), (1, 2), (2, 2))), 2)
    assert len(half.without_image) == 1
    assert len(turns(square(3, 2), 4)[0].without_image) > 0
    assert turns(square(3, 3), 3) == ()
    assert turns(ring(9), 4) == ()
