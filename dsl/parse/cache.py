"""Keep the nodes of files that were parsed, by their text: a file that did not change is not parsed again by the next command.

Of a file that did change, the declarations with the same text are taken from how it was: moved to where they stand now.
Only files without mistakes are kept, and no text is: spans say which file they stand in when they are read.
"""

from __future__ import annotations

import io
import os
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path

from .. import syntax as ast
from ..source.cache import CacheStore, digest_of, user_store, version_of_code
from ..source.chunks import Chunk
from ..source.pickled import Reducers, call_of, pickled
from ..source.span import Source, Span
from .renumbered import renumbered

FILES = 1024
# Shorter files take less time to parse than to look up.
SHORTEST = 200
# The folders of the package with all code between a text and its nodes.
MAKERS = ("grammar", "dsl")

# A declaration: its text, the line that it begins on, and how many items it is.
Place = tuple[str, int, int]
Parts = Sequence[tuple[Chunk, tuple[ast.Item, ...]]]


def _without_text(source: Source) -> tuple[type[Source], tuple[str, str]]:
    return Source, ("", "")


# A file is written without its text, and a reader puts its own in its place.
_REDUCERS = Reducers({Source: _without_text, Span: call_of(Span)})


class _ItemUnpickler(pickle.Unpickler):
    """Reads nodes as those of a file; `moved` says on which line of it stands what stood on a line when they were written."""

    def __init__(self, file: io.BytesIO, source: Source, moved: Callable[[int], int] | None = None) -> None:
        super().__init__(file)
        self.source, self.moved = source, moved

    def find_class(self, module: str, name: str) -> object:
        known: object = super().find_class(module, name)
        if known is Source:
            return lambda *nothing: self.source
        return self._span if known is Span and self.moved is not None else known

    def _span(self, source: Source, line: int, column: int, end_line: int, end_column: int) -> Span:
        assert self.moved is not None, "spans that stay are made by their class"
        shift = self.moved(line) - line
        return Span(source, line + shift, column, end_line + shift, end_column)


def cached_items(source: Source) -> tuple[ast.Item, ...] | None:
    """Return the items of a file, if they are kept."""
    store = _store_for(source)
    known = None if store is None else _read(store, _key(source), source, lambda places: None)
    return None if known is None else known[1]


def cached_parts(source: Source, chunks: Sequence[Chunk]) -> dict[Chunk, tuple[ast.Item, ...]]:
    """Return the items of those declarations of a file that stood in it, anywhere, when it was kept last.

    One may have other numbers now.
    """
    store = _store_for(source)
    last = None if store is None else store.read(_name_key(source))
    if store is None or last is None:
        return {}
    chunks_by_text: dict[str, list[Chunk]] = {}
    for chunk in reversed(chunks):
        chunks_by_text.setdefault(chunk.text, []).append(chunk)
    chunks_now: list[Chunk | None] = []

    def moves(places: Sequence[Place]) -> Callable[[int], int]:
        chunks_now[:] = [chunks_by_text[text].pop() if chunks_by_text.get(text) else None for text, _, _ in places]
        begins = [(line, line if chunk is None else chunk.line) for (_, line, _), chunk in zip(places, chunks_now, strict=True)]
        return _by_declaration(begins)

    known = _read(store, last.decode("ascii", "replace"), source, moves)
    if known is None:
        return {}
    items = iter(known[1])
    parts = [tuple(islice(items, count)) for _, _, count in known[0]]
    out = {chunk: part for chunk, part in zip(chunks_now, parts, strict=True) if chunk is not None}
    return out if len(known[0]) != len(chunks) else out | _renumbered(source, known[0], parts, out, chunks)


def _renumbered(source: Source, places: Sequence[Place], parts: Sequence[tuple[ast.Item, ...]],
                known: Mapping[Chunk, tuple[ast.Item, ...]], chunks: Sequence[Chunk]) -> dict[Chunk, tuple[ast.Item, ...]]:
    """Return the items of those declarations that are not known and differ in numbers from what stood in their place."""
    out: dict[Chunk, tuple[ast.Item, ...]] = {}
    for (text, line, _), items, chunk in zip(places, parts, chunks, strict=True):
        if chunk not in known and (current := renumbered(items, Chunk(text, line), chunk, source)) is not None:
            out[chunk] = current
    return out


def keep_items(source: Source, parts: Parts) -> None:
    """Keep the items of a file that has no mistakes, by its declarations."""
    store = _store_for(source)
    if store is not None:
        places = tuple((chunk.text, chunk.line, len(items)) for chunk, items in parts)
        # Of a text that is nested too deep nothing is kept.
        with suppress(RecursionError):
            items = pickled(tuple(item for _, items in parts for item in items), _REDUCERS)
            store.write(_key(source), pickle.dumps(places, pickle.HIGHEST_PROTOCOL) + items)
            store.write(_name_key(source), _key(source).encode())


def _read(store: CacheStore, key: str, source: Source, moves: Callable[[Sequence[Place]], Callable[[int], int] | None]
          ) -> tuple[tuple[Place, ...], tuple[ast.Item, ...]] | None:
    """Return the items that are kept under a key, as nodes of a file."""
    payload = store.read(key)
    if payload is None:
        return None
    try:
        file = io.BytesIO(payload)
        places = pickle.load(file)
        return places, _ItemUnpickler(file, source, moves(places)).load()
    except Exception:  # a pickle of other code may raise anything; the file is parsed instead
        store.forget(key)
        return None


def _by_declaration(begins: Iterable[tuple[int, int]]) -> Callable[[int], int]:
    """Return where each line stands now, by the lines on which declarations began and begin."""
    shifts = [0]
    for before, current in begins:
        shifts += [shifts[-1]] * (before - len(shifts))
        shifts.append(current - before)
    return lambda line: line + shifts[min(line, len(shifts) - 1)]


def _store_for(source: Source) -> CacheStore | None:
    return _store() if len(source.text) >= SHORTEST else None


def _key(source: Source) -> str:
    return digest_of(made_by(), source.text.encode("utf-8", "surrogatepass"))


def _name_key(source: Source) -> str:
    """Return the key for what a file was when it was kept last."""
    return digest_of(made_by(), b"last", os.fsencode(Path(source.name).absolute()))


@cache
def _store() -> CacheStore | None:
    return user_store("parsed", FILES)


@cache
def made_by() -> bytes:
    """Return a digest of which code makes nodes of a text."""
    return version_of_code(*MAKERS)
