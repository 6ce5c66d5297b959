"""A session in Neovim, without a screen: the server works for a real editor. Only where Neovim is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .test_vscode import SNIPPETS, filled

SCRIPT = Path(__file__).parent / "neovim" / "session.lua"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_a_rulebook_is_written_in_neovim(tmp_path: Path) -> None:
    text = filled(SNIPPETS["rulewright", "rulebook"]["body"]).replace("my_game", "stones", 1)
    (tmp_path / "typed.txt").write_text(text.replace("stones loses n", "stonse loses n"), encoding="utf-8")
    out = tmp_path / "out.json"
    given = {"SERVER": f"{sys.executable} -m rulewright lsp", "FOLDER": str(tmp_path), "OUT": str(out), "HOME": str(tmp_path)}
    subprocess.run(["nvim", "--headless", "-u", "NONE", "-S", str(SCRIPT)], env={**os.environ, **given},
                   timeout=240, capture_output=True, check=False)
    result = json.loads(out.read_text(encoding="utf-8"))
    assert "error" not in result, result
    assert result["fixed"].strip() == "stones loses n"
    assert "state.stones" in result["hover"]
    assert "pebbles loses n" in result["renamed"]
    assert "\n    stones:" not in result["renamed"]
    assert [move for move in result["moves"] if move.startswith("take")] == ["take 1", "take 2"]
    assert "Boris" in result["refused"]
    assert [line for line in result["log"] if "Traceback" in line or "Error" in line] == []
