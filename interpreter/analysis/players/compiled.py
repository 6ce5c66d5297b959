"""A module of WebAssembly as a simulator."""

from __future__ import annotations

from ...backends.backend import ENDED
from ...backends.low.writing.building import FAULT, ROUND, TOO_LONG
from ...backends.wasm.instance import Instance, Stopped
from ...backends.wasm.modules import Module
from .simulator import GoesWrong, HandedOver

# What the Python machine would find too.
SAME_IN_PYTHON = (FAULT, TOO_LONG, ROUND)


class ModuleSimulator:
    """An instance of a module as a simulator."""

    def __init__(self, module: Module) -> None:
        self._instance: Instance = module.instance()

    def _call(self, name: str, *arguments: int) -> int:
        try:
            return self._instance.call(name, *arguments)
        except Stopped as stopped:
            raise (GoesWrong if stopped.kind in SAME_IN_PYTHON else HandedOver)(str(stopped)) from None

    def begin(self, seed: int, number: int) -> None:
        self._call("chance", seed, number)

    def put(self, position: bytes) -> None:
        self._instance.put_packed(position)

    def kept(self) -> bytes:
        return self._instance.packed()

    def mover(self) -> int:
        return self._call("mover")

    def legal(self) -> list[int]:
        return list(self._instance.codes[: self._call("legal")])

    def step(self, code: int) -> None:
        done = self._call("step", code)
        assert done, f"{code} is legal"

    def draw(self) -> int:
        return self._call("draw")

    def play_on(self, limit: int) -> None:
        # A module may have listed the codes of another position; `draw` lists them anew.
        if limit > 0 and not self._instance.slots[ENDED]:
            self._call("draw")
            self._call("playout", limit - 1)
