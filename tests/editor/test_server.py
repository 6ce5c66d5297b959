"""The language server answers as `check` and the rules do, in sessions with a real client."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from rulewright.dsl.source.search_path import find

from .client import Editor, at, session


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """A copy of a shipped rulebook, with a playthrough beside it."""
    main = tmp_path / "pig.rules"
    shutil.copy(find("pig"), main)
    return main


def test_diagnostics_come_while_typing(pig: Path) -> None:
    text = pig.read_text()

    async def talk(editor: Editor) -> tuple[list[lsp.Diagnostic], ...]:
        uri = editor.open(pig)
        clean = await editor.diagnostics(uri)
        editor.change(uri, text.replace("unlucky = 1", "unlucky = goall"))
        wrong = await editor.diagnostics(uri)
        editor.change(uri, text)
        return clean, wrong, await editor.diagnostics(uri)

    clean, wrong, again = session(pig.parent, talk)
    assert clean == again == []
    assert wrong[0].code == "E201"
    assert pig.read_text() == text


def test_a_name_is_explained_found_and_renamed(pig: Path) -> None:
    text = pig.read_text()

    async def talk(editor: Editor) -> tuple[lsp.Hover | None, object, int, lsp.WorkspaceEdit | None]:
        uri = editor.open(pig)
        document = lsp.TextDocumentIdentifier(uri)
        place = at(text, "if d = unlu|cky")
        hover = await editor.text_document_hover_async(lsp.HoverParams(document, place))
        definition = await editor.text_document_definition_async(lsp.DefinitionParams(document, place))
        found = await editor.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(True), document, place))
        new = lsp.RenameParams(text_document=document, position=place, new_name="bad_luck")
        edit = await editor.text_document_rename_async(new)
        return hover, definition, len(found or []), edit

    hover, definition, uses, edit = session(pig.parent, talk)
    assert hover is not None
    assert "A 1 ends the turn" in str(hover.contents)
    assert isinstance(definition, lsp.Location)
    assert definition.range.start == at(text, "    |unlucky = 1")
    assert edit is not None
    assert edit.changes is not None
    (changes,) = edit.changes.values()
    assert len(changes) == uses == text.count("unlucky")


def test_parts_are_offered_behind_a_dot(pig: Path) -> None:
    text = pig.read_text().replace("p.score + at_stake >= goal", "p. + at_stake >= goal")

    async def talk(editor: Editor) -> list[lsp.CompletionItem]:
        uri = editor.open(pig)
        editor.change(uri, text)
        await editor.diagnostics(uri)
        offers = await editor.text_document_completion_async(lsp.CompletionParams(
            lsp.TextDocumentIdentifier(uri), at(text, "p.| + at_stake")))
        assert isinstance(offers, list)
        return offers

    offers = session(pig.parent, talk)
    assert "score" in [offer.label for offer in offers]


def test_legal_moves_are_offered_in_a_playthrough(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    text = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\nBoris: \n"

    async def talk(editor: Editor) -> tuple[list[lsp.CompletionItem], lsp.Hover | None, list[lsp.Diagnostic]]:
        play.write_text(text)
        uri = editor.open(play)
        offers = await editor.text_document_completion_async(lsp.CompletionParams(
            lsp.TextDocumentIdentifier(uri), at(text, "Boris: |")))
        hover = await editor.text_document_hover_async(lsp.HoverParams(
            lsp.TextDocumentIdentifier(uri), at(text, "Bo|ris: ")))
        editor.change(uri, text.replace("Boris: ", "Boris: b2"))
        assert isinstance(offers, list)
        return offers, hover, await editor.diagnostics(uri)

    offers, hover, wrong = session(tmp_path, talk)
    moves = [offer.label for offer in offers if offer.kind == lsp.CompletionItemKind.Event]
    assert len(moves) == 8
    assert "b2" not in moves
    assert hover is not None
    assert "b2" in str(hover.contents)
    assert len(wrong) == 1
    assert wrong[0].range.start.line == 4
