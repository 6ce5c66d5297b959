"""The letters of a name -> the declarations of all rulebooks in some folders that have a name with these letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from attrs import frozen

from ....dsl.parse import items_of
from ....dsl.source import disk
from ....dsl.source.chunks import cut
from ....dsl.source.diagnostics import Diagnostics
from ....dsl.source.span import Source
from .outline import OutlineEntry, outline

# A larger file is not read, and in a folder of more folders the others are left out.
LONGEST = 1_000_000
MOST_FOLDERS = 5_000
# Folders of other programs, which hold no rulebooks and very many files.
_OF_OTHERS = frozenset({"node_modules", "__pycache__", "site-packages"})


@frozen
class FileSymbol:
    """A declaration, and the names of what is around it: its file, and the declarations that it stands in."""

    entry: OutlineEntry
    around: str


def symbols_in(folders: Iterable[Path], letters: str, go_on: Callable[[], None]) -> Iterator[FileSymbol]:
    """Yield the declarations whose names have these letters in their order, in any case.

    `go_on` is called again and again; it may raise what ends the search.
    """
    folded = letters.casefold()
    for path in _rulebooks_in(folders, go_on):
        source = _read(path)
        # Most files have no such name, and parsing takes longer than all else; what is parsed is kept.
        if source is not None and any(_has(word, folded) for chunk in cut(source, Diagnostics()) for word in chunk.words):
            go_on()
            yield from _symbols(outline(items_of(source)), folded, path.stem)


def _symbols(entries: Iterable[OutlineEntry], folded: str, around: str) -> Iterator[FileSymbol]:
    for entry in entries:
        if _has(entry.name, folded):
            yield FileSymbol(entry, around)
        yield from _symbols(entry.inside, folded, f"{around}, {entry.name}")


def _has(name: str, letters: str) -> bool:
    """Return whether a name has these letters in their order."""
    left = iter(name.casefold())
    return all(letter in left for letter in letters)


def _read(path: Path) -> Source | None:
    try:
        return Source(str(path), disk.content(path, LONGEST).decode("utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def _rulebooks_in(folders: Iterable[Path], go_on: Callable[[], None]) -> Iterator[Path]:
    """Yield the files of rulebooks in folders and those below them, each once."""
    left, visited = list(folders), set[Path]()
    while left and len(visited) < MOST_FOLDERS:
        go_on()
        folder = left.pop(0)
        if disk.resolved(folder) in visited:
            continue
        visited.add(disk.resolved(folder))
        yield from (path for path in disk.matching(folder, "*.rules") if disk.is_file(path))
        left += (path for path in disk.matching(folder, "*")
                 if path.name[:1] != "." and path.name not in _OF_OTHERS and disk.is_folder(path))
