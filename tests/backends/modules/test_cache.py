"""Compiled modules on disk: read again, refused when damaged, never needed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from attrs import evolve

import rulewright
from rulewright import open_files
from rulewright.dsl import ir
from rulewright.dsl.load.loader import find, read, read_text
from rulewright.dsl.source import cache as store
from rulewright.dsl.source.cache import CacheStore
from rulewright.dsl.source.span import Source
from rulewright.dsl.tools.mutation_operators import mutants, mutated
from rulewright.interpreter.analysis.playouts.search import evaluator_of
from rulewright.interpreter.backends.python.program import PythonProgram

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from rulewright.interpreter.backends.wasm import modules
from rulewright.interpreter.backends.wasm.cache import Cache, key_of, user_cache
from rulewright.interpreter.backends.wasm.games import GameResult, ModuleGames

from ...shipped import shipped_rules


def program() -> ir.Program:
    """The program whose modules are kept here."""
    return shipped_rules("nim").program


def played(cache: Cache | None) -> list[GameResult | int]:
    """Some games by a module that is looked for in a cache."""
    module = modules.module_of(PythonProgram(program()), cache)
    return list(ModuleGames(program(), module.instance()).play(1, range(5), 1000, lambda: 0.0))


def key() -> str:
    """The key of the module that is kept here."""
    return key_of(PythonProgram(program()))


def cache_in(folder: Path, most: int = 9) -> Cache:
    """A cache in a folder."""
    return Cache(CacheStore(folder, most))


def kept(folder: Path) -> Path:
    """The one module in a cache."""
    (path,) = folder.iterdir()
    return path


def test_a_module_is_made_once_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = played(None)
    assert played(cache_in(tmp_path)) == wanted
    monkeypatch.setattr(modules, "built", None)  # nothing is lowered any more
    assert played(cache_in(tmp_path)) == wanted


@pytest.mark.parametrize("damage", [
    lambda content: content[:100], lambda content: b"", lambda content: content[:-1] + bytes((content[-1] ^ 1,)),
    lambda content: b"another" + content[7:], lambda content: content + b"more"])
def test_a_damaged_module_is_refused_and_made_anew(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    wanted = played(cache_in(tmp_path))
    whole = kept(tmp_path).read_bytes()
    kept(tmp_path).write_bytes(damage(whole))
    assert cache_in(tmp_path).read(key()) is None
    assert played(cache_in(tmp_path)) == wanted
    assert cache_in(tmp_path).read(key()) is not None


def test_what_wasmtime_cannot_use_is_made_anew(tmp_path: Path) -> None:
    wanted = played(cache_in(tmp_path))
    found = cache_in(tmp_path).read(key())
    assert found is not None
    cache_in(tmp_path).write(key(), found.memory, b"made by another wasmtime")
    assert played(cache_in(tmp_path)) == wanted


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert played(cache_in(tmp_path / "file")) == played(None)


def test_several_may_write_at_once_and_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len({repr(items) for items in pool.map(lambda _: played(cache_in(tmp_path)), range(16))}) == 1
    assert [path.name for path in tmp_path.iterdir()] == [key()]
    monkeypatch.setattr(store, "PRUNED_EVERY", 1)
    other = shipped_rules("pig").program
    modules.module_of(PythonProgram(other), cache_in(tmp_path, 1))
    assert cache_in(tmp_path).read(key()) is None
    assert cache_in(tmp_path).read(key_of(PythonProgram(other))) is not None


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_a_module_is_not_read_where_others_may_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path)
    monkeypatch.delenv(store.SWITCH, raising=False)
    assert user_cache() is not None
    tmp_path.chmod(0o777)
    assert user_cache() is None


def test_the_texts_and_options_of_a_rulebook_are_the_key_of_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.interpreter.backends.wasm.cache.digest", None)  # the program is not gone through
    text = find("nim").read_text()
    opened = [open_files(read_text("nim.rules", text), {"heaps": heaps}) for heaps in (3, 3, 4)]
    opened += [open_files(read_text("nim.rules", f"{text}\n# more\n"), {"heaps": 3}), rulewright.load("pig")]
    keys = [key_of(game.rules().machines.generated) for game in opened]
    keys.append(key_of(rulewright.load("pig").rules(3).machines.generated))
    assert keys[0] == keys[1]
    assert len(set(keys)) == len(keys) - 1


def test_rules_that_were_changed_since_they_were_read_have_a_key_of_their_own() -> None:
    files = read(find("nim"))
    keys = [key_of(open_files(files).rules().machines.generated)]
    for mutant in mutants(files.declarations)[:3]:
        changed = open_files(evolve(files, declarations=mutated(files.declarations, mutant))).rules().machines.generated
        assert changed.origin is None
        keys.append(key_of(changed))
    assert len(set(keys)) == 4


def test_a_module_with_an_evaluation_is_kept_under_a_key_of_its_own(tmp_path: Path) -> None:
    rules = shipped_rules("nim")
    asked = [None, *(evaluator_of(rules, Source("x.evaluation", text)).evaluation for text in ("counters[1]", "counters[2]"))]
    assert len({key_of(PythonProgram(program()), evaluation.digest if evaluation else "") for evaluation in asked}) == 3
    for evaluation in asked:
        for _ in range(2):
            # A new program each time, so that the second module is read from the disk.
            module = modules.module_of(PythonProgram(program()), cache_in(tmp_path), evaluation)
            instance = module.instance()
            instance.call("start", 1, 1)
            if evaluation is not None:
                assert instance.call("evaluate", 0) == (3 if evaluation is asked[1] else 5)
    assert len(list(tmp_path.iterdir())) == 3
