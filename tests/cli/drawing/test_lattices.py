"""Boards whose edges and corners have a name, and tiles with sides, as pictures: in text, and drawn."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from rulewright import State, load
from rulewright.cli.table.drawing.picture import picture

ROOT = Path(__file__).parents[3]
DOTS = str(ROOT / "games" / "gallery" / "dots_and_boxes.rules")
MEADOWS = str(ROOT / "games" / "gallery" / "meadows.rules")
ROADS = str(ROOT / "tests" / "games" / "roads" / "roads.rules")


def after(path: str, *moves: str, **options: int) -> State:
    game = load(path, parameters=options)
    rules = game.rules()
    state = rules.initial()
    for move in moves:
        state = rules.step(state, move)
    return state


def drawn(state: State, width: int = 100) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(picture(state.rules, state))
    return [line.rstrip() for line in out.getvalue().partition("\n\n\n")[0].splitlines()]


def test_marked_edges_of_squares_are_strokes_and_corners_are_plus_signs() -> None:
    state = after(DOTS, "a1_up", "a1_left", "b1_left", "b2_up", "a1_down", boxes_in_a_row=2)
    assert drawn(state)[:7] == [
        "           a           b",
        "     +           +───────────+",
        "  2        .           .",
        "     +───────────+           +",
        "  1  │   first   │     .",
        "     +───────────+           +",
        "           a           b"]
    assert state.rules.decisions.to_move(state) == 0


def test_roads_and_huts_of_hexes_stand_where_they_lie() -> None:
    lines = drawn(after(ROADS, "first hut c2_up_corner", "first hut d1_up_corner", "road a2_up_right"))
    assert [line for line in lines if "north" in line] == ["        +         north         +", "         north north"]
    assert [line for line in lines if "south" in line] == ["  +           +         south         +"]
    # Two of the 24 corners have a hut.
    assert sum(line.count("+") for line in lines) == 22


def test_a_narrow_terminal_says_that_texts_are_cut() -> None:
    state = after(ROADS, "first hut c2_up_corner", "first hut d1_up_corner")
    out = io.StringIO()
    Console(file=out, width=30, color_system=None).print(picture(state.rules, state))
    assert "(some texts are cut)" in out.getvalue()


def test_each_edge_and_corner_can_be_pointed_at_in_a_drawing() -> None:
    svg = after(ROADS).picture()
    assert svg.count('data-type="way"') == 30
    assert svg.count('data-type="site"') == 24
    assert svg.count('data-type="place"') == 7


def test_an_edge_that_was_built_on_has_the_colour_of_its_builder() -> None:
    before = after(ROADS, "first hut c2_up_corner", "first hut d1_up_corner")
    state = before.rules.step(before, "road a2_up_right")
    svg = state.picture(before=before)
    (line,) = [line for line in svg.splitlines() if 'data-value="a2_up_right"' in line]
    assert "north" in line
    assert "changed" in line
    assert 'fill="' in line


def test_a_tile_shows_its_sides_as_it_is_turned() -> None:
    rules = load(MEADOWS).rules(2)
    before = rules.step(rules.initial(), "draws lane")
    (tile,) = [line for line in rules.step(before, "lane at ak36 turn90").picture().splitlines() if 'data-value="ak36"' in line]
    meadow, way = "#a6d96a", "#e8c98b"
    assert re.findall("fill:(#[0-9a-f]+)", tile)[:4] == [meadow, way, meadow, way]


def test_the_part_in_use_does_not_reach_to_what_a_waiting_rule_may_remember() -> None:
    rules = load(MEADOWS).rules(2)
    state = rules.step(rules.initial(), "draws lane")
    assert 'data-value="a1"' not in state.picture()
