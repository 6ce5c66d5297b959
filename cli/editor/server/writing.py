"""Questions of who writes: what can stand at a place, and the values that a call takes."""

from __future__ import annotations

from lsprotocol import types as lsp

from ....dsl.source.span import Source, Span
from ..shown.completions import in_playthrough, in_rulebook, prefix, with_a_name
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


def answer_writing(server: Server) -> None:
    """Offer completions at a place, and the values that a call takes."""

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", ":"]))
    def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        with server.as_shown():
            return _offers(server, params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","]))
    def signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        uri = params.text_document.uri
        return _call_at(server, uri, params.position) if path_of(uri).suffix == ".rules" else None


def _call_at(server: Server, uri: str, position: lsp.Position) -> lsp.SignatureHelp | None:
    """Return the signature of the call around a place."""
    line, column = server.place(uri, position)
    lines = server.text(uri).split("\n")
    before = "\n".join([*lines[max(0, line - 10) : line - 1], lines[line - 1][: column - 1]])
    with server.with_text(path_of(uri), with_a_name("\n".join(lines), line, column)):
        opened = server.opened(path_of(uri))
    found = None if opened is None else signature_at(opened.names, before)
    return None if found is None else _signature(found)


def _signature(found: Signature) -> lsp.SignatureHelp:
    values = [lsp.ParameterInformation(value) for value in found.values]
    says = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.says) if found.says else None
    active = min(found.active, max(0, len(values) - 1))
    return lsp.SignatureHelp([lsp.SignatureInformation(found.label, says, values, active)], 0, active)


def _offers(server: Server, uri: str, position: lsp.Position) -> list[lsp.CompletionItem]:
    path, shown = path_of(uri), server.text(uri)
    line, column = server.place(uri, position)
    if path.suffix == ".play":
        play = server.plays.of(path, shown)
        offers = [] if play is None else list(in_playthrough(play, shown, line, column))
    else:
        with server.with_text(path, with_a_name(shown, line, column)):
            opened = server.opened(path)
            source = None if opened is None else opened.source(path)
        offers = [] if opened is None or source is None else list(in_rulebook(opened, source, line, column))
    text = Source(str(path), shown)
    begin = column - prefix(path, text.line(line)[: column - 1])
    replaced = server.range(Span(text, line, begin, line, column))
    # Behind the colon of a playthrough's line stands a blank, which an editor that asks at the colon has not seen yet.
    blank = " " if text.line(line)[: column - 1].endswith(":") else ""
    kinds = {"keyword": lsp.CompletionItemKind.Keyword, "move": lsp.CompletionItemKind.Event}
    known = lsp.CompletionItemKind.Variable
    return [lsp.CompletionItem(offer.text, kind=kinds.get(offer.kind) or _OFFERS.get(KINDS.get(offer.kind, ""), known),
                               detail=offer.detail or offer.kind, text_edit=lsp.TextEdit(replaced, f"{blank}{offer.text}"),
                               filter_text=offer.text, sort_text=f"{int(not offer.fits)}{number:05}")
            for number, offer in enumerate(offers)]
