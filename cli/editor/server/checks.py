"""Files that were changed or saved -> their diagnostics, sent to the editor when the person at the keyboard pauses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from attrs import define, field
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from ....dsl.source import disk
from ....interpreter.playthroughs.running.results import Failure
from ..files.plays import OpenPlaythroughs
from ..files.problems import Depth, problems_of
from ..files.rulebooks import Rulebooks
from .diagnostics import diagnostic_of, failure_of
from .documents import Documents
from .features import EditorFeatures

# How long a file rests before it is checked, in seconds.
PAUSE = 0.1
# How long it rests before texts, examples and the other files are checked too.
REST = 0.4
# No more diagnostics than this number are sent for a file.
MOST_SENT = 500


@define(eq=False)
class Checks:
    """The checks of the files that an editor shows."""

    server: LanguageServer
    documents: Documents
    features: EditorFeatures
    rulebooks: Rulebooks
    plays: OpenPlaythroughs
    # The checks that wait for a pause, by file; the one of all files; the files that were saved since they were checked.
    waiting: dict[str, asyncio.Task[None]] = field(factory=dict)
    _resting: asyncio.Task[None] | None = None
    _saved: set[str] = field(factory=set)

    def later(self, uri: str, saved: bool = False) -> None:
        """Check a file, and all others that are open, when the person at the keyboard pauses."""
        # What is checked at rest is checked again behind this change: two such rounds at once would take twice as long.
        for earlier in (self.waiting.pop(uri, None), self._resting):
            if earlier is not None:
                earlier.cancel()
        if saved:
            self._saved.add(uri)
        self.waiting[uri] = asyncio.ensure_future(self._check(uri))

    def for_changed(self, changed: Iterable[Path]) -> None:
        """Check all open files, after files have changed on disk; a file that is open itself counts as the editor shows it."""
        shown = self.documents.texts()
        if all(disk.resolved(path) in shown for path in changed):
            return
        if self._resting is not None:
            self._resting.cancel()
        self._resting = asyncio.ensure_future(self._check_all())

    async def _check(self, uri: str) -> None:
        await asyncio.sleep(PAUSE)
        # The answer of the compiler comes first, and at once; the rest follows unless something changes meanwhile.
        if uri in self.documents.uris():
            self.publish(uri, Depth.COMPILED)
        self.waiting.pop(uri, None)
        if self._resting is not None:
            self._resting.cancel()
        self._resting = asyncio.ensure_future(self._check_all(uri))

    async def _check_all(self, first: str | None = None) -> None:
        """Check all open files with their texts and examples, the one that has changed last before the others."""
        await asyncio.sleep(REST)
        for uri in sorted(self.documents.uris(), key=lambda uri: uri != first):
            if uri in self.documents.uris():
                self.publish(uri, Depth.PLAYED if uri in self._saved else Depth.TEXTS)
                self._saved.discard(uri)
            # Questions of the editor are answered between two files.
            await asyncio.sleep(0)

    def publish(self, uri: str, depth: Depth) -> None:
        """Check a file, and send its diagnostics."""
        if not self.documents.has(uri):
            return
        with self.documents.as_shown():
            problems = problems_of(self.documents.path(uri), self.rulebooks, depth)
            sent = [diagnostic_of(problem, self.documents, self.features) for problem in problems[:MOST_SENT]]
            # A move that cannot be read fails too when it is played: the line says one thing.
            wrong = {problem.span.line for problem in problems if problem.level == "error"}
            sent += [failure_of(uri, failure, self.documents) for failure in self.failures(uri) if failure.line not in wrong]
        self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, sent, self.documents.version(uri)))

    def failures(self, uri: str) -> tuple[Failure, ...]:
        """Return the failures of a playthrough, if the file is one."""
        if self.documents.path(uri).suffix != ".play":
            return ()
        play = self.plays.of(self.documents.path(uri), self.documents.text(uri))
        return () if play is None else play.failures()
