"""A program -> a digest of all of it, but for the places in its rulebook."""

from __future__ import annotations

import io
import pickle

from ...dsl import ir
from ...dsl.source.cache import digest_of
from ...dsl.source.pickled import Reducers
from ...dsl.source.span import Source, Span


def _nowhere(_: Source | Span) -> tuple[type[str], tuple[str]]:
    """Stand for a text that a program was compiled from, and for a place in it: what a program does depends on neither."""
    return str, ("source",)


_REDUCERS = Reducers({Source: _nowhere, Span: _nowhere})


def content_of(program: ir.Program) -> bytes:
    """Return a digest of a program, wherever its rulebook says it; nothing for one that is nested too deep to be pickled."""
    file = io.BytesIO()
    pickler = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
    # Equal programs must give equal bytes: without this, what is one object in one of them and two in the other differs.
    pickler.fast = True
    pickler.dispatch_table = _REDUCERS
    try:
        pickler.dump(program)
    except RecursionError:
        return b""
    return digest_of(file.getvalue()).encode()
