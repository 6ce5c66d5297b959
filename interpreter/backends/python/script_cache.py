"""The code of large scripts, kept in the user's cache folder by the program that they are of: it is not written twice.

A large program takes half a second to write and compile, and a tenth of that to be read back. A command that opens the same
rules as one before it begins to play at once, and so does a test. Small programs are written as fast as they are read.
"""

from __future__ import annotations

import marshal
import sys
import zlib
from functools import cache, cached_property
from pathlib import Path
from types import CodeType

from ....dsl import ir
from ....dsl.source.cache import CacheStore, code_in, digest_of, user_store
from ...canonical.content_digest import content_of

SCRIPTS = 128
# The number of blocks from which on a program counts as large.
LARGE = 200
# All code that a script depends on: the generator, and the shape of what it reads. Of each folder the files directly in it.
_ROOT = Path(__file__).parents[3]
MAKERS = ("interpreter/backends/python", "interpreter/backends/python/parts", "interpreter/backends/python/values",
          "interpreter/backends/plan", "interpreter/backends", "interpreter/canonical", "interpreter/runtime", "dsl/ir",
          "dsl/types", "dsl/source")


class ScriptCache:
    """The scripts of one program in the store."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program

    def read(self, record: bool) -> list[CodeType] | None:
        """The functions of a script, if they are kept."""
        payload = None if self._store is None else self._store.read(self._key(record))
        if self._store is None or payload is None:
            return None
        try:
            functions: list[CodeType] = marshal.loads(zlib.decompress(payload))
        except (ValueError, TypeError, EOFError, zlib.error):
            self._store.forget(self._key(record))
            return None
        return functions

    def write(self, record: bool, functions: list[CodeType]) -> None:
        """Keep the functions of a script."""
        if self._store is not None:
            self._store.write(self._key(record), zlib.compress(marshal.dumps(functions), 1))

    @cached_property
    def _store(self) -> CacheStore | None:
        return scripts() if len(self._program.blocks) >= LARGE and self._content else None

    def _key(self, record: bool) -> str:
        return digest_of(_made_by(), self._content, bytes([record]))

    @cached_property
    def _content(self) -> bytes:
        return content_of(self._program)


@cache
def scripts() -> CacheStore | None:
    """The store of all scripts; None where nothing may be kept."""
    return user_store("scripts", SCRIPTS)


@cache
def _made_by() -> bytes:
    # The code of functions is Python's own format, another one in each version of each implementation.
    return digest_of(code_in(*(_ROOT / maker for maker in MAKERS)), sys.implementation.cache_tag.encode()).encode()
