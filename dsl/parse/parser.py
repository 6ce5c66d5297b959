"""The grammar -> lark's parser of it, kept in the user's cache folder: making it takes longer than most rulebooks take to read.

lark's own cache holds descriptions of its objects, from which it makes them one by one. The objects themselves load in a third
of the time. Where nothing is kept yet, `tables` makes the table of the grammar, which takes lark much longer.
"""

from __future__ import annotations

import io
import pickle
import re
import sys
from contextlib import suppress
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any

import lark
from lark.lark import PostLex
from lark.parsers.lalr_analysis import Reduce, Shift

from ..source.cache import Store, digest_of, user_store
from . import driver, tables
from .tables import FastParser

# Each version of the grammar, of lark and of Python has a parser of its own.
PARSERS = 8
# Parts of a parser that are not kept: a module, what makes blocks of its words, and the functions that make trees.
_MODULE, _BLOCKS, _MAKERS = "re", "blocks", "makers"


def parser_of(blocks: PostLex) -> lark.Lark:
    """Return the parser of the grammar, with what makes blocks of its words; the kept one, if there is one."""
    store = user_store("grammars", PARSERS)
    grammar = resources.files("rulewright").joinpath("grammar", "rulebook.lark").read_bytes()
    key = digest_of(grammar, lark.__version__.encode(), sys.version.encode(), *map(_code_of, (driver, tables)))
    known = None if store is None else _kept(store, key, blocks)
    if known is not None:
        return known
    made = lark.Lark(grammar.decode(), parser="lalr", postlex=blocks, start=["declaration", "expression"],
                     propagate_positions=True, maybe_placeholders=True, _plugins={"LALR_Parser": FastParser})
    if store is not None:
        # Another version of lark may hold what cannot be pickled. Then the parser is made each time.
        with suppress(Exception):
            store.write(key, _written(made, blocks))
    return made


def _code_of(module: ModuleType) -> bytes:
    assert module.__file__ is not None, "a module of this folder is a file"
    return Path(module.__file__).read_bytes()


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, left_out: dict[int, str]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.left_out = left_out

    def persistent_id(self, part: object) -> str | None:
        return self.left_out.get(id(part))

    def reducer_override(self, part: object) -> Any:
        # A parser knows its two actions by identity, so they are kept by their names.
        return {id(Shift): "Shift", id(Reduce): "Reduce"}.get(id(part), NotImplemented)


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, left_out: dict[str, object]) -> None:
        super().__init__(file)
        self.left_out = left_out

    def persistent_load(self, name: str) -> object:
        return self.left_out[name]


def _written(parser: lark.Lark, blocks: PostLex) -> bytes:
    """Return a parser as bytes, without the parts that are made again."""
    file = io.BytesIO()
    state = vars(parser)
    left_out = {id(re): _MODULE, id(blocks): _BLOCKS, id(state["_callbacks"]): _MAKERS}
    _Writer(file, left_out).dump({name: part for name, part in state.items() if name != "_parse_tree_builder"})
    return file.getvalue()


def _kept(store: Store, key: str, blocks: PostLex) -> lark.Lark | None:
    """Return the parser that is kept under a key, if it can be used."""
    payload = store.read(key)
    if payload is None:
        return None
    makers: dict[Any, Any] = {}
    try:
        parser = lark.Lark.__new__(lark.Lark)
        vars(parser).update(_Reader(io.BytesIO(payload), {_MODULE: re, _BLOCKS: blocks, _MAKERS: makers}).load())
        parser._prepare_callbacks()
        makers.update(parser._callbacks)
        return parser
    except Exception:  # a pickle of other code may raise anything; the parser is made instead
        store.forget(key)
        return None
