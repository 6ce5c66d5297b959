"""The state of a language server, and places and diagnostics as the protocol has them.

Editors count lines and characters from 0, in the units that they have chosen; Rulewright counts from 1, in characters. The
server changes no file; it proposes edits, and the editor makes them.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from cattrs import Converter
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from ....dsl.source import disk
from ....dsl.source.diagnostics import Diagnostic
from ....dsl.source.search_path import NoSuchRulebook
from ....dsl.source.span import Source, Span
from ....interpreter.playthroughs.running.results import Failure
from ..changes.edits import Edit
from ..changes.mentions import mentioned
from ..changes.mentions import read as read_beside
from ..changes.tried import Trials
from ..files.insight import Insights
from ..files.names import Use
from ..files.plays import Plays
from ..files.problems import Depth, problems_of
from ..files.rulebooks import Opened, Rulebooks, asked_by
from .addresses import Addresses

Value = TypeVar("Value")
# How long a file rests before it is checked, in seconds.
PAUSE = 0.1
# How long it rests before texts, examples and the other files are checked too.
REST = 0.4
# No more diagnostics than this number are sent for a file.
MOST_SENT = 500
# The advice where an editor plays no further.
TEST_PLAYS_ALL = "`rulewright test` plays all lines"


@cache
def _converter() -> Converter:
    """Return the converter of messages, which writes a function for each type that it meets: servers of a process share it."""
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]  # pygls gives it no types
    return converter


# The types of the protocol name each other. The first converter puts the types in place of the names; where two threads do so
# at once, each changes what the other goes through.
_converter()


class Stopped(Exception):
    """The error that ends work in the background once its request is cancelled."""


class Server(LanguageServer):
    """A language server with the rulebooks that it has opened."""

    def __init__(self) -> None:
        # The editor sends the whole text with each change. With parts of it, pygls would end lines at other characters than
        # editors do, such as U+2028, and its text would differ from the one that the editor shows.
        super().__init__("rulewright", version("rulewright"), lsp.TextDocumentSyncKind.Full, converter_factory=_converter)
        self.rulebooks = Rulebooks()
        self.plays = Plays()
        self.insights = Insights()
        self.trials = Trials()
        self.addresses = Addresses()
        # What the editor says when it starts.
        self._options: Any = None
        # The checks that wait for a pause, by file; the one of all files; the files that were saved since they were checked.
        self.waiting: dict[str, asyncio.Task[None]] = {}
        self._resting: asyncio.Task[None] | None = None
        self._saved: set[str] = set()

    def started_with(self, options: object) -> None:
        """Keep the options that the editor sends when it starts."""
        self._options = options

    def texts(self) -> dict[Path, bytes]:
        """Return the texts that the editor shows, by the resolved paths of their files."""
        documents = self.workspace.text_documents.values()
        return {disk.resolved(self.path(document.uri)): document.source.encode("utf-8", "surrogatepass")
                for document in documents if self.addresses.has(document.uri)}

    def folders(self) -> list[Path]:
        """Return the folders that the editor shows; where it shows none, those of the texts that it shows."""
        shown = [self.path(uri) for uri in self.workspace.folders]
        if not shown and self.workspace.root_path:
            shown = [Path(self.workspace.root_path)]
        return shown or [self.path(uri).parent for uri in self.uris()]

    def uris(self) -> list[str]:
        """Return the URIs of the texts that the editor shows, as the editor writes them.

        pygls has the documents by another spelling: there, what stands for a blank or a letter beyond ASCII is decoded.
        """
        return [document.uri for document in self.workspace.text_documents.values()]

    @contextmanager
    def as_shown(self) -> Iterator[None]:
        """Let the texts that the editor shows stand for the files on disk."""
        with disk.looking_at(disk.Overlay(self.texts())):
            yield

    @contextmanager
    def with_text(self, path: Path, text: str) -> Iterator[None]:
        """Let another text stand in place of what the editor shows of a file."""
        with disk.looking_at(disk.Overlay({**self.texts(), disk.resolved(path): text.encode("utf-8", "surrogatepass")})):
            yield

    def opened(self, path: Path) -> Opened | None:
        """Return the rulebook that a file belongs to, as the editor shows it."""
        try:
            asked = asked_by(path)
            return None if asked is None else self.rulebooks.open(asked)
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
                raise Stopped

        try:
            with self.as_shown():
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

    @property
    def shows_pictures(self) -> bool:
        """Whether the editor shows pictures in Markdown, by the option `pictures` that it sends when it starts."""
        return self._option("pictures")

    @property
    def shows_notes(self) -> bool:
        """Whether the editor shows the notes of a diagnostic, by the option `notes`.

        The capability `relatedInformation` does not say so: Neovim announces it and shows none.
        """
        return self._option("notes")

    @property
    def can_watch_files(self) -> bool:
        """Whether the editor watches files on disk for a server that asks it to."""
        workspace = self.client_capabilities.workspace
        watching = None if workspace is None else workspace.did_change_watched_files
        return watching is not None and bool(watching.dynamic_registration)

    def _option(self, name: str) -> bool:
        try:
            return bool(self._options[name])
        except (KeyError, TypeError):
            return False

    # -- documents -----------------------------------------------------------------------------

    def opened_document(self, uri: str, language: str) -> None:
        """Note a document that the editor opens; one without a file lies in the folder that the editor shows."""
        self.addresses.open(uri, language, Path(self.workspace.root_path or "").absolute())

    def path(self, uri: str) -> Path:
        """Return the path of a document."""
        return self.addresses.path(uri)

    def uri(self, path: Path) -> str:
        """Return the URI of a file."""
        return self.addresses.uri(path)

    async def show(self, uri: str, selected: lsp.Range | None = None) -> None:
        """Let the editor show a document that it has just changed, with a range selected; one that cannot says where it is."""
        window = self.client_capabilities.window
        if window is not None and window.show_document is not None and window.show_document.support:
            await self.window_show_document_async(lsp.ShowDocumentParams(uri, take_focus=True, selection=selected))
            return
        text = f"{self.path(uri)} has changed; open it to look at the change, and save it"
        self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))

    # -- places --------------------------------------------------------------------------------

    def text(self, uri: str) -> str:
        """Return a text as the editor shows it, with one kind of line ends; "" where neither the editor nor the disk has it."""
        try:
            shown = self.workspace.get_text_document(uri).source
        except (OSError, UnicodeError):
            return ""
        return shown.replace("\r\n", "\n").replace("\r", "\n")

    def place(self, uri: str, position: lsp.Position) -> tuple[int, int]:
        """Return the line and column of a position, from 1; one behind the end of a line is that end."""
        # pygls takes the character that ends a line to be there.
        lines = [f"{line}\n" for line in self.text(uri).split("\n")]
        there = self.workspace.position_codec.position_from_client_units(lines, position)
        return there.line + 1, min(there.character + 1, len(lines[there.line]))

    def range(self, span: Span) -> lsp.Range:
        """Return the range of a span in the units of the editor."""
        lines = [*span.source.lines, ""]
        codec = self.workspace.position_codec
        first = lsp.Position(span.line - 1, max(0, span.column - 1))
        last = lsp.Position(span.end_line - 1, max(0, span.end_column - 1))
        return lsp.Range(codec.position_to_client_units(lines, first), codec.position_to_client_units(lines, last))

    def location(self, span: Span) -> lsp.Location:
        """Return the location of a span."""
        return lsp.Location(self.uri(Path(span.source.name)), self.range(span))

    def source(self, uri: str) -> Source:
        """Return a text as the editor shows it, as a source."""
        return Source(str(self.path(uri)), self.text(uri))

    def edits(self, edits: tuple[Edit, ...]) -> lsp.WorkspaceEdit:
        """Return edits as the protocol has them; an editor that knows versions gets those of the texts that they are for."""
        changes: dict[str, list[lsp.TextEdit]] = {}
        for edit in edits:
            uri = self.uri(Path(edit.span.source.name))
            changes.setdefault(uri, []).append(lsp.TextEdit(self.range(edit.span), edit.text))
        can = self._edits_of_editor
        if can is None or not can.document_changes:
            return lsp.WorkspaceEdit(changes)
        return lsp.WorkspaceEdit(document_changes=[
            lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(uri, self._version(uri)), of)
            for uri, of in changes.items()])

    @property
    def _edits_of_editor(self) -> lsp.WorkspaceEditClientCapabilities | None:
        workspace = self.client_capabilities.workspace
        return None if workspace is None else workspace.workspace_edit

    def _version(self, uri: str) -> int | None:
        """Return the version of a text that the editor shows; None for a file that it does not show."""
        return self.workspace.get_text_document(uri).version

    def new_file(self, path: Path, text: str) -> lsp.WorkspaceEdit:
        """Return an edit that makes a file; editors that cannot make one open it with the text."""
        uri, begin = self.uri(path), lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        can = self._edits_of_editor
        if can is None or lsp.ResourceOperationKind.Create not in (can.resource_operations or ()):
            return lsp.WorkspaceEdit({uri: [lsp.TextEdit(begin, text)]})
        document = lsp.OptionalVersionedTextDocumentIdentifier(uri)
        return lsp.WorkspaceEdit(document_changes=[
            lsp.CreateFile(uri), lsp.TextDocumentEdit(document, [lsp.TextEdit(begin, text)])])

    def use_at(self, uri: str, position: lsp.Position) -> tuple[Opened, Use] | None:
        """Return the name at a position, with its rulebook."""
        path = self.path(uri)
        opened = self.opened(path)
        if opened is None:
            return None
        line, column = self.place(uri, position)
        source = opened.source(path)
        if source is not None:
            use = opened.names.at(source.name, line, column)
        else:
            beside = read_beside(path)
            use = None if beside is None else mentioned(beside, line, column, opened.names)
        return None if use is None else (opened, use)

    # -- diagnostics ---------------------------------------------------------------------------

    def check_later(self, uri: str, saved: bool = False) -> None:
        """Check a file, and all others that are open, when the person at the keyboard pauses."""
        # What is checked at rest is checked again behind this change: two such rounds at once would take twice as long.
        for earlier in (self.waiting.pop(uri, None), self._resting):
            if earlier is not None:
                earlier.cancel()
        if saved:
            self._saved.add(uri)
        self.waiting[uri] = asyncio.ensure_future(self._check(uri))

    def check_for(self, changed: Iterable[Path]) -> None:
        """Check all open files, after files have changed on disk; a file that is open itself counts as the editor shows it."""
        shown = self.texts()
        if all(disk.resolved(path) in shown for path in changed):
            return
        if self._resting is not None:
            self._resting.cancel()
        self._resting = asyncio.ensure_future(self._check_all())

    async def _check(self, uri: str) -> None:
        await asyncio.sleep(PAUSE)
        # The answer of the compiler comes first, and at once; the rest follows unless something changes meanwhile.
        if uri in self.uris():
            self.publish(uri, Depth.COMPILED)
        self.waiting.pop(uri, None)
        if self._resting is not None:
            self._resting.cancel()
        self._resting = asyncio.ensure_future(self._check_all(uri))

    async def _check_all(self, first: str | None = None) -> None:
        """Check all open files with their texts and examples, the one that has changed last before the others."""
        await asyncio.sleep(REST)
        for uri in sorted(self.uris(), key=lambda uri: uri != first):
            if uri in self.uris():
                self.publish(uri, Depth.PLAYED if uri in self._saved else Depth.TEXTS)
                self._saved.discard(uri)
            # Questions of the editor are answered between two files.
            await asyncio.sleep(0)

    def publish(self, uri: str, depth: Depth) -> None:
        """Check a file, and send its diagnostics."""
        if not self.addresses.has(uri):
            return
        with self.as_shown():
            found = problems_of(self.path(uri), self.rulebooks, depth)
            sent = [self.diagnostic(problem) for problem in found[:MOST_SENT]]
            # A move that cannot be read fails too when it is played: the line says one thing.
            wrong = {problem.span.line for problem in found if problem.level == "error"}
            sent += [self.failure(uri, failure) for failure in self.failures(uri) if failure.line not in wrong]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, sent, self._version(uri)))

    def failures(self, uri: str) -> tuple[Failure, ...]:
        """Return the failures of a playthrough, if the file is one."""
        if self.path(uri).suffix != ".play":
            return ()
        play = self.plays.of(self.path(uri), self.text(uri))
        return () if play is None else play.failures()

    def diagnostic(self, problem: Diagnostic) -> lsp.Diagnostic:
        """Convert a diagnostic, with its help, and the lines of its notes for an editor that does not show notes itself."""
        here = problem.span.source
        notes = [] if self.shows_notes else [
            f"note: {text}: {'line ' if at.source == here else f'{at.source.name}:'}{at.line}"
            for text, at in problem.related]
        message = "\n".join((problem.message, *([] if problem.help is None else [f"help: {problem.help}"]), *notes))
        related = [lsp.DiagnosticRelatedInformation(self.location(at), text) for text, at in problem.related]
        severity = lsp.DiagnosticSeverity.Error if problem.level == "error" else lsp.DiagnosticSeverity.Warning
        return lsp.Diagnostic(self.range(problem.span), message, severity, code=problem.code, source="rulewright",
                              related_information=related)

    def failure(self, uri: str, failure: Failure) -> lsp.Diagnostic:
        """Convert a failure of a playthrough."""
        lines = self.text(uri).split("\n")
        line = lines[failure.line - 1] if failure.line <= len(lines) else ""
        span = Span(Source(str(self.path(uri)), "\n".join(lines)), failure.line, len(line) - len(line.lstrip()) + 1,
                    failure.line, len(line) + 1)
        if failure.kind == "limit":
            message = f"{failure.message}; {TEST_PLAYS_ALL}"
            return lsp.Diagnostic(self.range(span), message, lsp.DiagnosticSeverity.Information, source="rulewright")
        message = f"{failure.message}\nexpected: {failure.expected}\nactual: {failure.actual}"
        return lsp.Diagnostic(self.range(span), message, lsp.DiagnosticSeverity.Error, source="rulewright")
