"""The example of the documents learns: after some training it wins more than before."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
pytest.importorskip("wasmtime", reason="wasmtime is not installed")

EXAMPLE = Path(__file__).parents[2] / "docs" / "train.py"


def test_the_agent_of_the_example_learns() -> None:
    spec = importlib.util.spec_from_file_location("train", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    tenths = example.train("tic_tac_toe", 120)
    assert tenths[-1] > tenths[0] + 0.1


@pytest.mark.parametrize(("module", "package", "extra"), [
    ("pettingzoo", "pettingzoo.utils.env", "pettingzoo"), ("gymnasium", "gymnasium", "gymnasium"),
    ("openspiel", "pyspiel", "openspiel")])
def test_a_package_that_is_missing_is_named_with_its_extra(module: str, package: str, extra: str,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"rulewright.adapters.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"install `rulewright\[{extra}\]`"):
        importlib.import_module(f"rulewright.adapters.{module}")
