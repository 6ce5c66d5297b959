"""Edits -> edits as the protocol has them, in a form that the editor can carry out. The server changes no file itself."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen
from lsprotocol import types as lsp

from ..changes.edits import Edit
from .documents import Documents
from .features import EditorFeatures


@frozen(eq=False)
class WorkspaceEdits:
    """Makes edits that an editor with some features can carry out."""

    documents: Documents
    features: EditorFeatures

    def of(self, edits: tuple[Edit, ...]) -> lsp.WorkspaceEdit:
        """Return edits as the protocol has them; an editor that knows versions gets those of the texts that they are for."""
        changes: dict[str, list[lsp.TextEdit]] = {}
        for edit in edits:
            uri = self.documents.uri(Path(edit.span.source.name))
            changes.setdefault(uri, []).append(lsp.TextEdit(self.documents.range(edit.span), edit.text))
        can = self.features.edits
        if can is None or not can.document_changes:
            return lsp.WorkspaceEdit(changes)
        return lsp.WorkspaceEdit(document_changes=[
            lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(uri, self.documents.version(uri)), edits_of_file)
            for uri, edits_of_file in changes.items()])

    def new_file(self, path: Path, text: str) -> lsp.WorkspaceEdit:
        """Return an edit that makes a file; editors that cannot make one open it with the text."""
        uri, begin = self.documents.uri(path), lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        can = self.features.edits
        if can is None or lsp.ResourceOperationKind.Create not in (can.resource_operations or ()):
            return lsp.WorkspaceEdit({uri: [lsp.TextEdit(begin, text)]})
        document = lsp.OptionalVersionedTextDocumentIdentifier(uri)
        return lsp.WorkspaceEdit(document_changes=[
            lsp.CreateFile(uri), lsp.TextDocumentEdit(document, [lsp.TextEdit(begin, text)])])
