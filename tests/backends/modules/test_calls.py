"""Exports are called in the quick way and in the comfortable way of wasmtime with the same results."""

from __future__ import annotations

import pytest

import rulewright

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from rulewright.interpreter.backends.wasm import calls
from rulewright.interpreter.backends.wasm.build import built
from rulewright.interpreter.backends.wasm.instance import Instance, ModuleTrap, NoRoom
from rulewright.interpreter.backends.wasm.modules import compiled


def nim() -> Instance:
    return compiled(built(rulewright.load("nim").rules().program)).instance()


@pytest.mark.parametrize("library", [calls.LIBRARY, None])
def test_a_game_is_the_same_in_both_ways_of_calling(library: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert calls.LIBRARY is not None, "this version of wasmtime has the quick way"
    monkeypatch.setattr(calls, "LIBRARY", library)
    instance = nim()
    assert instance.call("start", -7, 12345) == 0
    seen = [(tuple(instance.legal()), instance.call("mover"), instance.call("draw")) for _ in range(30)]
    assert [instance.call("code", 5), instance.call("step", 0), instance.call("mover")] == [-1, 0, -2]
    assert (seen[0], seen[-1]) == (((0, 1, 2, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 20), 0, 16), ((), -2, -1))
    instance.put_state([1000, 0, *instance.state()[2:]])
    with pytest.raises(ModuleTrap):
        instance.call("draw")


def test_a_position_has_its_bytes_and_a_memory_its_end() -> None:
    instance = nim()
    with pytest.raises(ValueError, match="a position has"):
        instance.put_packed(b"")
    with pytest.raises(NoRoom):
        instance.reserve(1 << 33)
    assert bytes(instance.buffer(instance.reserve(10), 10)) == bytes(10)
