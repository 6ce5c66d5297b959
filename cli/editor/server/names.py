"""Questions about a name or a place: hover, definition, references, completion, signatures, hints."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from ....dsl.source.span import Source, Span
from ..changes.mentions import files_beside, mentions
from ..changes.mentions import read as read_beside
from ..files.names import Use
from ..files.rulebooks import Opened, variants_beside
from ..shown.completions import in_playthrough, in_rulebook, prefix, with_a_name
from ..shown.hints import hints
from ..shown.hovers import hover, picture
from ..shown.outline import KINDS
from ..shown.signatures import Signature, signature_at
from .server import Server, path_of

_OFFERS = {
    "function": lsp.CompletionItemKind.Function, "method": lsp.CompletionItemKind.Method,
    "event": lsp.CompletionItemKind.Event, "property": lsp.CompletionItemKind.Field,
    "variable": lsp.CompletionItemKind.Variable, "parameter": lsp.CompletionItemKind.Variable,
    "enum": lsp.CompletionItemKind.Enum, "class": lsp.CompletionItemKind.Struct,
    "enumMember": lsp.CompletionItemKind.EnumMember,
}


def answer_names(server: Server) -> None:
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
            text = "\n\n".join((hover(*found), *_counted(server, *found)))
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
            spans = _references(server, *found, params.context.include_declaration)
            return [server.location(span) for span in spans]

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


    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","]))
    def signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        uri = params.text_document.uri
        if path_of(uri).suffix != ".rules":
            return None
        line, column = server.place(uri, params.position)
        lines = server.document(uri).source.split("\n")
        before = "\n".join([*lines[max(0, line - 10) : line - 1], lines[line - 1][: column - 1]])
        with server.with_text(path_of(uri), with_a_name("\n".join(lines), line, column)):
            opened = server.opened(path_of(uri))
        found = None if opened is None else signature_at(opened.names, before)
        return None if found is None else _signature(found)

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def inlay_hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        path = path_of(params.text_document.uri)
        with server.as_shown():
            opened = server.opened(path) if path.suffix == ".rules" else None
            source = None if opened is None else opened.source(path)
            if opened is None or source is None:
                return []
            shown = list(hints(opened, source, params.range.start.line + 1, params.range.end.line + 1))
        return [lsp.InlayHint(server.range(Span(source, line, column, line, column)).start, text, kind=lsp.InlayHintKind.Type)
                for line, column, text in shown]


def _signature(found: Signature) -> lsp.SignatureHelp:
    values = [lsp.ParameterInformation(value) for value in found.values]
    says = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.says) if found.says else None
    active = min(found.active, max(0, len(values) - 1))
    return lsp.SignatureHelp([lsp.SignatureInformation(found.label, says, values, active)], 0, active)


def _references(server: Server, opened: Opened, use: Use, with_declaration: bool) -> list[Span]:
    """Return the places where a thing is used: in the rulebook, its variants, and the files beside it."""
    main, thing = opened.asked.main, use.of
    read = [opened, *(server.rulebooks.open(asked) for asked in variants_beside(main) if asked != opened.asked)]
    spans = {other.span: None for each in read for other in each.names.uses if other.of.span == thing.span
             and (with_declaration or not other.is_declaration)}
    if thing.kind.startswith("`") or thing.kind == "value":
        return list(spans)
    beside = (source for path in files_beside(main) if (source := read_beside(path)) is not None)
    return [*spans, *(span for source in beside for span in mentions(source, thing.id))]


def _counted(server: Server, opened: Opened, use: Use) -> Iterator[str]:
    """Yield the playthroughs, random games and printed sentences that have a clause."""
    ids = {clause.id for compiled in opened.rulebooks if compiled.program is not None for clause in compiled.program.clauses}
    if use.of.id in ids and use.is_declaration:
        files = tuple(source.name for source in opened.files.sources)
        yield from server.insights.lines(opened.asked.main, files, use.of.id)


def _position_shown(server: Server, uri: str, position: lsp.Position) -> lsp.Hover | None:
    """Return the position before a line of a playthrough."""
    line, _ = server.place(uri, position)
    play = server.plays.of(path_of(uri), server.document(uri).source)
    state = None if play is None else play.before(line)
    if state is None:
        return None
    shown = picture(state) if server.shows_pictures else f"```text\n{state}\n```"
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, shown))


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
