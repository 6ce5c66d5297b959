"""The language server while files change: what it sends, how often it checks, and what it answers beside long work."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcRequestCancelled

from rulewright.cli.editor.files.problems import Depth, problems_of
from rulewright.cli.editor.files.rulebooks import Rulebooks
from rulewright.cli.editor.server import changing, checks, playing
from rulewright.cli.editor.server.documents import Documents
from rulewright.cli.editor.server.server import RequestCancelled
from rulewright.cli.editor.server.start import make_server
from rulewright.dsl.source import disk
from rulewright.dsl.source.diagnostics import Diagnostic

from ..client import Editor, session, uri_of
from ..pig import PIG


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


def test_a_diagnostic_names_the_lines_of_its_notes(worth: Path) -> None:
    worth.write_text(worth.read_text().replace("gold: 0..9", "gold: 0..9, seen by nobody"))

    async def talk(editor: Editor) -> list[lsp.Diagnostic]:
        return await editor.diagnostics(editor.open(worth))

    messages = [problem.message for problem in session(worth.parent, talk)]
    assert any("\nnote: no player sees `gold`: line 5" in message for message in messages), messages


def test_changes_that_were_not_saved_are_gone_with_their_file(tmp_path: Path) -> None:
    main, part = tmp_path / "pig.rules", tmp_path / "part.rules"
    main.write_text(PIG.replace("# A folk game", 'use "part.rules"\n\n# A folk game'))
    part.write_text("# nothing more\n")

    async def talk(editor: Editor) -> tuple[list[lsp.Diagnostic], ...]:
        uri, beside = editor.open(main), editor.open(part)
        clean = await editor.diagnostics(uri)
        editor.change(beside, "constants\n    goal = 3\n")
        while clean == list(editor.published[uri].diagnostics):
            await asyncio.sleep(0.05)
        wrong = list(editor.published[uri].diagnostics)
        editor.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(beside)))
        async with asyncio.timeout(30):
            while wrong == list(editor.published[uri].diagnostics):
                await asyncio.sleep(0.05)
        return clean, list(editor.published[uri].diagnostics)

    clean, again = session(tmp_path, talk)
    assert clean == again == []


@pytest.mark.parametrize("watches", [True, False])
def test_a_file_that_changes_on_disk_is_noticed(tmp_path: Path, watches: bool) -> None:
    main, part = tmp_path / "pig.rules", tmp_path / "part.rules"
    main.write_text(PIG.replace("# A folk game", 'use "part.rules"\n\n# A folk game'))
    part.write_text("# nothing more\n")
    can = lsp.ClientCapabilities(lsp.WorkspaceClientCapabilities(
        did_change_watched_files=lsp.DidChangeWatchedFilesClientCapabilities(watches)))
    registered = list[lsp.Registration]()

    async def talk(editor: Editor) -> None:
        editor.feature(lsp.CLIENT_REGISTER_CAPABILITY)(lambda params: registered.extend(params.registrations))
        uri = editor.open(main)
        assert await editor.twice(uri) == []
        part.write_text("constants\n    goal = 3\n")
        if not watches:
            return
        editor.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams(
            [lsp.FileEvent(uri_of(part), lsp.FileChangeType.Changed)]))
        async with asyncio.timeout(30):
            while not editor.published[uri].diagnostics:
                await asyncio.sleep(0.05)

    session(tmp_path, talk, can=can)
    assert [each.method for each in registered] == [lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES] * watches


def test_a_file_that_is_open_counts_as_the_editor_shows_it(pig: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = list[Path]()

    def noted(path: Path, rulebooks: Rulebooks, depth: Depth) -> tuple[Diagnostic, ...]:
        checked.append(path)
        return ()

    monkeypatch.setattr(checks, "REST", 0.1)

    async def talk(editor: Editor) -> None:
        uri = editor.open(pig)
        await editor.twice(uri)
        monkeypatch.setattr(checks, "problems_of", noted)
        event = lsp.FileEvent(uri, lsp.FileChangeType.Changed)
        editor.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
        await asyncio.sleep(2 * checks.REST)
        assert checked == []
        beside = lsp.FileEvent(uri_of(pig.with_name("other.rules")), lsp.FileChangeType.Created)
        editor.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event, beside]))
        await asyncio.sleep(2 * checks.REST)

    session(pig.parent, talk)
    assert checked == [pig]


def test_behind_changes_of_several_files_each_open_file_is_checked_once(pig: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = list[tuple[str, Depth]]()

    def noted(path: Path, rulebooks: Rulebooks, depth: Depth) -> tuple[Diagnostic, ...]:
        checked.append((path.name, depth))
        return problems_of(path, rulebooks, depth)

    monkeypatch.setattr(checks, "problems_of", noted)
    files = [pig, *(pig.with_name(f"other_{number}.rules") for number in range(3))]
    for path in files[1:]:
        path.write_text(f'variant {path.stem} of pig\n\nset goal = 50\n')

    async def talk(editor: Editor) -> None:
        await editor.settled([editor.open(path) for path in files][-1])
        checked.clear()
        for path in files:
            editor.change(uri_of(path), f"{path.read_text()}\n# a remark\n")
        await editor.settled(uri_of(files[-1]))
        # A second check would have begun by then.
        await asyncio.sleep(2 * (checks.PAUSE + checks.REST))

    session(pig.parent, talk)
    for path in files:
        assert checked.count((path.name, Depth.COMPILED)) == checked.count((path.name, Depth.TEXTS)) == 1


def test_a_file_is_laid_out_while_the_server_answers(pig: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, done = threading.Event(), threading.Event()

    def slowly(name: str, text: str) -> str:
        begun.set()
        assert done.wait(30), "the server answers nothing else"
        return text.replace("Pig", "Big")

    monkeypatch.setattr(changing, "laid_out", slowly)

    async def talk(editor: Editor) -> list[lsp.TextEdit]:
        document = lsp.TextDocumentIdentifier(editor.open(pig))
        asked = asyncio.ensure_future(editor.text_document_formatting_async(
            lsp.DocumentFormattingParams(document, lsp.FormattingOptions(4, True))))
        await asyncio.to_thread(begun.wait)
        await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        done.set()
        return list(await asked or ())

    (edit,) = session(pig.parent, talk)
    assert edit.new_text == pig.read_text().replace("Pig", "Big")


def test_a_request_that_is_cancelled_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    server = make_server()
    asked = threading.Event()

    def work(go_on: Callable[[], None]) -> None:
        while True:
            asked.set()
            go_on()

    async def talk() -> None:
        task = asyncio.ensure_future(server.in_background(work))
        await asyncio.to_thread(asked.wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with disk.looking_at(disk.Disk()):
        # No editor is there to show a text.
        monkeypatch.setattr(Documents, "as_shown", lambda documents: contextlib.nullcontext())
        asyncio.run(talk())
    assert threading.active_count() < 20


def test_a_command_that_is_cancelled_stops(pig: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, stopped, ended = threading.Event(), threading.Event(), threading.Event()

    def search(rules: object, clause: str, game: str, go_on: Callable[[], None]) -> None:
        begun.set()
        try:
            while not ended.is_set():
                go_on()
        except RequestCancelled:
            stopped.set()
            raise

    monkeypatch.setattr(playing, "exercising", search)

    async def talk(editor: Editor) -> bool:
        asked = editor.protocol.send_request("workspace/executeCommand", lsp.ExecuteCommandParams(
            "rulewright.exercise", [editor.open(pig), "hold"]))
        await asyncio.to_thread(begun.wait)
        (number,) = editor.protocol._request_futures
        editor.protocol.notify("$/cancelRequest", lsp.CancelParams(number))
        try:
            await asyncio.wrap_future(asked)
        except JsonRpcRequestCancelled:
            return await asyncio.to_thread(stopped.wait, 10)
        finally:
            ended.set()
        return False

    assert session(pig.parent, talk)
