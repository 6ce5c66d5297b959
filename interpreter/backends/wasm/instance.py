"""A module in a store of its own: its functions, and its memory as Python sees it."""

from __future__ import annotations

import atexit
import ctypes
from collections.abc import Sequence
from typing import Protocol, TypeVar
from weakref import WeakSet

import wasmtime

from ..low.layout.memory import DETAIL, DONE, KIND, OTHER, PAGE, PLAYED, SITE, STOP, UNIFORM, MemoryLayout
from .calls import exports


class Closable(Protocol):
    """A resource that wasmtime keeps outside Python."""

    def close(self) -> None:
        """Give it back."""
        ...


C = TypeVar("C", bound=Closable)
_open: WeakSet[Closable] = WeakSet()


def closed_at_exit(item: C) -> C:
    """The same, which is closed when Python ends: later wasmtime cannot close it any more, and would say so."""
    _open.add(item)
    return item


@atexit.register
def _close() -> None:
    # A copy: closing one may free others, and the set would change while it is gone through.
    for item in list(_open):
        item.close()


class ModuleTrap(Exception):
    """A module that trapped: what it noted of what went wrong (`building.FAULT` and so on; 0 for nothing)."""

    def __init__(self, kind: int, site: int, detail: int, other: int) -> None:
        super().__init__(kind, site, detail, other)
        self.kind, self.site, self.detail, self.other = kind, site, detail, other


class NoRoom(Exception):
    """A memory that cannot grow any more."""


class Instance:
    """An instance of a module. One thread at a time may use it."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module, memory: MemoryLayout) -> None:
        self.memory = memory
        self._store = closed_at_exit(wasmtime.Store(engine))
        instance = wasmtime.Instance(self._store, module, [])
        self._exports = exports(self._store, instance)
        linear = instance.exports(self._store)["memory"]
        assert isinstance(linear, wasmtime.Memory), "a module has a memory"
        # The module never grows its memory, and what `reserve` adds comes after it: so it stays where it is.
        self._linear, self._base = linear, ctypes.addressof(linear.data_ptr(self._store).contents)
        word = ctypes.c_int32 if memory.width == 4 else ctypes.c_int64
        self.slots = (word * memory.slots).from_address(self._base + memory.state)
        code = ctypes.c_int32 if memory.code_width == 4 else ctypes.c_int64
        self.codes = (code * (memory.codes_kept + 1)).from_address(self._base + memory.codes)
        self._state, self._state_bytes = self._base + memory.state, memory.width * memory.slots

    def call(self, name: str, *arguments: int) -> int:
        """Call an export; 0 where it gives nothing. Raises Stopped."""
        try:
            return self._exports[name](*arguments)
        except wasmtime.Trap:
            raise self.stopped() from None

    def stopped(self) -> ModuleTrap:
        """Return the note of a fault, and forget it here."""
        noted = ModuleTrap(*(self.word(address) for address in (KIND, SITE, DETAIL, OTHER)))
        self.put_word(KIND, 0)
        return noted

    # -- memory ----------------------------------------------------------------------------------

    def word(self, address: int) -> int:
        """The number of 8 bytes at an address."""
        return ctypes.c_int64.from_address(self._base + address).value

    def put_word(self, address: int, value: int) -> None:
        """Put a number of 8 bytes at an address."""
        ctypes.c_int64.from_address(self._base + address).value = value

    def words(self, address: int, count: int, step: int = 1) -> list[int]:
        """Every `step`th of the numbers of 8 bytes from an address on."""
        return (ctypes.c_int64 * count).from_address(self._base + address)[::step]

    def reserve(self, size: int) -> int:
        """The address of this many more bytes of memory, all 0, which the module never touches by itself. Raises NoRoom."""
        try:
            return PAGE * self._linear.grow(self._store, max(1, (size + PAGE - 1) // PAGE))
        except wasmtime.WasmtimeError as error:
            raise NoRoom(f"no room for {size:,} bytes more in the memory of a module") from error
        finally:
            assert ctypes.addressof(self._linear.data_ptr(self._store).contents) == self._base, "a memory that grows stays"

    def buffer(self, address: int, size: int) -> ctypes.Array[ctypes.c_char]:
        """Bytes of the memory, to read and write in place; as long as this is there, so is the memory."""
        buffer = (ctypes.c_char * size).from_address(self._base + address)
        buffer.owner = self  # type: ignore[attr-defined]  # arrays of ctypes may have what they need beside them
        return buffer

    def bytes_at(self, address: int, size: int) -> bytes:
        """A copy of some bytes of the memory."""
        return ctypes.string_at(self._base + address, size)

    def put_bytes(self, address: int, content: bytes) -> None:
        """Put some bytes into the memory."""
        ctypes.memmove(self._base + address, content, len(content))

    # -- positions -----------------------------------------------------------------------------

    def state(self) -> tuple[int, ...]:
        """The position."""
        # A slice is made in one go; going through the array makes a number at a time.
        return tuple(self.slots[:])

    def put_state(self, slots: Sequence[int]) -> None:
        """Go to a position."""
        self.slots[:] = slots

    def packed(self) -> bytes:
        """The position as bytes, which are quicker to take and put than numbers; equal bytes are equal positions."""
        return ctypes.string_at(self._state, self._state_bytes)

    def put_packed(self, state: bytes) -> None:
        """Go to a position given as bytes. Raises ValueError for bytes of another length."""
        if len(state) != self._state_bytes:
            raise ValueError(f"a position has {self._state_bytes} bytes, not {len(state)}")
        ctypes.memmove(self._state, state, self._state_bytes)

    def legal(self) -> list[int]:
        """The codes of what may come next; none when the game is over. Raises Stopped."""
        return self.codes[: self.call("legal")]

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

    def draw_uniformly(self, expected: bool) -> None:
        """Let random choices take each move equally likely, or first a kind of move."""
        self.put_word(UNIFORM, expected)

    @property
    def done(self) -> int:
        """The number of finished games of the last series."""
        return self.word(DONE)

    @property
    def played(self) -> int:
        """The number of the game of a series that is, or was, played."""
        return self.word(PLAYED)
