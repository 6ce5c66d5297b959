"""Every command, playthrough and piece of Python in the documents does what is shown; `test_docs` says which block is what."""

from __future__ import annotations

import doctest
import importlib
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from hypothesis import settings

from .blocks import Block
from .examples import BLOCKS, ROOT, file_at

PYTHON = sorted({block.document for block in BLOCKS if block.language == "python"})
# Pages that show commands on large games. Other pages show the same commands on small ones, and one more page a large game.
LARGE = ("docs/change_a_law.md", "docs/change_a_unit.md")
CONSOLE = [pytest.param(block, marks=[pytest.mark.slow] if block.document in LARGE else []) for block in BLOCKS
           if block.language == "console"]


@pytest.mark.parametrize(("name", "examples"), [
    *((name, 5) for name in PYTHON), pytest.param("docs/testing.md", 100, marks=pytest.mark.slow)])
def test_python_does_what_is_shown(name: str, examples: int) -> None:
    settings.register_profile("shown", settings(), max_examples=examples)
    before = settings.get_current_profile_name()
    settings.load_profile("shown")
    try:
        assert doctest.testfile(str(ROOT / name), module_relative=False).failed == 0
    finally:
        settings.load_profile(before)


# ---- Commands ----------------------------------------------------------------------------------


def command_line() -> click.Command:
    main: click.Command = importlib.import_module("rulewright.cli.main").main
    return main


@pytest.mark.parametrize("block", CONSOLE, ids=str)
def test_a_command_does_what_is_shown(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main = command_line()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").symlink_to(ROOT / "games")
    monkeypatch.setattr(click, "get_app_dir", lambda *_: str(tmp_path / "kept"))
    text = file_at(block)
    if text is not None:
        (tmp_path / "my_game.rules").write_text(text, encoding="utf-8")
    for name, written in beside(block):
        (tmp_path / name).write_text(written, encoding="utf-8")
    for command, shown in runs(block.text):
        result = CliRunner().invoke(main, shlex.split(command)[1:], input="")
        assert result.exception is None or isinstance(result.exception, SystemExit), command
        wrong_use = any(line.startswith("Error: ") for line in shown)
        assert result.exit_code in ((2,) if wrong_use else (0, 1)), result.output
        for line in shown:
            assert squeezed(line) in squeezed(result.output), result.output


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language == "play"], ids=str)
def test_a_playthrough_on_a_page_passes(block: Block, tmp_path: Path) -> None:
    (tmp_path / "my_game.rules").write_text(file_at(block) or "", encoding="utf-8")
    (tmp_path / "shown.play").write_text(block.text, encoding="utf-8")
    result = CliRunner().invoke(command_line(), ["test", str(tmp_path / "shown.play")])
    assert result.exit_code == 0, result.output


def beside(block: Block) -> list[tuple[str, str]]:
    """The files that the reader of a page has written beside the rulebook: playthroughs with a name, and its variants."""
    above = [item for item in BLOCKS if item.document == block.document and item.line < block.line]
    plays = [(item.words[0], item.text) for item in above if item.language == "play" and item.words]
    variants = [(f"{item.text.split()[1]}.rules", item.text) for item in above
                if item.words == ("variant",) and item.text.split()[3] == "my_game"]
    return plays + variants


def runs(text: str) -> list[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines of output shown for it.

    A line `...` stands for output left out, and so does `...` at the end of a line.
    """
    out: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ rulewright"):
            out.append((line.removeprefix("$ "), []))
        elif out and line.strip().removesuffix("..."):
            out[-1][1].append(line.removesuffix("..."))
    return out


def squeezed(text: str) -> str:
    return " ".join(text.split())
