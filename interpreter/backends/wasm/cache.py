"""Compiled modules kept on disk, by what they and the compiler are made from; never needed, and checked when read."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from functools import cache
from importlib.util import find_spec

from attrs import asdict, frozen

from ....dsl.source.cache import CacheStore, user_store, version_of_code
from ...canonical.fingerprint import digest
from ..backend import GeneratedProgram
from ..low.layout.memory import MemoryLayout

# Older ones are removed.
MOST_KEPT = 256
# What a module depends on besides the rulebook: the folders of the package that make it.
MAKERS = ("grammar", "dsl", "interpreter")


@frozen
class CachedModule:
    """A compiled module that was kept: its memory, and what wasmtime made of it."""

    memory: MemoryLayout
    compiled: bytes


class Cache:
    """Compiled modules in a store. Several processes may use it at once."""

    def __init__(self, store: CacheStore) -> None:
        self._store = store

    def read(self, key: str) -> CachedModule | None:
        """The compiled module under a key, if it is there and whole."""
        payload = self._store.read(key)
        if payload is None:
            return None
        layout, _, compiled = payload.partition(b"\n")
        return CachedModule(_memory(json.loads(layout)), compiled)

    def write(self, key: str, memory: MemoryLayout, compiled: bytes) -> None:
        """Keep a compiled module; where that fails, it is not kept."""
        self._store.write(key, json.dumps(_layout(memory)).encode() + b"\n" + compiled)

    def forget(self, key: str) -> None:
        """Remove a module that could not be used."""
        self._store.forget(key)


def user_cache() -> Cache | None:
    """The cache in the user's cache folder; None where nothing may be kept."""
    store = user_store("modules", MOST_KEPT)
    return None if store is None else Cache(store)


def _layout(memory: MemoryLayout) -> dict[str, int]:
    """Return the layout of a memory."""
    return {name: value for name, value in asdict(memory).items() if name in _LAYOUT}


# What the constructor of `MemoryLayout` takes; all addresses follow from it.
_LAYOUT = ("width", "slots", "phases", "players", "codes_kept", "code_width", "most_kinds", "figures", "keeps_before")


def _memory(layout: dict[str, int]) -> MemoryLayout:
    return MemoryLayout(**{name: layout[name] for name in _LAYOUT})


def key_of(written: GeneratedProgram, extras: str = "") -> str:
    """The key of the module of a program with extras (their digest): what it is made from, and what makes it.

    The texts of a rulebook are known at once. A digest of the program, where they are not, takes ten times as long as all else.
    """
    return hashlib.sha256("\0".join((written.origin or digest(written.program), extras, *_compiled_by())).encode()).hexdigest()


@cache
def _compiled_by() -> tuple[str, ...]:
    """Return everything else that a compiled module depends on: this package, wasmtime, the kind of computer."""
    package = find_spec("wasmtime")
    place = "" if package is None or package.origin is None else package.origin
    # wasmtime refuses modules of other versions itself; this keeps those of several apart.
    written = str(os.stat(place).st_mtime_ns) if place else ""
    return version_of_code(*MAKERS).decode(), place, written, sys.platform, platform.machine()
