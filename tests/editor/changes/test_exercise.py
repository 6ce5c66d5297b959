"""A playthrough is made for a clause that the setup or a move exercises, in the folder where those of the rulebook lie."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp

from rulewright.cli.editor.changes.exercise import Home, can_be_exercised, exercising, home_of
from rulewright.cli.editor.files.rulebooks import OpenRulebook, RulebookKey, Rulebooks
from rulewright.cli.playthroughs.scripts import open_file
from rulewright.cli.shared.games.loading import game_of
from rulewright.dsl.source.search_path import find
from rulewright.interpreter.canonical.effects import exercised
from rulewright.interpreter.playthroughs.running.results import PlaythroughResult
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

from ..client import Editor, at, session

WELL = """rulebook well
    "Well"
    players 2

constants
    deep = 3

state
    water: 0..deep

play
    fill()
    dig()
    repeat
        for each p in players
            turn_of(p)

rule fill
    "The well is full."
    water becomes deep

phase dig
    choose spade by P1
        move first "digs"

rule turn_of(p: player)
    "{p} draws water."
    water becomes drawn(water)
    choose draw by p
        move draw_one "draws"
        move draw_none "waits"
            require dry: water = 0
                "there is water to depth {water}"
    roll rain from 1..6
    rain_falls(rain)
    check empty

rule rain_falls(n: 1..6)
    "Much rain fills the well."
    if n = 6
        water becomes deep

function drawn(n: 0..deep): 0..deep
    "What is left."
    gives n - 1 if n > 0 else 0

invariant not_too_full: water <= deep

end empty
    "The well is empty."
    when water = 0
    draw
"""
SHALLOW = """variant shallow of well

replace rule fill
    "The well is full."
    water becomes 2
"""


@pytest.fixture
def well(tmp_path: Path) -> Path:
    """Write a rulebook with a setup and a variant, and the folder of its playthroughs."""
    for folder in ("variants", "playthroughs"):
        (tmp_path / folder).mkdir()
    (tmp_path / "variants" / "shallow.rules").write_text(SHALLOW)
    (tmp_path / "well.rules").write_text(WELL)
    return tmp_path / "well.rules"


def opened_at(main: Path) -> OpenRulebook:
    """Open a rulebook without errors."""
    opened = Rulebooks().open(RulebookKey(main))
    assert opened.compiles, opened.diagnostics
    return opened


def made(main: Path, clause: str) -> tuple[str, PlaythroughResult]:
    """Return the moves and expectations of the playthrough for a clause, and its result; coverage counts the clause."""
    home = home_of(main)
    text = exercising(game_of(opened_at(main).files).rules(2), clause, home, lambda: None)
    assert text is not None
    file = home.folder / "made.play"
    file.write_text(text)
    playthrough, rules = open_file(file)
    result = PlaythroughRunner(rules, playthrough).run()
    assert result.failures == []
    assert clause in exercised(result.clauses, result.did, rules.analyses.doers)
    return text.partition("rules ")[2].partition("\n\n")[2], result


@pytest.mark.parametrize("name", ["well.rules", "variants/shallow.rules"])
@pytest.mark.parametrize(("clause", "has_moves"), [
    ("fill", False), ("turn_of", True), ("drawn", True), ("draw_one", True), ("empty", True),
    ("rain_falls", True)])
def test_a_clause_of_the_setup_needs_no_move_and_others_need_some(
        well: Path, name: str, clause: str, has_moves: bool) -> None:
    text, result = made(well.parent / name, clause)
    assert text.endswith(f"expect applied {clause}\n")
    assert (result.moves > 0) == has_moves


def test_a_rule_that_waits_is_expected_where_it_begins(well: Path) -> None:
    assert made(well, "dig")[0] == "expect applied dig\nP1: digs\n"


def test_a_refused_move_has_its_message_above_it(well: Path) -> None:
    text = exercising(game_of(opened_at(well).files).rules(2), "dry", home_of(well), lambda: None)
    assert text is not None
    assert text.startswith("# there is water to depth 2\n")
    assert text.endswith("refuse P1: waits because dry\n")


@pytest.mark.parametrize(("name", "home"), [
    ("well.rules", Home(Path("playthroughs"), "well")),
    ("variants/shallow.rules", Home(Path("playthroughs"), "well", ("shallow",)))])
def test_a_variant_has_its_playthroughs_with_those_of_its_rulebook(well: Path, name: str, home: Home) -> None:
    found = home_of(well.parent / name)
    assert (found.folder.relative_to(well.parent), found.game, found.variants) == (home.folder, home.game, home.variants)


def test_a_variant_of_a_rulebook_in_another_folder_has_its_playthroughs_beside_it(tmp_path: Path) -> None:
    variant = tmp_path / "house.rules"
    variant.write_text("variant house of nim\n")
    assert find("nim").parent != tmp_path
    assert home_of(variant) == Home(tmp_path / "playthroughs", "house")


def test_only_what_play_can_exercise_is_offered(well: Path) -> None:
    opened = opened_at(well)
    assert {clause.id for compiled in opened.rulebooks if compiled.program is not None for clause in compiled.program.clauses
            if can_be_exercised(compiled, clause.id)} == {"fill", "turn_of", "draw", "draw_one", "draw_none", "dry", "drawn",
                                                          "empty", "dig", "spade", "first", "rain_falls"}

    async def talk(editor: Editor) -> list[list[str]]:
        uri = editor.open(well)
        return [[action.title for action in await editor.actions(uri, at(WELL, place))]
                for place in ("    |deep =", "invariant |not_too", "|play\n", "rule |fill")]

    titles = session(well.parent, talk, can=lsp.ClientCapabilities())
    assert [any("playthrough" in title for title in there) for there in titles] == [False, False, False, True]
