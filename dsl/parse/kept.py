"""Keep the nodes of files that were parsed, by their text: a file that did not change is not parsed again by the next command.

Only files without mistakes are kept, and no text is: spans say which file they stand in when they are read.
"""

from __future__ import annotations

import io
import pickle
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path

from .. import syntax as ast
from ..source.kept import Store, code_in, digest_of, user_store
from ..source.span import Source

FILES = 1024
# Shorter files take less time to parse than to look up.
SHORTEST = 200
# What nodes depend on: the folders, beside this one, of all code between a text and its nodes; and the grammar.
MAKERS = ("parse", "source", "syntax")


class _Writer(pickle.Pickler):
    """Pickles nodes, with the file that they stand in left out."""

    def __init__(self, file: io.BytesIO, source: Source) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.source = source

    def persistent_id(self, object: object) -> str | None:
        return "source" if object is self.source else None


class _Reader(pickle.Unpickler):
    """Reads nodes as those of a file."""

    def __init__(self, file: io.BytesIO, source: Source) -> None:
        super().__init__(file)
        self.source = source

    def persistent_load(self, name: str) -> Source:
        return self.source


def kept_items(source: Source) -> tuple[ast.Item, ...] | None:
    """Return the items of a file, if they are kept."""
    store = _store() if len(source.text) >= SHORTEST else None
    if store is None:
        return None
    key = _key(source)
    payload = store.read(key)
    if payload is None:
        return None
    try:
        items = _Reader(io.BytesIO(payload), source).load()
    except Exception:  # a pickle of other code may raise anything; the file is parsed instead
        store.forget(key)
        return None
    return items if isinstance(items, tuple) else None


def keep_items(source: Source, items: tuple[ast.Item, ...]) -> None:
    """Keep the items of a file that has no mistakes."""
    store = _store() if len(source.text) >= SHORTEST else None
    if store is not None:
        file = io.BytesIO()
        # Of a text that is nested too deep nothing is kept.
        with suppress(RecursionError):
            _Writer(file, source).dump(items)
            store.write(_key(source), file.getvalue())


def _key(source: Source) -> str:
    return digest_of(_made_by(), source.text.encode("utf-8", "surrogatepass"))


@cache
def _store() -> Store | None:
    return user_store("parsed", FILES)


@cache
def _made_by() -> bytes:
    folder = Path(__file__).parent.parent
    grammar = resources.files("rulewright").joinpath("grammar", "rulebook.lark").read_bytes()
    return digest_of(code_in(*(folder / maker for maker in MAKERS)), grammar).encode()
