"""A module in a store of its own: its functions, and its memory as Python sees it."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import wasmtime

from ..low.memory import DETAIL, DONE, KIND, OTHER, PLAYED, SITE, STOP, Memory


class Stopped(Exception):
    """A module that trapped: what it noted of what went wrong (`building.FAULT` and so on; 0 for nothing)."""

    def __init__(self, kind: int, site: int, detail: int, other: int) -> None:
        super().__init__(kind, site, detail, other)
        self.kind, self.site, self.detail, self.other = kind, site, detail, other


class Instance:
    """An instance of a module. One thread at a time may use it."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module, memory: Memory) -> None:
        self.memory = memory
        self._store = wasmtime.Store(engine)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        held = self._exports["memory"]
        assert isinstance(held, wasmtime.Memory), "a module has a memory"
        # The memory of a module never grows, so it stays where it is.
        self._held, self._base = held, ctypes.addressof(held.data_ptr(self._store).contents)
        word = ctypes.c_int32 if memory.width == 4 else ctypes.c_int64
        self.slots = (word * memory.slots).from_address(self._base + memory.state)
        code = ctypes.c_int32 if memory.code_width == 4 else ctypes.c_int64
        self.codes = (code * (memory.codes_kept + 1)).from_address(self._base + memory.codes)

    def call(self, name: str, *arguments: int) -> int:
        """Call an export; 0 where it gives nothing. Raises Stopped."""
        function = self._exports[name]
        assert isinstance(function, wasmtime.Func), f"`{name}` is a function"
        try:
            result = function(self._store, *arguments)
        except wasmtime.Trap:
            raise self.stopped() from None
        return int(result) if result is not None else 0

    def stopped(self) -> Stopped:
        """Return the note of a fault, and forget it here."""
        noted = Stopped(*(self.word(at) for at in (KIND, SITE, DETAIL, OTHER)))
        self.put_word(KIND, 0)
        return noted

    def word(self, at: int) -> int:
        """The number of 8 bytes at an address."""
        return ctypes.c_int64.from_address(self._base + at).value

    def put_word(self, at: int, value: int) -> None:
        """Put a number of 8 bytes at an address."""
        ctypes.c_int64.from_address(self._base + at).value = value

    def words(self, at: int, count: int, step: int = 1) -> list[int]:
        """Every `step`th of the numbers of 8 bytes from an address on."""
        return (ctypes.c_int64 * count).from_address(self._base + at)[::step]

    # -- positions -----------------------------------------------------------------------------

    def state(self) -> tuple[int, ...]:
        """The position."""
        return tuple(self.slots)

    def put_state(self, slots: Sequence[int]) -> None:
        """Go to a position."""
        self.slots[:] = slots

    def legal(self) -> list[int]:
        """The codes of what may come next. Raises Stopped."""
        return list(self.codes[: self.call("legal")])

    def stop(self) -> None:
        """Let a call that is under way in another thread end after its step."""
        self.put_word(STOP, 1)

    def go_on(self) -> None:
        """Let calls run again after `stop`."""
        self.put_word(STOP, 0)

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called, and not `go_on` since."""
        return bool(self.word(STOP))

    @property
    def done(self) -> int:
        """The number of finished games of the last series."""
        return self.word(DONE)

    @property
    def played(self) -> int:
        """The number of the game of a series that is, or was, played."""
        return self.word(PLAYED)
