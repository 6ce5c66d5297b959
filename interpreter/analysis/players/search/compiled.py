"""A module of WebAssembly as a simulator."""

from __future__ import annotations

from ....backends.backend import ENDED
from ....backends.evaluation import MOST_STEPS, TRIALS
from ....backends.low.watching.evaluating import PAIR_BYTES
from ....backends.low.writing.building import FAULT, ROUND, TOO_LONG
from ....backends.wasm.instance import Instance, ModuleTrap
from ....backends.wasm.modules import CompiledModule
from .simulator import GoesWrong, HandedOver

# What the Python machine would find too.
SAME_IN_PYTHON = (FAULT, TOO_LONG, ROUND)


class ModuleSimulator:
    """An instance of a module as a simulator; one that was made with an evaluation has notes of the evaluations of moves."""

    def __init__(self, module: CompiledModule, players: int = 0) -> None:
        self._instance: Instance = module.instance()
        self._players = players
        self._notes = self._instance.reserve(PAIR_BYTES * (module.memory.codes_kept + 1)) if players else 0

    def _call(self, name: str, *arguments: int) -> int:
        try:
            return self._instance.call(name, *arguments)
        except ModuleTrap as stopped:
            raise (GoesWrong if stopped.kind in SAME_IN_PYTHON else HandedOver)(str(stopped)) from None

    def begin(self, seed: int, number: int) -> None:
        self._call("chance", seed, number)

    def put(self, position: bytes) -> None:
        self._instance.put_packed(position)

    def snapshot(self) -> bytes:
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
        # A module may have listed the codes of another position; `draw` lists them again.
        if limit > 0 and not self._instance.slots[ENDED]:
            self._call("draw")
            self._call("playout", limit - 1)

    def _evaluated(self, name: str, *arguments: int) -> int:
        """Call an export that an evaluation adds; Python finds a fault again, and knows the places of the evaluation."""
        try:
            return self._instance.call(name, *arguments)
        except ModuleTrap as stopped:
            raise HandedOver(str(stopped)) from None

    def settle(self, block: int) -> None:
        self._call("settle", block, MOST_STEPS)

    def evaluations(self) -> tuple[int, ...]:
        return tuple(self._evaluated("evaluate", seat) for seat in range(self._players))

    def weigh(self) -> list[float]:
        count = self._evaluated("weigh", self._notes)
        pairs = self._instance.words(self._notes, PAIR_BYTES // 8 * count)
        return [value / TRIALS for value in pairs[1::2]]
