"""The playthroughs of a rulebook and the lines of its clauses, which an extension of an editor marks."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp

from rulewright.cli.editor.files.covering import clause_lines, game_of
from rulewright.cli.editor.files.playthrough_files import playthroughs_of
from rulewright.cli.editor.files.rulebooks import Rulebooks, key_of

from ..client import Editor, session

RULES = """rulebook {name}
    players 2

table cards
    "The cards."
    worth: 1..9

    row ace: 1
        "An ace."
    row king: 4

state
    drawn: cards or none = none

play
    repeat
        choose card by P1
            move take "takes {{c}}" for c in cards
                drawn becomes c
        check ends

end enough
    when drawn = king
    draw
"""
VARIANT = """variant short of cards
    "Short"

because "it is shorter"
    remove cards.ace
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write two rulebooks, a variant of one, and playthroughs of all of them to a folder."""
    for name in ("cards", "others"):
        (tmp_path / f"{name}.rules").write_text(RULES.format(name=name))
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "short.rules").write_text(VARIANT)
    (tmp_path / "playthroughs").mkdir()
    for name, head in (("a", "game cards"), ("b", "game others"), ("c", "game cards\nvariant short")):
        (tmp_path / "playthroughs" / f"{name}.play").write_text(f"{head}\nplayers Anna, Boris\n\nAnna: takes king\n")
    return tmp_path


@pytest.mark.parametrize(("file", "plays"), [("cards.rules", "ac"), ("others.rules", "b"), ("variants/short.rules", "c")])
def test_a_rulebook_has_its_own_playthroughs_and_a_variant_those_that_play_it(folder: Path, file: str, plays: str) -> None:
    assert [path.stem for path in playthroughs_of(folder / file)] == list(plays)


def test_rows_are_clauses_with_a_line(folder: Path) -> None:
    path = folder / "cards.rules"
    asked = key_of(path)
    assert asked is not None
    opened = Rulebooks().open(asked)
    assert game_of(opened) == "cards"
    lines = path.read_text().split("\n")
    assert {id: lines[line - 1].strip() for id, line in clause_lines(opened, path).items()} == {
        "cards": "table cards", "cards.ace": "row ace: 1", "cards.king": "row king: 4", "play": "play",
        "card": "choose card by P1", "take": 'move take "takes {c}" for c in cards', "enough": "end enough"}


def test_an_editor_asks_for_the_clauses_and_the_position_as_it_shows_them(folder: Path) -> None:
    path, play = folder / "variants" / "short.rules", folder / "playthroughs" / "a.play"

    async def talk(editor: Editor) -> tuple[object, object, object]:
        uri = editor.open(path)
        clauses = await editor.workspace_execute_command_async(lsp.ExecuteCommandParams("rulewright.clauses", [uri]))
        # The text in the editor counts, and not the file.
        shown = editor.open(play, play.read_text().replace("takes king", "takes ace"))
        ask = lsp.ExecuteCommandParams
        begin, moved = [await editor.workspace_execute_command_async(ask("rulewright.drawn", [shown, line])) for line in (2, 3)]
        return clauses, begin, moved

    clauses, begin, moved = session(folder, talk)
    assert clauses == {"game": "cards", "playthroughs": [str(folder / "playthroughs" / "c.play")], "clauses": []}
    assert isinstance(begin, str)
    assert isinstance(moved, str)
    assert begin.startswith("<svg")
    assert ">ace<" not in begin
    assert ">ace<" in moved
    assert ">king<" not in moved
