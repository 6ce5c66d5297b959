"""The language server: what editors ask by the Language Server Protocol, answered from the other modules.

The one module that knows pygls. Places are converted here: editors count lines and characters from 0, in the units that they
have chosen, and we count from 1, in characters. The server changes no file; it proposes edits, and the editor makes them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

from ...dsl.parse import items_of
from ...dsl.source import disk
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.search_path import NoSuchRulebook
from ...dsl.source.span import Source, Span
from ...interpreter.playthroughs.results import Failure
from .completions import in_playthrough, in_rulebook, prefix, with_a_name
from .edits import CannotRename, Edit, fixes, laid_out, renamed
from .hovers import hover
from .names import Use
from .outline import KINDS, TOKENS, Entry, enclosing, folds, outline, tokens
from .plays import Plays
from .problems import Depth, problems_of
from .rulebooks import Opened, Rulebooks, asked_by

# How long a file rests before it is checked, in seconds.
PAUSE = 0.1
# How long it rests before texts, examples and the other files are checked too.
REST = 0.4
# No more diagnostics than this number are sent for a file.
MOST_SENT = 500
_SYMBOLS = {
    "function": lsp.SymbolKind.Function, "method": lsp.SymbolKind.Method, "event": lsp.SymbolKind.Event,
    "property": lsp.SymbolKind.Field, "variable": lsp.SymbolKind.Constant, "parameter": lsp.SymbolKind.Variable,
    "enum": lsp.SymbolKind.Enum, "class": lsp.SymbolKind.Struct, "enumMember": lsp.SymbolKind.EnumMember,
}
_OFFERS = {
    "function": lsp.CompletionItemKind.Function, "method": lsp.CompletionItemKind.Method,
    "event": lsp.CompletionItemKind.Event, "property": lsp.CompletionItemKind.Field,
    "variable": lsp.CompletionItemKind.Variable, "parameter": lsp.CompletionItemKind.Variable,
    "enum": lsp.CompletionItemKind.Enum, "class": lsp.CompletionItemKind.Struct,
    "enumMember": lsp.CompletionItemKind.EnumMember,
}


class Server(LanguageServer):
    """A language server with the rulebooks that it has opened."""

    def __init__(self) -> None:
        super().__init__("rulewright", version("rulewright"))
        self.rulebooks = Rulebooks()
        self.plays = Plays()
        self.waiting: dict[str, asyncio.Task[None]] = {}

    def texts(self) -> dict[Path, bytes]:
        """Return the texts that the editor shows, by the resolved paths of their files."""
        documents = self.workspace.text_documents.values()
        return {disk.resolved(path_of(document.uri)): document.source.encode("utf-8", "surrogatepass")
                for document in documents if document.uri.startswith("file:")}

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

    # -- places --------------------------------------------------------------------------------

    def document(self, uri: str) -> TextDocument:
        """Return a text as the editor shows it."""
        return self.workspace.get_text_document(uri)

    def place(self, uri: str, position: lsp.Position) -> tuple[int, int]:
        """Return the line and column of a position, from 1."""
        document = self.document(uri)
        there = document.position_codec.position_from_client_units(document.lines, position)
        return there.line + 1, there.character + 1

    def range(self, span: Span) -> lsp.Range:
        """Return the range of a span in the units of the editor."""
        lines = [*span.source.lines, ""]
        codec = self.workspace.position_codec
        first = lsp.Position(span.line - 1, max(0, span.column - 1))
        last = lsp.Position(span.end_line - 1, max(0, span.end_column - 1))
        return lsp.Range(codec.position_to_client_units(lines, first), codec.position_to_client_units(lines, last))

    def location(self, span: Span) -> lsp.Location:
        """Return the location of a span."""
        return lsp.Location(uri_of(Path(span.source.name)), self.range(span))

    def use_at(self, uri: str, position: lsp.Position) -> tuple[Opened, Use] | None:
        """Return the name at a position, with its rulebook."""
        path = path_of(uri)
        opened = self.opened(path)
        if opened is None:
            return None
        line, column = self.place(uri, position)
        source = opened.source(path)
        use = None if source is None else opened.names.at(source.name, line, column)
        return None if use is None else (opened, use)

    # -- diagnostics ---------------------------------------------------------------------------

    def check_later(self, uri: str, saved: bool = False) -> None:
        """Check a file, and all others that are open, when the person at the keyboard pauses."""
        earlier = self.waiting.pop(uri, None)
        if earlier is not None:
            earlier.cancel()
        self.waiting[uri] = asyncio.ensure_future(self._check(uri, saved))

    async def _check(self, uri: str, saved: bool) -> None:
        await asyncio.sleep(PAUSE)
        # The answer of the compiler comes first, and at once; the rest follows unless something changes meanwhile.
        if uri in self.workspace.text_documents:
            self.publish(uri, Depth.COMPILED)
        await asyncio.sleep(REST)
        others = [known for known in self.workspace.text_documents if known != uri]
        for other in (*([uri] if uri in self.workspace.text_documents else ()), *others):
            self.publish(other, Depth.PLAYED if saved and other == uri else Depth.TEXTS)
            await asyncio.sleep(0)
        self.waiting.pop(uri, None)

    def publish(self, uri: str, depth: Depth) -> None:
        """Check a file, and send its diagnostics."""
        if not uri.startswith("file:"):
            return
        with self.as_shown():
            found = problems_of(path_of(uri), self.rulebooks, depth)
            sent = [self.diagnostic(problem) for problem in found[:MOST_SENT]]
            sent += [self.failure(uri, failure) for failure in self.failures(uri)]
        document = self.document(uri)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, sent, document.version))

    def failures(self, uri: str) -> tuple[Failure, ...]:
        """Return the failures in a playthrough, if the file is one."""
        if path_of(uri).suffix != ".play":
            return ()
        play = self.plays.of(path_of(uri), self.document(uri).source)
        return () if play is None or play.playthrough.problems else play.failures()

    def diagnostic(self, problem: Diagnostic) -> lsp.Diagnostic:
        """Convert a diagnostic, with its help below its message."""
        message = problem.message if problem.help is None else f"{problem.message}\nhelp: {problem.help}"
        related = [lsp.DiagnosticRelatedInformation(self.location(at), text) for text, at in problem.related]
        severity = lsp.DiagnosticSeverity.Error if problem.level == "error" else lsp.DiagnosticSeverity.Warning
        return lsp.Diagnostic(self.range(problem.span), message, severity, code=problem.code, source="rulewright",
                              related_information=related)

    def failure(self, uri: str, failure: Failure) -> lsp.Diagnostic:
        """Convert a line of a playthrough that is not so."""
        lines = self.document(uri).source.split("\n")
        line = lines[failure.line - 1] if failure.line <= len(lines) else ""
        span = Span(Source(str(path_of(uri)), "\n".join(lines)), failure.line, len(line) - len(line.lstrip()) + 1,
                    failure.line, len(line) + 1)
        message = f"{failure.message}\nexpected: {failure.expected}\nactual: {failure.actual}"
        return lsp.Diagnostic(self.range(span), message, lsp.DiagnosticSeverity.Error, source="rulewright")


def path_of(uri: str) -> Path:
    """Return the path of a file by its URI."""
    return Path(to_fs_path(uri) or "")


def uri_of(path: Path) -> str:
    """Return the URI of a file."""
    return from_fs_path(str(path.absolute())) or ""


def make_server() -> Server:
    """Return a server with all that it answers."""
    server = Server()
    _answer_texts(server)
    _answer_names(server)
    _answer_outlines(server)
    _answer_changes(server)
    return server


def _answer_texts(server: Server) -> None:
    """Check files that are opened, changed and saved."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.check_later(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.check_later(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.check_later(params.text_document.uri, saved=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))


