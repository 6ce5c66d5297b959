"""`mutate` comes to the same verdicts whatever plays."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

pytest.importorskip("wasmtime", reason="wasmtime is not installed")


def report(*arguments: str) -> str:
    result = CliRunner().invoke(main, ("mutate", *arguments))
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(("name", "sample"), [("race", 4), pytest.param("race", 20, marks=pytest.mark.slow)])
def test_verdicts_are_the_same_whatever_plays(name: str, sample: int) -> None:
    asked = (name, "--sample", str(sample), "--seed", "4", "--games", "6", "--json", "--no-cache", "--players", "2")
    wanted = report(*asked, "--machine", "python")
    assert report(*asked, "--machine", "wasm") == wanted
    assert report(*asked) == wanted
