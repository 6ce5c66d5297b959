"""A program to a module of WebAssembly, and to what wasmtime makes of it."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import wasmtime
from attrs import frozen

from ....dsl import ir
from ...codegen.script import Written
from ..low import Unsupported, lowered
from ..low.memory import Memory
from .instance import Instance
from .writer import assembled

# A module with more bytes takes too long to compile; its rulebook is played in Python.
MOST_BYTES = 4 << 20


@frozen(eq=False)
class Built:
    """A module as bytes, and where things are in its memory."""

    memory: Memory
    code: bytes


def built(program: ir.Program) -> Built:
    """The module of a program. Raises Unsupported for what only Python can play."""
    low = lowered(program)
    code = assembled(low.module)
    if len(code) > MOST_BYTES:
        raise Unsupported(f"a module of {len(code):,} bytes, at most {MOST_BYTES:,} are compiled")
    return Built(low.memory, code)


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
