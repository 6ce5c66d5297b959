"""The example of the documents learns: after some training it wins more than before."""

from __future__ import annotations

import importlib.util
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
    tenths = example.train("tic_tac_toe", 200)
    assert tenths[-1] > tenths[0] + 0.1
