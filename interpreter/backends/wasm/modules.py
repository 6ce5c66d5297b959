"""A program to a module of WebAssembly, and to what wasmtime makes of it."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import wasmtime

from ...codegen.script import Written
from ..low import Unsupported
from .build import Built, built
from .instance import Instance


class Module:
    """A module that is ready to run; each thread has an instance of its own."""

    def __init__(self, built: Built) -> None:
        self.memory = built.memory
        try:
            self._compiled = wasmtime.Module(_engine(), built.code)
        except wasmtime.WasmtimeError as error:
            raise Unsupported(f"a module that is not compiled: {error}") from None

    def instance(self) -> Instance:
        """A new instance."""
        return Instance(_engine(), self._compiled, self.memory)


_engines: list[wasmtime.Engine] = []
_modules: WeakKeyDictionary[Written, Module | Unsupported] = WeakKeyDictionary()


def _engine() -> wasmtime.Engine:
    """The engine of this process."""
    if not _engines:
        config = wasmtime.Config()
        config.cranelift_opt_level = "speed"
        _engines.append(wasmtime.Engine(config))
    return _engines[0]


def module_of(written: Written) -> Module:
    """The module of a program, made when it is first asked for. Raises Unsupported."""
    if written not in _modules:
        try:
            _modules[written] = Module(built(written.program))
        except Unsupported as error:
            _modules[written] = error
    found = _modules[written]
    if isinstance(found, Unsupported):
        raise found
    return found