def _answer_names(server: Server) -> None:
    """Answer questions about a name: its meaning, its declaration and uses, and the completions at a place."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        uri = params.text_document.uri
        with server.as_shown():
            if path_of(uri).suffix == ".play":
                return _position_shown(server, uri, params.position)
            found = server.use_at(uri, params.position)
            if found is None:
                return None
            text = hover(*found)
            return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), server.range(found[1].span))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        with server.as_shown():
            found = server.use_at(params.text_document.uri, params.position)
            return None if found is None or found[1].of.span is None else server.location(found[1].of.span)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        with server.as_shown():
            found = server.use_at(params.text_document.uri, params.position)
            if found is None:
                return []
            uses = found[0].names.uses_of(found[1].of)
            return [server.location(use.span) for use in uses if params.context.include_declaration or not use.is_declaration]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlights(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        with server.as_shown():
            found = server.use_at(params.text_document.uri, params.position)
            if found is None:
                return []
            opened, use = found
            return [lsp.DocumentHighlight(server.range(other.span)) for other in opened.names.uses_of(use.of)
                    if other.span.source.name == use.span.source.name]

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", ":"]))
    def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        with server.as_shown():
            return _offers(server, params.text_document.uri, params.position)


def _position_shown(server: Server, uri: str, position: lsp.Position) -> lsp.Hover | None:
    """Return the position before a line of a playthrough."""
    line, _ = server.place(uri, position)
    play = server.plays.of(path_of(uri), server.document(uri).source)
    state = None if play is None else play.before(line)
    if state is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, f"```text\n{state}\n```"))


def _offers(server: Server, uri: str, position: lsp.Position) -> list[lsp.CompletionItem]:
    path, document = path_of(uri), server.document(uri)
    line, column = server.place(uri, position)
    if path.suffix == ".play":
        play = server.plays.of(path, document.source)
        offers = [] if play is None else list(in_playthrough(play, document.source, line, column))
    else:
        with server.with_text(path, with_a_name(document.source, line, column)):
            opened = server.opened(path)
            source = None if opened is None else opened.source(path)
        offers = [] if opened is None or source is None else list(in_rulebook(opened, source, line, column))
    text = Source(str(path), document.source)
    begin = column - prefix(path, text.line(line)[: column - 1])
    replaced = server.range(Span(text, line, begin, line, column))
    kinds = {"keyword": lsp.CompletionItemKind.Keyword, "move": lsp.CompletionItemKind.Event}
    known = lsp.CompletionItemKind.Variable
    return [lsp.CompletionItem(offer.text, kind=kinds.get(offer.kind) or _OFFERS.get(KINDS.get(offer.kind, ""), known),
                               detail=offer.detail or offer.kind, text_edit=lsp.TextEdit(replaced, offer.text),
                               filter_text=offer.text) for offer in offers]


def _answer_outlines(server: Server) -> None:
    """Answer questions about a file: its outline, folds, kinds of words, and the block around a place."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        source = _source(server, params.text_document.uri)
        return [_symbol(server, entry) for entry in outline(items_of(source))] if source.name.endswith(".rules") else []

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        source = _source(server, params.text_document.uri)
        return [lsp.FoldingRange(first - 1, last - 1) for first, last in folds(source)]

    @server.feature(lsp.TEXT_DOCUMENT_SELECTION_RANGE)
    def selections(params: lsp.SelectionRangeParams) -> list[lsp.SelectionRange]:
        uri = params.text_document.uri
        source = _source(server, uri)
        return [_selection(server, source, server.place(uri, position)) for position in params.positions]

    legend = lsp.SemanticTokensLegend(list(TOKENS), ["declaration"])

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def coloured(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        path = path_of(params.text_document.uri)
        with server.as_shown():
            opened = server.opened(path) if path.suffix == ".rules" else None
            source = None if opened is None else opened.source(path)
        return lsp.SemanticTokens([] if opened is None or source is None else _encoded(server, opened, source))


def _source(server: Server, uri: str) -> Source:
    return Source(str(path_of(uri)), server.document(uri).source)


def _symbol(server: Server, entry: Entry) -> lsp.DocumentSymbol:
    kind = _SYMBOLS.get(KINDS.get(entry.kind, ""), lsp.SymbolKind.Key)
    return lsp.DocumentSymbol(entry.name, kind, server.range(entry.whole.to(entry.span) if entry.span.line < entry.whole.line
                                                             else entry.whole), server.range(entry.span), detail=entry.kind,
                              children=[_symbol(server, inner) for inner in entry.inside])


def _selection(server: Server, source: Source, place: tuple[int, int]) -> lsp.SelectionRange:
    line, column = place
    whole = Span(source, 1, 1, len(source.lines), len(source.lines[-1]) + 1)
    range_ = lsp.SelectionRange(server.range(whole))
    for span in enclosing(items_of(source), line, column):
        range_ = lsp.SelectionRange(server.range(span), range_)
    return range_


def _encoded(server: Server, opened: Opened, source: Source) -> list[int]:
    """Return tokens as the protocol has them: each relative to the one before."""
    numbers: list[int] = []
    line = character = 0
    for span, kind, is_declaration in tokens(opened.names, source):
        at = server.range(span)
        if at.start.line != line:
            character = 0
        numbers += [at.start.line - line, at.start.character - character, at.end.character - at.start.character,
                    TOKENS.index(kind), int(is_declaration)]
        line, character = at.start.line, at.start.character
    return numbers


def _answer_changes(server: Server) -> None:
    """Propose changes: a file laid out, a new name everywhere, what a diagnostic advises."""

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        source = _source(server, params.text_document.uri)
        text = laid_out(source.name, source.text) if source.name.endswith(".rules") else None
        if text is None or text == source.text:
            return None
        whole = Span(source, 1, 1, len(source.lines), len(source.lines[-1]) + 1)
        return [lsp.TextEdit(server.range(whole), text)]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def can_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        with server.as_shown():
            found = server.use_at(params.text_document.uri, params.position)
            return None if found is None or found[1].of.span is None else server.range(found[1].span)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        with server.as_shown():
            found = server.use_at(params.text_document.uri, params.position)
            if found is None:
                return None
            try:
                edits = renamed(found[0], found[1].of, params.new_name, server.rulebooks)
            except CannotRename as error:
                server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(error)))
                return None
            return _workspace_edit(server, edits)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        with server.as_shown():
            found = problems_of(path_of(uri), server.rulebooks, Depth.TEXTS)
            return [lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, [server.diagnostic(problem)],
                                   edit=_workspace_edit(server, (edit,)))
                    for problem in found if _touches(server.range(problem.span), params.range)
                    for title, edit in fixes(problem)]


def _workspace_edit(server: Server, edits: tuple[Edit, ...]) -> lsp.WorkspaceEdit:
    changes: dict[str, list[lsp.TextEdit]] = {}
    for edit in edits:
        uri = uri_of(Path(edit.span.source.name))
        changes.setdefault(uri, []).append(lsp.TextEdit(server.range(edit.span), edit.text))
    return lsp.WorkspaceEdit(changes)


def _touches(a: lsp.Range, b: lsp.Range) -> bool:
    return (a.start.line, a.start.character) <= (b.end.line, b.end.character) and (
        b.start.line, b.start.character) <= (a.end.line, a.end.character)
