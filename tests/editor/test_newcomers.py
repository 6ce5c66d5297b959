"""What newcomers expect of an editor: fixes on the whole line, documents without a file, files that are shown, types."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from .client import Editor, at, session
from .test_server import offered


async def titles_at(editor: Editor, uri: str, line: int, character: int = 0) -> list[str]:
    """The titles of the changes that are offered at a place."""
    here = lsp.Position(line, character)
    actions = await editor.text_document_code_action_async(lsp.CodeActionParams(
        lsp.TextDocumentIdentifier(uri), lsp.Range(here, here), lsp.CodeActionContext([])))
    return [action.title for action in actions or ()]


def test_a_fix_is_offered_anywhere_on_the_line_of_the_mistake(pig: Path) -> None:
    text = pig.read_text().replace("unlucky = 1", "unlucky = goall")

    async def talk(editor: Editor) -> tuple[list[str], list[str]]:
        uri = editor.open(pig, text)
        await editor.diagnostics(uri)
        line = at(text, "|unlucky = goall").line
        return await titles_at(editor, uri, line), await titles_at(editor, uri, line + 1)

    assert session(pig.parent, talk) == (["Write `goal`"], [])


def test_a_refused_move_is_put_right(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    text = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\nBoris: b2\n"

    async def talk(editor: Editor) -> list[str]:
        uri = editor.open(play, text)
        await editor.diagnostics(uri)
        return await titles_at(editor, uri, 4)

    titles = session(tmp_path, talk)
    assert titles[-1] == "Write `refuse Boris: b2 because cell_is_empty`"
    assert {"Write `a2`", "Write `b1`", "Write `b3`", "Write `c2`"} & set(titles)


@pytest.mark.parametrize(("uri", "ending"), [
    ("untitled:Untitled-1", "Untitled-1.rules"), ("untitled:/a%20folder/pig.rules", "pig.rules")])
def test_a_document_without_a_file_has_diagnostics(tmp_path: Path, pig: Path, uri: str, ending: str) -> None:
    wrong = pig.read_text().replace("unlucky = 1", "unlucky = goall")

    async def talk(editor: Editor) -> tuple[list[lsp.Diagnostic], list[str], lsp.Location, list[lsp.Diagnostic]]:
        editor.open_document(uri, wrong)
        found = await editor.twice(uri)
        titles = await titles_at(editor, uri, at(wrong, "|unlucky = goall").line)
        editor.change(uri, pig.read_text())
        right = await editor.diagnostics(uri)
        place = at(pig.read_text(), "if d = unlu|cky")
        there = await editor.text_document_definition_async(lsp.DefinitionParams(lsp.TextDocumentIdentifier(uri), place))
        assert isinstance(there, lsp.Location)
        editor.open_document("untitled:Untitled-2", "nothing that we know", "plaintext")
        await asyncio.sleep(1)
        assert set(editor.published) == {uri}
        return found, titles, there, right

    found, titles, there, right = session(tmp_path, talk)
    assert [problem.code for problem in found] == ["E201"]
    assert titles == ["Write `goal`"]
    assert there.uri == uri
    assert right == []
    assert not list(tmp_path.rglob(ending)) or ending == "pig.rules"


def test_a_playthrough_without_a_file_is_played(tmp_path: Path) -> None:
    text = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\nBoris: b2\n"

    async def talk(editor: Editor) -> list[lsp.Diagnostic]:
        return await editor.diagnostics(editor.open_document("untitled:Untitled-1", text, "rulewright-play"))

    assert [problem.range.start.line for problem in session(tmp_path, talk)] == [4]


@pytest.mark.parametrize("shows", [True, False])
def test_a_file_that_a_command_makes_is_shown(pig: Path, shows: bool) -> None:
    text = pig.read_text()
    can = lsp.ClientCapabilities(window=lsp.WindowClientCapabilities(
        show_document=lsp.ShowDocumentClientCapabilities(shows)))

    async def talk(editor: Editor) -> Editor:
        uri = editor.open(pig)
        place = at(text, "|unlucky = 1")
        actions = await editor.text_document_code_action_async(lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(uri), lsp.Range(place, place), lsp.CodeActionContext([])))
        (made,) = (action for action in actions or () if action.title.endswith("in a new variant"))
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


def test_a_type_is_offered_behind_the_words_that_make_types(pig: Path) -> None:
    for begun in ("set of |", "list of |", "|"):
        text = pig.read_text().replace("    at_stake: 0..", f"    at_stake: {begun.removesuffix('|')}\n    more: 0..")
        offers = offered(pig, text, f"at_stake: {begun}")
        assert "player" in offers
        assert not {"score", "keep", "adjacent"} & offers.keys()
    text = pig.read_text() + "\neach \n"
    offers = offered(pig, text, "\neach |\n")
    assert "player" in offers
    assert not {"score", "keep", "adjacent", "goal"} & offers.keys()


def test_the_page_of_a_function_is_shown_as_markdown(pig: Path) -> None:
    text = pig.read_text().replace("keep(p)", "keep(next(p))", 1)

    async def talk(editor: Editor) -> str:
        hover = await editor.text_document_hover_async(lsp.HoverParams(
            lsp.TextDocumentIdentifier(editor.open(pig, text)), at(text, "keep(ne|xt(p))")))
        return str(hover.contents) if hover is not None else ""

    shown = session(pig.parent, talk)
    assert "next" in shown
    # What stands behind the language of an example tells how the example is tested.
    assert "rules part" not in shown
