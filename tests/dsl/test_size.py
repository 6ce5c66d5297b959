"""Compiled rules are of limited size; rules that come to more are told at the header."""

from __future__ import annotations

import pytest

from rulewright.cli.shared.games import loading
from rulewright.cli.shared.games.compilation_cache import CompilationCache
from rulewright.cli.shared.games.loading import open_files
from rulewright.dsl.driver import compile as compiling
from rulewright.dsl.load.loader import find, read
from rulewright.dsl.source.diagnostics import RulebookError


def test_rules_that_come_to_too_many_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "recent", CompilationCache)
    nim = read(find("nim"))
    blocks = len(open_files(nim).rules().program.blocks)
    monkeypatch.setattr(compiling, "MAX_BLOCKS", blocks)
    assert open_files(nim).rules().program.blocks
    monkeypatch.setattr(compiling, "MAX_BLOCKS", blocks - 1)
    with pytest.raises(RulebookError) as caught:
        open_files(nim).rules()
    reported = [diagnostic for diagnostic in caught.value.diagnostics if diagnostic.level == "error"]
    assert [(diagnostic.code, diagnostic.message, diagnostic.span.text) for diagnostic in reported] == [
        ("E106", f"compiled rules of {blocks} blocks; at most {blocks - 1} are allowed", "nim")]
