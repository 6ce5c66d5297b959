"""A change of a clause is offered in the variants where it can stand, and not where it clashes with another change."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from lsprotocol import types as lsp

from rulewright.cli.checking.file_checks import check_file
from rulewright.cli.checking.result import CheckedFile
from rulewright.cli.editor.changes.edits import changed_texts
from rulewright.cli.editor.changes.variants import in_variants
from rulewright.cli.editor.display.hovers import values_of
from rulewright.cli.editor.files.rulebooks import OpenRulebook, RulebookKey, Rulebooks
from rulewright.cli.main import main as command
from rulewright.dsl.source import disk
from rulewright.dsl.source.search_path import find

from ..client import Editor, at, session
from ..pig import PIG

HOLD = '''because "a dare"
    replace move hold "hold"
        "They may hold."
        keep(p)
        stop
'''


ROLL_ON = """because "a second roll"
    add to roll_or_hold
        move roll_twice "rolls twice"
            require first: at_stake = 0
                "only the first roll may be doubled"
"""


@pytest.mark.parametrize(("change", "name", "is_offered"), [
    (ROLL_ON, "roll_or_hold", False), (ROLL_ON, "turn_of", False), (ROLL_ON, "hold", True), (ROLL_ON, "goal", True),
    ("set goal = 20\n", "unlucky", True), ("set goal = 20\n", "goal", False), (HOLD, "go_on", True), (HOLD, "hold", False),
    (HOLD, "roll_or_hold", False), ("remove one_winner\n", "one_winner", False),
    ("remove one_winner\n", "stake_only_in_play", True)])
def test_a_change_is_offered_where_it_can_stand(tmp_path: Path, change: str, name: str, is_offered: bool) -> None:
    main, variant = tmp_path / "pig.rules", tmp_path / "short.rules"
    main.write_text(PIG)
    variant.write_text(f'variant short of pig\n    "Short"\n\n{change}')
    assert Rulebooks().open(RulebookKey(variant)).diagnostics == ()
    opened = Rulebooks().open(RulebookKey(main))
    changes = list(in_variants(opened, opened.names.declared[name]))
    assert [each.path.stem for each in changes] == [*(["short"] if is_offered else []), "house"]
    for each in changes:
        for path, text in changed_texts((each.edit,)).items():
            path.write_bytes(text)
        assert Rulebooks().open(RulebookKey(each.path)).diagnostics == ()


def test_a_change_is_not_offered_in_a_variant_of_a_variant_that_adds_to_the_clause(tmp_path: Path) -> None:
    main = tmp_path / "pig.rules"
    main.write_text(PIG)
    (tmp_path / "twice.rules").write_text(f'variant twice of pig\n    "Twice"\n\n{ROLL_ON}')
    (tmp_path / "upper.rules").write_text('variant upper of pig:twice\n    "Upper"\n')
    assert Rulebooks().open(RulebookKey(tmp_path / "upper.rules")).diagnostics == ()
    opened = Rulebooks().open(RulebookKey(main))
    changes = [[change.path.stem for change in in_variants(opened, opened.names.declared[name])]
               for name in ("roll_or_hold", "hold")]
    assert changes == [["house"], ["twice", "upper", "house"]]


@pytest.mark.parametrize(("name", "lines"), [
    ("goal", ["    set goal = 10 * player_count"]), ("faces", ["    set faces = 6"]),
    ("unlucky", ["    set by players   2   3", "        unlucky     -1   1"]),
    ("twice", ["    set by players  2  3", "        twice       4  6"])])
def test_a_number_that_depends_on_the_players_is_set_for_each_number_of_them(
        tmp_path: Path, name: str, lines: list[str]) -> None:
    main, variant = tmp_path / "pig.rules", tmp_path / "house.rules"
    text = PIG.replace("= 100", "= 10 * player_count").replace("faces = 6", "twice = 2 * player_count\n    faces = 6")
    unlucky = '    unlucky = 1 "A {unlucky} ends the turn and costs the points of the turn."\n'
    main.write_text(text.replace(unlucky, f"\nconstants by players 2 3\n{unlucky.replace('= 1', '-1 1')}"))
    opened = Rulebooks().open(RulebookKey(main))
    (new,) = in_variants(opened, opened.names.declared[name])
    assert new.edit.text.splitlines()[4:] == lines
    variant.write_text(new.edit.text)
    assert values(Rulebooks().open(RulebookKey(variant)), name) == values(opened, name)


def values(opened: OpenRulebook, name: str) -> list[tuple[str, str]]:
    """Return the values of a name by numbers of players; there is one for each number."""
    found = values_of(opened, opened.names.declared[name])
    assert len(found) == len(opened.rulebooks) == 2
    return found


@pytest.mark.parametrize(("game", "id", "line"), [
    ("pig", "player.score", "    replace each player has\n        score: "),
    ("pig", "state.at_stake", "    replace state\n        at_stake: "),
    ("race", "shortcut.bridge", "    replace rows of shortcut\n        row bridge: S6, S12\n")])
def test_a_field_or_a_row_is_replaced_alone(tmp_path: Path, game: str, id: str, line: str) -> None:
    main, variant = tmp_path / f"{game}.rules", tmp_path / "house.rules"
    main.write_text(PIG if game == "pig" else find(game).read_text())
    opened = Rulebooks().open(RulebookKey(main))
    (new,) = in_variants(opened, opened.names.declared[id])
    assert line in new.edit.text
    variant.write_text(new.edit.text)
    assert Rulebooks().open(RulebookKey(variant)).diagnostics == ()


@pytest.mark.parametrize(("game", "ids"), [
    ("pig", ["score", "seats_alike"]), ("morris", ["points", "mill"]), ("hearts", ["card"]),
    ("carolus_magnus", ["empire", "three_goal", "example_too_few_castles"])])
def test_boards_tables_pieces_scores_and_notes_are_replaced_as_a_whole(game: str, ids: list[str]) -> None:
    main = find(game)
    opened = Rulebooks().open(RulebookKey(main))
    for id in ids:
        new = list(in_variants(opened, opened.names.declared[id]))[-1]
        assert new.is_new
        # Nothing is changed yet: the variant plays the game as it is.
        written = {disk.resolved(new.path): new.edit.text.encode()}
        with disk.looking_at(disk.laid_over(written)):
            variant = Rulebooks().open(RulebookKey(new.path))
            assert variant.compiles, id
            assert [rules.program is not None for rules in variant.rulebooks] == [True] * len(opened.rulebooks)


def test_a_clause_is_changed_in_a_variant_and_exercised_by_a_playthrough(pig: Path) -> None:
    text = pig.read_text()
    (pig.parent / "variants").mkdir()
    (pig.parent / "variants" / "short.rules").write_text('variant short of pig\n    "Short"\n\nset goal = 20\n\n')

    async def talk(editor: Editor) -> tuple[list[lsp.CodeAction], Editor]:
        uri = editor.open(pig)
        found = await editor.actions(uri, at(text, "|unlucky = 1"))
        hold = await editor.actions(uri, at(text, "move |hold "))
        assert "Make a playthrough that exercises `hold`" in [action.title for action in hold]
        await editor.workspace_execute_command_async(lsp.ExecuteCommandParams("rulewright.exercise", [uri, "hold"]))
        return [action for action in found if isinstance(action, lsp.CodeAction)], editor

    actions, editor = session(pig.parent, talk)
    titles = [action.title for action in actions]
    assert titles[:2] == ["Change `unlucky` in the variant short", "Change `unlucky` in a new variant"]
    assert actions[0].edit is not None
    assert actions[0].edit.changes is not None
    ((_, (added,)),) = actions[0].edit.changes.items()
    assert added.new_text.startswith("because")
    assert actions[1].edit is not None
    assert actions[1].edit.changes is not None
    ((name, (made,)),) = actions[1].edit.changes.items()
    assert name.endswith("variants/house.rules")
    variant = pig.parent / "variants" / "house.rules"
    variant.write_text(made.new_text)
    assert check_file(CheckedFile(str(variant), (), (), 0)).diagnostics == ()
    assert editor.applied[0].edit.changes is not None
    ((name, (found,)),) = editor.applied[0].edit.changes.items()
    # There is no folder for playthroughs, and not every editor makes one.
    assert Path(name).parent.name == pig.parent.name
    assert name.endswith("/hold.play")
    play = pig.parent / "hold.play"
    play.write_text(found.new_text)
    assert found.new_text.count("hold") >= 2
    result = CliRunner().invoke(command, ["test", str(play)])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("shows", [True, False])
def test_a_file_that_a_command_makes_is_shown(pig: Path, shows: bool) -> None:
    text = pig.read_text()
    can = lsp.ClientCapabilities(window=lsp.WindowClientCapabilities(
        show_document=lsp.ShowDocumentClientCapabilities(shows)))

    async def talk(editor: Editor) -> Editor:
        uri = editor.open(pig)
        place = at(text, "|unlucky = 1")
        (made,) = (action for action in await editor.actions(uri, place) if action.title.endswith("in a new variant"))
        assert isinstance(made, lsp.CodeAction)
        assert made.command is not None
        await editor.workspace_execute_command_async(lsp.ExecuteCommandParams(made.command.command, made.command.arguments))
        await editor.workspace_execute_command_async(lsp.ExecuteCommandParams("rulewright.exercise", [uri, "hold"]))
        return editor

    editor = session(pig.parent, talk, can=can)
    names = ["house.rules", "hold.play"]
    if shows:
        assert [Path(uri).name for uri in editor.documents] == names
    else:
        assert [name for name in names if any(name in said for said in editor.messages)] == names
