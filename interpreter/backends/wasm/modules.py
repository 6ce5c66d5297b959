"""A program to a module of WebAssembly, and to what wasmtime makes of it."""

from __future__ import annotations

import os
from functools import lru_cache
from weakref import WeakKeyDictionary

import wasmtime

from ....dsl import ir
from ..backend import GeneratedProgram
from ..evaluation import Evaluation
from ..low import Unsupported
from ..low.layout.extras import Extras
from ..low.layout.memory import MemoryLayout
from .build import Built, built
from .cache import Cache, key_of
from .instance import Instance, closed_at_exit


class CompiledModule:
    """A module that is ready to run; each thread has an instance of its own."""

    def __init__(self, memory: MemoryLayout, compiled: wasmtime.Module) -> None:
        self.memory, self._compiled = memory, compiled

    def instance(self) -> Instance:
        """A new instance."""
        return Instance(engine(), self._compiled, self.memory)

    def serialized(self) -> bytes:
        """Return the compiled module as bytes."""
        return bytes(self._compiled.serialize())


def compiled(built: Built) -> CompiledModule:
    """A module, compiled. Raises Unsupported where it passes a limit of wasmtime."""
    try:
        return CompiledModule(built.memory, closed_at_exit(wasmtime.Module(engine(), built.code)))
    except wasmtime.WasmtimeError as error:
        raise Unsupported(f"a module that is not compiled: {error}") from None


def module_of(written: GeneratedProgram, cache: Cache | None, extras: Extras | Evaluation | None = None) -> CompiledModule:
    """The module of a program, made when it is first asked for; it finds out `extras` too. Raises Unsupported."""
    if not is_usable():
        raise Unsupported("this process was forked from one in which wasmtime has run")
    digest = "" if extras is None else extras.digest
    known = _modules.setdefault(written, {})
    if digest not in known:
        try:
            key = None if cache is None else key_of(written, digest)
            known[digest] = _read(key, cache) or _compiled(written.program, key, cache, extras)
        except Unsupported as error:
            # Kept as well: a program that has no module is lowered in vain only once.
            known[digest] = error
    module = known[digest]
    if isinstance(module, Unsupported):
        raise module
    return module


def _compiled(program: ir.Program, key: str | None, cache: Cache | None, extras: Extras | Evaluation | None) -> CompiledModule:
    """The module of a program, compiled and kept."""
    module = compiled(built(program, described=False, extras=extras))
    if cache is not None and key is not None:
        cache.write(key, module.memory, module.serialized())
    return module


def _read(key: str | None, cache: Cache | None) -> CompiledModule | None:
    """The module under a key as it was kept, if it was."""
    cached = None if cache is None or key is None else cache.read(key)
    if cache is None or key is None or cached is None:
        return None
    try:
        return CompiledModule(cached.memory, closed_at_exit(wasmtime.Module.deserialize(engine(), cached.compiled)))
    except wasmtime.WasmtimeError:
        # Another wasmtime made it, or for another processor.
        cache.forget(key)
        return None


def is_usable() -> bool:
    """Return whether wasmtime can run in this process.

    It compiles in threads, and a fork has none of the threads of its parent: it would wait for them for ever.
    """
    # A fork has the engine of its parent, and the parent's number with it.
    return engine.cache_info().currsize == 0 or _users == [os.getpid()]


_users: list[int] = []


@lru_cache(maxsize=1)
def engine() -> wasmtime.Engine:
    """The engine of this process."""
    _users.append(os.getpid())
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    return closed_at_exit(wasmtime.Engine(config))


_modules: WeakKeyDictionary[GeneratedProgram, dict[str, CompiledModule | Unsupported]] = WeakKeyDictionary()
