"""A program -> a digest of all of it, but for the places in its rulebook."""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import attrs

from ...dsl import ir
from ...dsl.source.cache import digest_of
from ...dsl.source.span import Source, Span


def _nowhere(_: Source | Span) -> tuple[type[str], tuple[str]]:
    """Stand for a text that a program was compiled from, and for a place in it: what a program does depends on neither."""
    return str, ("source",)


class _Reducers(dict[type, Callable[[Any], Any]]):
    """Functions that take objects apart for a pickler, by class; a record gives its values alone, read in one go."""

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        if not attrs.has(kind):
            raise KeyError(kind)
        names = [field.name for field in attrs.fields(kind)]
        values: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()
        self[kind] = reduced = (lambda record: (kind, (values(record),)))
        return reduced


# Asked for records alone; `persistent_id` would be asked for each of a million numbers and names.
_REDUCERS = _Reducers({**copyreg.dispatch_table, Source: _nowhere, Span: _nowhere})


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
