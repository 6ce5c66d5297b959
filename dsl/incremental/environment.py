"""A symbol table to bytes without the nodes of the syntax, and back: what the checker needs to check a declaration again.

In place of each node stands one of its class with its own words and numbers, such as a name, and without the nodes below it; in
place of each file and place an empty one. To ask for a part that is left out raises AttributeError. So nothing can be found by
mistake of what is not there.
"""

from __future__ import annotations

import io
import pickle

from attrs import evolve

from .. import syntax as ast
from ..source.clauses import Clause
from ..source.span import Source, Span
from ..symbols.symbols import SymbolTable, Wording
from ..syntax.walk import parts_of

# A class, with the attributes that are kept of an instance.
_Head = tuple[type[object], tuple[tuple[str, str | int], ...]]


class _Writer(pickle.Pickler):
    """Pickles a symbol table; of a node only its own words and numbers, of a file or a place nothing."""

    def persistent_id(self, object: object) -> _Head | None:
        match object:
            case ast.Node():
                kind = type(object)
                own = ((name, getattr(object, name)) for name in parts_of(kind))
                return kind, tuple((name, value) for name, value in own if isinstance(value, str | int))
            case Source() | Span():
                return type(object), ()
            case _:
                # All else is pickled as it is.
                return None


class _Reader(pickle.Unpickler):
    """Reads a symbol table, with nodes of which only heads are there."""

    def persistent_load(self, head: _Head) -> object:
        kind, attributes = head
        made = kind.__new__(kind)
        for name, value in attributes:
            object.__setattr__(made, name, value)
        return made


def written(symbols: SymbolTable) -> bytes:
    """Return a symbol table as bytes; of its clauses their ids and kinds."""
    file = io.BytesIO()
    clauses = {id: Clause(id, clause.kind, clause.span, "") for id, clause in symbols.wording.clauses.items()}
    _Writer(file, pickle.HIGHEST_PROTOCOL).dump(evolve(symbols, wording=Wording(clauses)))
    return file.getvalue()


def read(payload: bytes) -> SymbolTable:
    """Return a symbol table that was written. Raises whatever a pickle of other code raises."""
    symbols = _Reader(io.BytesIO(payload)).load()
    assert isinstance(symbols, SymbolTable), "a symbol table was written"
    return symbols
