"""URIs of documents -> paths, and back; documents that are in no file yet have paths of their own."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from attrs import define, field
from pygls.uris import from_fs_path, to_fs_path

from ....dsl.source import disk

# What editors call the languages of documents -> the ending that such a file has. A document without a file has no ending that
# tells.
ENDINGS = {"rulewright": ".rules", "rulewright-play": ".play", "rulewright_play": ".play"}


@define
class Addresses:
    """The documents that an editor shows and that are in no file yet, and the paths that stand for them."""

    _paths: dict[str, Path] = field(factory=dict)

    def open(self, uri: str, language: str, folder: Path) -> None:
        """Note a document; one of a known language that is in no file gets a path in the folder, or the path in its URI."""
        ending = ENDINGS.get(language)
        if uri.startswith("untitled:") and ending is not None:
            # Where the author has said how the file will be called, the URI has its whole path.
            path = folder / unquote(urlsplit(uri).path)
            self._paths[uri] = _unused(path if path.suffix == ending else path.with_name(path.name + ending))

    def close(self, uri: str) -> None:
        """Forget a document without a file."""
        self._paths.pop(uri, None)

    def has(self, uri: str) -> bool:
        """Return whether a document has a path."""
        return (uri.startswith("file:") and not _is_impossible(uri)) or uri in self._paths

    def path(self, uri: str) -> Path:
        """Return the path of a document, which is empty where it has none."""
        return self._paths.get(uri) or Path("" if _is_impossible(uri) else to_fs_path(uri) or "")

    def uri(self, path: Path) -> str:
        """Return the URI of the document with a path."""
        resolved = disk.resolved(path)
        unsaved = (uri for uri, other in self._paths.items() if disk.resolved(other) == resolved)
        return next(unsaved, None) or from_fs_path(str(path.absolute())) or ""


def _is_impossible(uri: str) -> bool:
    """Return whether a URI names what no file can be called: a NUL ends names."""
    return "\0" in unquote(uri)


def _unused(path: Path) -> Path:
    """Return a path like this one at which there is no file: its text would stand in place of the document's."""
    number, free = 2, path
    while free.exists():
        number, free = number + 1, path.with_stem(f"{path.stem}-{number}")
    return free
