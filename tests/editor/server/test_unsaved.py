"""Documents that are in no file yet have diagnostics, fixes and definitions, and are written nowhere."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from ..client import Editor, at, session


@pytest.mark.parametrize(("uri", "ending"), [
    ("untitled:Untitled-1", "Untitled-1.rules"), ("untitled:/a%20folder/pig.rules", "pig.rules")])
def test_a_document_without_a_file_has_diagnostics(tmp_path: Path, pig: Path, uri: str, ending: str) -> None:
    wrong = pig.read_text().replace("unlucky = 1", "unlucky = goall")

    async def talk(editor: Editor) -> tuple[list[lsp.Diagnostic], list[str], lsp.Location, list[lsp.Diagnostic]]:
        editor.open_document(uri, wrong)
        found = await editor.twice(uri)
        titles = await editor.titles(uri, at(wrong, "|unlucky = goall").line)
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
