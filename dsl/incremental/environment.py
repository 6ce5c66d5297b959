"""A symbol table to bytes without the nodes of the syntax, and back: what the checker needs to check a declaration again.

In place of each node stands one of its class with its own words and numbers, such as a name, and without the nodes below it; in
place of each file and place an empty one. To ask for a part that is left out raises AttributeError. So nothing can be found by
mistake of what is not there.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from attrs import evolve

from .. import syntax as ast
from ..source.clauses import Clause
from ..source.pickled import Reducers, pickled
from ..source.span import Source, Span
from ..symbols.symbols import ClauseTable, SymbolTable
from ..syntax.walk import parts_of
from ..types.types import EnumKind, EnumType

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from ..lower.again import CachedCode
    from .summaries import Summaries

# Declarations that are kept after they were read: the same is asked for again.
ITEMS_KEPT = 1024
# The members of some types, by the names of these.
Members = Mapping[str, tuple[str, ...]]
_AS_WRITTEN: Members = {}
# The attributes that are kept of a node.
_Own = tuple[tuple[str, str | int], ...]
# The arguments of a new file and place without anything: one object each, so that a pickle has it once.
_NO_PLACE: Mapping[type, tuple[type]] = {Source: (Source,), Span: (Span,)}


def _head(node: ast.Node) -> tuple[Any, tuple[Any, ...]]:
    """Reduce a node to its own words and numbers."""
    kind = type(node)
    own = ((name, getattr(node, name)) for name in parts_of(kind))
    return _with, (kind, tuple((name, value) for name, value in own if isinstance(value, str | int)))


def _place(place: Source | Span) -> tuple[Any, tuple[Any, ...]]:
    """Reduce a file or a place to nothing."""
    return object.__new__, _NO_PLACE[type(place)]


def _with(kind: type[object], own: _Own) -> object:
    """Return an object of a class with these attributes alone."""
    # No initialiser runs: it would ask for the parts that are left out. Nodes are frozen, so `object` sets their attributes.
    copy = kind.__new__(kind)
    for name, value in own:
        object.__setattr__(copy, name, value)
    return copy


@cache
def _without_nodes() -> Reducers:
    """Return how a pickle reduces nodes, files and places."""
    nodes = (kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.Node))
    return Reducers({**dict.fromkeys(nodes, _head), Source: _place, Span: _place})


@cache
def _without_texts() -> Reducers:
    """Return how a pickle reduces the files that places stand in."""
    return Reducers({Source: _without_text})


def _without_text(source: Source) -> tuple[Any, tuple[Any, ...]]:
    return Source, (source.name, "")


def written(symbols: SymbolTable, summaries: Summaries) -> bytes:
    """Return a symbol table and the summaries of its rulebook as bytes; of its clauses what is around each."""
    clauses = {id: Clause(id, clause.kind, clause.span, "", clause.parent) for id, clause in symbols.wording.clauses.items()}
    # In one payload: fields count by identity.
    return pickled((evolve(symbols, wording=ClauseTable(clauses)), summaries), _without_nodes())


def written_code(code: CachedCode) -> bytes:
    """Return a program as bytes, without its places: `places` finds one again where a game comes to a fault."""
    return pickled(code, _without_nodes())


def written_item(item: ast.Item) -> bytes:
    """Return a whole declaration as bytes, without the text of its file."""
    return pickled(item, _without_texts())


def has_place(place: Span) -> bool:
    """Return whether a place was kept, or is new."""
    return hasattr(place, "source")


def read(payload: bytes, members: Members = _AS_WRITTEN) -> tuple[SymbolTable, Summaries]:
    """Return a symbol table and summaries that were written, in which some types have other `members`.

    Raises whatever a pickle of other code raises, and AttributeError where other types are made of one of these.
    """
    symbols, summaries = _loaded(payload, members)
    assert isinstance(symbols, SymbolTable), "a symbol table was written"
    return symbols, summaries


@lru_cache(maxsize=ITEMS_KEPT)
def read_item(payload: bytes, files: tuple[Source, ...]) -> ast.Item:
    """Return a declaration that was written, which stands in one of these files. Raises whatever a pickle of other code raises.

    The check of a part of it may quote its text.
    """
    item: ast.Item = _WithFiles(payload, files).load()
    return item


def read_code(payload: bytes, members: Members = _AS_WRITTEN) -> CachedCode:
    """Return a program that was written, in which some types have other `members`. Raises what `read` raises."""
    code: CachedCode = _loaded(payload, members)
    return code


def _loaded(payload: bytes, members: Members) -> Any:
    return _Unpickler(payload, members).load() if members else pickle.loads(payload)


class _WithFiles(pickle.Unpickler):
    """Reads a pickle in which places stand in some files."""

    def __init__(self, payload: bytes, files: tuple[Source, ...]) -> None:
        super().__init__(io.BytesIO(payload))
        self._files = {file.name: file for file in files}

    def find_class(self, module: str, name: str) -> Any:
        class_ = super().find_class(module, name)
        return self._file if class_ is Source else class_

    def _file(self, name: str, text: str) -> Source:
        return self._files.get(name, Source(name, text))


class _Unpickler(pickle.Unpickler):
    """Reads a pickle in which types with some names have other members."""

    def __init__(self, payload: bytes, members: Members) -> None:
        super().__init__(io.BytesIO(payload))
        self._members = members

    def find_class(self, module: str, name: str) -> Any:
        # A record is written as a call of its class (`source/pickled`).
        class_ = super().find_class(module, name)
        return self._type if class_ is EnumType else class_

    def _type(self, name: str, members: tuple[str, ...], kind: EnumKind, owner: EnumType | None) -> EnumType:
        if owner is not None and owner.name in self._members:
            raise AttributeError(f"`{name}` has members for each of `{owner.name}`")
        return EnumType(name, self._members.get(name, members), kind, owner)
