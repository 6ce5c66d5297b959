"""The texts that an editor shows: their files, and places in them as the protocol has them.

Editors count lines and characters from 0, in the units that they have chosen; Rulewright counts from 1, in characters.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import field, frozen
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from ....dsl.source import disk
from ....dsl.source.span import Source, Span
from .addresses import Addresses


@frozen(eq=False)
class Documents:
    """The texts that the editor of a server shows, and the files that they stand for."""

    server: LanguageServer
    addresses: Addresses = field(factory=Addresses)

    def has(self, uri: str) -> bool:
        """Return whether a document has a path."""
        return self.addresses.has(uri)

    def open(self, uri: str, language: str) -> None:
        """Note a document that the editor opens; one without a file lies in the folder that the editor shows."""
        self.addresses.open(uri, language, Path(self.server.workspace.root_path or "").absolute())

    def path(self, uri: str) -> Path:
        """Return the path of a document."""
        return self.addresses.path(uri)

    def uri(self, path: Path) -> str:
        """Return the URI of a file."""
        return self.addresses.uri(path)

    def texts(self) -> dict[Path, bytes]:
        """Return the texts that the editor shows, by the resolved paths of their files."""
        documents = self.server.workspace.text_documents.values()
        return {disk.resolved(self.path(document.uri)): document.source.encode("utf-8", "surrogatepass")
                for document in documents if self.addresses.has(document.uri)}

    def folders(self) -> list[Path]:
        """Return the folders that the editor shows; where it shows none, those of the texts that it shows."""
        shown = [self.path(uri) for uri in self.server.workspace.folders]
        if not shown and self.server.workspace.root_path:
            shown = [Path(self.server.workspace.root_path)]
        return shown or [self.path(uri).parent for uri in self.uris()]

    def uris(self) -> list[str]:
        """Return the URIs of the texts that the editor shows, as the editor writes them.

        pygls has the documents by another spelling: there, what stands for a blank or a letter beyond ASCII is decoded.
        """
        return [document.uri for document in self.server.workspace.text_documents.values()]

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

    # -- places ----------------------------------------------------------------------------------

    def text(self, uri: str) -> str:
        """Return a text as the editor shows it, with one kind of line ends; "" where neither the editor nor the disk has it."""
        try:
            shown = self.server.workspace.get_text_document(uri).source
        except (OSError, UnicodeError):
            return ""
        return shown.replace("\r\n", "\n").replace("\r", "\n")

    def version(self, uri: str) -> int | None:
        """Return the version of a text that the editor shows; None for a file that it does not show."""
        return self.server.workspace.get_text_document(uri).version

    def place(self, uri: str, position: lsp.Position) -> tuple[int, int]:
        """Return the line and column of a position, from 1; one behind the end of a line is that end."""
        # pygls takes the character that ends a line to be there.
        lines = [f"{line}\n" for line in self.text(uri).split("\n")]
        decoded = self.server.workspace.position_codec.position_from_client_units(lines, position)
        return decoded.line + 1, min(decoded.character + 1, len(lines[decoded.line]))

    def range(self, span: Span) -> lsp.Range:
        """Return the range of a span in the units of the editor."""
        lines = [*span.source.lines, ""]
        codec = self.server.workspace.position_codec
        first = lsp.Position(span.line - 1, max(0, span.column - 1))
        last = lsp.Position(span.end_line - 1, max(0, span.end_column - 1))
        return lsp.Range(codec.position_to_client_units(lines, first), codec.position_to_client_units(lines, last))

    def location(self, span: Span) -> lsp.Location:
        """Return the location of a span."""
        return lsp.Location(self.uri(Path(span.source.name)), self.range(span))

    def source(self, uri: str) -> Source:
        """Return a text as the editor shows it, as a source."""
        return Source(str(self.path(uri)), self.text(uri))
