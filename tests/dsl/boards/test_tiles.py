"""Turns of tiles: where they take directions, and which side of a tile lies where."""

from __future__ import annotations

import pytest

from rulewright.dsl.boards.forms import DIRECTIONS
from rulewright.dsl.boards.tiles import form_with, places_of_sides, turned


@pytest.mark.parametrize("sides", [4, 6])
def test_turns_add_up_and_go_round(sides: int) -> None:
    becomes = turned(sides)

    def by(direction: int, turn: int) -> int:
        return becomes[direction * sides + turn % sides]

    for direction in range(len(DIRECTIONS)):
        assert by(direction, 0) == direction
        assert DIRECTIONS[by(direction, sides // 2)] == DIRECTIONS[(direction + 4) % 8]
        # On a hex the corner above becomes one for which there is no word of its own.
        for first in range(sides) if DIRECTIONS[direction] in form_with(sides).steps else ():
            assert all(by(by(direction, first), other) == by(direction, first + other) for other in range(sides))


@pytest.mark.parametrize("sides", [4, 6])
def test_a_side_lies_where_its_turn_takes_it(sides: int) -> None:
    becomes, places = turned(sides), places_of_sides(sides)
    near = [DIRECTIONS.index(direction) for direction in form_with(sides).near]
    for side, direction in enumerate(near):
        for turn in range(sides):
            assert places[becomes[direction * sides + turn] * sides + turn] == side + 1
    assert {places[direction * sides] for direction in range(len(DIRECTIONS)) if direction not in near} <= {0}
