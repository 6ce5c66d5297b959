"""Files that are opened, changed and saved, in the editor or beside it -> diagnostics."""

from __future__ import annotations

from lsprotocol import types as lsp

from .server import Server

# Files with something that a diagnostic of another file may depend on.
WATCHED = "**/*.{rules,play,texts,evaluation,look,glossary.csv}"


def answer_texts(server: Server) -> None:
    """Check files that are opened, changed and saved, and all open files when others change on disk."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.documents.open(params.text_document.uri, params.text_document.language_id)
        server.checks.later(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.checks.later(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.checks.later(params.text_document.uri, saved=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))
        server.documents.addresses.close(params.text_document.uri)
        # Changes that were not saved are gone with the file, and others may have been checked with them.
        server.checks.later(params.text_document.uri)

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        server.features.options = params.initialization_options

    @server.feature(lsp.INITIALIZED)
    async def initialized(params: lsp.InitializedParams) -> None:
        if server.features.can_watch_files:
            watched = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(WATCHED)])
            registered = lsp.Registration("files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, watched)
            await server.client_register_capability_async(lsp.RegistrationParams([registered]))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def changed_on_disk(params: lsp.DidChangeWatchedFilesParams) -> None:
        server.checks.for_changed(server.documents.path(change.uri) for change in params.changes)

    @server.feature(lsp.SHUTDOWN)
    def shut_down(params: None) -> None:
        server.insights.close()
