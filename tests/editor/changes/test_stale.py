"""Edits are for the texts that the editor shows: they name its versions, and there are none where it has gone on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from rulewright.cli.editor.changes.edits import Edit
from rulewright.cli.editor.changes.renames import renamed
from rulewright.cli.editor.files.names import DeclaredName
from rulewright.cli.editor.files.rulebooks import OpenRulebook
from rulewright.cli.editor.server import changing

from ..client import Editor, at, session


def rename(editor: Editor, uri: str, text: str) -> asyncio.Future[lsp.WorkspaceEdit | None]:
    return asyncio.ensure_future(editor.text_document_rename_async(
        lsp.RenameParams(lsp.TextDocumentIdentifier(uri), at(text, "|unlucky = 1"), "bad")))


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_rename_of_a_text_that_has_changed_is_refused(pig: Path, monkeypatch: pytest.MonkeyPatch, goes_on: bool) -> None:
    begun, written = threading.Event(), threading.Event()

    def slowly(opened: OpenRulebook, thing: DeclaredName, name: str, go_on: Callable[[], None]) -> tuple[Edit, ...]:
        begun.set()
        assert written.wait(30), "the server reads nothing else"
        return renamed(opened, thing, name, go_on)

    monkeypatch.setattr(changing, "renamed", slowly)
    text = pig.read_text()

    async def talk(editor: Editor) -> lsp.WorkspaceEdit | None:
        uri = editor.open(pig)
        asked = rename(editor, uri, text)
        await asyncio.to_thread(begun.wait)
        editor.change(uri, f"# one more line\n{text}" if goes_on else text)
        # An answer comes when the server has read the change.
        await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(uri)))
        written.set()
        return await asked

    if goes_on:
        with pytest.raises(JsonRpcException) as refused:
            session(pig.parent, talk)
        assert refused.value.code == lsp.LSPErrorCodes.ContentModified
    else:
        assert session(pig.parent, talk)


def test_edits_name_the_versions_of_texts_that_are_shown(pig: Path) -> None:
    can = lsp.ClientCapabilities(lsp.WorkspaceClientCapabilities(
        workspace_edit=lsp.WorkspaceEditClientCapabilities(document_changes=True)))
    (pig.parent / "other.rules").write_text("variant other of pig\n\nset unlucky = 2\n")
    text = pig.read_text()

    async def talk(editor: Editor) -> lsp.WorkspaceEdit | None:
        uri = editor.open(pig)
        editor.change(uri, text)
        return await rename(editor, uri, text)

    edit = session(pig.parent, talk, can=can)
    assert edit is not None
    versions = {Path(of.text_document.uri).name: of.text_document.version for of in edit.document_changes or ()
                if isinstance(of, lsp.TextDocumentEdit)}
    assert versions == {"pig.rules": 2, "other.rules": None}
