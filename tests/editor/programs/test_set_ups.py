"""The set-ups of `docs/editors.md` work in the editors themselves. Only where they are installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli.editor.server.texts import WATCHED

from ..pig import PIG

PAGE = (Path(__file__).parents[3] / "docs" / "editors.md").read_text(encoding="utf-8")
WRONG = PIG.replace("unlucky = 1", "unlucky = goall")
NEEDED = {editor: pytest.mark.skipif(shutil.which(editor) is None, reason=f"{editor} is not installed")
          for editor in ("nvim", "emacs")}

# What a person does in Neovim: they open a file, look at its mistakes, and go on behind an indented line.
IN_NEOVIM = """
vim.cmd("edit pig.rules")
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
local found = vim.tbl_map(function(each) return each.code end, vim.diagnostic.get(0))
vim.api.nvim_win_set_cursor(0, { vim.fn.search("lose_the_turn"), 0 })
vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes("A<CR>skip<CR><Tab>skip<Esc>", true, false, true), "tx", false)
local line = vim.fn.line(".")
local keys = vim.fn.maparg("gra", "n") ~= "" or vim.fn.maparg("gra", "n", false, true).callback ~= nil
vim.fn.writefile({ vim.fn.json_encode({ found = found, typed = vim.fn.getline(line - 1, line), keys = keys }) }, "out.json")
vim.cmd("qall!")
"""

# The same in Emacs, and a rename by Eglot where this is installed.
IN_EMACS = """
(require 'json)
(electric-indent-mode 1)
(find-file "pig.rules")
(setq found nil renamed nil)
(when (require 'eglot nil t)
  (let ((eglot-sync-connect 60)) (call-interactively 'eglot))
  (with-timeout (60) (while (not (flymake-diagnostics)) (accept-process-output nil 0.1)))
  (setq found (mapcar 'flymake-diagnostic-text (flymake-diagnostics)))
  (goto-char (point-min))
  (search-forward "goall") (delete-char -1)
  (eglot--signal-textDocument/didChange)
  (search-forward "if d = ")
  (eglot-rename "bad_luck")
  (goto-char (point-min))
  (setq renamed (and (search-forward "if d = bad_luck" nil t) t)))
(goto-char (point-min))
(search-forward "            lose_the_turn(p)")
(call-interactively 'newline)
(insert "skip")
(let ((typed (buffer-substring (line-beginning-position) (point))))
  (with-temp-file "out.json"
    (insert (json-encode (list :eglot (featurep 'eglot) :found (vconcat found) :renamed renamed :typed typed)))))
(set-buffer-modified-p nil)
(kill-emacs 0)
"""


def set_up(heading: str, language: str, nth: int = 0) -> str:
    """Return the n-th code of a language below a heading of the page."""
    below = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found: list[str] = re.findall(rf"```{language}\n(.*?)```", below, re.DOTALL)
    return found[nth]


def at_home(home: Path) -> dict[str, str]:
    """Write a rulebook with a mistake and the command `rulewright` to a folder; return an environment with this home."""
    (home / "pig.rules").write_text(WRONG, encoding="utf-8")
    command = home / "rulewright"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulewright "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return {**os.environ, "HOME": str(home), "PATH": f"{home}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.slow
@NEEDED["nvim"]
def test_neovim_is_set_up(tmp_path: Path) -> None:
    home = at_home(tmp_path)
    version = subprocess.run(["nvim", "--version"], capture_output=True, text=True, check=True).stdout
    is_new = tuple(map(int, re.findall(r"\d+", version)[:2])) >= (0, 11)
    (tmp_path / "init.lua").write_text(set_up("Neovim", "lua", 0 if is_new else 1))
    (tmp_path / "typed.lua").write_text(IN_NEOVIM)
    subprocess.run(["nvim", "--headless", "-u", "init.lua", "-S", "typed.lua"], cwd=tmp_path, env=home, timeout=120,
                   capture_output=True, check=False)
    result = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert result == {"found": ["E201"], "typed": [f"{' ' * 12}skip", f"{' ' * 16}skip"], "keys": True}


@pytest.mark.slow
@NEEDED["emacs"]
def test_emacs_is_set_up(tmp_path: Path) -> None:
    home = at_home(tmp_path)
    (tmp_path / "init.el").write_text(set_up("Emacs", "lisp"))
    (tmp_path / "typed.el").write_text(IN_EMACS)
    subprocess.run(["emacs", "-Q", "--batch", "-l", "init.el", "-l", "typed.el"], cwd=tmp_path, env=home, timeout=240,
                   capture_output=True, check=False)
    result = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    # The compiler reports a tab as a mistake.
    assert result["typed"] == f"{' ' * 12}skip"
    if result["eglot"]:
        assert [message.partition("\n")[0] for message in result["found"]] == ["rulewright [E201]: unknown name `goall`"]
        assert result["renamed"] is True


def test_each_set_up_knows_all_files_of_the_server() -> None:
    blocks = [block for block in re.findall(r"```(?:lua|toml|lisp)\n(.*?)```", PAGE, re.DOTALL) if "evaluation" in block]
    package = json.loads((Path(__file__).parents[3] / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))
    in_code = " ".join(ending for language in package["contributes"]["languages"] for ending in language["extensions"])
    endings = WATCHED.partition("{")[2].rstrip("}").split(",")
    assert len(blocks) == 4
    for known in (*blocks, in_code):
        plain = known.replace("%.", ".").replace("\\\\.", ".")
        assert [ending for ending in endings if not re.search(rf"\b{re.escape(ending)}\b", plain)] == []
