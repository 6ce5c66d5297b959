"""The readers that are fuzzed, that are given any bytes, and that the page on trust tells of, are the same."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from .test_any_bytes import READERS

ROOT = Path(__file__).parents[2]


def targets_in(name: str) -> dict[str, str]:
    """The readers in a file of `bench/evidence`, each with what it is called there."""
    for node in ast.parse((ROOT / "bench" / "evidence" / name).read_text(encoding="utf-8")).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target if isinstance(node, ast.AnnAssign) else None
        if isinstance(target, ast.Name) and target.id == "TARGETS":
            assert isinstance(node, ast.Assign | ast.AnnAssign)
            assert isinstance(node.value, ast.Dict)
            return {ast.unparse(key).strip("'"): ast.unparse(value).strip("'")
                    for key, value in zip(node.value.keys, node.value.values, strict=True) if key is not None}
    raise AssertionError(f"{name} has no targets")


def test_every_reader_is_given_any_bytes_and_fuzzed() -> None:
    assert set(targets_in("fuzz.py")) == set(targets_in("fuzzing.py")) == set(READERS)


def test_the_page_on_trust_tells_of_every_reader_that_is_fuzzed() -> None:
    page = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    table = page.partition("<!-- fuzzing: ")[2].partition("<!-- end of figures -->")[0]
    assert re.findall(r"^\| ([a-z ]+) \| [\d,]+ \|", table, re.M) == [*targets_in("fuzzing.py").values(), "all"]
