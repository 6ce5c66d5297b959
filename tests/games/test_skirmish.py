"""A war game on a map of hexes, written to show that the language carries one, plays and can be played from."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from rich.console import Console

from rulewright.cli.commands.test import run_file
from rulewright.cli.playthroughs.coverage import coverage_of
from rulewright.cli.shared.games.loading import load
from rulewright.cli.table.drawing.picture import picture
from rulewright.dsl.driver.compile import analyse
from rulewright.dsl.load.loader import read
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice
from rulewright.testing import PlayedGame, games

FOLDER = Path(__file__).parent / "skirmish"
RULEBOOK = FOLDER / "skirmish.rules"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load(str(RULEBOOK)).rules()


def test_the_rulebook_has_no_mistakes() -> None:
    files = read(RULEBOOK)
    assert [diagnostic.message for diagnostic in analyse(files.declarations, 2, {}, Diagnostics()).diagnostics] == []


def test_its_playthroughs_hold_and_exercise_every_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER.parents[2])
    results = [run_file(str(path)) for path in sorted(FOLDER.glob("*.play"))]
    assert [f"{failure.line}: {failure.message} ({failure.actual})" for result in results for failure in result.failures] == []
    assert [coverage.missing for coverage in coverage_of(results).values()] == [[]]


@given(games(str(RULEBOOK), steps=200))
@settings(max_examples=10, deadline=None)
def test_games_break_no_invariant(game: PlayedGame) -> None:
    breaks_no_invariant(game)


@pytest.mark.slow
@given(games(str(RULEBOOK), steps=200))
@settings(max_examples=500, deadline=None)
def test_many_games_break_no_invariant(game: PlayedGame) -> None:
    breaks_no_invariant(game)


def breaks_no_invariant(game: PlayedGame) -> None:
    assert {broken for state in game.states for broken in game.rules.invariants.broken(state)} == set()


def test_a_random_game_ends(rules: Rules) -> None:
    assert play_out(rules, Dice(0)).end is not None


def test_the_map_looks_the_same_when_it_is_turned_round(rules: Rules) -> None:
    board = rules.program.boards[0]
    letters = dict(zip(board.places, board.letters, strict=True))
    turned = {(12 - column, 10 - row): "12".replace(letter, "") if letter in "12" else letter
              for (column, row), letter in letters.items()}
    assert letters == turned
    assert len(letters) == 49


def test_the_picture_names_every_hex_and_unit_within_a_hundred_columns(rules: Rules) -> None:
    out = io.StringIO()
    Console(file=out, width=100, color_system=None).print(picture(rules, rules.initial()))
    board = out.getvalue().split("\n\n")[0]
    assert max(map(len, board.splitlines())) <= 100
    words = board.replace("│", " ").replace(",", " ").split()
    assert [name for name in rules.program.boards[0].space.members if words.count(name) != 1] == []
    assert [unit for unit in ("red_archer", "blue_spear", "red_dragon") if unit not in words] == []
