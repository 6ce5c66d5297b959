"""Rings and lines at the terminal: boxes side by side, in which spaces that have merged are one."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

import rulewright
from rulewright.cli.table.drawing.picture import picture
from rulewright.cli.table.drawing.tracks import Track

KALAH = Path(__file__).parents[3] / "games" / "gallery" / "kalah.rules"


def printed(way: object, width: int = 80) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None, legacy_windows=False).print(way)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_a_ring_goes_round_in_two_rows() -> None:
    state = rulewright.load(str(KALAH)).initial()
    assert printed(picture(state.rules, state))[:7] == [
        "┌───┬───┬───┬───┬───┬───┬───┐",
        "│p1 │p2 │p3 │p4 │p5 │p6 │p7 │",
        "│4  │4  │4  │4  │4  │4  │   │",
        "├───┼───┼───┼───┼───┼───┼───┤",
        "│p14│p13│p12│p11│p10│p9 │p8 │",
        "│   │4  │4  │4  │4  │4  │4  │",
        "└───┴───┴───┴───┴───┴───┴───┘"]


def test_spaces_that_have_merged_have_no_line_between_them() -> None:
    texts = ("Anna",), ("Anna",), (), ("Boris",), ("Anna", "emperor")
    way = Track(("T0", "T1", "T2", "T3", "T4"), texts, True, None, frozenset({0, 4}))
    assert printed(way) == [
        "┌───────┬───────┬───────┐",
        "│T0      T1     │T2     │",
        "│Anna    Anna   │       │",
        "│               │       │",
        "└───┬   ┴───┬───┴───┬───┘",
        "    │T4     │T3     │",
        "    │Anna   │Boris  │",
        "    │emperor│       │",
        "    └───────┴───────┘"]


def test_a_way_that_does_not_fit_is_a_table() -> None:
    state = rulewright.load(str(KALAH)).initial()
    assert printed(picture(state.rules, state), 28)[:3] == ["pit", "p1   4", "p2   4"]
    line = Track(tuple(f"S{number}" for number in range(31)), ((),) * 31, False, "as a table")
    assert printed(line, 30) == ["as a table"]
    assert len(printed(line, 60)) == 3 * 3 + 1


def test_the_ring_of_a_game_with_regions_stands_above_them() -> None:
    state = rulewright.load("carolus_magnus").initial()
    lines = printed(picture(state.rules, state))
    assert lines[1].startswith("│T0     │T1")
    assert next(number for number, line in enumerate(lines) if line.startswith("region")) > 7
