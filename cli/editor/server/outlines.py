"""Questions about a file: its outline, folds, kinds of words, the block around a place; and the names of all rulebooks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from lsprotocol import types as lsp

from ....dsl.parse import items_of
from ....dsl.source.span import Source, Span
from ....interpreter.playthroughs.lines.reader import read
from ..display.outline import TOKENS, Colour, OutlineEntry, coloured, enclosing, folds, outline, tokens
from ..display.play_outline import folds_of, outline_of, tokens_of
from ..display.symbols import symbols_in
from .server import Server

_SYMBOLS: dict[Colour, lsp.SymbolKind] = {
    "function": lsp.SymbolKind.Function, "method": lsp.SymbolKind.Method, "event": lsp.SymbolKind.Event,
    "property": lsp.SymbolKind.Field, "variable": lsp.SymbolKind.Constant, "parameter": lsp.SymbolKind.Variable,
    "enum": lsp.SymbolKind.Enum, "class": lsp.SymbolKind.Struct, "enumMember": lsp.SymbolKind.EnumMember,
}

# No more declarations than this number are listed for the letters of a name.
MOST_SYMBOLS = 200


def answer_outlines(server: Server) -> None:
    """Answer questions about a file: its outline, folds, kinds of words, and the block around a place."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        source = server.documents.source(params.text_document.uri)
        return [_symbol(server, entry) for entry in _entries(source)]

    @server.feature(lsp.WORKSPACE_SYMBOL)
    async def everywhere(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        folders = server.documents.folders()
        symbols = await server.in_background(
            lambda go_on: tuple(islice(symbols_in(folders, params.query, go_on), MOST_SYMBOLS)))
        return [lsp.WorkspaceSymbol(server.documents.location(symbol.entry.span), symbol.entry.name, _kind(symbol.entry),
                                    container_name=symbol.around) for symbol in symbols]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        source = server.documents.source(params.text_document.uri)
        folds_of_file = folds_of(read(source.name, source.text)) if source.name.endswith(".play") else folds(source)
        return [lsp.FoldingRange(first - 1, last - 1) for first, last in folds_of_file]

    @server.feature(lsp.TEXT_DOCUMENT_SELECTION_RANGE)
    def selections(params: lsp.SelectionRangeParams) -> list[lsp.SelectionRange]:
        uri = params.text_document.uri
        source = server.documents.source(uri)
        return [_selection(server, source, server.documents.place(uri, position)) for position in params.positions]

    legend = lsp.SemanticTokensLegend(list(TOKENS), ["declaration"])

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def coloured(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        path = server.documents.path(params.text_document.uri)
        if path.suffix == ".play":
            shown = server.documents.source(params.text_document.uri)
            return lsp.SemanticTokens(_encoded(server, tokens_of(read(shown.name, shown.text))))
        with server.documents.as_shown():
            opened = server.opened(path) if path.suffix == ".rules" else None
            source = None if opened is None else opened.source(path)
        return lsp.SemanticTokens([] if opened is None or source is None else _encoded(server, tokens(opened.names, source)))


def _entries(source: Source) -> tuple[OutlineEntry, ...]:
    """Return the outline of a rulebook or playthrough; other files have none."""
    if source.name.endswith(".play"):
        return outline_of(read(source.name, source.text))
    return outline(items_of(source)) if source.name.endswith(".rules") else ()


def _kind(entry: OutlineEntry) -> lsp.SymbolKind:
    match entry.kind:
        case "position" | "branch" | "mark":
            return lsp.SymbolKind.Key
        case kind:
            colour = coloured(kind)
            return lsp.SymbolKind.Key if colour is None else _SYMBOLS[colour]


def _symbol(server: Server, entry: OutlineEntry) -> lsp.DocumentSymbol:
    whole = entry.whole.to(entry.span) if entry.span.line < entry.whole.line else entry.whole
    range_, named = server.documents.range(whole), server.documents.range(entry.span)
    return lsp.DocumentSymbol(entry.name, _kind(entry), range_, named, detail=entry.kind,
                              children=[_symbol(server, inner) for inner in entry.inside])


def _selection(server: Server, source: Source, place: tuple[int, int]) -> lsp.SelectionRange:
    line, column = place
    whole = Span(source, 1, 1, len(source.lines), len(source.lines[-1]) + 1)
    range_ = lsp.SelectionRange(server.documents.range(whole))
    # The lines of other files are no declarations; to read thousands of them as such takes minutes.
    for span in enclosing(items_of(source) if source.name.endswith(".rules") else (), line, column):
        range_ = lsp.SelectionRange(server.documents.range(span), range_)
    return range_


def _encoded(server: Server, tokens: Iterable[tuple[Span, Colour, bool]]) -> list[int]:
    """Return tokens as the protocol has them: each relative to the one before."""
    numbers: list[int] = []
    line = character = 0
    for span, kind, is_declaration in tokens:
        range_ = server.documents.range(span)
        if range_.start.line != line:
            character = 0
        numbers += [range_.start.line - line, range_.start.character - character, range_.end.character - range_.start.character,
                    TOKENS.index(kind), int(is_declaration)]
        line, character = range_.start.line, range_.start.character
    return numbers
