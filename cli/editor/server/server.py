"""A language server: the rulebooks that it has opened, work in the background, and its parts for texts, edits and checks.

The server changes no file; it proposes edits, and the editor makes them.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from cattrs import Converter
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from ....dsl.source.search_path import NoSuchRulebook
from ..changes.attempts import Attempts
from ..changes.mentions import mentioned
from ..changes.mentions import read as read_beside
from ..files.insight import Insights
from ..files.names import NameUse
from ..files.plays import OpenPlaythroughs
from ..files.rulebooks import OpenRulebook, Rulebooks, key_of
from .checks import Checks
from .documents import Documents
from .features import EditorFeatures
from .workspace_edits import WorkspaceEdits

Value = TypeVar("Value")


@cache
def _converter() -> Converter:
    """Return the converter of messages, which writes a function for each type that it meets: servers of a process share it."""
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]  # pygls gives it no types
    return converter


# The types of the protocol name each other. The first converter puts the types in place of the names; where two threads do so
# at once, each changes what the other goes through.
_converter()


class RequestCancelled(Exception):
    """The error that ends work in the background once its request is cancelled."""


class Server(LanguageServer):
    """A language server with the rulebooks that it has opened."""

    def __init__(self) -> None:
        # The editor sends the whole text with each change. With parts of it, pygls would end lines at other characters than
        # editors do, such as U+2028, and its text would differ from the one that the editor shows.
        super().__init__("rulewright", version("rulewright"), lsp.TextDocumentSyncKind.Full, converter_factory=_converter)
        self.rulebooks = Rulebooks()
        self.plays = OpenPlaythroughs()
        self.insights = Insights()
        self.attempts = Attempts()
        self.documents, self.features = Documents(self), EditorFeatures(self)
        self.workspace_edits = WorkspaceEdits(self.documents, self.features)
        self.checks = Checks(self, self.documents, self.features, self.rulebooks, self.plays)

    def opened(self, path: Path) -> OpenRulebook | None:
        """Return the rulebook that a file belongs to, as the editor shows it."""
        try:
            key = key_of(path)
            return None if key is None else self.rulebooks.open(key)
        except NoSuchRulebook:
            return None

    async def in_background(self, work: Callable[[Callable[[], None]], Value]) -> Value:
        """Do work in a thread on the present texts, and return its result.

        The work calls its argument again and again, which raises Stopped once the request is cancelled.
        """
        self._end_with_request(asyncio.current_task())
        stopped = threading.Event()

        def go_on() -> None:
            if stopped.is_set():
                raise RequestCancelled

        try:
            with self.documents.as_shown():
                return await asyncio.to_thread(work, go_on)
        except asyncio.CancelledError:
            stopped.set()
            raise

    def _end_with_request(self, task: asyncio.Task[Any] | None) -> None:
        """Cancel a task once the editor cancels the request that it belongs to.

        pygls carries out a command in a task of its own, which it leaves to itself when the request is cancelled.
        """
        number = self.protocol.msg_id
        # A task of asyncio, or for a command a future of `concurrent.futures`.
        request: Any = None if number is None else self.protocol._request_futures.get(number)
        if task is None or request is None or request is task:
            return

        def end(request: Future[Any]) -> None:
            if request.cancelled():
                task.cancel()

        request.add_done_callback(end)

    async def show(self, uri: str, selected: lsp.Range | None = None) -> None:
        """Let the editor show a document that it has just changed, with a range selected; one that cannot says where it is."""
        if self.features.can_show_documents:
            await self.window_show_document_async(lsp.ShowDocumentParams(uri, take_focus=True, selection=selected))
            return
        text = f"{self.documents.path(uri)} has changed; open it to see the change, and save it"
        self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))

    def use_at(self, uri: str, position: lsp.Position) -> tuple[OpenRulebook, NameUse] | None:
        """Return the name at a position, with its rulebook."""
        path = self.documents.path(uri)
        opened = self.opened(path)
        if opened is None:
            return None
        line, column = self.documents.place(uri, position)
        source = opened.source(path)
        if source is not None:
            use = opened.names.at(source.name, line, column)
        else:
            companion = read_beside(path)
            use = None if companion is None else mentioned(companion, line, column, opened.names)
        return None if use is None else (opened, use)
