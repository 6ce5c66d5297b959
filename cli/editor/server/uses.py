"""Questions about a name: where it is declared, and where it is used."""

from __future__ import annotations

from lsprotocol import types as lsp

from ....dsl.source.span import Span
from ..changes.mentions import files_beside, mentions
from ..changes.mentions import read as read_beside
from ..files.family import family_of, named_in
from ..files.names import NameUse
from ..files.rulebooks import OpenRulebook
from .server import Server


def answer_uses(server: Server) -> None:
    """Answer where a name is declared and used."""

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        with server.documents.as_shown():
            opened_and_use = server.use_at(params.text_document.uri, params.position)
            span = None if opened_and_use is None else opened_and_use[1].of.span
            return None if span is None else server.documents.location(span)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        with server.documents.as_shown():
            opened_and_use = server.use_at(params.text_document.uri, params.position)
            spans = [] if opened_and_use is None else _references(server, *opened_and_use, params.context.include_declaration)
            return [server.documents.location(span) for span in spans]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlights(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        with server.documents.as_shown():
            opened_and_use = server.use_at(params.text_document.uri, params.position)
            spans = () if opened_and_use is None else _beside_it(*opened_and_use)
            return [lsp.DocumentHighlight(server.documents.range(span)) for span in spans]


def _beside_it(opened: OpenRulebook, use: NameUse) -> list[Span]:
    """Return the uses of the same thing in the same file."""
    if use.span.source not in opened.files.sources:
        return list(mentions(use.span.source, use.of.id))
    return [other.span for other in opened.names.uses_of(use.of) if other.span.source.name == use.span.source.name]


def _references(server: Server, opened: OpenRulebook, use: NameUse, with_declaration: bool) -> list[Span]:
    """Return the places where a thing is used: in the rulebook, its variants, and the files beside it."""
    declared_name = use.of
    family = family_of(opened.key)
    spans = named_in([server.rulebooks.open(key) for key in family], declared_name)
    declared = {use.of.span} if not with_declaration else set()
    other_spans = [span for span in spans if span not in declared]
    if declared_name.is_local:
        return other_spans
    companions = (source for path in files_beside(family[0].main) if (source := read_beside(path)) is not None)
    return [*other_spans, *(span for source in companions for span in mentions(source, declared_name.id))]
