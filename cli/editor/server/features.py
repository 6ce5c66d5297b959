"""The capabilities and options that an editor sends when it starts -> the features that a server can use."""

from __future__ import annotations

from typing import Any

from attrs import define
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer


@define(eq=False)
class EditorFeatures:
    """The features of an editor: its capabilities, and the `options` that it sends when it starts."""

    server: LanguageServer
    options: Any = None

    @property
    def shows_pictures(self) -> bool:
        """Whether the editor shows pictures in Markdown, by the option `pictures` that it sends when it starts."""
        return self._option("pictures")

    @property
    def shows_notes(self) -> bool:
        """Whether the editor shows the notes of a diagnostic, by the option `notes`.

        The capability `relatedInformation` does not say so: Neovim announces it and shows none.
        """
        return self._option("notes")

    @property
    def can_watch_files(self) -> bool:
        """Whether the editor watches files on disk for a server that asks it to."""
        workspace = self.server.client_capabilities.workspace
        watching = None if workspace is None else workspace.did_change_watched_files
        return watching is not None and bool(watching.dynamic_registration)

    def _option(self, name: str) -> bool:
        try:
            return bool(self.options[name])
        except (KeyError, TypeError):
            return False

    @property
    def edits(self) -> lsp.WorkspaceEditClientCapabilities | None:
        """The capabilities of the editor to make edits."""
        workspace = self.server.client_capabilities.workspace
        return None if workspace is None else workspace.workspace_edit

    @property
    def can_show_documents(self) -> bool:
        """Whether the editor shows a document that a server asks it to show."""
        window = self.server.client_capabilities.window
        return window is not None and window.show_document is not None and window.show_document.support
