"""`check FOLDER` compiles a rulebook once for each number of players, whichever files beside it ask for it."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.checking import file_checks
from rulewright.cli.main import main
from rulewright.cli.shared.games import loading
from rulewright.cli.shared.games.compilation_cache import CompilationCache
from rulewright.dsl.driver import compilation
from rulewright.dsl.driver import compile as compile_
from rulewright.dsl.driver.compile import Compiled, analyse
from rulewright.dsl.load.loader import find


def _write(folder: Path) -> None:
    shipped = find("nim").parent
    for name in ("nim.rules", "variants/marienbad.rules", "look/nim.look"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(shipped / name, folder / name)
    for name, game in {"plain": "nim", "again": "nim", "varied": "nim:marienbad"}.items():
        (folder / "playthroughs").mkdir(exist_ok=True)
        (folder / "playthroughs" / f"{name}.play").write_text(f"game {game}\nplayers 2\n\n", encoding="utf-8")


def noted(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> list[tuple[str, int]]:
    """Note the title of each rulebook that one of these modules compiles, and its number of players."""
    made = list[tuple[str, int]]()

    def noting(declarations: Any, players: int, *given: Any, **options: Any) -> Compiled:
        found = analyse(declarations, players, *given, **options)
        assert found.symbols is not None
        made.append((found.symbols.title, players))
        return found

    for module in modules:
        monkeypatch.setattr(module, "analyse", noting)
    return made


@pytest.mark.parametrize("here", [True, False], ids=["below", "elsewhere"])
def test_a_folder_is_checked_with_each_rulebook_compiled_once(
        here: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "nim" if here else tmp_path / "games" / "nim"
    _write(folder)
    (tmp_path / "elsewhere").mkdir()
    made, recent = noted(monkeypatch, file_checks, compilation), cache(CompilationCache)
    for module in (file_checks, loading):
        monkeypatch.setattr(module, "recent", recent)
    monkeypatch.chdir(tmp_path if here else tmp_path / "elsewhere")
    result = CliRunner().invoke(main, ["check", "--no-cache", "nim" if here else str(folder)])
    assert result.exit_code == 0, result.output
    assert result.output.count("no mistakes") == 6
    assert sorted(made) == sorted(set(made))
    assert {title for title, _ in made} == {"Nim", "Marienbad"}


def test_a_rulebook_with_a_mistake_is_compiled_once_for_all_its_variants(tmp_path: Path,
                                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path / "nim")
    made = noted(monkeypatch, file_checks, compile_)
    monkeypatch.chdir(tmp_path)
    main_file = tmp_path / "nim" / "nim.rules"
    text = re.sub(r"players .*", "players 2", main_file.read_text(encoding="utf-8"), count=1)
    wrong = 'invariant wrong: 3\n    "It is wrong."\n'
    for more in (wrong, f'use "missing.rules"\n\n{wrong}', f"note broken\n    is\n\n{wrong}"):
        monkeypatch.setattr(file_checks, "recent", cache(CompilationCache))
        made.clear()
        main_file.write_text(f"{text}\n{more}", encoding="utf-8")
        assert CliRunner().invoke(main, ["check", "--no-cache", "nim/nim.rules"]).exit_code == 1
        assert sorted(made) == sorted(set(made)), more
