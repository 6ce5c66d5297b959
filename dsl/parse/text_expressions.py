"""Expressions in texts beside a rulebook to nodes; those that were parsed before are kept, by the folder of the texts.

Loading the grammar takes longer than all else that the texts of a small rulebook need.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from .. import syntax as ast
from ..source.cache import CacheStore, digest_of, user_store
from ..source.diagnostics import Diagnostics
from ..source.span import Source
from .cache import made_by

FOLDERS = 256
# Expressions that a process remembers; an editor may run for days.
MOST = 20_000
# Expressions that are kept of the texts of a folder, and those that no text has any more among them.
MOST_BESIDE = 4_000

_known: dict[str, ast.Expr | None] = {}
_requested_texts: dict[str, None] = {}


def written_expression(text: str) -> ast.Expr | None:
    """Return the expression that a text is, or None."""
    _requested_texts[text] = None
    if text not in _known:
        from .expressions import parse_expression  # loads lark, which few commands need

        _known[text] = parse_expression(Source("", text), 1, 1, text, Diagnostics())
    return _known[text]


@contextmanager
def cached_beside(folder: Path) -> Iterator[None]:
    """Know the expressions in the texts of a folder from before; when the block ends, keep those that it asked for."""
    store = _store()
    key = digest_of(made_by(), b"written", os.fsencode(folder.absolute()))
    before = {} if store is None else _read(store, key)
    if len(_known) > MOST:
        _known.clear()
    _known.update(before)
    _requested_texts.clear()
    yield
    if store is not None and not _requested_texts.keys() <= before.keys():
        # What was asked before is asked again for a variant, or for the rulebook without it; some day it is too much.
        cached = {*_requested_texts, *(before if len(before) < MOST_BESIDE else ())}
        # Of a text that is nested too deep nothing is kept.
        with suppress(RecursionError):
            store.write(key, pickle.dumps({text: _known[text] for text in cached}, pickle.HIGHEST_PROTOCOL))


def _read(store: CacheStore, key: str) -> dict[str, ast.Expr | None]:
    payload = store.read(key)
    if payload is None:
        return {}
    try:
        known = pickle.loads(payload)
    except Exception:  # a pickle of other code may raise anything; the expressions are parsed instead
        store.forget(key)
        return {}
    return known if isinstance(known, dict) else {}


@cache
def _store() -> CacheStore | None:
    return user_store("written", FOLDERS)
