"""A module that is given as bytes is run when its check holds, and refused when it does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from rulewright.interpreter.backends.wasm.build import built
from rulewright.interpreter.backends.wasm.loading import DamagedModule, given_module
from rulewright.interpreter.backends.wasm.modules import compiled

PROGRAM = rulewright.load("nim").rules().program


def test_a_given_module_plays_as_the_rulebook_does() -> None:
    given, own = given_module(built(PROGRAM).code), compiled(built(PROGRAM)).instance()
    assert given.about["name"] == "nim"
    for instance in (given.instance, own):
        instance.call("start", 7, 12345)
    while own.call("mover") != -2:
        assert given.instance.legal() == own.legal()
        assert given.instance.call("draw") == own.call("draw")
        assert given.instance.state() == own.state()


@pytest.mark.parametrize("damage", [
    lambda code: b"", lambda code: code[:-1], lambda code: code[:-40], lambda code: code + b"\0\x02\x01x",
    lambda code: code[:200] + bytes((code[200] ^ 1,)) + code[201:], lambda code: code[:-1] + bytes((code[-1] ^ 1,))])
def test_a_damaged_module_is_refused(damage: Callable[[bytes], bytes]) -> None:
    with pytest.raises(DamagedModule):
        given_module(damage(built(PROGRAM).code))


def test_a_file_that_was_built_is_run_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "nim.wasm"
    path.write_bytes(built(PROGRAM).code)
    given = rulewright.module(path)
    given.instance.call("start", 7, 3)
    assert (given.about["name"], given.about["players"]) == ("nim", 2)
    nim = rulewright.load("nim")
    assert given.instance.legal() == nim.legal_codes(nim.initial())
    path.write_bytes(built(PROGRAM).code[:-3])
    with pytest.raises(ValueError, match="a section is cut off"):
        rulewright.module(path)
    with pytest.raises(FileNotFoundError):
        rulewright.module(tmp_path / "no.wasm")
