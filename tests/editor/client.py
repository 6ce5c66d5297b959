"""An editor for tests: a client of the language server, which runs in a thread or in a process of its own.

Starting a process takes longer than most sessions; a session whose process matters asks for one.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar, Union

from cattrs import Converter
from lsprotocol import types as lsp
from pygls.io_ import run_async
from pygls.lsp.client import LanguageClient
from pygls.protocol import default_converter
from pygls.uris import from_fs_path

from rulewright.cli.editor.server.start import make_server

Answer = TypeVar("Answer")
PATIENCE = 120


@cache
def _converter() -> Converter:
    """Return what reads messages. That of pygls takes each code action with a command for nothing but its command.

    It writes a function for each type that it reads, which takes longer than most sessions: all editors of a process share one.
    """
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]  # pygls gives it no types

    def action(told: dict[str, Any], _: object) -> lsp.Command | lsp.CodeAction:
        if isinstance(told.get("command"), str):
            return converter.structure(told, lsp.Command)
        return converter.structure(told, lsp.CodeAction)

    converter.register_structure_hook(Union[lsp.Command, lsp.CodeAction], action)  # noqa: UP007
    return converter


class Editor(LanguageClient):
    """A client that remembers the last diagnostics of each file."""

    def __init__(self) -> None:
        super().__init__("tests", "1", converter_factory=_converter)
        self.published: dict[str, lsp.PublishDiagnosticsParams] = {}
        self.messages: list[str] = []
        self.changed = asyncio.Event()
        self.versions: dict[str, int] = {}
        # The files that have changed and of which the server will send what the compiler finds; behind that it sends all that
        # there is to say of each open file.
        self.compiling: set[str] = set()
        self.checking: set[str] = set()
        # What is done when the session ends.
        self.ends = AsyncExitStack()

        self.started: lsp.InitializeResult | None = None
        self.applied: list[lsp.ApplyWorkspaceEditParams] = []
        self.documents: list[str] = []
        self.selections: list[lsp.Range | None] = []
        self.feature(lsp.WORKSPACE_APPLY_EDIT)(lambda params: self._applied(params))
        self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._published(params))
        self.feature(lsp.WINDOW_SHOW_DOCUMENT)(lambda params: self._document(params))
        self.feature(lsp.WINDOW_SHOW_MESSAGE)(lambda params: self._shown(params))
        self.feature(lsp.WINDOW_LOG_MESSAGE)(lambda params: self._shown(params))

    def _published(self, params: lsp.PublishDiagnosticsParams) -> None:
        self.published[params.uri] = params
        if params.uri in self.compiling:
            if params.version == self.versions[params.uri]:
                self.compiling.discard(params.uri)
        elif not self.compiling:
            self.checking.discard(params.uri)
        self.changed.set()

    def _sent(self, uri: str, version: int) -> None:
        self.versions[uri] = version
        self.compiling.add(uri)
        self.checking |= self.versions.keys()

    def _applied(self, params: lsp.ApplyWorkspaceEditParams) -> lsp.ApplyWorkspaceEditResult:
        self.applied.append(params)
        return lsp.ApplyWorkspaceEditResult(True)

    def _document(self, params: lsp.ShowDocumentParams) -> lsp.ShowDocumentResult:
        self.documents.append(params.uri)
        self.selections.append(params.selection)
        return lsp.ShowDocumentResult(True)

    def _shown(self, params: lsp.ShowMessageParams | lsp.LogMessageParams) -> None:
        self.messages.append(params.message)

    async def connect(self, ours: socket.socket) -> None:
        """Talk with a server at the other end of a connection."""
        reader, writer = await asyncio.open_connection(sock=ours)
        self.protocol.set_writer(writer)
        self.ends.push_async_callback(_closed, writer)
        self._async_tasks.append(asyncio.create_task(run_async(self._stop_event, reader, self.protocol)))

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file, or a text in its place; return its URI."""
        return self.open_document(uri_of(path), path.read_text(encoding="utf-8") if text is None else text)

    def open_document(self, uri: str, text: str, language: str = "rulewright") -> str:
        """Open a document, which need not be in a file; return its URI."""
        self._sent(uri, 1)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, language, 1, text)))
        return uri

    def change(self, uri: str, text: str) -> None:
        """Put another text in place of the whole file."""
        self._sent(uri, self.versions[uri] + 1)
        document = lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(
            document, [lsp.TextDocumentContentChangeWholeDocument(text)]))

    async def actions(self, uri: str, place: lsp.Position) -> list[lsp.Command | lsp.CodeAction]:
        """Return the changes that are offered at a place."""
        return list(await self.text_document_code_action_async(lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(uri), lsp.Range(place, place), lsp.CodeActionContext([]))) or ())

    async def titles(self, uri: str, line: int) -> list[str]:
        """Return the titles of the changes that are offered on a line."""
        return [action.title for action in await self.actions(uri, lsp.Position(line, 0))]

    async def settled(self, uri: str) -> list[lsp.Diagnostic]:
        """Return the diagnostics of the text that was sent last, when all open files have been checked with texts too."""
        while self.compiling or self.checking:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), PATIENCE)
        return await self.diagnostics(uri)

    async def twice(self, uri: str) -> list[lsp.Diagnostic]:
        """Return the diagnostics of the text that was sent last, as the check of all open files sends them."""
        await self.diagnostics(uri)
        self.changed.clear()
        await asyncio.wait_for(self.changed.wait(), PATIENCE)
        return await self.diagnostics(uri)

    async def diagnostics(self, uri: str) -> list[lsp.Diagnostic]:
        """Return the diagnostics of the text that was sent last."""
        while uri not in self.published or self.published[uri].version != self.versions[uri]:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), PATIENCE)
        return list(self.published[uri].diagnostics)


