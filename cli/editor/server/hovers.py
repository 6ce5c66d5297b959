"""Questions about a place: what is known of the name there, or the position, and hints beside lines."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from ....dsl.source.span import Span
from ..changes.exercise import can_be_exercised
from ..display.hints import hints
from ..display.hovers import drawn, hover, picture
from ..files.insight import ClauseQuery
from ..files.names import NameUse
from ..files.rulebooks import OpenRulebook
from .server import Server


def answer_shown(server: Server) -> None:
    """Answer with what an editor shows at a place, and beside lines."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        uri = params.text_document.uri
        with server.documents.as_shown():
            if server.documents.path(uri).suffix == ".play":
                return _position_shown(server, uri, params.position)
            return _name_shown(server, uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def inlay_hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        with server.documents.as_shown():
            return list(_hints(server, params))


def _name_shown(server: Server, uri: str, position: lsp.Position) -> lsp.Hover | None:
    """Return the description of the name at a place."""
    opened_and_use = server.use_at(uri, position)
    if opened_and_use is None:
        return None
    text = "\n\n".join((hover(*opened_and_use), *_counted(server, *opened_and_use)))
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), server.documents.range(opened_and_use[1].span))


def _counted(server: Server, opened: OpenRulebook, use: NameUse) -> Iterator[str]:
    """Yield the playthroughs, random games and printed sentences that have a clause."""
    id = use.of.id
    programs = [compiled.program for compiled in opened.rulebooks if compiled.program is not None]
    having = [program for program in programs if any(clause.id == id for clause in program.clauses)]
    if having and use.is_declaration:
        query = ClauseQuery(having[0].name, id, any(can_be_exercised(compiled, id) for compiled in opened.rulebooks))
        files = tuple(source.name for source in opened.files.sources)
        yield from server.insights.lines(opened.key.main, files, query)


def _position_shown(server: Server, uri: str, position: lsp.Position) -> lsp.Hover | None:
    """Return the position before a line of a playthrough."""
    line, _ = server.documents.place(uri, position)
    play = server.plays.of(server.documents.path(uri), server.documents.text(uri))
    state = None if play is None else play.before(line)
    if state is None:
        return None
    shown = picture(state) if server.features.shows_pictures else drawn(state)
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, shown))


def _hints(server: Server, params: lsp.InlayHintParams) -> Iterator[lsp.InlayHint]:
    """Yield the hints beside the lines of a rulebook."""
    path = server.documents.path(params.text_document.uri)
    opened = server.opened(path) if path.suffix == ".rules" else None
    source = None if opened is None else opened.source(path)
    if opened is None or source is None:
        return
    for line, column, text in hints(opened, source, params.range.start.line + 1, params.range.end.line + 1):
        start = server.documents.range(Span(source, line, column, line, column)).start
        yield lsp.InlayHint(start, text, kind=lsp.InlayHintKind.Type)
