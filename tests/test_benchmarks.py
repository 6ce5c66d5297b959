"""The scripts in `bench/` start: each imports what it needs, and says how it is called."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parent.parent / "bench"
MODULES = {path.stem: path for path in sorted(BENCH.rglob("*.py"))}
SCRIPTS = [name for name, path in MODULES.items() if '"__main__"' in path.read_text(encoding="utf-8") and name != "fuzz"]


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Forget the modules of the scripts after each test."""
    known = set(sys.modules)
    yield
    for name in set(MODULES) & set(sys.modules) - known:
        del sys.modules[name]


def helped(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What a script prints for `--help`."""
    monkeypatch.setattr(sys, "argv", [f"{name}.py", "--help"])
    # Python imports from the folder of a script that it runs.
    monkeypatch.syspath_prepend(str(MODULES[name].parent))
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(MODULES[name]), run_name="__main__")
    assert not ended.value.code
    return capsys.readouterr().out


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_benchmark_says_how_it_is_called(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    assert f"usage: {name}.py" in helped(name, monkeypatch, capsys).lower()


def test_the_fuzzer_lists_its_readers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    # Few machines have atheris: here something stands in for it that instruments nothing.
    atheris = ModuleType("atheris")
    monkeypatch.setattr(atheris, "instrument_imports", lambda include: nullcontext(), raising=False)
    monkeypatch.setitem(sys.modules, "atheris", atheris)
    assert "rulebook" in helped("fuzz", monkeypatch, capsys)