def uri_of(path: Path) -> str:
    """Return the URI of a file."""
    uri = from_fs_path(str(path))
    assert isinstance(uri, str)
    return uri


def at(text: str, marked: str, nth: int = 0) -> lsp.Position:
    """Return the position of the `|` in a piece of text that stands in a file once, or for the n-th time (from 0)."""
    before, _, after = marked.partition("|")
    begin = -1
    for _ in range(nth + 1):
        begin = text.index(before + after, begin + 1)
    lines = text[: begin + len(before)].split("\n")
    return lsp.Position(len(lines) - 1, len(lines[-1].encode("utf-16-le")) // 2)


@contextmanager
def served() -> Iterator[socket.socket]:
    """Serve an editor in a thread; give the editor's end of the connection."""
    ours, theirs = socket.socketpair()
    thread = Thread(target=serve, args=(theirs,))
    thread.start()
    try:
        yield ours
    finally:
        ours.close()
        thread.join(PATIENCE)
    assert not thread.is_alive(), "the server has not ended"


def serve(theirs: socket.socket) -> None:
    """Serve the editor at the other end of a connection until it leaves, and close the connection."""
    with theirs, theirs.makefile("rb") as asked, theirs.makefile("wb") as answers:
        make_server().start_io(asked, answers)


def session(folder: Path, talk: Callable[[Editor], Awaitable[Answer]], options: object = None,
            can: lsp.ClientCapabilities | None = None) -> Answer:
    """Start a server for a folder in a thread, talk to it, and stop it."""
    with served() as ours:
        return asyncio.run(_talk(folder, talk, options, lambda editor: editor.connect(ours), can))


def session_of_process(folder: Path, talk: Callable[[Editor], Awaitable[Answer]], options: object = None) -> Answer:
    """Start a server for a folder as editors do, in a process of its own, talk to it, and stop it."""
    # As many editors start a server.
    started = (sys.executable, "-m", "rulewright", "lsp", "--stdio")
    return asyncio.run(_talk(folder, talk, options, lambda editor: editor.start_io(*started)))


async def _talk(folder: Path, talk: Callable[[Editor], Awaitable[Answer]], options: object,
                connect: Callable[[Editor], Awaitable[None]], can: lsp.ClientCapabilities | None = None) -> Answer:
    editor = Editor()
    await connect(editor)
    editor.started = await editor.initialize_async(lsp.InitializeParams(
        can or lsp.ClientCapabilities(), root_uri=uri_of(folder), process_id=None, initialization_options=options))
    editor.initialized(lsp.InitializedParams())
    try:
        return await talk(editor)
    finally:
        await editor.shutdown_async(None)
        editor.exit(None)
        await editor.stop()  # type: ignore[no-untyped-call]  # pygls gives it no types
        await editor.ends.aclose()


async def _closed(writer: asyncio.StreamWriter) -> None:
    """Close a connection before its loop ends: left to the garbage, it would warn in the middle of a later test."""
    writer.close()
    # The server may have left first.
    with suppress(ConnectionError):
        await writer.wait_closed()
