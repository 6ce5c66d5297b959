"""Questions of who writes: what can stand at a place, and the values that a call takes."""

from __future__ import annotations

import re
from pathlib import Path

from lsprotocol import types as lsp

from ....dsl.source.span import Source, Span
from ..display import completions, play_completions, play_places
from ..display.completions import with_a_name
from ..display.game_completions import named_game
from ..display.outline import Colour, coloured
from ..display.signatures import Signature, signature_at
from ..files.names import RulebookNames
from .server import Server

_OFFERS: dict[Colour, lsp.CompletionItemKind] = {
    "function": lsp.CompletionItemKind.Function, "method": lsp.CompletionItemKind.Method,
    "event": lsp.CompletionItemKind.Event, "property": lsp.CompletionItemKind.Field,
    "variable": lsp.CompletionItemKind.Variable, "parameter": lsp.CompletionItemKind.Variable,
    "enum": lsp.CompletionItemKind.Enum, "class": lsp.CompletionItemKind.Struct,
    "enumMember": lsp.CompletionItemKind.EnumMember,
}
# The line of a playthrough up to a move, an expectation or the name of the game.
_BEFORE_A_VALUE = re.compile(r"\s*(?:[^#:]*:|expect) |game ")


def answer_writing(server: Server) -> None:
    """Offer completions at a place, and the values that a call takes."""

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", ":", " "]))
    def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        with server.documents.as_shown():
            if params.context is not None and params.context.trigger_character == " " and not _begins_a_value(server, params):
                return []
            return _offers(server, params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","]))
    def signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        uri = params.text_document.uri
        return _call_at(server, uri, params.position) if server.documents.path(uri).suffix == ".rules" else None


def _begins_a_value(server: Server, params: lsp.CompletionParams) -> bool:
    """Return whether a blank stands where a move, an expectation or the name of the game begins in a playthrough.

    An editor that asks at the colon closes its list at the blank behind it.
    """
    uri = params.text_document.uri
    line, column = server.documents.place(uri, params.position)
    before = server.documents.text(uri).split("\n")[line - 1][: column - 1]
    return server.documents.path(uri).suffix == ".play" and _BEFORE_A_VALUE.fullmatch(before) is not None


def _call_at(server: Server, uri: str, position: lsp.Position) -> lsp.SignatureHelp | None:
    """Return the signature of the call around a place."""
    line, column = server.documents.place(uri, position)
    lines = server.documents.text(uri).split("\n")
    before = "\n".join([*lines[max(0, line - 10) : line - 1], lines[line - 1][: column - 1]])
    with server.documents.with_text(server.documents.path(uri), with_a_name("\n".join(lines), line, column)):
        opened = server.opened(server.documents.path(uri))
    signature = None if opened is None else signature_at(opened.names, before)
    return None if signature is None else _signature(signature)


def _signature(signature: Signature) -> lsp.SignatureHelp:
    values = [lsp.ParameterInformation(value) for value in signature.values]
    says = lsp.MarkupContent(lsp.MarkupKind.Markdown, signature.says) if signature.says else None
    active = min(signature.active, max(0, len(values) - 1))
    return lsp.SignatureHelp([lsp.SignatureInformation(signature.label, says, values, active)], 0, active)


def _offers(server: Server, uri: str, position: lsp.Position) -> list[lsp.CompletionItem]:
    path, shown = server.documents.path(uri), server.documents.text(uri)
    line, column = server.documents.place(uri, position)
    text = Source(str(path), shown)
    offers: tuple[completions.Completion, ...] = ()
    game = named_game(path, shown, line, column) if path.suffix == ".play" else None
    if game is not None:
        length, offers = game
    elif path.suffix == ".play":
        length = play_places.replaced(shown, line, column)
        play = server.plays.of(path, shown)
        if play is not None:
            offers = play_completions.in_playthrough(play, server.opened(path), shown, line, column)
    else:
        length = completions.replaced(text.line(line)[: column - 1])
        offers = completions.in_rulebook(lambda other: _opened(server, path, other), shown, line, column)
    range_ = server.documents.range(Span(text, line, column - length, line, column))
    # Behind the colon of a playthrough's line stands a blank, which an editor that asks at the colon has not seen yet.
    blank = " " if text.line(line)[: column - 1].endswith(":") else ""
    return [_item(offer, number, lsp.TextEdit(range_, f"{blank}{offer.text}")) for number, offer in enumerate(offers)]


def _opened(server: Server, path: Path, text: str) -> tuple[RulebookNames, Source] | None:
    """Return the names of a rulebook with another text of a file, and this text in it."""
    with server.documents.with_text(path, text):
        opened = server.opened(path)
        source = None if opened is None else opened.source(path)
    return None if opened is None or source is None else (opened.names, source)


def _item(offer: completions.Completion, number: int, edit: lsp.TextEdit) -> lsp.CompletionItem:
    """Convert an offer; what fits comes first, else the order of the offers counts."""
    return lsp.CompletionItem(offer.text, kind=_kind(offer.kind), detail=offer.detail or offer.kind, text_edit=edit,
                              filter_text=offer.text, sort_text=f"{int(not offer.fits)}{number:05}")


def _kind(kind: completions.OfferKind) -> lsp.CompletionItemKind:
    match kind:
        case "keyword":
            return lsp.CompletionItemKind.Keyword
        case "move":
            return lsp.CompletionItemKind.Event
        case "clause":
            return lsp.CompletionItemKind.Reference
        case "rulebook":
            return lsp.CompletionItemKind.File
        case "expectation" | "mark" | "variant" | "type" | "let" | "var" | "each" | "roll":
            return lsp.CompletionItemKind.Variable
        case kind:
            colour = coloured(kind)
            return lsp.CompletionItemKind.Variable if colour is None else _OFFERS[colour]
