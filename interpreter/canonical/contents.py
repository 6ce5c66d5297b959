"""A program to a digest of its contents: the same for programs that do the same things, wherever their rulebooks say it."""

from __future__ import annotations

import copyreg
import io
import pickle

from ...dsl import ir
from ...dsl.source.kept import digest_of
from ...dsl.source.span import Source, Span


def _nowhere(_: Source | Span) -> tuple[type[str], tuple[str]]:
    """Stand for a text that a program was compiled from, and for a place in it: no script depends on either."""
    return str, ("source",)


def content_of(program: ir.Program) -> bytes:
    """Return a digest of a program, wherever its rulebook says it; nothing for one that is nested too deep to be pickled."""
    file = io.BytesIO()
    pickler = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
    # Equal programs must give equal bytes: without this, what is one object in one of them and two in the other differs.
    pickler.fast = True
    # Asked for sources and places alone; `persistent_id` would be asked for each of a million numbers and names.
    pickler.dispatch_table = {**copyreg.dispatch_table, Source: _nowhere, Span: _nowhere}
    try:
        pickler.dump(program)
    except RecursionError:
        return b""
    return digest_of(file.getvalue()).encode()
