"""Exports of an instance -> Python functions of whole numbers that cost little to call.

The comfortable way of wasmtime asks for the type of a function at each call and converts each number: 50 microseconds. The call
without checks takes 3. It is no public part of the Python package, so the comfortable way is taken where it is not found.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import wasmtime
from wasmtime import _ffi as ffi

Export = Callable[..., int]
# Each argument and result has 16 bytes.
RAW = 2
CALL = "wasmtime_func_call_unchecked"
LIBRARY: ctypes.CDLL | None = getattr(ffi, "dll", None)


def exports(store: wasmtime.Store, instance: wasmtime.Instance) -> dict[str, Export]:
    """The functions that an instance exports; each returns 0 where it gives nothing, and raises wasmtime.Trap."""
    exported = instance.exports(store)
    functions = {name: item for name, item in _named(exported) if isinstance(item, wasmtime.Func)}
    if LIBRARY is None or not hasattr(LIBRARY, CALL) or not hasattr(store, "_context"):
        return {name: _comfortable(store, item) for name, item in functions.items()}
    return {name: _unchecked(LIBRARY, store, item) for name, item in functions.items()}


def _named(exported: object) -> list[tuple[str, object]]:
    return list(exported.items())  # type: ignore[attr-defined]  # a mapping, which its type does not say in all versions


def _comfortable(store: wasmtime.Store, function: wasmtime.Func) -> Export:
    def call(*arguments: int) -> int:
        result = function(store, *arguments)
        return int(result) if result is not None else 0

    return call


def _unchecked(library: ctypes.CDLL, store: wasmtime.Store, function: wasmtime.Func) -> Export:
    """A function that is called with its numbers put where wasmtime looks for them."""
    type_ = function.type(store)
    params, results = type_.params, type_.results
    wide = bool(results) and results[0] == wasmtime.ValType.i64()
    count = max(len(params), len(results), 1)
    raw = (ctypes.c_int64 * (RAW * count))()
    narrow = ctypes.c_int32.from_buffer(raw)
    trap = ctypes.c_void_p()
    called = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t,
                              ctypes.c_void_p)((CALL, library))
    context = ctypes.cast(store._context(), ctypes.c_void_p).value
    place, address, to = ctypes.addressof(function._func), ctypes.addressof(raw), ctypes.addressof(trap)
    expected, gives = len(params), len(results)

    def call(*arguments: int) -> int:
        assert len(arguments) == expected, "an export is called with as many numbers as it takes"
        for i in range(expected):
            raw[RAW * i] = arguments[i]
        error = called(context, place, address, count, to)
        if error or trap.value:
            _failed(error, trap)
        return 0 if not gives else raw[0] if wide else narrow.value

    # The function is where `place` says as long as this is there.
    call.function = function  # type: ignore[attr-defined]  # functions may have what they need beside them
    return call


def _failed(error: int | None, trap: ctypes.c_void_p) -> None:
    """Raise the error that wasmtime reports of a call, which is given back to it then."""
    if error:
        raise wasmtime.WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))
    pointer = ctypes.cast(trap, ctypes.POINTER(ffi.wasm_trap_t))
    trap.value = None
    raise wasmtime.Trap._from_ptr(pointer)
