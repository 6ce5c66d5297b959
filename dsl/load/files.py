"""Read a main file and the files it uses: each once, from its own folder only."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath

from .. import syntax as ast
from ..parse import parse_file
from ..source import disk
from ..source.chunks import MAX_FILES
from ..source.diagnostics import Diagnostics, did_you_mean
from ..source.read_limited import bytes_in
from ..source.span import Source, Span


class FileReader:
    """Reads files one after another; `open` are those whose own uses are being read.

    After reading, `sources` are the files, the main one first, and `items` what they say. Files that
    cannot be read, and files outside the main file's folder, are recorded in `diagnostics`. `texts` are
    read in place of what is in the files with these resolved paths.
    """

    def __init__(self, folder: Path, diagnostics: Diagnostics, texts: Mapping[Path, str]) -> None:
        # Resolved, so that a link or `..` in a `use` cannot lead out of the folder: a rulebook may come from a stranger.
        self.folder = disk.resolved(folder)
        self.texts = texts
        self.sources: list[Source] = []
        self.items: list[ast.Item] = []
        self.diagnostics = diagnostics
        self.seen: set[Path] = set()
        self.open: set[Path] = set()
        # Each part of a path is looked up on the disk, so a path is resolved once for all questions about it.
        self._resolved = cache(disk.resolved)

    def read(self, path: Path, use: ast.Use | None = None) -> None:
        """Read a file, because of a `use` or as the main one."""
        where = use.path_span if use is not None else Span(Source(str(path), ""), 1, 1, 1, 1)
        name = use.path if use is not None else str(path)
        real = self._resolved(path)
        if real in self.open and use is not None:
            self.diagnostics.add("E104", f"`{use.path}` uses this file: the files form a circle", where)
        # Two files may use a third: it is read once, as if it stood where it is used first.
        if real in self.seen:
            return
        self.seen.add(real)
        if len(self.seen) > MAX_FILES:
            self.diagnostics.add("E106", f"more than {MAX_FILES} files in a rulebook", where)
            self.items.append(anything(where))
            return
        text = None if use is not None and self._is_no_file(real, name, where) else self._text(real, name, where)
        if text is None:
            self.items.append(anything(where))
            return
        # Some editors begin a file with a byte order mark, which is no part of the text.
        source, items = parse_file(str(path), text.removeprefix("\ufeff"), self.diagnostics)
        self.sources.append(source)
        self.open.add(real)
        for item in items:
            if isinstance(item, ast.Use):
                self._use(path, item)
            else:
                self.items.append(item)
            if isinstance(item, ast.Example):
                self.look_for(path, item)
        self.open.discard(real)

    def look_for(self, path: Path, example: ast.Example) -> None:
        """Record it where the playthrough of an example cannot be read: it is read when the rulebook is printed."""
        if self._is_here(path, example):
            self._is_no_file(path.parent / example.path, example.path, example.path_span)

    def _use(self, path: Path, use: ast.Use) -> None:
        """Read a file that another uses, if it lies in the main file's folder."""
        if self._is_here(path, use):
            self.read(path.parent / use.path, use)
        else:
            self.items.append(anything(use.span))

    def _is_here(self, path: Path, named: ast.Use | ast.Example) -> bool:
        """Return whether what a file names is a path in the main file's folder; recorded where it is not."""
        if "\0" in named.path:
            self.diagnostics.add("E103", "a file name cannot contain this character", named.path_span)
            return False
        if Path(named.path).is_absolute() or self.folder not in self._resolved(path.parent / named.path).parents:
            self.diagnostics.add("E104", f"`{named.path}` lies outside the rulebook's folder", named.path_span)
            return False
        return True

    def _is_no_file(self, path: Path, name: str, where: Span) -> bool:
        """Return whether a path is a pipe or device, which could be read for ever; recorded where it is."""
        strange = disk.exists(path) and not disk.is_file(path) and not disk.is_folder(path)
        if strange:
            self.diagnostics.add("E103", f"`{name}` cannot be read: it is not a file", where)
        return strange

    def _text(self, path: Path, name: str, where: Span) -> str | None:
        """Return the text of a file, or None with the reason recorded."""
        if path in self.texts:
            return self.texts[path]
        try:
            return bytes_in(path).decode("utf-8")
        except OSError as error:
            if error.errno == errno.EFBIG:
                self.diagnostics.add("E106", f"`{name}` is {error.strerror}", where)
                return None
            near = [str(PurePosixPath(name).with_name(file.name)) for file in disk.matching(path.parent, f"*{path.suffix}")]
            self.diagnostics.add("E103", f"`{name}` cannot be read: {(error.strerror or str(error)).lower()}", where,
                                 help=None if disk.exists(path) else did_you_mean(name, near))
        except UnicodeDecodeError as error:
            self.diagnostics.add("E103", f"`{name}` is not text in UTF-8 (byte {error.start})", where)
        return None


# A file that is missing is missing for a rulebook and for each of its variants: they have the same declaration.
@lru_cache(maxsize=MAX_FILES)
def anything(span: Span) -> ast.Faulty:
    """Return a declaration that replaces a file that cannot be read: it might declare any name."""
    return ast.Faulty(span, "use", frozenset())
