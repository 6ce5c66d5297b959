"""Compiled modules kept on disk, by what the rules do and by what compiles them; never needed, and checked when read."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import tempfile
from contextlib import suppress
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path

import platformdirs
from attrs import asdict, frozen

from ....dsl import ir
from ...canonical.fingerprint import digest
from ..low.memory import Memory

MAGIC = b"rulewright module 1\n"
# Older ones are removed.
MOST_KEPT = 256
# What a module depends on besides the rules: the folders of the generators.
GENERATORS = ("interpreter/backends/plan", "interpreter/backends/low", "interpreter/backends/wasm",
              "interpreter/backends/python")


@frozen
class Kept:
    """A compiled module that was kept: its memory, and what wasmtime made of it."""

    memory: Memory
    compiled: bytes


class Cache:
    """A folder with compiled modules. Several processes may use it at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, program: ir.Program) -> Kept | None:
        """The compiled module of a program, if it is there and whole."""
        path = self._path(program)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        head, payload = content[: len(MAGIC) + 32], content[len(MAGIC) + 32 :]
        if head != MAGIC + hashlib.sha256(payload).digest():
            return None
        with suppress(OSError):
            os.utime(path)
        layout, _, compiled = payload.partition(b"\n")
        return Kept(_memory(json.loads(layout)), compiled)

    def write(self, program: ir.Program, memory: Memory, compiled: bytes) -> None:
        """Keep a compiled module; where that fails, it is not kept."""
        payload = json.dumps(_layout(memory)).encode() + b"\n" + compiled
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, prefix=".")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(MAGIC + hashlib.sha256(payload).digest() + payload)
                Path(name).replace(self._path(program))
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
            self._prune()

    def forget(self, program: ir.Program) -> None:
        """Remove the module of a program, which could not be used."""
        with suppress(OSError):
            self._path(program).unlink(missing_ok=True)

    def _path(self, program: ir.Program) -> Path:
        known_by = hashlib.sha256("\0".join((digest(program), *_compiled_by())).encode()).hexdigest()
        return self.folder / f"{known_by[:40]}.module"

    def _prune(self) -> None:
        """Remove the modules that were not used for longest."""
        there = sorted(self.folder.glob("*.module"), key=lambda path: path.stat().st_mtime)
        for path in there[:-MOST_KEPT]:
            path.unlink(missing_ok=True)


def user_cache() -> Cache:
    """The cache in the user's cache folder."""
    return Cache(platformdirs.user_cache_path("rulewright", appauthor=False) / "modules")


def _layout(memory: Memory) -> dict[str, int]:
    """Return the layout of a memory."""
    return {name: value for name, value in asdict(memory).items() if name in _LAYOUT}


_LAYOUT = ("width", "slots", "phases", "players", "codes_kept", "code_width", "most_kinds")


def _memory(layout: dict[str, int]) -> Memory:
    return Memory(**{name: layout[name] for name in _LAYOUT})


@cache
def _compiled_by() -> tuple[str, ...]:
    """Return everything else that a compiled module depends on: the generators, wasmtime, the kind of computer."""
    sources = hashlib.sha256()
    for folder in GENERATORS:
        for file in sorted(_sources(resources.files("rulewright").joinpath(folder)), key=lambda traversable: traversable.name):
            sources.update(file.name.encode() + b"\0" + file.read_bytes())
    return sources.hexdigest(), metadata.version("wasmtime"), platform.system(), platform.machine()


def _sources(folder: Traversable) -> list[Traversable]:
    return [traversable for traversable in folder.iterdir() if traversable.name.endswith(".py")]
