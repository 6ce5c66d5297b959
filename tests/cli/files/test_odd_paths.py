"""Odd names in a folder: they are reported, and everything else in the folder is read."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

TUTORIAL = Path(__file__).parents[3] / "games" / "tutorial"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a rulebook, an empty folder that is called like one, and a link that leads back to itself."""
    shutil.copy(TUTORIAL / "nim.rules", tmp_path)
    (tmp_path / "dir.rules").mkdir()
    (tmp_path / "loop.rules").symlink_to("loop.rules")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_check_reports_a_link_that_leads_nowhere_and_goes_on(folder: Path) -> None:
    result = run("check", str(folder), "--format", "json")
    assert result.exit_code == 1
    messages = [item["message"] for item in json.loads(result.output)["diagnostics"]]
    assert messages == [f"`{folder / 'loop.rules'}` is a link that leads to no file"]
    assert "nim.rules: no mistakes" in run("check", str(folder)).output


def test_check_skips_a_folder_that_is_called_like_a_rulebook(folder: Path) -> None:
    (folder / "loop.rules").unlink()
    assert run("check", str(folder)).exit_code == 0


def test_fmt_reports_a_link_that_leads_back_to_itself_and_goes_on(folder: Path) -> None:
    text = (folder / "nim.rules").read_text(encoding="utf-8")
    (folder / "nim.rules").write_text(text + "\n\n", encoding="utf-8")
    result = run("fmt", str(folder))
    assert (result.exit_code, "loop.rules cannot be read" in result.output) == (1, True), result.output
    assert (folder / "nim.rules").read_text(encoding="utf-8") == text


def test_a_file_that_is_no_rulebook_is_called_that(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("notes\n", encoding="utf-8")
    result = run("check", str(tmp_path / "notes.txt"))
    assert (result.exit_code, "is not a rulebook" in result.output) == (2, True), result.output


def test_a_variant_of_nothing_names_no_rulebook() -> None:
    result = run("check", ":x")
    assert (result.exit_code, "there is no rulebook `:x`" in result.output) == (2, True), result.output
